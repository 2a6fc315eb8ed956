"""What may be ruled stands in the view while the table waits for the floor: each of it is taken,
and none names a hidden card.
"""

import re
from functools import cache
from itertools import product

import pytest

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import DeviceLost, StackRead
from tablectl.engine.facts import Refused
from tablectl.engine.floor import ActFor, DeclareDead, Exposed, Misdeal, NameCard
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.halts.rulings import RULINGS
from tablectl.engine.source import Source
from tablectl.games.catalog import PRESETS, preset
from tablectl.locale import get_translator
from tablectl.present.public import public_view
from tablectl.present.reasons import table_names
from tablectl.present.rulings import RulingCache, find_refusal, open_rulings, try_event
from tablectl.rules.forced import Stakes
from tablectl.view import HIDDEN
from tests.happened import ruled, three_dealt
from tests.harvest import of_chance, of_scenarios
from tests.tiers import tiered

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@cache
def waiting(name):
    """Tables that wait for the floor, wherever chance leads, and what everyone sees of them."""
    moments = [moment for seed in range(30) for moment in of_chance(name, f"ruled {seed}", hands=3)]
    views = [(table, public_view(table, now_ms)) for table, now_ms, _ in moments]
    return tuple((table, view) for table, view in views if view.rulings)


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_may_be_ruled_names_no_card_that_lies_face_down(name):
    """Clauses: L-15, L-22, G-10."""
    seen = 0
    for _, view in waiting(name):
        up = {card for seat in view.seats.values() for card in seat.cards} | set(view.board)
        up |= set(view.irregularity.cards) if view.irregularity else set()
        up |= set(view.dealer.cards) if view.dealer else set()
        told = {
            card for one in view.rulings for card in CARD.findall(f"{one.effect} {one.command}")
        }
        assert told <= up - {HIDDEN}, view
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_only_a_report_is_dropped_and_what_the_bar_names_stands_first(name):
    """Clauses: F-6, G-10, L-22. What the table saw by itself is not "dropped": `resume` says
    what becomes of it.
    """
    for table, view in waiting(name):
        wrong = table.irregularity
        resumes = [one.effect for one in view.rulings if one.ruling == "resume"]
        assert wrong is not None or resumes == []
        assert all(
            ("report is dropped" in effect) == wrong.is_report
            for effect in resumes
            if wrong is not None
        ), resumes
        if (
            wrong is not None
            and view.ask is not None
            and view.ask.command.split()[2] in ("confirm", "card")
        ):
            assert view.rulings[0].ruling == view.ask.command.split()[2], view.ask.command


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_may_be_ruled_as_it_stands_is_taken(name):
    """Clauses: F-6."""
    for table, view in waiting(name):
        for one in view.rulings:
            if "--" in one.command or one.ruling == "start":
                continue
            _, (row,) = handle(table, (ruled(read_ruling({"floor": one.ruling})),))
            assert not any(isinstance(fact, Refused) for fact in row.facts), (one, view.prompt)


def test_a_ruling_whose_trial_fails_is_named_with_the_fault(monkeypatch):
    """Clauses: G-4. The view stands, and says which ruling is in doubt; ruled all the same it
    would be put aside and told.
    """
    halted, _ = handle(three_dealt(), (ruled(Exposed(seat=3, card="Qd")),))
    expected = open_rulings(halted, 0)

    def failing(play, ruling):
        raise ZeroDivisionError

    monkeypatch.setitem(RULINGS, Misdeal, failing)
    found = open_rulings(halted, 0)
    assert [one.effect for one in found if one.ruling == "misdeal"] == [
        "It cannot be told (ZeroDivisionError)."
    ]
    assert [one for one in found if one.ruling != "misdeal"] == [
        one for one in expected if one.ruling != "misdeal"
    ]


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_what_a_box_says_is_what_it_does(name):
    """Clauses: G-10, L-19. Cards that go back are named so, steps only where there are several;
    a foul deck is checked first.
    """
    for table, view in waiting(name):
        wrong = view.irregularity
        boxes = (
            {way.command.split()[2]: way for way in wrong.alternatives if way.command}
            if wrong is not None
            else {}
        )
        if wrong is None or table.irregularity is None:
            continue
        if "resume" in boxes:
            assert ("unseen" in boxes["resume"].effect) == (
                boxes["resume"].title == "BACK INTO THE SHOE"
            )
            if "unseen" in boxes["resume"].effect:
                of_one = len(wrong.cards) == 1
                assert boxes["resume"].effect.startswith("The card goes" if of_one else "The cards")
        if "confirm" in boxes and "count" in boxes["confirm"].effect:
            assert ("steps" in boxes["confirm"].effect) == (len(wrong.steps) > 1)
        if "dead" in boxes and table.irregularity.seat is not None:
            dead = ruled(DeclareDead(seat=table.irregularity.seat, why="x"))
            assert not any(
                isinstance(fact, Refused) for row in handle(table, (dead,))[1] for fact in row.facts
            )
        if table.irregularity.fouls_deck:
            assert not any("is dealt" in way.effect for way in boxes.values()), boxes


def lost_at_its_turn(acts):
    """After these acts the seat that is next has no connection."""
    table = three_dealt()
    for act in acts:
        table, _ = handle(table, (ruled(ActFor(seat=table.to_act, act=act, why="x")),))
    return handle(table, (DeviceLost(at_ms=0, source=Source("seat", table.to_act)),))[0]


@pytest.mark.parametrize(
    ("acts", "offered"),
    [
        ((), ["fold", "call", "raise_to"]),
        (("call",), ["fold", "call", "raise_to"]),
        (("call", "call"), ["check", "fold", "raise_to"]),
    ],
)
def test_for_a_lost_seat_each_act_that_is_taken_stands_ready_to_be_typed(acts, offered):
    """Clauses: G-7, F-6."""
    table = lost_at_its_turn(acts)
    ready = [one.command.split() for one in open_rulings(table, 0) if one.ruling == "act"]
    assert [words[words.index("--act") + 1] for words in ready] == offered
    ask = public_view(table, 0).ask
    assert ask.command == f'tablectl rule act --seat {table.to_act} --act {offered[0]} --why "…"'
    for words in ready:
        amount = int(words[words.index("--amount") + 1]) if "--amount" in words else None
        ruling = ActFor(
            seat=table.to_act, act=words[words.index("--act") + 1], amount=amount, why="lost"
        )
        _, (row,) = handle(table, (ruled(ruling),))
        assert not any(isinstance(fact, Refused) for fact in row.facts), words


def test_a_stack_that_is_not_what_the_ledger_says_is_ruled_on_as_it_lies():
    """Clauses: F-5, F-6. The number is sensed: nobody has to guess which one is meant."""
    table, _ = open_table(
        preset("canterbury"),
        {1: 100, 2: 100, 3: 100},
        stakes=Stakes(2, 4, 0, 4, 8),
        button=3,
        chips=(1, 5, 25, 100),
    )
    one, more = ((100, 1),), ((100, 1), (25, 1))
    table, _ = handle(
        table, [StackRead(at_ms=0, seat=n, chips=more if n == 2 else one) for n in (1, 2, 3)]
    )
    ready = [one.command for one in open_rulings(table, 0) if one.ruling == "chips"]
    assert ready == [
        'rule chips --seat 2 --stack 125 --why "…"',
        'rule chips --seat … --stack … --why "…"',
    ]


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_rulings_that_are_remembered_are_those_of_this_table_in_this_language(name):
    remembered = RulingCache()
    tables, languages = (
        [table for table, _ in waiting(name)[:4]],
        [get_translator(code) for code in ("en", "es")],
    )
    one_by_one = [
        *product(tables, languages),
        *((table, language) for language, table in product(languages, tables)),
    ]
    for table, language in one_by_one:
        names = table_names(table, language)
        assert remembered.get_rulings(table, 0, names) == open_rulings(table, 0, names)


def test_what_naming_a_card_would_do_tells_of_none_whether_it_lies_face_down(tmp_path):
    """Clauses: G-14."""
    halted = [
        t
        for t, _, _ in of_scenarios(["unreadable-board-card"], tmp_path)
        if t.irregularity is not None
    ]
    tried = [ruled(NameCard(card=card)) for card in halted[0].game.deck.cards]
    assert {try_event(halted[0], event, table_names(halted[0])) for event in tried} == {
        "The card that could not be read is this one."
    }
    # given, it is refused for some of them
    assert len({find_refusal(halted[0], event) is None for event in tried}) == 2
