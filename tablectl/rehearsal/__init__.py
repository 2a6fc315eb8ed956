"""rehearsal: scripted and self-playing tables, in virtual time, with the real service in the same
process.

    demo/           a table that plays by itself, hand after hand             | neither knows the
        other
    scenario/       a scripted table: its file, its steps, what is expected   |
    cast/           who is at the table: people, players, the floor
    stage/          simulated devices with the service, in virtual time or in real time

Start with stage/memory.py. Owns simulated devices and chance. May import everything below it.
"""
