"""What a node says of itself, and what only such a node is sent; wheels, anchors, lamp tests,
and nodes that lie.
"""

import msgspec
import pytest

from firmware_io.messages import (
    ABOUT_STATES,
    Asks,
    Dialled,
    LampTest,
    abilities_of,
    bits_of,
)
from firmware_io.session import (
    LOST_AFTER_MS,
    MAX_DIALLED_A_SECOND,
    AboutTold,
    NodeBack,
    NodeFaulty,
    NodeLost,
    NodeSuspect,
    StateSet,
    WheelTurned,
)

from .conversing import (
    ABOUT,
    AMBER,
    HEAD,
    Conversation,
    KeyedConversation,
    UntoldConversation,
    presses,
)

FOLD_OR_RAISE = Asks(("fold", "raise"), 40, 500, 20)


@pytest.fixture(params=[Conversation, KeyedConversation], ids=["open", "keyed"])
def talk(request):
    return request.param()


def about_states(talk):
    return [
        said.message for _, said in talk.said("to_node") if isinstance(said.message, ABOUT_STATES)
    ]


# -------------------------------------------------------------- who knows it


def test_a_node_says_once_what_it_is_and_is_told_what_is_asked(talk):
    talk.host.set_state(FOLD_OR_RAISE)
    talk.host.set_state(AMBER)
    talk.run(1_000)
    assert talk.seen(AboutTold) == [AboutTold(3, ABOUT)]
    assert {StateSet(HEAD), StateSet(FOLD_OR_RAISE), StateSet(AMBER)} <= set(talk.node_reports)
    assert talk.host.is_settled


def test_a_node_that_does_not_say_what_it_is_is_never_sent_what_wants_that():
    talk = UntoldConversation()
    for state in (FOLD_OR_RAISE, AMBER, LampTest(True)):
        talk.host.set_state(state)
        talk.run(1_000)
    talk.reset_node()
    talk.restart_host()
    talk.host.set_state(FOLD_OR_RAISE)
    talk.run(3_000)
    assert about_states(talk) == []
    assert talk.host.is_settled
    assert talk.node.counts["malformed"] == 0
    assert talk.node.anchor is None


def test_a_node_whose_next_firmware_tells_no_about_is_not_sent_them_and_one_that_does_is(talk):
    talk.host.set_state(FOLD_OR_RAISE)
    talk.run(500)
    talk.update_node(None)
    talk.run(100)
    talk.carried.clear()
    talk.host.set_state(LampTest(True))
    talk.run(3_000)
    assert about_states(talk) == []
    assert talk.node.counts["malformed"] == 0
    talk.update_node(ABOUT)
    talk.run(500)
    assert {*about_states(talk)} == {HEAD, FOLD_OR_RAISE, LampTest(True)}


def test_a_node_of_a_later_minor_keeps_abilities_that_have_no_words_here_and_is_told_what_is_asked(
    talk,
):
    later = msgspec.structs.replace(ABOUT, minor=9, abilities=ABOUT.abilities | 1 << 31)
    talk.update_node(later)
    talk.host.set_state(FOLD_OR_RAISE)
    talk.post(*presses(1))
    talk.run(500)
    assert talk.host.about == later
    assert (talk.node_reports[-1], talk.host.is_settled) == (StateSet(FOLD_OR_RAISE), True)
    assert [message for _, _, message in talk.disk] == presses(1)
    assert abilities_of(later.abilities) == abilities_of(ABOUT.abilities)


def test_abilities_are_bits_in_the_order_of_their_row():
    assert bits_of(["keys", "buzzer"]) == 0b101
    assert abilities_of(0b101) == ("keys", "buzzer")


# -------------------------------------------------------------- the anchor


# -------------------------------------------------------------- the wheel


def test_a_host_that_has_restarted_is_told_what_the_wheel_shows(talk):
    talk.run(500)
    talk.node.dial(60)
    talk.run(500)
    talk.host_reports.clear()
    talk.restart_host()
    talk.run(500)
    assert talk.seen(WheelTurned)[-1] == WheelTurned(3, 60)


def test_a_flood_of_amounts_is_a_fault_and_is_named(talk):
    talk.run(500)
    for amount in range(MAX_DIALLED_A_SECOND + 1):
        talk.say_for_node(Dialled(amount))
    assert [fault.what for fault in talk.seen(NodeFaulty)] == [
        "it has told 32 amounts of its wheel within a second"
    ]
    assert len(talk.seen(WheelTurned)) == MAX_DIALLED_A_SECOND
    assert not talk.host.is_heard
    talk.run(2 * LOST_AFTER_MS)
    assert len(talk.seen(NodeBack)) == 1


# -------------------------------------------------------------- nodes that lie


def test_a_node_that_says_of_itself_now_this_and_now_that_is_faulty(talk):
    talk.run(500)
    talk.say_for_node(msgspec.structs.replace(ABOUT, board="another"))
    assert [fault.what for fault in talk.seen(NodeFaulty)] == [
        "it says of itself what it did not say when it started"
    ]
    assert talk.host.about == ABOUT
    talk.post(*presses(1))
    talk.run(2 * LOST_AFTER_MS)
    assert talk.host.is_heard
    assert [message for _, _, message in talk.disk] == presses(1)


def test_a_node_that_repeats_what_it_is_a_thousand_times_changes_nothing(talk):
    talk.run(500)
    talk.host_reports.clear()
    for _ in range(1_000):
        talk.say_for_node(ABOUT)
    assert talk.seen(AboutTold, NodeFaulty, NodeSuspect, NodeLost) == []
    assert talk.host.is_settled
