"""A fault of each kind, planted: the search finds it, says what is wrong, and how to come there."""

import pytest
from msgspec.structs import replace

from tablectl.engine import engine, events, facts as f
from tablectl.engine.between import comparing
from tablectl.engine.halts import remedies
from tablectl.engine.play import stacks
from tablectl.engine.rounds import undoing
from tablectl.engine.state.changes import with_deal, with_hand
from tablectl.engine.state.clock import Clock
from tablectl.engine.state.why import Why
from tablectl.present import public
from tablectl.rules.pots import Pot

from .runs import Run, search
from .world import SETTINGS, opened


def table_changes(fact, change):
    """Whenever such a fact is applied the table is changed besides; `change` has the table
    before and after it.
    """

    def plant(patch):
        apply = fact.apply_to

        def wrongly(said, t):
            after = apply(said, t)
            return replace(after, **change(t, after))

        patch.setattr(fact, "apply_to", wrongly)

    return plant


def happens(event, instead):
    return lambda patch: patch.setitem(engine.HANDLE, event, instead)


def stands(where, name, instead):
    return lambda patch: patch.setattr(where, name, instead)


def nobody_is_left(play, event):
    max(number for number in play.table.dealt if number > 9)


def unsaid(play, event):
    clock = play.table.clock or Clock(None)
    play.table = replace(play.table, clock=replace(clock, is_warned=not clock.is_warned))


def refused_and_changed(play, event):
    unsaid(play, event)
    play.refuse(Why.NO_BETS_OPEN())


def richer(t, after):
    first = after.seats[0]
    return {"seats": (replace(first, stack=first.stack + 1), *after.seats[1:])}


def poorer_and_unnoticed(t, after):
    return {**richer(t, after), "total": after.total + 1}


def nothing(*_):
    """Does nothing, in place of the real function."""


PLANTED = {
    "an exception": (
        happens(events.ClockRanOut, nobody_is_left),
        Run("tournament-2"),
        "ValueError: max",
    ),
    "a chip from nowhere": (table_changes(f.Folded, richer), Run("tournament-2"), "DoesNotAddUp"),
    "a chip from nowhere, told as one more": (
        table_changes(f.Folded, poorer_and_unnoticed),
        Run("tournament-2"),
        "7 chips became 8",
    ),
    "a card in two places": (
        table_changes(
            f.CardBurned,
            lambda t, after: {
                "hand": with_deal(after, boards=((*after.board, after.shown.deal.burns[-1]),)).hand
            },
        ),
        Run("tournament-2"),
        "A card is in two places",
    ),
    "a change that no fact says": (
        happens(events.ClockRanOut, unsaid),
        Run("tournament-2"),
        "Recovered it is another table",
    ),
    "a refusal that changes": (
        happens(events.ClockRanOut, refused_and_changed),
        Run("tournament-2"),
        "Refused, and changed",
    ),
    "no prompt": (
        stands(public, "say", lambda said, names: ""),
        Run("tournament-2"),
        "There is no prompt.",
    ),
    "a key that is not lit": (
        stands(public, "accepted_keys", lambda t, may: ()),
        Run("tournament-2"),
        "is accepted, and not lit",
    ),
    "a clock that does not run": (
        table_changes(
            f.TurnGiven,
            lambda t, after: {"clock": after.clock and replace(after.clock, deadline_ms=None)},
        ),
        Run("tournament-2"),
        "does not run",
    ),
    "a seat asked that has folded": (
        table_changes(
            f.TurnGiven, lambda t, after: {"hand": with_hand(after, to_act=after.dealt[0]).hand}
        ),
        Run("tournament-3"),
        "Who is to act is",
    ),
    "a pot that names who has folded": (
        table_changes(f.Folded, lambda t, after: {"hand": with_hand(after, of=t.playing.of).hand}),
        Run("canterbury-3", 0, "river"),
        "is folded, and a pot names it",
    ),
    "chips in the pot of who has put in less": (
        table_changes(
            f.BetsCollected,
            lambda t, after: {
                "hand": with_hand(
                    after,
                    of=replace(
                        after.of_pots, pots=(Pot(after.of_pots.middle, after.pots[0].seats),)
                    ),
                ).hand
            },
        ),
        Run("tournament-3"),
        "chip by chip they are",
    ),
    "a fold that cannot be undone as it was": (
        stands(undoing, "take_act_back", lambda play, seat: play.record(f.SatIn(seat=seat))),
        Run("tournament-2"),
        "taken back",
    ),
    "a ruling that cannot be undone as it was": (
        table_changes(
            f.RulingTakenBack,
            lambda t, after: {
                "shoe": replace(after.shoe, is_deck_foul=not after.shoe.is_deck_foul)
            },
        ),
        Run("tournament-2", 1, "showdown"),
        "A ruling taken back is not as before",
    ),
    "a remedy that does nothing": (
        lambda patch: patch.setitem(remedies.REMEDIES, "misdeal", nothing),
        Run("tournament-2", 1, "deal"),
        "nothing happens",
    ),
    "a clock that nobody hears": (
        happens(events.ClockRanOut, nothing),
        Run("tournament-2"),
        "With idle people nothing happens",
    ),
    "a return that is not heard": (
        happens(events.DeviceBack, nothing),
        Run("tournament-2-sensed", 0, "preflop"),
        "A loss and a return change it",
    ),
    "stacks that nobody compares": (
        stands(comparing, "compare_stacks", nothing),
        Run("tournament-2-stacks", 1, "rest"),
        "nobody will be told",
    ),
    "stacks that are in nobody's way": (
        stands(stacks, "stacks_in_the_way", lambda t: ()),
        Run("tournament-2-stacks", 1, "rest"),
        "A hand begins, and seat",
    ),
    "a button that stays": (
        table_changes(f.HandBegan, lambda t, after: {"button": t.button}),
        Run("canterbury-2-again"),
        "The button has not moved",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_control_a_planted_fault_is_found(fault, monkeypatch):
    plant, run, words_of_it = PLANTED[fault]
    plant(monkeypatch)
    found = search(run, stops_at=words_of_it).found.values()
    assert [str(finding) for finding in found if words_of_it in finding.what] != [], [
        finding.what for finding in found
    ]


def test_the_way_to_a_finding_leads_there(monkeypatch):
    """Its events, one after the other, at a new table."""
    happens(events.ShoeEmptied, nobody_is_left)(monkeypatch)
    (finding,) = search(Run("tournament-2", 1), stops_at="max").found.values()
    *way, last = finding.path
    table = opened(SETTINGS["tournament-2"])
    for move in way:
        table, _ = engine.handle(table, (replace(move.event, at_ms=move.after_ms),))
    with pytest.raises(ValueError, match="max"):
        engine.handle(table, (last.event,))
