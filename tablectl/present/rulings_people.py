"""Who may sit down, buy chips and leave now, as forms beside those of the rulings; and what each of
that would do, in words.
"""

from collections.abc import Callable, Iterator

from tablectl.engine.events import AnyEvent, ChipsBought, PlayerCame, PlayerWent
from tablectl.engine.state.table import Table
from tablectl.present.rulings_help import HELP
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.bounds import LONGEST_NAME
from tablectl.text import Names, Player, T, Text, say
from tablectl.view import RulingField, RulingView

OF_PEOPLE = (PlayerCame, PlayerWent, ChipsBought)


def people_views(
    t: Table, now_ms: int, names: Names, is_taken: Callable[[AnyEvent], bool]
) -> Iterator[RulingView]:
    """Each with the seats of which it is taken; none where it is of no seat."""

    def seats(*tried: PlayerCame | PlayerWent | ChipsBought) -> tuple[int, ...]:
        return tuple(event.seat for event in tried if is_taken(event))

    staying = [number for number in t.places if not t.seat(number).is_leaving]
    if free := seats(*(PlayerCame(at_ms=now_ms, seat=number, chips=1) for number in t.places)):
        yield _view(
            "sits",
            T("They sit down with these chips, and play from the next hand."),
            "--seat … --amount …",
            names,
            _seat_field(free),
            RulingField("sits", "whole", True, 0 if t.score else 1, MOST_AMOUNT),
            RulingField("name", "text", False, 1, LONGEST_NAME),
        )
    if buying := seats(*(ChipsBought(at_ms=now_ms, seat=number, chips=1) for number in staying)):
        most = MOST_AMOUNT - max(t.seat(number).stack + t.seat(number).bought for number in buying)
        yield _view(
            "buys",
            T("That seat has so many chips more from the next hand on."),
            "--seat … --amount …",
            names,
            _seat_field(buying),
            RulingField("buys", "whole", True, 1, most),
        )
    if going := seats(*(PlayerWent(at_ms=now_ms, seat=number) for number in staying)):
        yield _view(
            "leaves",
            T("They leave with all their chips, out of a hand once it is folded or over."),
            "--seat …",
            names,
            _seat_field(going),
        )


def _seat_field(seats: tuple[int, ...]) -> RulingField:
    return RulingField("seat", "choice", True, choices=seats)


def _view(name: str, effect: Text, options: str, names: Names, *fields: RulingField) -> RulingView:
    help = HELP[name]
    return RulingView(
        name,
        say(effect, names),
        f"rule {name} {options}",
        {},
        fields,
        {} if any(field.name == name for field in fields) else {name: True},
        help.group,
        say(help.sentence, names),
        help.clause,
    )


def effect_on_people(t: Table, event: PlayerCame | PlayerWent | ChipsBought) -> Text:
    """What it would do, where it is taken."""
    number, seat = event.seat, t.seat(event.seat)
    match event:
        case PlayerCame():
            who = event.name or Player(number)
            return (
                T("{Who} sits down at seat {at}.", Who=who, at=number)
                if t.score
                else T(
                    "{Who} sits down at seat {at} with {chips:,}.",
                    Who=who,
                    at=number,
                    chips=event.chips,
                )
            )
        case ChipsBought():
            return T(
                "{seat} buys {chips:,}: from the next hand on that makes {amount:,}.",
                seat=number,
                chips=event.chips,
                amount=seat.stack + seat.bought + event.chips,
            )
    if t.in_hand and number in t.dealt and t.status(number) != "sitting_out":
        is_folded = t.game.plays_for == "pots" and t.phase == "betting"
        return (
            T(
                "{seat} leaves: the hand folds at its turn. Then pay out {stack:,}.",
                seat=number,
                stack=seat.stack,
            )
            if is_folded and t.status(number) == "in"
            else T("{seat} leaves when this hand is over.", seat=number)
        )
    return (
        T("{seat} leaves.", seat=number)
        if t.score
        else T("{seat} leaves with {chips:,}.", seat=number, chips=seat.stack)
    )
