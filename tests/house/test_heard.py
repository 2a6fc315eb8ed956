"""What a node tells is heard: each edge of the wire means something, and somebody decides each
event that comes of it.
"""

from typing import get_args

from firmware_io.messages import EDGES, STATES, Edge, State
from tablectl.engine.engine import HANDLE
from tablectl.engine.events import AnyEvent
from tablectl.intake.interpret import MEANINGS


def test_every_edge_means_something():
    assert {kind for of_device in MEANINGS.values() for kind in of_device} == {*EDGES}


def test_every_event_is_decided():
    assert {*HANDLE} == {*get_args(AnyEvent)}


def test_the_edges_and_states_that_cross_the_wire_are_those_of_their_types():
    assert ({*EDGES}, {*STATES}) == ({*get_args(Edge)}, {*get_args(State)})
