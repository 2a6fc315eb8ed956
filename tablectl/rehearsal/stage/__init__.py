"""stage: a table on simulated devices.

memory.py: with the service in this process, in virtual time (instant.py: the clock, serving.py: the
service's loop, ends.py: the runner's ends of its sockets). live.py: the service as a process, in
real time, with a screen. props.py: the devices. pack.py: the cards. scratch.py: a temporary
directory. Start with memory.py. Absent on purpose: players, and what should happen; an engine
without a service, ptys, and deaths at any call, which are the tests' (tests/rig).
"""
