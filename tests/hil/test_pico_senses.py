"""What happens at a Pico's pins comes out of its wire, and what its host wants comes out of its
pins.
"""

import asyncio
from random import Random

import pytest

from firmware_io.kit.sim.readers.field import SimTag
from firmware_io.messages import (
    PATTERNS,
    About,
    Anchor,
    Asks,
    Buzzer,
    CardOff,
    Dialled,
    Gate,
    Hello,
    KeyPressed,
    Lamp,
    ShoeChanged,
    abilities_of,
)

from . import handling
from .handling import KEYS, LID, Cards, press, turn
from .overhearing import pictures

pytestmark = [pytest.mark.slow, pytest.mark.system]

ACE, KING, QUEEN = (
    SimTag(bytes.fromhex(raw)) for raw in ("04A1B2C3D4E580", "DEADBEEF", "CAFEBABE")
)
PRESSES = 50
MOVING = ("drain", "arcs_breathing", "chase", "blocks")


def tag(thing):
    return thing.raw_id.rjust(8, b"\0")


def test_each_key_is_told_once_however_it_bounces_and_soon(loop, a_pico, meets):
    pico, chance = a_pico(), Random(8)
    host = meets(pico)
    pressed = [chance.choice(KEYS) for _ in range(PRESSES)]
    took_ms = []

    async def presses():
        for key in pressed:
            mark, began_s = host.mark, loop.time()
            await press(pico, key, chance)
            heard = host.heard_since(mark, KeyPressed)
            assert [one.frame.message for one in heard] == [KeyPressed(key)]
            took_ms.append(heard[0].at_ms - 1_000 * began_s)

    loop.run_until_complete(presses())
    took_ms.sort()
    print(
        f"{PRESSES} presses that bounce: heard after p50 {took_ms[PRESSES // 2]:.0f}, worst "
        f"{took_ms[-1]:.0f} ms"
    )


@pytest.mark.parametrize(
    ("clicks", "dialled"),
    [((1,), 40), ((3,), 60), ((7, -2), 80), ((20,), 115), ((2, -5), 0), ((), 0)],
)
def test_the_wheel_dials_from_the_least_by_the_step_to_the_most(
    clicks, dialled, loop, a_pico, meets
):
    pico = a_pico()
    host = meets(pico)
    host.send_state(Asks(("fold", "call", "bet"), 40, 115, 10))

    async def dials():
        await asyncio.sleep(0.1)
        mark = host.mark
        for count in clicks:
            await turn(pico, count)
        await asyncio.sleep(0.3)
        shown = [one.frame.message.amount for one in host.heard_since(mark, Dialled)]
        await press(pico, "raise")
        pressed = [one.frame.message for one in host.heard_since(mark, KeyPressed)]
        return pressed, shown[-1] if shown else 0

    assert loop.run_until_complete(dials()) == ([KeyPressed("bet", dialled)], dialled)


def test_what_is_dialled_goes_with_one_key_and_the_wheel_shows_nothing_any_more(
    loop, a_pico, meets
):
    pico, chance = a_pico(), Random(4)
    host = meets(pico)
    host.send_state(Asks(("ante", "bonus"), 5, 100, 5))

    async def story():
        await asyncio.sleep(0.1)
        mark = host.mark
        await turn(pico, 3)
        for _ in range(2):
            await press(pico, "ante", chance)
        await turn(pico, 1)
        await press(pico, "ante", chance)
        await asyncio.sleep(0.3)
        return (
            [one.frame.message for one in host.heard_since(mark, KeyPressed)],
            host.heard_since(mark, Dialled)[-1].frame.message,
        )

    assert loop.run_until_complete(story()) == (
        [KeyPressed("ante", 15), KeyPressed("ante", 0), KeyPressed("ante", 5)],
        Dialled(0),
    )


def test_a_button_says_what_counts_now_and_keeps_its_meaning_while_it_is_down(loop, a_pico, meets):
    pico = a_pico()
    host = meets(pico)

    async def story():
        mark = host.mark
        for keys in (("muck", "show"), ("pass",), ()):
            host.send_state(Asks(keys))
            await asyncio.sleep(0.1)
            await press(pico, "fold")
        pico.close_contact(handling.FIRST_KEY)
        await asyncio.sleep(0.1)
        host.send_state(Asks(("muck",)))
        await asyncio.sleep(0.1)
        return [one.frame.message.key for one in host.heard_since(mark, KeyPressed)]

    assert loop.run_until_complete(story()) == ["muck", "pass", "fold", "fold"]


def test_it_tells_what_it_is_and_goes_on_when_its_host_s_journal_has_grown(loop, a_pico, meets):
    pico = a_pico()
    host = meets(pico)
    abouts = [one.frame.message for one in host.heard if isinstance(one.frame.message, About)]
    assert {
        (about.minor, abilities_of(about.abilities), about.rates, about.board) for about in abouts
    } == {(2, ("keys", "lamp", "buzzer", "wheel", "hole_cards"), (200,), "rp2040")}
    host.send_state(Anchor(1_000, bytes(range(32))))
    loop.run_for(7_000)  # written to flash meanwhile, which an emulated Pico forgets
    loop.run_until_complete(press(pico, "show"))
    assert host.heard[-1].frame.epoch == host.node_epoch


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(pattern, marks=() if pattern in MOVING else pytest.mark.soak)
        for pattern in PATTERNS
    ],
)
def test_the_ring_shows_each_pattern_as_it_is_written_down(pattern, loop, a_pico, meets):
    pico = a_pico()
    host = meets(pico)
    lamp = Lamp((200, 100, 50), pattern, 90)
    host.send_state(lamp)
    loop.run_for(100)
    pico.told.clear()
    loop.run_for(2_500)
    shown = [told["pixels"] for told in pico.told if "pixels" in told]
    assert shown
    assert {tuple(ring) for ring in shown} <= pictures(lamp)
    if pattern in ("blink_1hz", "arcs_breathing", "chase", "alternate", "blocks"):
        assert len({tuple(ring) for ring in shown}) > 1


def test_a_card_leaves_for_each_pull_and_says_its_tag(loop, a_shoe, meets):
    pico = a_shoe()
    cards = Cards(pico)
    cards.load(ACE, KING, None, QUEEN)
    host = meets(pico)
    told = loop.run_until_complete(pulls(host, 1, 2, 3, 4))
    assert told == [
        CardOff(1, (tag(ACE),), "unknown"),
        CardOff(2, (tag(KING),), "unknown"),
        CardOff(3, (), "unknown"),
        CardOff(4, (tag(QUEEN),), "unknown"),
    ]


def test_two_cards_in_one_turn_are_one_card_off_with_two_tags(loop, a_shoe, meets):
    pico = a_shoe()
    cards = Cards(pico)
    cards.load(ACE, KING, QUEEN)
    cards.clings = True
    host = meets(pico)
    (two, one) = loop.run_until_complete(pulls(host, 1, 2))
    assert (two.pull, set(two.tags)) == (1, {tag(ACE), tag(KING)})
    assert one == CardOff(2, (tag(QUEEN),), "unknown")


def test_an_open_lid_stops_the_motor_and_a_motor_that_brings_nothing_is_a_jam(loop, a_shoe, meets):
    pico = a_shoe()
    host = meets(pico)

    async def story():
        mark = host.mark
        pico.open_contact(LID)
        await asyncio.sleep(0.1)
        host.send_state(Gate(1))
        await asyncio.sleep(0.1)
        assert pico.level(handling.MOTOR) == 0
        pico.close_contact(LID)
        pico.close_contact(handling.EMPTY)
        await asyncio.sleep(0.1)
        assert pico.level(handling.MOTOR) == 1
        await asyncio.sleep(3.5)
        assert pico.level(handling.MOTOR) == 0
        pico.open_contact(LID)
        await asyncio.sleep(0.1)
        pico.close_contact(LID)
        await asyncio.sleep(0.1)
        return [one.frame.message.what for one in host.heard_since(mark, ShoeChanged)]

    assert loop.run_until_complete(story()) == [
        "lid_open",
        "lid_closed",
        "reloaded",
        "jam",
        "lid_open",
        "cleared",
        "lid_closed",
    ]


def test_the_buzzer_and_the_gate_end_with_their_host(loop, a_shoe, meets):
    pico = a_shoe()
    pico.close_contact(handling.EMPTY)
    host = meets(pico)
    host.send_state(Buzzer(True))
    host.send_state(Gate(1))
    loop.run_for(200)
    assert (pico.level(3), pico.level(handling.MOTOR)) == (1, 1)
    host.talks = False
    loop.run_for(2_000)
    assert (pico.level(3), pico.level(handling.MOTOR)) == (0, 0)


@pytest.mark.parametrize(
    ("how", "cause", "within_ms"), [("reset", "power_on", 600), ("spin", "watchdog", 2_000)]
)
def test_a_pico_that_starts_again_is_another_epoch_and_soon_there(
    how, cause, within_ms, loop, a_pico, meets
):
    pico = a_pico()
    host = meets(pico)

    async def story():
        before, mark = host.node_epoch, host.mark
        getattr(pico, how)()
        heard = await host.await_frame(
            lambda frame: isinstance(frame.message, Hello) and frame.epoch != before,
            within_ms,
            since=mark,
        )
        return heard.frame.message

    hello = loop.run_until_complete(story())
    assert (hello.kind, hello.reset_cause, hello.token) == ("seat", cause, 0)


async def pulls(host, *numbers):
    """The card for each pull, one after the other."""
    told = []
    for number in numbers:
        mark = host.mark
        host.send_state(Gate(number))
        heard = await host.await_frame(
            lambda frame: isinstance(frame.message, CardOff), 3_000, since=mark
        )
        told.append(heard.frame.message)
    return told
