"""What a form for a ruling holds: each value that the floor fills in, with its bounds, or what it
may be.

A seat, a pot or a chip stands among the choices of a field where a trial of the ruling with it is
taken. Cards are not listed.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from msgspec import structs

from tablectl.engine import floor
from tablectl.engine.questions import is_ruling_open, legal_now
from tablectl.engine.state.table import Table
from tablectl.present.asks.acting_for import WHY
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.forced import WEEK_MIN
from tablectl.structs import Frozen
from tablectl.text import Value
from tablectl.view import RulingField

# characters: whatever they are, a line of the control socket has room for them
MOST_REASON = 300
MOST_POTS = 10
MOST_CARDS = 52


class OpenRuling(Frozen):
    """An open ruling, or the start of a hand (`kind` None): what it would do, how it is typed, and
    which of its values are known.

    `least`: of an act's amount. `title`: what it is, where there are several of its kind.
    """

    kind: type[floor.Ruling] | None
    effect: Value
    command: str
    values: dict[str, int | str] = {}
    least: int | None = None
    title: Value = ""

    @property
    def ruling(self) -> str:
        return floor.ruling_name(self.kind) if self.kind is not None else "start"


def form_fields(t: Table, now_ms: int, ruling: OpenRuling) -> tuple[RulingField, ...]:
    """What the floor fills in, in the order of the ruling's own fields; its reason stands last."""
    if ruling.kind is None:
        return ()
    found = [
        field
        for one in structs.fields(ruling.kind)
        if one.name not in ("why", "number", *ruling.values)
        and (field := _make_field(t, now_ms, ruling, one.name, one.required))
    ]
    return (
        *found,
        RulingField("why", "text", issubclass(ruling.kind, floor.Correction), 1, MOST_REASON),
    )


def _make_field(
    t: Table, now_ms: int, ruling: OpenRuling, name: str, is_needed: bool
) -> RulingField | None:
    """None: nothing is to be filled in there, as with an act that has no amount, or one way to
    lengthen a level.
    """
    assert ruling.kind is not None
    match name:
        case "card" if issubclass(ruling.kind, floor.FoundJoker):
            return None  # the last one that was dealt
        # none is named here: those that may not be would be in hands (G-14)
        case "card":
            return RulingField(name, "card", is_needed)
        case "cards" if issubclass(ruling.kind, floor.Exposed):
            return RulingField(
                name,
                "whole",
                is_needed,
                1,
                max(len(player.cards) for player in t.shown.players.values()),
            )
        # without one it is the flop's, where it lies there
        case "seat" if ruling.kind is floor.WrongCount:
            is_needed = not is_ruling_open(t, floor.WrongCount(cards=4), now_ms)
            return RulingField(
                name, "choice", is_needed, choices=_field_choices(t, now_ms, ruling.kind, name)
            )
        case "seat" | "pot" | "chip":
            choices = _field_choices(t, now_ms, ruling.kind, name)
            return RulingField(name, "choice", is_needed, choices=choices) if choices else None
        case "seats":
            seats = tuple(
                sorted(
                    {
                        seat
                        for taken in _field_choices(t, now_ms, ruling.kind, name)
                        for seat in taken
                    }
                )
            )
            pair = issubclass(ruling.kind, floor.Misplaced)
            return RulingField(
                name, "choices", is_needed, 2 if pair else 1, 2 if pair else len(seats), seats
            )
        case "cards":
            return RulingField(name, "whole", is_needed, 0, MOST_CARDS)
        case "stack":
            # who is in and has none is all-in
            least = -MOST_AMOUNT if t.score is not None else t.unit if t.in_hand else 0
            return RulingField(name, "whole", is_needed, least, MOST_AMOUNT)
        case "minutes":
            ends = is_ruling_open(t, floor.SetBreak(minutes=0, why=WHY), now_ms)
            least = -WEEK_MIN if ruling.kind is floor.SetLevel else 0 if ends else 1
            return (
                RulingField(name, "whole", True, least, WEEK_MIN)
                if "to" not in ruling.values
                else None
            )
        case "amount" if ruling.least is not None:
            return RulingField(name, "whole", True, ruling.least, legal_now(t).raise_max)
    return None


def _field_choices(t: Table, now_ms: int, kind: type[floor.Ruling], name: str) -> tuple[Any, ...]:
    """What may stand there, by the trials that are taken."""
    if kind is floor.Award and name == "pot":
        tried = [
            structs.replace(one, pot=pot)
            for one in possible_rulings(t, kind)
            for pot in range(MOST_POTS)
        ]
    else:
        tried = [*possible_rulings(t, kind)]
    return tuple(
        dict.fromkeys(getattr(one, name) for one in tried if is_ruling_open(t, one, now_ms))
    )


def possible_rulings(t: Table, kind: type[floor.Ruling]) -> Iterator[floor.AnyRuling]:
    """The ruling with each value that might be filled in."""
    dealt = sorted(n for n, player in t.shown.players.items() if player.cards)
    may_be_seen = dealt if t.case is None and t.in_hand else []
    if kind is floor.DeclareDead:
        yield from (floor.DeclareDead(seat=seat.number, why=WHY) for seat in t.claiming)
    elif kind is floor.Award:
        yield from (floor.Award(seats=(number,), why=WHY) for number in dealt)
    elif kind is floor.SetStack:
        yield from (
            floor.SetStack(seat=s.number, stack=s.stack, why=WHY)
            for s in t.seats
            if s.status != "empty"
        )
    elif kind is floor.NameCard and t.irregularity is not None:
        yield from (
            floor.NameCard(card=card)
            for card in t.game.deck.cards
            if not t.in_hand or card not in t.board
        )
    elif kind is floor.Exposed:
        yield from (floor.Exposed(seat=number, card=t.game.deck.cards[0]) for number in may_be_seen)
    elif kind is floor.WrongCount:
        yield from (floor.WrongCount(seat=number, cards=3) for number in may_be_seen)
    elif kind is floor.FoundJoker:
        yield from (floor.FoundJoker(seat=number) for number in may_be_seen)
    elif kind is floor.Misplaced:
        yield from (floor.Misplaced(seats=two) for two in combinations(may_be_seen, 2))
    elif kind is floor.DealerExposed and may_be_seen:
        yield floor.DealerExposed()
    elif kind is floor.ColourUp:
        yield from (floor.ColourUp(chip=chip, why=WHY) for chip in t.chips[:1])
    elif kind is floor.SetLevel:
        yield floor.SetLevel(minutes=1, why=WHY)
    elif kind is floor.SetBreak:
        yield floor.SetBreak(minutes=1, why=WHY)
    elif kind is floor.PutButton:
        yield from (floor.PutButton(seat=s.number, why=WHY) for s in t.seats)
