"""conform: plays the host against somebody's node, and says which rules of PROTOCOL.md it keeps and
which it breaks.

Start with examination.py, which has all rules in the order they are tried; rule.py says what a rule
is, host.py is the host that they play, written so that it can misbehave where `HostSession` cannot.
Each file of rules is a chapter: frames.py, meeting.py, edges.py, states.py, about.py, keys.py
(keyed links), pairing.py, manual.py. Time is the loop's own, so that a loop with a virtual clock
plays all of it in a moment. May import the rest of firmware_io. Absent on purpose: tablectl,
`firmware_io.kit.sim`, anything that a node cannot be tested for over its wire.
"""
