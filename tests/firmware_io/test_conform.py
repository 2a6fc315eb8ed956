"""`firmware_io.kit.conform`: good nodes keep every rule."""

from functools import partial

import pytest

from firmware_io.kit.conform.about import TELLS_NONE
from firmware_io.kit.conform.host import NobodyThere
from firmware_io.kit.sim.node_session import NodeSession
from firmware_io.kit.sim.shoe import SimShoe
from tests.tiers import tiered

from .conformed import broken, conformed, sim_node
from .conversing import KEY
from .faulty_about import FAULTY_ABOUT, FAULTY_KEYED
from .faulty_nodes import FAULTY, NearTheEnd, NumbersOn, StaleHeader


@pytest.mark.parametrize("kind", ["seat", "shoe"])
def test_a_simulated_node_keeps_every_rule(loop, port, kind, sessions):
    results = conformed(loop, port, sim_node(loop, port, kind, sessions=sessions), kind)
    assert broken(results) == {}
    assert left_out(results) == ["node-ms-wraps"]


@pytest.mark.parametrize("kind", ["seat", "shoe"])
def test_a_simulated_node_with_a_key_keeps_every_rule(loop, port, kind, sessions):
    node = sim_node(loop, port, kind, sessions=partial(sessions, key=KEY))
    results = conformed(loop, port, node, kind, key=KEY)
    assert broken(results) == {}
    assert left_out(results) == ["node-ms-wraps"]
    assert set(FAULTY_KEYED) < set(results)


def test_of_a_node_that_tells_no_about_its_rules_are_left_out(loop, port, sessions):
    def untold(**options):
        return sessions(**options | {"about": None})

    results = conformed(loop, port, sim_node(loop, port, "seat", sessions=untold), "seat")
    assert broken(results) == {}
    assert {
        one.why for one in results.values() if one.id in FAULTY_ABOUT and one.id != "sound"
    } == {TELLS_NONE}


def test_a_node_that_has_another_key_or_none_is_said_to_have_another(loop, port, sessions):
    node = sim_node(loop, port, "seat", sessions=partial(sessions, key=bytes(32)))
    with pytest.raises(NobodyThere, match="does not have this key: wrong MAC"):
        conformed(loop, port, node, "seat", key=KEY)
    with pytest.raises(NobodyThere, match="speaks with a key: --key FILE names it"):
        conformed(loop, port, node, "seat")
    node.session = sessions(node=3, kind="seat", epoch=0x1001)
    with pytest.raises(NobodyThere, match="does not have this key: no MAC"):
        conformed(loop, port, node, "seat", key=KEY)
    node.close()


def left_out(results):
    return [result.id for result in results.values() if result.outcome == "left out"]


@pytest.mark.parametrize("rule", tiered(FAULTY_ABOUT, [*FAULTY_ABOUT][:1]))
def test_a_node_with_a_faulty_about_is_found_by_the_rule_that_it_breaks(loop, port, rule):
    results = conformed(
        loop, port, sim_node(loop, port, "seat", sessions=FAULTY_ABOUT[rule]), "seat"
    )
    assert broken(results).keys() == {rule}


@pytest.mark.parametrize("rule", tiered(FAULTY_KEYED, [*FAULTY_KEYED][:1]))
def test_a_faulty_node_with_a_key_is_found_by_the_rule_that_it_breaks(loop, port, rule):
    node = sim_node(loop, port, "seat", sessions=partial(FAULTY_KEYED[rule], key=KEY))
    assert broken(conformed(loop, port, node, "seat", key=KEY)).keys() == {rule}


@pytest.mark.parametrize("rule", tiered(FAULTY, [*FAULTY][::6]))
def test_a_faulty_node_is_found_by_the_rule_that_it_breaks(loop, port, rule):
    fault = FAULTY[rule]
    kind = "shoe" if issubclass(fault, SimShoe) else "seat"
    options = {"sessions": fault} if issubclass(fault, NodeSession) else {kind: fault}
    results = conformed(loop, port, sim_node(loop, port, kind, **options), kind)
    assert broken(results).keys() == {rule}


def test_a_header_that_is_stale_is_named_and_what_follows_a_lost_host_is_tried_all_the_same(
    loop, port
):
    rules = ["host-lost", "unmet-hello", "states-forgotten"]
    results = conformed(
        loop, port, sim_node(loop, port, "seat", sessions=StaleHeader), "seat", rules
    )
    assert [results[rule].outcome for rule in rules] == ["broken", "kept", "kept"]
    assert "still acknowledges the epoch of that host, where 0 is due" in results["host-lost"].why


def test_a_clock_that_wraps_is_waited_for_where_it_is_near(loop, port):
    results = conformed(
        loop, port, sim_node(loop, port, "seat", sessions=NearTheEnd), "seat", ["node-ms-wraps"]
    )
    assert results["node-ms-wraps"].outcome == "kept"


def test_a_pulled_plug_shows_numbers_that_go_on_and_a_node_that_had_power_all_the_time_is_left_out(
    loop, port
):
    node = sim_node(loop, port, "seat", seat=NumbersOn)
    assert (
        "its edges begin with 4: 1 is due"
        in conformed(loop, port, node, "seat", ["pulled-plug"])["pulled-plug"].why
    )
    node.reset = lambda: None
    result = conformed(loop, port, node, "seat", ["pulled-plug"])["pulled-plug"]
    assert (result.outcome, result.why) == (
        "left out",
        "Its clock has run on, so it had power all the time.",
    )
