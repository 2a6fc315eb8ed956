"""stage: a table on simulated devices.

virtual.py: the service in its own process, in virtual time. live.py: the same in real time, with a screen. bare.py: devices and
engine in this process, without a service. stages.py: the protocol that all three have. props.py: the devices. pack.py: the cards.
scratch.py: a temporary directory. Start with virtual.py. Absent on purpose: players, and what should happen.
"""
