"""doctor: examines what hangs at this machine, and how well it does; each finding is a sentence.

probes.py has what a probe yields, and the probes of the machine. examination.py has the order of
all; devices.py asks one port who is there, and examines what a configuration names, conversation.py
speaks with them; running_table.py asks a table that runs, trials.py needs somebody at the table.
Absent on purpose: changing anything; opening what a running table has.
"""
