"""The option `--nodes`: in which language the simulated nodes' sessions are written."""

from typing import Annotated

from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.sessions import Sessions
from tablectl.cli.house import choice
from tablectl.cli.speaking import wrong_use

Nodes = Annotated[str, choice(
    "kind of node", ("python", "c"), "What speaks for shoe and seats: Python, or the C of a node's firmware.")]


def sessions_of(nodes: str) -> Sessions:
    """Who speaks for such nodes; wrong use where the C is not built."""
    if nodes == "python":
        return NodeSession
    try:
        from firmware_io.kit.sim.c_node_session import CNodeSession
    except ImportError as missing:
        wrong_use(str(missing))
    return CNodeSession
