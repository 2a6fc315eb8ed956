"""rehearsal: scripted and self-playing tables, in virtual time, over real ptys, with the service in its own process.

clock.py and stepped.py are the two sides of virtual time, instant.py, wire.py and channel.py what both stand on; stage.py sets up
simulated devices and the service; people.py does what people and the simulation do by themselves; script.py reads scenario files
and scenario.py runs them; players.py and demo.py play, clumsy.py with cards and chips that go wrong. Start with stage.py.
Owns simulated devices and chance. May import everything below it.
"""
