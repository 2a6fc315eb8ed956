"""`firmware_io.conform`: good nodes keep every rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_io.node_session import NodeSession
from firmware_io.sim.sessions import Sessions
from firmware_io.sim.shoe import SimShoe

from .conformed import broken, conformed, sim_node
from .faulty_nodes import FAULTY, NearTheEnd


@pytest.mark.parametrize("kind", ["seat", "shoe"])
def test_a_simulated_node_keeps_every_rule(loop: Any, port: Path, kind: str, sessions: Sessions) -> None:
    results = conformed(loop, port, sim_node(loop, port, kind, sessions=sessions), kind)
    assert broken(results) == {}
    assert [result.id for result in results.values() if result.outcome == "left out"] == ["node-ms-wraps"]


@pytest.mark.parametrize("rule", FAULTY)
def test_a_faulty_node_is_found_by_the_rule_that_it_breaks(loop: Any, port: Path, rule: str) -> None:
    fault = FAULTY[rule]
    kind = "shoe" if issubclass(fault, SimShoe) else "seat"
    options = {"sessions": fault} if issubclass(fault, NodeSession) else {kind: fault}
    results = conformed(loop, port, sim_node(loop, port, kind, **options), kind)
    assert broken(results).keys() == {rule}


def test_a_clock_that_wraps_is_waited_for_where_it_is_near(loop: Any, port: Path) -> None:
    results = conformed(loop, port, sim_node(loop, port, "seat", sessions=NearTheEnd), "seat", ["node-ms-wraps"])
    assert results["node-ms-wraps"].outcome == "kept"
