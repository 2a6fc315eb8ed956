"""What is to be seen at a moment: the view that is shown, as far as what flies to it has landed;
pure.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tablectl.screen.flying.flights import Arrange, Moves, Pose, moves
from tablectl.screen.flying.steps import Step, steps
from tablectl.screen.flying.view_queue import Came, ViewQueue
from tablectl.screen.layout.arrangement import arrangement, group, seats_with_places
from tablectl.screen.layout.places import Box, Layout
from tablectl.screen.presenter.bar_text import DID
from tablectl.view import Dealer, Seat, View

FRAME_MS = 16  # while something flies
FADE_MS = 120  # the old plate fades, the new one fills
FADE_U = 6  # as far as nothing else lies beside a plate


class Playback:
    """Views come in, and are shown one after the other; `at` says what is to be seen now."""

    def __init__(self, reduced: bool = False, arrange: Arrange = arrangement) -> None:
        """`reduced`: nothing flies, changes are cuts; they wait as long as they would for a
        flight.
        """
        self.reduced, self._arrange = reduced, arrange
        # plates and amounts that fade: their pictures from before `turned_ms`
        self.turned: tuple[Box, ...] = ()
        self.turned_ms = 0
        self.came_ms = 0  # when the view that is shown came
        self.step_ms = 0  # when what is shown now was first shown
        self._waiting = ViewQueue()
        self._shown: View | None = None  # the present step, whole
        self._steps: tuple[Step, ...] = ()  # those to come
        # when the cards of the first step have landed
        self._landed_ms = 0
        self._moves = Moves()

    def come(self, model: View, at_ms: int) -> None:
        self._waiting.put(model, at_ms)

    def clear(self) -> None:
        """The service is away: nothing is shown, nothing waits."""
        self._waiting.clear()
        self._shown, self._steps, self._moves, self.turned = None, (), Moves(), ()

    def at(self, at_ms: int) -> View | None:
        """What is to be seen: cards and chips that have not landed are not there yet."""
        while self._goes_on(at_ms):
            pass
        self._let_figures_land(at_ms)
        return self._stage_view(at_ms)

    def _let_figures_land(self, at_ms: int) -> None:
        """The amounts that stood until now fade into what the chips have made of them."""
        landed = {still.seat for still in self._moves.standing if still.lands_ms <= at_ms}
        if landed and self._shown is not None and not self.reduced:
            self._moves = self._moves._replace(
                standing=tuple(still for still in self._moves.standing if still.seat not in landed)
            )
            places = self._arrange(self._shown)
            pots = (
                [places.pot, *[places.pot.turned(places.frame)] * places.is_two_sided]
                if None in landed
                else []
            )
            self.turned, self.turned_ms = (*pots, *_find_plates(self._shown, places, landed)), at_ms

    def poses(self, at_ms: int) -> Iterator[Pose]:
        """What flies now, the lowest first."""
        for flight in () if self.reduced else self._moves.flights:
            pose = flight.pose(at_ms)
            if pose is not None:
                yield pose

    def leaving(self, at_ms: int) -> Iterator[Pose]:
        """What has not left yet, as it will leave."""
        for flight in () if self.reduced else self._moves.flights:
            if flight.leaves_ms > at_ms and (pose := flight.pose(flight.leaves_ms)) is not None:
                yield pose

    def fade(self, at_ms: int) -> float:
        """How much is still to be seen of the plates as they were, 0 to 1."""
        return max(0.0, 1 - (at_ms - self.turned_ms) / FADE_MS) if self.turned else 0.0

    def is_moving(self, at_ms: int) -> bool:
        """Whether the picture changes from frame to frame."""
        return not self.reduced and (at_ms < self._flown_ms() or self.fade(at_ms) > 0)

    def is_busy(self, at_ms: int) -> bool:
        """Whether the next view waits: something flies, or what a card decides is not shown yet."""
        return bool(self._steps) or at_ms < self._flown_ms()

    def next_change_ms(self, at_ms: int) -> int | None:
        """How long until the picture changes; None: not before a view comes."""
        if self.is_moving(at_ms):
            return FRAME_MS
        waits = [self._flown_ms() - at_ms] if at_ms < self._flown_ms() else []
        if self._steps:
            waits.append(self._landed_ms + self._steps[0].after_ms - at_ms)
        due_ms = self._waiting.due_in_ms(self._shown, at_ms)
        if due_ms is not None:
            waits.append(due_ms)
        return max(0, min(waits)) if waits else None

    # Showing

    def _goes_on(self, at_ms: int) -> bool:
        """Shows what comes next, a view or a step of one, if it is time."""
        if (came := self._waiting.take(self._shown, self.is_busy(at_ms), at_ms)) is not None:
            self._adopt_view(came, at_ms)
            return True
        if self._steps and at_ms >= self._landed_ms + self._steps[0].after_ms:
            step, *rest = self._steps
            self._steps = tuple(rest)
            self._begin_step(step.model, at_ms)
            return True
        return False

    def _adopt_view(self, came: Came, at_ms: int) -> None:
        first, *rest = steps(self._shown, came.model)
        self.came_ms = came.at_ms
        self._begin_step(first.model, at_ms)
        self._steps = tuple(rest)
        self._landed_ms = max(
            (flight.lands_ms for flight in self._moves.flights if flight.card is not None),
            default=at_ms,
        )

    def _begin_step(self, model: View, at_ms: int) -> None:
        before, self._shown = self._shown, model
        self._moves = moves(before, model, at_ms, self._arrange) if before is not None else Moves()
        self.step_ms = at_ms
        turned = (
            _find_turned(before, model, self._arrange)
            if before is not None and not self.reduced
            else ()
        )
        if turned:
            self.turned, self.turned_ms = turned, at_ms

    def _flown_ms(self) -> int:
        ends = [flight.lands_ms for flight in self._moves.flights]
        return max([*ends, *(still.lands_ms for still in self._moves.standing)], default=0)

    # What has not landed

    def _stage_view(self, at_ms: int) -> View | None:
        model = self._shown
        if model is None or self.reduced or at_ms >= self._flown_ms():
            return model
        held = [
            flight.lands_on
            for flight in self._moves.flights
            if flight.lands_on is not None and at_ms < flight.lands_ms
        ]
        standing = {
            still.seat: still.was for still in self._moves.standing if at_ms < still.lands_ms
        }
        if not held and not standing:
            return model
        seats = {
            number: _seat_at(int(number), seat, held, standing)
            for number, seat in model.seats.items()
        }
        board = model.board[: len(model.board) - held.count("board")]
        return replace(
            model,
            board=board,
            dealer=_dealer_at(model.dealer, held.count("dealer")),
            seats=seats,
            pot_total=standing.get(None, model.pot_total),
        )


def _seat_at(
    number: int, seat: Seat, held: Sequence[int | str], standing: Mapping[int | None, int]
) -> Seat:
    """A hand has its name when its cards have landed."""
    flying = held.count(number)
    stack = standing.get(number, seat.stack)
    if flying:
        seat = replace(
            seat, cards=seat.cards[: len(seat.cards) - flying], hand_name=None, hand_short=None
        )
    return seat if stack == seat.stack else replace(seat, stack=stack)


def _dealer_at(dealer: Dealer | None, flying: int) -> Dealer | None:
    if dealer is None or not flying:
        return dealer
    return replace(
        dealer, cards=dealer.cards[: len(dealer.cards) - flying], hand=None, best=(), qualifies=None
    )


def _seats_to_act(model: View) -> set[int]:
    return set(model.ask.seats) if model.ask.kind != DID else set()


def _find_turned(before: View, after: View, arrange: Arrange) -> tuple[Box, ...]:
    """The plates of the seats whose turn begins or ends."""
    if (
        group(before) != group(after)
        or len(before.seats) != len(after.seats)
        or after.stands_still
        or after.is_resting
    ):
        return ()
    return _find_plates(after, arrange(after), _seats_to_act(before) ^ _seats_to_act(after))


def _find_plates(model: View, places: Layout, numbers: Collection[int | None]) -> tuple[Box, ...]:
    return tuple(
        places.seen(place, place.plate.grown(FADE_U))
        for number, _, place in seats_with_places(model, places.seats)
        if number in numbers
    )
