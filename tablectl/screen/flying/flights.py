"""What flies between two views: cards from the shoe, hands that are turned up or thrown away,
chips; pure.

A card is added to the picture only when it has landed. An amount stands as it was until
the chips that change it have landed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablectl.screen.layout.arrangement import arrangement, group, seats_with_places
from tablectl.screen.layout.house import form_of
from tablectl.screen.layout.places import Box, Layout, SeatPlace, card_boxes
from tablectl.view import HIDDEN, View

BOARD_MS, BOARD_APART_MS = 220, 90  # one card's way, and how much later the next one leaves
HOLE_MS, HOLE_APART_MS = 160, 60
TURN_UP_MS, MUCK_MS = 180, 200
BET_MS, GATHER_MS, AWARD_MS = 180, 300, 450
CHIP_U = 40
BET_U = 130  # how wide a bet's tab is, about
# how far of the way to the middle of the table a hand slides as it is thrown away
INWARD = 0.35
SHOE = (140.0, -200.0)  # cards come from the top right: so far from that corner
POT_UP_U = 36  # from its baseline to where chips fly
Point = tuple[float, float]
Arrange = Callable[[View], Layout]  # of one screen


class Pose(NamedTuple):
    """Where something that flies is at one moment: `box` in u, `share` of its width that is
    seen, how opaque it is.
    """

    card: str | None  # face up, or face down if it is hidden; None: a chip
    box: Box
    share: float = 1.0
    alpha: int = 255
    reads_from: str = "near"  # the side that can read it: near, far, both


@dataclass(frozen=True)
class Flight:
    card: str | None  # None: a chip
    start: Point
    end: Point  # both are middles
    wide: float
    leaves_ms: int
    takes_ms: int
    # a seat's number, "board" or "dealer": whose card it is from then on
    lands_on: int | str | None = None
    way: str = "slides"  # slides, fades (as it slides), closes (to no width), opens
    reads_from: str = "near"  # near, far, both

    @property
    def lands_ms(self) -> int:
        return self.leaves_ms + self.takes_ms

    def pose(self, at_ms: int) -> Pose | None:
        """Fast at first and slow at the end; None before it leaves and after it has landed."""
        passed = (at_ms - self.leaves_ms) / self.takes_ms
        if not 0 <= passed < 1:
            return None
        eased = 1 - (1 - passed) ** 3
        x, y = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        high = self.wide * 1.4 if self.card else self.wide
        box = Box(x - self.wide / 2, y - high / 2, self.wide, high)
        share = {"closes": 1 - passed, "opens": passed}.get(self.way, 1.0)
        return Pose(
            self.card,
            box,
            share,
            round(255 * (1 - passed)) if self.way == "fades" else 255,
            self.reads_from,
        )


class Standing(NamedTuple):
    """An amount that stands as it was while chips fly: of the pot (seat None), or of a seat's
    stack.
    """

    seat: int | None
    was: int
    lands_ms: int


class Moves(NamedTuple):
    flights: tuple[Flight, ...] = ()
    standing: tuple[Standing, ...] = ()


def moves(before: View, after: View, at_ms: int, arrange: Arrange = arrangement) -> Moves:
    """What has moved between two views of one table; nothing across a change of scene."""
    if (before.preset, len(before.seats), group(before)) != (
        after.preset,
        len(after.seats),
        group(after),
    ):
        return Moves()
    if (
        after.stands_still
        or after.void is not None
        or before.phase == "halted"
        or not after.seats
        or after.is_resting
    ):
        return Moves()
    places = arrange(after)
    chips, standing = _fly_chips(before, after, places, at_ms)
    cards = (
        *_fly_board(before, after, places, at_ms),
        *_fly_dealer(before, after, places, at_ms),
        *_fly_hands(before, after, places, at_ms),
    )
    return Moves((*cards, *chips), standing)


def _fly_board(before: View, after: View, places: Layout, at_ms: int) -> Iterator[Flight]:
    """A flop comes face down, together, and is turned up together."""
    old, new = before.board, after.board
    down, reads_from = old.count(HIDDEN), "both" if places.is_two_sided else "near"
    if len(new) > len(places.board) or new[: len(old) - down] != old[: len(old) - down]:
        return
    if down and HIDDEN not in new:
        yield from _turn_up(
            places.board[:down], places.board[:down], new[:down], at_ms, "board", reads_from
        )
    for i in range(len(old), len(new)):
        leaves_ms = at_ms + (i - len(old)) * BOARD_APART_MS * (new[i] != HIDDEN)
        yield Flight(
            new[i],
            _shoe_of(places),
            places.board[i].centre,
            places.board[i].w,
            leaves_ms,
            BOARD_MS,
            "board",
            reads_from=reads_from,
        )


def _shoe_of(places: Layout) -> Point:
    return places.frame[0] + SHOE[0], SHOE[1]


def _fly_dealer(before: View, after: View, places: Layout, at_ms: int) -> Iterator[Flight]:
    """The house's hand: dealt like any other, and turned up."""
    if places.group != "house" or after.dealer is None or before.hand != after.hand:
        return
    was, now = before.dealer.cards if before.dealer is not None else (), after.dealer.cards
    boxes = form_of(places).dealer_cards[: len(now)]
    if len(was) < len(now) == len(boxes):
        yield from _deal_cards(boxes[len(was) :], now[len(was) :], places, at_ms, "dealer", "near")
    elif _are_turned_up(was, now):
        yield from _turn_up(boxes, boxes, now, at_ms, "dealer", "near")


def _deal_cards(
    boxes: Sequence[Box],
    cards: Sequence[str],
    places: Layout,
    at_ms: int,
    whose: int | str,
    reads_from: str,
) -> Iterator[Flight]:
    for i, (box, card) in enumerate(zip(boxes, cards, strict=True)):
        yield Flight(
            card,
            _shoe_of(places),
            box.centre,
            box.w,
            at_ms + i * HOLE_APART_MS,
            HOLE_MS,
            whose,
            reads_from=reads_from,
        )


# Hands


def _fly_hands(before: View, after: View, places: Layout, at_ms: int) -> Iterator[Flight]:
    # a game of shots: nobody holds cards
    if places.group == "rack":
        return
    dealt = 0
    for number, seat, place in seats_with_places(after, places.seats):
        was = before.seats.get(str(number))
        if was is None or was.lies == seat.lies or place.align == "slim":
            continue
        backs, boxes = (
            _card_boxes(places, place, len(cards), is_up=_are_up(cards))
            for cards in (was.cards, seat.lies)
        )
        reads_from = "far" if place.is_far else "near"
        if not seat.lies and before.hand == after.hand:
            yield from _muck_cards(
                _card_boxes(places, place, len(was.cards), is_up=False), places, at_ms
            )
        elif _are_turned_up(was.lies, seat.lies):
            yield from _turn_up(backs, boxes, seat.lies, at_ms, number, reads_from)
        elif len(seat.cards) > len(was.cards) and before.hand == after.hand:
            yield from _deal_cards(
                boxes[len(was.lies) :],
                seat.lies[len(was.lies) :],
                places,
                at_ms + dealt * HOLE_APART_MS,
                number,
                reads_from,
            )
            dealt += len(seat.lies) - len(was.lies)


def _card_boxes(places: Layout, place: SeatPlace, cards: int, *, is_up: bool) -> list[Box]:
    return [places.seen(place, box) for box in card_boxes(place, cards, is_up)]


def _are_up(cards: Sequence[str]) -> bool:
    return any(card != HIDDEN for card in cards)


def _are_turned_up(was: Sequence[str], now: Sequence[str]) -> bool:
    return len(was) == len(now) and _are_up(now) and not _are_up(was)


def _muck_cards(boxes: Sequence[Box], places: Layout, at_ms: int) -> Iterator[Flight]:
    """The backs slide to the middle of the table and are gone; also a hand that was shown goes
    face down.
    """
    to_x, to_y = places.frame[0] / 2, places.board[0].centre[1]
    for box in boxes:
        x, y = box.centre
        inward = (x + (to_x - x) * INWARD, y + (to_y - y) * INWARD)
        yield Flight(HIDDEN, (x, y), inward, box.w, at_ms, MUCK_MS, way="fades")


def _turn_up(
    backs: Sequence[Box],
    faces: Sequence[Box],
    cards: Sequence[str],
    at_ms: int,
    whose: int | str,
    reads_from: str,
) -> Iterator[Flight]:
    half = TURN_UP_MS // 2
    for box in backs:
        yield Flight(HIDDEN, box.centre, box.centre, box.w, at_ms, half, way="closes")
    for box, card in zip(faces, cards, strict=True):
        yield Flight(
            card,
            box.centre,
            box.centre,
            box.w,
            at_ms + half,
            TURN_UP_MS - half,
            whose,
            "opens",
            reads_from,
        )


# Chips


def _fly_chips(
    before: View, after: View, places: Layout, at_ms: int
) -> tuple[list[Flight], tuple[Standing, ...]]:
    """They fly over a picture that shows the new bets already; the pot, and a winner's stack, stand
    as they were meanwhile.

    Against the house they come from its bank, and what it has won goes there.
    """
    found: list[Flight] = []
    standing: list[Standing] = []
    if places.group == "rack":  # a game for points: no chips fly
        return found, ()
    new = after.result or () if not before.result else ()
    winners = {win.seat for win in new if win.is_win}
    losers = {win.seat for win in new if any(line.collected for line in win.lines)}
    for number, seat, place in seats_with_places(after, places.seats):
        was = before.seats.get(str(number))
        middle = Box(places.frame[0] / 2, places.pot_baseline - POT_UP_U, 0, 0)
        pot = places.seen(place, form_of(places).bank if places.group == "house" else middle).centre
        front, plate = (places.seen(place, box).centre for box in (_front_of(place), place.plate))
        if number in losers:
            found.append(Flight(None, front, pot, CHIP_U, at_ms, GATHER_MS))
        if number in winners:
            found.append(Flight(None, pot, front, CHIP_U, at_ms, AWARD_MS))
            if was is not None and was.stack < seat.stack:
                standing.append(Standing(number, was.stack, at_ms + AWARD_MS))
        elif was is not None and seat.bet > was.bet:
            found.append(Flight(None, plate, front, CHIP_U, at_ms, BET_MS))
        elif was is not None and was.bet and not seat.bet and after.pot_total:
            found.append(Flight(None, front, pot, CHIP_U, at_ms, GATHER_MS))
    if found and not after.result and before.pot_total < after.pot_total:
        standing.append(Standing(None, before.pot_total, max(flight.lands_ms for flight in found)))
    return found, tuple(standing)


def _front_of(place: SeatPlace) -> Box:
    """Where a bet lies: a row of tabs begins at the inner edge of its plate, or stands in the
    middle.
    """
    tabs, plate = place.tabs, place.plate
    if place.spots is not None or place.align not in ("left", "right"):
        return place.spots or tabs
    x = max(tabs.x, plate.x) if place.align == "left" else min(tabs.right, plate.right) - BET_U
    return Box(x, tabs.y, BET_U, tabs.h)
