"""scenario: scripted tables. script.py reads a file and checks it whole, runner.py plays it,
expectations.py compares.

CONTRIBUTING.md has the format. Start with script.py. Absent on purpose: chance.
"""
