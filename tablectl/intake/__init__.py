"""intake: what a reading from a device means in card-room words.

A reading is bytes made sense of by firmware_io (a tag, a level of chips, a key). An event is what a
floor person would say happened. Nothing here decides what a wager means or whether an event is
allowed: that is the engine's.

Start with interpret.py. May import: rules, games, engine.events, firmware_io.messages. Absent on
purpose: clocks, ports, asyncio.
"""
