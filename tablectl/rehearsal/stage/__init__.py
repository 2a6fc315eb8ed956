"""stage: a table on simulated devices with the service in a process of its own, or bare: devices and engine, and nothing between.

virtual.py plays it in virtual time, live.py in real time with a screen, bare.py in this process; stages.py is any of the three.
props.py are the devices, pack.py the cards as things, scratch.py where all of it lies. Start with virtual.py. Absent on purpose:
who plays, and what is right.
"""
