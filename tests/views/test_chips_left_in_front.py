"""Whose the chips are that still lie in front of a seat when its hand is over, and where everybody is told to move them."""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, CardOff, ChipsRead, FloorRuled, KeyPressed, PlayerCame, PlayerWent, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.floor import Void
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.rules.forced import Stakes
from tablectl.rules.wagers import Chips
from tablectl.views.public import public_view

STAKES = Stakes(5, 10)
TEN: Chips = ((5, 2),)
OPTIONS: dict[str, object] = {"chips_sensed": True, "action_clock_s": 0, "late_entry_until_level": 9}


def after(t: Table, *events: AnyEvent) -> Table:
    return handle(t, events)[0]


def area(seat: int, *chips: tuple[int, int]) -> ChipsRead:
    return ChipsRead(at_ms=0, seat=seat, chips=chips, node_ms=0)


def key(seat: int, pressed: str) -> KeyPressed:
    return KeyPressed(at_ms=0, seat=seat, key=pressed, amount=0)


def dealt() -> Table:
    """Hanna (1, the button and small blind) and Luca (2) have posted 5 and 10 and hold two cards each; Hanna is to act."""
    t, _ = open_table(preset("tournament"), {1: 100, 2: 100}, stakes=STAKES, button=1, chips=(1, 5), options=OPTIONS,
                      names={1: "Hanna", 2: "Luca"})
    t = after(t, StartAsked(at_ms=0), area(1, (5, 1)), area(2, *TEN))
    return after(t, *[CardOff(at_ms=0, cards=(card,), pull=pull) for pull, card in enumerate(("2c", "3c", "4c", "5c"), 1)])


def luca_has_folded() -> Table:
    """Hanna has raised to 30 and Luca folded: 20 went back to her, 10 of each make the pot, and all of it lies there yet."""
    return after(dealt(), area(1, (5, 6)), key(1, "confirm"), key(2, "fold"))


def told(t: Table) -> str:
    """The bar's headline and the line below it."""
    view = public_view(t, 0)
    assert view.ask is not None
    return f"{view.ask.headline}. {view.prompt}"


def test_a_folded_bet_goes_to_the_pot_s_winner_who_takes_the_own_chips_back() -> None:
    """Clauses: G-5."""
    t = luca_has_folded()
    assert (t.hand, [t.seat(n).stack for n in (1, 2)]) == (None, [110, 90])
    assert told(t) == "Clear the bet areas. To your stack: Hanna 30. To the pot's winner: Luca 10."
    t = after(t, area(1))
    assert told(t) == "Luca: push 10 to the pot's winner. The next hand waits for it."
    assert told(after(t, area(2))).startswith("Ready for hand 2")


def test_no_hand_starts_before_the_folded_bet_is_with_the_winner() -> None:
    t = after(luca_has_folded(), area(1))
    same, (row,) = handle(t, (StartAsked(at_ms=0),))
    assert [fact.why for fact in row.facts if isinstance(fact, Refused)] == ["move_to_winner"]
    assert (same.hand, after(same, area(2), StartAsked(at_ms=0)).in_hand) == (None, True)


def test_what_a_loser_adds_to_them_goes_back_to_the_own_stack() -> None:
    t = after(luca_has_folded(), area(1), area(2, (5, 2), (1, 3)))
    assert told(t) == "Clear the bet areas. To the pot's winner: Luca 10. To your stack: Luca 3."
    assert told(after(t, area(2, (1, 3)))).startswith("Luca: move 3 to your stack")


def test_they_stay_the_pot_s_when_the_loser_leaves_and_another_sits_down() -> None:
    t = after(luca_has_folded(), area(1), PlayerWent(at_ms=0, seat=2))
    assert t.seat(2).area.to_pot == 10
    t = after(t, PlayerCame(at_ms=0, seat=2, chips=100, name="Noor"))
    assert told(t).startswith("Noor: push 10 to the pot's winner")


def test_an_undone_fold_makes_them_a_bet_again() -> None:
    """Clauses: F-1."""
    t = after(luca_has_folded(), key(2, "undo"))
    assert (t.to_act, t.player(2).bet, t.seat(2).area.to_pot, t.seat(2).in_front) == (2, 10, 0, 10)


def test_of_a_void_hand_everybody_takes_the_own_chips_back() -> None:
    """Clauses: G-4."""
    t = after(dealt(), FloorRuled(at_ms=0, ruling=Void(why="a foul deck")))
    assert [t.seat(n).area.to_pot for n in (1, 2)] == [0, 0]
    assert told(t).startswith("Take your chips back")
