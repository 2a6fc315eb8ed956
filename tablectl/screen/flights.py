"""What moves between two views: cards to the board, chips to the bet, to the pot and to the winner.

A flight is drawn over the finished picture and removed from it in the next frame. A card is added to the picture only when it
has landed; chips fly over a picture that shows the new amounts already.
"""

from dataclasses import dataclass

import msgspec
import pygame

from tablectl.screen.drawing.canvas import Canvas
from tablectl.screen.layout.arrangement import arrangement, group
from tablectl.screen.layout.places import WIDE_U, Box, Layout
from tablectl.screen.model import HIDDEN, Dealer, Model

CARD_MS, CARD_AFTER_MS = 220, 90        # one card's way, and how much later the next one leaves
BET_MS, GATHER_MS, AWARD_MS = 180, 300, 450
DECIDED_MS = 400                        # from the landing of the deciding card to the winner's name
CHIP_U = 40
SHOE = (WIDE_U + 140, -200)             # cards come from the top right


@dataclass(frozen=True)
class Flight:
    card: str | None                    # a card, or else a chip
    start: tuple[float, float]
    end: tuple[float, float]            # both are centres
    wide: float
    leaves_ms: int
    takes_ms: int

    def box(self, at_ms: int) -> Box | None:
        """Where it is, fast at first and slow at the end; None before it leaves and after it has landed."""
        share = (at_ms - self.leaves_ms) / self.takes_ms
        if not 0 <= share < 1:
            return None
        eased = 1 - (1 - share) ** 3
        x, y = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        high = self.wide * 1.4 if self.card else self.wide
        return Box(x - self.wide / 2, y - high / 2, self.wide, high)


class Flights:
    """The flights of the newest view. A newer view ends them, so that the picture never lags behind the table."""

    def __init__(self, reduced: bool = False, first_seat: int = 1) -> None:
        self.reduced = reduced
        self._first_seat = first_seat
        self._flights: list[Flight] = []
        self._drawn: list[pygame.Rect] = []

    def start(self, before: Model | None, after: Model, at_ms: int) -> None:
        self._flights = [] if self.reduced or before is None else flights(before, after, at_ms, self._first_seat)

    def is_moving(self, at_ms: int) -> bool:
        return any(at_ms < flight.leaves_ms + flight.takes_ms for flight in self._flights)

    def staged(self, model: Model, at_ms: int) -> Model:
        """The model without the cards that have not landed yet."""
        held = sum(flight.card is not None and at_ms < flight.leaves_ms + flight.takes_ms for flight in self._flights)
        return msgspec.structs.replace(model, board=model.board[:len(model.board) - held]) if held else model

    def lands_ms(self, at_ms: int) -> int:
        """When the last card on its way has landed; with reduced motion no sooner than it would have."""
        if self.reduced:
            return at_ms + CARD_MS
        return max((flight.leaves_ms + flight.takes_ms for flight in self._flights if flight.card is not None), default=at_ms)

    def lifted(self) -> list[pygame.Rect]:
        """Where the last frame's flights were: to be painted again."""
        rects, self._drawn = self._drawn, []
        return rects

    def lay(self, canvas: Canvas, at_ms: int) -> list[pygame.Rect]:
        for flight in self._flights:
            box = flight.box(at_ms)
            if box is None:
                continue
            if flight.card is not None:
                canvas.card(box, flight.card)
            else:
                canvas.chip(box.middle, box.y + box.h / 2, CHIP_U)
            self._drawn.append(canvas.rect(box.grown(24)).clip(canvas.surface.get_rect()))
        return list(self._drawn)


def flights(before: Model, after: Model, at_ms: int, first_seat: int = 1) -> list[Flight]:
    """What has moved between two views of one table; nothing across a change of scene."""
    if (before.preset, len(before.seats), group(before)) != (after.preset, len(after.seats), group(after)):
        return []
    if after.stands_still or before.phase == "halted" or not after.seats:
        return []
    places = arrangement(after, first_seat)
    return [*_cards(before, after, places, at_ms), *_chips(before, after, places, at_ms)]


def _cards(before: Model, after: Model, places: Layout, at_ms: int) -> list[Flight]:
    old, new = before.board, after.board
    if len(new) <= len(old) or new[:len(old)] != old or len(new) > len(places.board):
        return []
    return [Flight(new[i], SHOE, _centre(places.board[i]), places.board[i].w, at_ms + (i - len(old)) * CARD_AFTER_MS,
                   CARD_MS) for i in range(len(old), len(new))]


def _chips(before: Model, after: Model, places: Layout, at_ms: int) -> list[Flight]:
    pot = (WIDE_U / 2, places.pot_baseline - 36)
    winners = {win.seat for win in after.result or () if win.is_win} if not before.result else set()
    found: list[Flight] = []
    if places.group == "rack":                                  # a game for points: no chips fly
        return found
    for (number, seat), place in zip(after.seated(), places.seats, strict=False):
        was = before.seats.get(str(number))
        front, plate = _centre(place.spots or place.tabs), _centre(place.plate)
        if number in winners:
            found.append(Flight(None, pot, front, CHIP_U, at_ms, AWARD_MS))
        elif was is not None and seat.bet > was.bet:
            found.append(Flight(None, plate, front, CHIP_U, at_ms, BET_MS))
        elif was is not None and was.bet and not seat.bet and after.pot_total:
            found.append(Flight(None, front, pot, CHIP_U, at_ms, GATHER_MS))
    return found


def is_decided_by_cards(before: Model, after: Model) -> bool:
    """Whether a result has come together with the cards that decide it: on the board, or turned up in front of a seat."""
    if before.result or not after.result:
        return False
    faces = [_faces(model) for model in (before, after)]
    return len(after.board) > len(before.board) or faces[1] > faces[0]


def _faces(model: Model) -> int:
    dealer = sum(card != HIDDEN for card in model.dealer.cards) if model.dealer else 0
    return dealer + sum(card != HIDDEN for _, seat in model.seated() for card in seat.cards)


def untold(before: Model, after: Model) -> Model:
    """The table before the winner is named: the deciding cards of `after` are shown, all else is as in `before`."""
    seats = {number: msgspec.structs.replace(was, cards=after.seats[number].cards) if number in after.seats else was
             for number, was in before.seats.items()}
    return msgspec.structs.replace(before, board=after.board, seats=seats, dealer=_unnamed(after))


def _unnamed(model: Model) -> Dealer | None:
    dealer = model.dealer
    return msgspec.structs.replace(dealer, hand=None, best=(), qualifies=None) if dealer is not None else None


def _centre(box: Box) -> tuple[float, float]:
    return box.middle, box.y + box.h / 2
