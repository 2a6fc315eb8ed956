"""Hands of the five games at a table whose shoe and seats are Picos: the image that is flashed, and
the service as it runs.

Whoever is asked presses a button under which a key is lit.
"""

from random import Random

import pytest
from msgspec.structs import replace

from firmware_io.session import LOST_AFTER_MS
from tablectl.engine.facts import ComparisonDue, DeviceGone, DeviceReturned, StackSensed
from tablectl.engine.facts.coming import DeckInPlay
from tablectl.engine.facts.dealing import ShoeRanEmpty
from tablectl.games.catalog import preset
from tablectl.journal.verify import verify
from tablectl.rules.forced import Stakes
from tablectl.service.config.values import TableConfig
from tablectl.simulation.players.people import is_between_hands
from tablectl.simulation.stage.memory import Stage
from tests.service.staged import on_a_table, rows_of

from .pico_stage import PicoStage

pytestmark = [pytest.mark.slow, pytest.mark.system, pytest.mark.usefixtures("emulated")]

STACK = 1_000
STAKES = {"stakes": Stakes(5, 10)}
GAMES = {"tournament": STAKES, "canterbury": STAKES, "texas6plus": STAKES, "casino": {}, "pool": {}}
FEW = ("tournament", "casino")
# The first of these that is lit is pressed, an ante once: so a hand goes to its end.
LIKED = (
    "post",
    "check",
    "call",
    "show",
    "ante",
    "bet",
    "missed",
    "pass",
    "muck",
    "confirm",
    "fold",
)
DIALLED = ("ante", "bet")  # by the wheel
MOST_STEPS = 300
BACK_MS = 2_000
OF_DEVICES = (ComparisonDue, DeckInPlay, DeviceGone, DeviceReturned, ShoeRanEmpty, StackSensed)


async def nothing(step):
    pass


def played(name, journal, a_stage, strikes=lambda stage: nothing):
    """A hand of this game, in a journal that is sound; how the table stands then. `strikes`:
    awaited before each press.
    """
    of_points = {"jokers": 0, "hands": 20} if name == "pool" else {}
    table = TableConfig(
        preset=name,
        seats=dict.fromkeys("123", 0 if of_points else STACK),
        button=1,
        options={"chips_sensed": False, "action_clock_s": 0, **of_points},
        **GAMES[name],
    )

    async def story(stage, people):
        cards = preset(name).deck.cards
        stage.sim_devices.load(Random(name).sample(cards, len(cards)))
        strike, has_put = strikes(stage), set()
        await people.start_hand()
        for step in range(MOST_STEPS):
            await strike(step)
            if is_between_hands(stage.view):
                break
            await presses(stage, has_put)
        for seat in stage.seats.values() if a_stage is PicoStage else ():
            assert (seat.ring.pictures > 0, seat.ring.wrong) == (True, [])
        return stage.view

    view = on_a_table(story, table, journal=journal, a_stage=a_stage)
    assert (view.result is not None, is_between_hands(view)) == (True, True)
    assert verify(journal, rerun=True).is_sound
    return view


async def presses(stage, has_put):
    """One of those who are asked presses the first key of LIKED that is lit; with none the cards
    are waited for.
    """
    lit = {key.key: key for key in reversed(stage.view.keys) if (key.seat, key.key) not in has_put}
    if not lit:
        await stage.wait(500)
        return
    key = next(lit[name] for name in LIKED if name in lit)
    if key.key == "ante":
        has_put.add((key.seat, key.key))
    stage.seats[key.seat].press(key.key, (key.amount or 0) if key.key in DIALLED else 0)
    await stage.rest()


def facts(journal):
    """Without what devices tell when they are met, and when a clock would run out."""
    told = [
        fact for row in rows_of(journal) for fact in row.facts if not isinstance(fact, OF_DEVICES)
    ]
    return [
        replace(fact, deadline_ms=None) if hasattr(fact, "deadline_ms") else fact for fact in told
    ]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FEW else pytest.mark.soak) for name in GAMES]
)
def test_a_hand_of_each_game_is_played_at_a_table_of_picos_as_at_one_of_simulated_nodes(
    name, tmp_path
):
    for stage in (PicoStage, Stage):
        played(name, tmp_path / f"{stage.__name__}.db", stage)
    assert facts(tmp_path / "PicoStage.db") == facts(tmp_path / "Stage.db")


def test_picos_that_are_switched_off_and_hang_in_mid_hand_lose_and_double_nothing(tmp_path):
    """Each in its turn, before each press; nobody acts before it is back.

    A card that is in the mouth of a shoe that is struck passes its reader unread: the table halts,
    and the next card replaces it.
    """
    struck, unread = set(), []

    def strikes(stage):
        async def strike(step):
            which, how = step % 4, ("reset", "spin", "hang")[step // 4 % 3]
            device = (stage.shoe, *stage.seats.values())[which]
            struck.add(("shoe" if which == 0 else "seat", how))
            getattr(device.pico, how)()
            await stage.loop.advance(LOST_AFTER_MS if how == "hang" else 100)
            device.pico.go()
            await stage.loop.advance(BACK_MS + LOST_AFTER_MS)
            await stage.rest()
            while wrong := stage.view.irregularity:
                unread.append(wrong.kind)
                await stage.say({"floor": "confirm"})

        return strike

    view = played("tournament", tmp_path / "table.db", PicoStage, strikes)
    assert struck == {(kind, how) for kind in ("shoe", "seat") for how in ("reset", "spin", "hang")}
    assert {*unread} <= {"unreadable_card"}
    assert sum(seat.stack for seat in view.seats.values()) == 3 * STACK


def test_a_table_of_picos_goes_on_in_mid_hand_after_a_power_cut_of_the_controller(tmp_path):
    cuts = []

    def strikes(stage):
        async def strike(step):
            if step % 3 == 1:
                cuts.append(step)
                await stage.restart()

        return strike

    played("tournament", tmp_path / "table.db", PicoStage, strikes)
    assert len(cuts) > 1
