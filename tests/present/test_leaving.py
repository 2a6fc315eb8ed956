"""Who leaves the table is told to all: what becomes of the hand, and which chips are paid out."""

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import CardOff, PlayerWent, StartAsked
from tablectl.games.catalog import preset
from tablectl.present.readout import list_notices
from tablectl.present.reasons import say_notice
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import load_shots
from tablectl.text import unnamed
from tests.happened import press


def dealt():
    """Walter (1, the button and small blind) and seat 2 have posted 5 and 10; Walter is to act."""
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 100},
        stakes=Stakes(5, 10),
        button=1,
        names={1: "Walter"},
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    t = handle(t, (StartAsked(at_ms=0),))[0]
    for pull, card in enumerate(("2c", "3c", "4c", "5c"), 1):
        t = handle(t, (CardOff(at_ms=0, cards=(card,), pull=pull),))[0]
    return t


def told(t, event):
    after, rows = handle(t, (event,))
    return after, [
        say_notice(one, unnamed) for one in list_notices(t, rows) if one.code == "leaves"
    ]


def went(seat):
    return PlayerWent(at_ms=0, seat=seat)


def test_who_leaves_in_a_hand_is_told_with_what_is_behind():
    """Clauses: F-7: at the turn the hand is folded at once, and then the player is gone, with
    what came back.
    """
    assert told(dealt(), went(1))[1] == [
        "Walter leaves: the hand folds at its turn. Then pay out 95.",
        "Walter has left the table. Pay out 95.",
    ]
    t, waiting = told(dealt(), went(2))
    assert waiting == ["Seat 2 leaves: the hand folds at its turn. Then pay out 90."]
    assert told(t, press(1, "fold"))[1] == ["Seat 2 has left the table. Pay out 105."]


def test_who_is_all_in_leaves_when_the_hand_is_over():
    """Clauses: F-7."""
    t = handle(dealt(), (press(1, "all_in"), press(1, "confirm")))[0]
    assert told(t, went(1))[1] == ["Walter leaves when this hand is over."]


def test_whose_hand_is_folded_already_leaves_when_the_hand_is_over():
    """Clauses: F-7."""
    t, _ = open_table(
        preset("tournament"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(5, 10),
        button=1,
        options={"chips_sensed": False, "action_clock_s": 0},
    )
    t = handle(t, (StartAsked(at_ms=0),))[0]
    for pull, card in enumerate(("2c", "3c", "4c", "5c", "6c", "7c"), 1):
        t = handle(t, (CardOff(at_ms=0, cards=(card,), pull=pull),))[0]
    assert told(handle(t, (press(1, "fold"),))[0], went(1))[1] == [
        "Seat 1 leaves when this hand is over."
    ]


def test_who_leaves_while_shots_are_played_is_not_said_to_fold():
    """Clauses: F-7. In pool no hand is folded."""
    t, _ = open_table(
        preset("pool"), {1: 0, 2: 0}, button=2, options={"chips_sensed": False}, shots=load_shots()
    )
    t = handle(t, (StartAsked(at_ms=0),))[0]
    assert t.in_hand
    assert told(t, went(1))[1] == ["Seat 1 leaves when this hand is over."]


def test_between_hands_a_player_is_gone_at_once():
    """Clauses: F-4."""
    t = handle(dealt(), (press(1, "fold"),))[0]
    assert told(t, went(1))[1] == ["Walter has left the table. Pay out 95."]
