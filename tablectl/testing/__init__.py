"""testing: what an engineer tests a table or a node with: simulated devices that stand by themselves, and a plugin for pytest.

sim_table.py has a shoe and seats on ptys with stable names, verbs.py what may be done to them in words, serving.py the socket
that takes the words; plugin.py has the fixtures, standing.py what they give. May import everything but cli. Absent on purpose:
tests of our own, which lie in tests/.
"""
