"""doctor: asks what hangs at this machine, and how well it does; says what is to be mended, each in
a sentence.

A probe yields findings (finding.py); probes.py has those of the machine. examination.py has the
order of all; devices.py asks one port who is there, and looks at what a configuration names,
conversation.py speaks with them; running.py asks a table that runs, trials.py needs somebody at the
table. Absent on purpose: changing anything; opening what a running table has.
"""
