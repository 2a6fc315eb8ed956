"""An event that raises is put aside by its name: the table halts, the floor rules, and no
restart meets it again.
"""

from unittest.mock import patch

import pytest
from msgspec.structs import replace

from firmware_io.readers.ids import simulated_tag
from tablectl.engine import events, facts as f
from tablectl.engine.engine import HANDLE
from tablectl.engine.floor import Confirm, Misdeal, Void
from tablectl.engine.state.changes import with_hand
from tablectl.engine.state.hand import Pots
from tablectl.journal.verify import verify
from tablectl.service import display
from tests.tiers import tiered

from .staged import STACK, begin, events_of, is_dealt, on_a_table, planted, rows_of

CLOCK_MS = 20_000


async def key(stage, people):
    stage.seats[1].press("call")
    await stage.rest()


async def chips(stage, people):
    stage.seats[1].put_amount(20)
    await stage.rest()


async def cards_up(stage, people):
    stage.seats[2].show([simulated_tag("As")])
    await stage.rest()


async def card(stage, people):
    stage.shoe.pull()
    await stage.rest()


async def presented(stage, people):
    stage.shoe.present(stage.shoe.cards[0])
    await stage.rest()


async def emptied(stage, people):
    stage.shoe.load([])
    stage.shoe.pull()
    await stage.rest()


async def clock(stage, people):
    await stage.wait(CLOCK_MS)


async def lost(stage, people):
    stage.seats[2].unplug()
    await stage.wait(2_000)


def said(line):
    async def say(stage, people):
        assert (await stage.say(line))["code"] == "event_failed"

    return say


FAILING = {
    events.KeyPressed: key,
    events.ChipsRead: chips,
    events.HoleCardsSeen: cards_up,
    events.CardOff: card,
    events.CardPresented: presented,
    events.ShoeEmptied: emptied,
    events.ClockRanOut: clock,
    events.DeviceLost: lost,
    events.StartAsked: said({"start": True}),
    events.PlayerCame: said({"seat": 1, "sits": 500}),
    events.PlayerWent: said({"seat": 3, "leaves": True}),
    events.ChipsBought: said({"seat": 3, "buys": 100}),
    events.FloorRuled: said({"floor": "deck_checked"}),
}
OVER_THE_WIRE = (
    events.KeyPressed,
    events.ChipsRead,
    events.HoleCardsSeen,
    events.CardOff,
    events.CardPresented,
    events.ShoeEmptied,
)

# as it lies, after a restart
TOLD_ANEW = (events.ChipsRead, events.HoleCardsSeen, events.ShoeEmptied, events.DeviceLost)


def is_no_void(play, event):
    return is_dealt(play, event) and not isinstance(getattr(event, "ruling", None), Void | Confirm)


@pytest.mark.parametrize(
    "kind", tiered(FAILING, [*FAILING][::9]), ids=lambda kind: kind.__struct_config__.tag
)
def test_an_event_of_any_kind_that_fails_halts_the_table_once_and_the_floor_voids_the_hand(
    kind, tmp_path
):
    tag = str(kind.__struct_config__.tag)

    async def story(stage, people):
        await begin(stage, people)
        await FAILING[kind](stage, people)
        halted = stage.view
        await stage.wait(3 * CLOCK_MS)  # no deadline runs, and none comes again
        await stage.restart()
        recovered = stage.view
        await stage.wait(3 * CLOCK_MS)
        assert (await stage.say({"floor": "confirm"}))["ok"]
        return halted, recovered, stage.view

    halted, recovered, after = on_a_table(
        story, journal=tmp_path / "table.db", at_birth=planted(kind, when=is_no_void)
    )
    for view in (halted, recovered):
        assert (view.phase, view.waiting_for) == ("halted", "floor")
        assert (view.irregularity.kind, view.irregularity.clause) == ("event_failed", "G-4")
        assert "Confirm: the hand is void, and every chip goes back." in view.irregularity.remedy
        assert "rule resume" in view.irregularity.remedy
    assert after.phase == "idle"
    assert [seat.stack for seat in after.seats.values()] == [STACK] * 3
    failed = [
        row for row in rows_of(tmp_path / "table.db") if isinstance(row.event, events.EventFailed)
    ]
    assert {(row.event.happened, row.event.error) for row in failed} == {(tag, "ZeroDivisionError")}
    assert (len(failed) == 1) == (kind not in TOLD_ANEW)
    assert failed[0].event.where.startswith("staged.py:")
    assert (failed[0].edge is not None) == (kind in OVER_THE_WIRE)
    assert "As" not in str(failed[0])
    report = verify(tmp_path / "table.db", rerun=True)
    assert (report.faults, report.handled_again) == (
        (),
        report.rows
        - sum(
            row.event is None or isinstance(row.event, events.TableSetUp)
            for row in rows_of(tmp_path / "table.db")
        ),
    )


def test_what_does_not_add_up_is_put_aside_and_the_floor_corrects_and_plays_on(tmp_path):
    """The audit's failure is an event's like any other: the hand goes on where it stood (G-1,
    F-6).
    """
    good = HANDLE[events.KeyPressed]

    def chips_from_nowhere(play, event):
        good(play, event)
        if event.key == "raise":
            pots = play.table.playing.of
            assert isinstance(pots, Pots)
            play.table = with_hand(play.table, of=replace(pots, middle=pots.middle + 1))

    async def story(stage, people):
        await begin(stage, people)
        before = stage.view
        stage.seats[1].press("raise", 60)
        await stage.rest()
        halted = stage.view
        told = [halted.irregularity.what, halted.pot_total == before.pot_total]
        assert (await stage.say({"floor": "act", "seat": 1, "act": "call", "why": "it wanted to"}))[
            "ok"
        ] is False
        assert (await stage.say({"floor": "resume"}))["ok"]
        told.append(stage.view.to_act)
        assert await people.act(1, "call") is None
        return told, stage.view

    told, view = on_a_table(
        story,
        journal=tmp_path / "table.db",
        at_birth=lambda: patch.dict(HANDLE, {events.KeyPressed: chips_from_nowhere}),
    )
    assert told == [
        "The table could not work out a key of Seat 1 (DoesNotAddUp). It is put aside: nothing "
        "else has changed.",
        True,
        1,
    ]
    assert view.to_act == 2
    assert verify(tmp_path / "table.db", rerun=True).is_sound


def test_a_ruling_that_fails_leaves_the_table_halted_and_another_is_taken():
    def is_misdeal(play, event):
        return isinstance(event.ruling, Misdeal)

    async def story(stage, people):
        await begin(stage, people)
        stage.shoe.pull()
        await stage.rest()
        was = stage.view.irregularity
        answers = []
        for _ in range(2):
            answers.append((await stage.say({"floor": "misdeal"}))["code"])
            answers.append(stage.view.irregularity == was)
        answers.append((await stage.say({"floor": "void"}))["ok"])
        answers.append(stage.view.phase)
        return answers

    answers = on_a_table(story, at_birth=planted(events.FloorRuled, when=is_misdeal))
    assert answers == ["event_failed", True, "event_failed", True, True, "idle"]


@pytest.mark.slow
def test_a_deadline_that_fails_comes_once_for_each_time_that_play_goes_on(tmp_path):
    async def story(stage, people):
        await begin(stage, people)
        for _ in range(2):
            await stage.wait(10 * CLOCK_MS)
            assert (await stage.say({"floor": "resume"}))["ok"]
        await stage.wait(10 * CLOCK_MS)

    on_a_table(story, journal=tmp_path / "table.db", at_birth=planted(events.ClockRanOut))
    assert len(events_of(tmp_path / "table.db", events.EventFailed)) == 3


def test_a_view_that_fails_halts_the_table_and_is_shown_again_when_it_can_be(tmp_path):
    """Views are computed from the table: a failure there must not end the service, nor its next
    start.
    """
    good = display.public_view

    def broken_on_seat_2(table, *more, **named):
        if (
            table.to_act == 2
            and table.phase == "betting"
            and not table.owes
            and table.irregularity is None
        ):
            raise IndexError("Qh")
        return good(table, *more, **named)

    async def story(stage, people):
        await begin(stage, people)
        stage.seats[1].press("fold")
        await stage.rest()
        halted = stage.view
        await stage.restart()
        assert stage.view.irregularity == halted.irregularity
        what = halted.irregularity.what
        assert (await stage.say({"floor": "void"}))["ok"]
        return [what, stage.view.phase]

    told = on_a_table(
        story,
        journal=tmp_path / "table.db",
        at_birth=lambda: patch.object(display, "public_view", broken_on_seat_2),
    )
    assert told == [
        "The table could not work out what the screens show (IndexError). It is put aside: nothing "
        "else has changed.",
        "idle",
    ]
    assert len(events_of(tmp_path / "table.db", events.EventFailed)) == 1
    assert verify(tmp_path / "table.db", rerun=True).is_sound


def test_what_failed_while_another_ruling_is_awaited_comes_after_it(tmp_path):
    async def story(stage, people):
        await begin(stage, people)
        stage.shoe.pull()
        await stage.rest()
        kinds = [stage.view.irregularity and stage.view.irregularity.kind]
        await key(stage, people)
        kinds.append(stage.view.irregularity and stage.view.irregularity.kind)
        assert (await stage.say({"floor": "resume"}))["ok"]
        kinds.append(stage.view.irregularity and stage.view.irregularity.kind)
        return kinds

    kinds = on_a_table(story, journal=tmp_path / "table.db", at_birth=planted(events.KeyPressed))
    assert kinds == ["premature_card", "premature_card", "event_failed"]
    reported = [
        fact
        for row in rows_of(tmp_path / "table.db")
        for fact in row.facts
        if isinstance(fact, f.Reported)
    ]
    assert len(reported) == 1
