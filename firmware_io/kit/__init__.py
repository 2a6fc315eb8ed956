"""kit: what engineers try nodes and controllers with; a table that runs uses none of it. KIT.md
shows it in use.

Start with sim/ (the far end of every wire: nodes, bought readers, their faults), then conform/
(somebody's node held against PROTOCOL.md), table/ (simulated devices that stand by themselves),
examples/node.py (a seat in one file without our code). recording.py keeps what went over the ports,
replay.py says it once more, vectors.py writes ../vectors.json. May import the rest of firmware_io,
which may not import it. Absent on purpose: tablectl.
"""
