"""readers: RFID readers that hang at a port of their own, and what cards and chips their tags make
of it. Knows no poker.

A tag is an id of 8 bytes; an antenna has a number of this table's; a look is one question of a
reader, "what is in your field now?", and its answer. A reader has no epoch, no numbers and no
acknowledgements as a node has: it is queried 20 times a second, and what counts is what it sees
now.

README.md says what each reader can and cannot know. Start with reader.py (what readers have in
common), then pn532.py, pepper.py or rdm6300.py. presence.py makes of many looks what is there, and
where; passive_shoe.py, showing_spot.py and bet_area.py make of that the edges that a shoe or a seat
would tell.

All of it is pure: bytes and milliseconds in, bytes and values out. May import:
firmware_io.messages, msgspec. Absent on purpose: ports, clocks, threads, chance.

Never tried on hardware: frames and times are those of the sources that stand beside them.
"""
