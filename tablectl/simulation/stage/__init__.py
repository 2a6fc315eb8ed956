"""stage: a table on simulated devices, and the service that plays it.

    memory.py         the service in this process, in virtual time
    virtual_time.py   the clock of that; service_loop.py the service's event loop
    socket_ends.py    this process's ends of the service's sockets
    live.py           the service as a process of its own, in real time, with a screen
    sim_devices.py    the devices; sim_deck.py the cards; scratch.py a temporary directory

Start with memory.py. Absent on purpose: players and their decisions. An engine without a service,
ptys and a death at any call belong to the tests (tests/rig).
"""
