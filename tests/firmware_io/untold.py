"""Nodes that do not say what they are, and keep no anchor: what PROTOCOL.md leaves out may be
left out.
"""

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Session
from firmware_io.messages import About, Anchor


def session_without_about(
    *, about: About | None = None, anchor: Anchor | None = None, **who
) -> Session:
    """One of `Sessions`."""
    return NodeSession(**who)
