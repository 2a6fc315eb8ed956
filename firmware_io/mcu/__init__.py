"""The firmware of a node: the core in C, its boards, and what puts an image and a node's settings
onto a Pico.

Nothing here is needed where a table runs; it is what the nodes at the other end of its wires are
made of.
"""
