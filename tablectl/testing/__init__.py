"""testing: a plugin for pytest with the simulated table of firmware_io/kit/table, for tests of
a table or a node.

May import everything but cli. Absent on purpose: tests of our own, which lie in tests/.
"""
