"""doctor: asks what hangs at this machine, and how well it does; says what is to be mended, each in a sentence.

A probe is a file with one purpose that yields findings (finding.py). What it asks of the machine it asks through machine.py, so
that a test can give it another. examination.py has the order of all; interview.py asks one port who is there, named.py looks at
what a configuration names, running.py asks a table that runs, trying/ needs somebody at the table.
Absent on purpose: changing anything; opening what a running table has.
"""
