"""What may go wrong with cards in a rehearsal: a card of the pack itself, a card that leaves the
shoe unasked, a report.

Each row names notice codes: one of them must follow, for no irregularity may go unnoticed.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from tablectl.simulation.stage.sim_deck import DEAD_CARD_RELOADED, DeckCard
from tablectl.view import View
from tests.troubles.troubled import TroubledPeople

LIVE = ("in", "all_in")
# any card that leaves while none is wanted, or in a halt
EARLY = ("premature_card", "too_many_flop_cards")
MOST_UNASKED = 6
# leads to no notice: the card is used when its turn comes (L-19)
KEPT = "card while only chips are awaited"


# Troubles of a card in the shoe

Spoil = Callable[[DeckCard, Sequence[DeckCard], Random], list[DeckCard]]


class CardTrouble(Struct, frozen=True):
    """`spoil` replaces a card by others. It gets the card, the cards above it in the shoe, and
    chance.
    """

    name: str
    codes: tuple[str, ...]
    spoil: Spoil


def _slip(name: str, **changes: object) -> Spoil:
    return lambda slip, above, chance: [replace(slip, fault=name, **changes)]


def _strange(name: str, face: str) -> Spoil:
    return lambda slip, above, chance: [DeckCard(face, fault=name), slip]


def _double(slip: DeckCard, above: Sequence[DeckCard], chance: Random) -> list[DeckCard]:
    """Adds a card with the same face as one above it."""
    faces = [known.face for known in above if not known.fault]
    return [DeckCard(chance.choice(faces), fault="duplicate card"), slip] if faces else [slip]


CARD_TROUBLES = (
    CardTrouble("boxed card", ("boxed_card",), _slip("boxed card", lies="up")),
    CardTrouble("foreign joker", ("foreign_joker",), _strange("foreign joker", "joker")),
    CardTrouble("unknown tag", ("unknown_card",), _strange("unknown tag", "foreign")),
    CardTrouble(
        "unreadable card", ("unreadable_card",), _slip("unreadable card", is_readable=False)
    ),
    CardTrouble("duplicate card", ("duplicate_card", "not_in_stub"), _double),
    CardTrouble(
        "double feed",
        ("wrong_card_count", "too_many_flop_cards"),
        _slip("double feed", clings=True),
    ),
    CardTrouble("cut card", ("deck_exhausted",), _strange("cut card", "cut")),
    CardTrouble("shoe empty", ("deck_exhausted",), lambda slip, above, chance: []),
)
ANY_CARD = tuple({code for row in CARD_TROUBLES for code in row.codes} | {*EARLY})
CODES_OF = {row.name: row.codes for row in CARD_TROUBLES} | {DEAD_CARD_RELOADED: ("not_in_stub",)}


# Troubles at a given number of cards out of the shoe: cards pulled unasked, and reports


class PullTrouble(Struct, frozen=True):
    """`does` makes it happen and returns the name to count it by; None: it is not possible now."""

    name: str
    codes: tuple[str, ...]
    does: Callable[[TroubledPeople, View], Awaitable[str | None]]


async def unasked(people: TroubledPeople, view: View) -> str | None:
    """Some cards leave the shoe while none is wanted."""
    count = people.chance.choice((1, 1, 2, 4, MOST_UNASKED))
    if view.waiting_for == "card" or len(people.stage.shoe.cards) < count:
        return None
    name, heard = _early_name(people, view, count), len(people.stage.notices)
    people.stage.shoe.pull(count)
    await people.stage.rest()
    return KEPT if len(people.stage.notices) == heard and people.are_kept() else name


def _early_name(people: TroubledPeople, view: View, count: int) -> str:
    if view.waiting_for in ("floor", "reload"):
        return f"card while the {view.waiting_for} is waited for"
    if view.phase == "idle":
        return "card between hands"
    if view.street is None:
        return "card before the blinds are posted"
    if view.phase == "showdown":
        return "card at the showdown"
    if view.street == "flop" and not people.acts_on_street:
        return "card too many on the flop"
    if count > 4 and view.street == "preflop":
        return "several streets early"
    coming = {"preflop": "flop", "flop": "turn", "turn": "river"}.get(view.street)
    if coming is None:
        return "card after the river"
    return "burn early" if count == 1 else f"{coming} early"


def _holders(view: View, statuses: Iterable[str] = LIVE) -> list[int]:
    return [int(n) for n, seat in view.seats.items() if seat.status in statuses and seat.cards]


async def _exposed(people: TroubledPeople, view: View) -> str | None:
    if people.acts_in_hand or view.street != "preflop" or not _holders(view):
        return None
    done = await people.reports("exposed", view, people.chance.choice(_holders(view)))
    return "hole card exposed" if done else None


async def _two_exposed(people: TroubledPeople, view: View) -> str | None:
    if people.acts_in_hand or view.street != "preflop" or len(_holders(view)) < 2:
        return None
    for seat in people.chance.sample(_holders(view), 2):
        await people.reports("exposed", view, seat)
    return "two hole cards exposed"


async def _wrong_count(people: TroubledPeople, view: View) -> str | None:
    if view.phase not in ("dealing", "betting") or not _holders(view):
        return None
    done = await people.give_ruling(
        "wrong_count", seat=people.chance.choice(_holders(view)), cards=people.chance.choice((1, 3))
    )
    when = "early" if people.acts_in_hand < 2 else "late"
    return f"wrong count {when}" if done else None


async def _one_too_many(people: TroubledPeople, view: View) -> str | None:
    """A card leaves right after the deal, and the floor reports a hand with one card too many."""
    is_just_dealt = view.phase == "betting" and view.street == "preflop" and not people.acts_in_hand
    if not is_just_dealt or not _holders(view) or not people.stage.shoe.cards:
        return None
    people.stage.shoe.pull()
    await people.stage.rest()
    await people.give_ruling("wrong_count", seat=people.chance.choice(_holders(view)), cards=3)
    return "third hole card"


async def _flop_count(people: TroubledPeople, view: View) -> str | None:
    if view.phase != "betting" or len(view.board) < 3:
        return None
    if not await people.give_ruling("wrong_count"):
        return None
    return (
        "flop count found late"
        if people.acts_on_street or len(view.board) > 3
        else "flop count found at once"
    )


async def _joker(people: TroubledPeople, view: View) -> str | None:
    """A joker among hole cards, reported by the player's key or by the floor."""
    if view.phase not in ("dealing", "betting") or not _holders(view):
        return None
    seat = people.chance.choice(_holders(view))
    if people.chance.random() < 0.5:
        return "joker found by the floor" if await people.give_ruling("joker", seat=seat) else None
    people.stage.seats[seat].press("report_joker")
    await people.stage.rest()
    return "joker key"


async def _misplaced(people: TroubledPeople, view: View) -> str | None:
    if view.phase not in ("dealing", "betting") or len(_holders(view)) < 2:
        return None
    done = await people.give_ruling("misplaced", seats=people.chance.sample(_holders(view), 2))
    return "hands exchanged" if done else None


async def _floor_voids(people: TroubledPeople, view: View) -> str | None:
    """A malfunction: the floor voids the hand, or declares a misdeal while that is possible
    (G-4).
    """
    if view.phase not in ("dealing", "betting"):
        return None
    ruling = "misdeal" if people.acts_in_hand < 2 else "void"
    return (
        f"{ruling} declared"
        if await people.give_ruling(ruling, why="Cards were seen while they were dealt")
        else None
    )


PULL_TROUBLES = (
    PullTrouble("unasked cards", ANY_CARD, unasked),
    PullTrouble("hole card exposed", ("exposed_card",), _exposed),
    PullTrouble("two hole cards exposed", ("exposed_card",), _two_exposed),
    PullTrouble("wrong count", ("wrong_card_count",), _wrong_count),
    PullTrouble("third hole card", ("wrong_card_count",), _one_too_many),
    PullTrouble("flop count", ("too_many_flop_cards",), _flop_count),
    PullTrouble("joker found", ("foreign_joker", "foul_hand"), _joker),
    PullTrouble("hands exchanged", ("card_elsewhere",), _misplaced),
    PullTrouble("malfunction", ("misdeal", "void"), _floor_voids),
)
