"""firmware_io: bytes, volts and ports. Knows no poker and never imports tablectl.

A node is a microcontroller at the far end of a wire: the shoe, or a seat. A frame is bytes between
two zeros; a message is what it says; an edge is a message the node numbers and keeps until it is
acknowledged; a state is what the host wants a node to show, absolute, sent until the node says it
has it. A session is one end of a conversation, without I/O.

Start with PROTOCOL.md (the wire on two pages), then messages.py and session.py, then
host_session.py for our end of it, and replay_guard.py for what a recorded frame may do. Only
link.py opens a serial port, port.py looks after one, finder.py finds those of nodes; framing,
messages, encoding, the sessions and lamps are pure, and read like the firmware in C that must agree
with them (mcu/). What hangs on the Pi itself has a room each: pins (gpio/), strips of lamps
(strips/), number pads (keypad/); pin_keys.py and beeps.py are their values. Bought readers of tags
are no nodes: readers/ has them, reader_port.py puts one to its port, places.py judges all antennas
of a table. kit/ is what engineers try nodes and controllers with: a running table has none of it.
Absent on purpose: cards, hands and wagers; threads, but for one that a library of the pins brings;
clocks and chance in anything but devices.py, link.py, kit/ and the rooms' own ports.
"""
