"""simulation: tables on simulated devices, with the real service: scripted or self-playing.

    demo/       a table that plays by itself, hand after hand
    scenario/   a scripted table: its file, its steps, its expectations
    players/    who is at the table: people, players, the floor
    stage/      simulated devices with the service, in virtual time or in real time

demo and scenario do not know each other. Start with stage/memory.py. May import everything below.
"""
