"""What people do at a simulated table: acts with keys and chips, and what needs no decision.

By themselves they post blinds, show at the showdown, take back chips that are
due, and move chips between stack, bet area and pot as the ledger does.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

from firmware_io.kit.sim.seat_model import SeatModel
from firmware_io.readers.ids import simulated_tag
from tablectl.rules.counting import counting_hand
from tablectl.rules.payout import CALL
from tablectl.rules.wagers import can_make, sorted_chips
from tablectl.service.config.loading import game_of
from tablectl.simulation.stage.live import AnyStage
from tablectl.simulation.stage.socket_ends import Notice
from tablectl.view import Seat, View

TOTALS = ("bet", "raise_to")
KEY_OF_ACT = {"raise_to": "raise", "pass": "check"}
LINES = ("ante", "bonus")  # of a bet against the house
# of moves without a decision after one step; a hand of ten needs under fifty
MOST_ROUNDS = 1_000


class Stalled(RuntimeError):
    """A hand waits for something that will not come; the message is a sentence."""


class People:
    """The people at a stage. `autos`: what they do by themselves."""

    def __init__(self, stage: AnyStage) -> None:
        self.stage = stage
        self.autos = {"post": True, "show": True, "take_back": True}
        # how long a player thinks at its turn in the showdown
        self.shows_after_s = 0.0
        # seats that leave their chips in front between hands (F-5)
        self.laid_down: set[int] = set()
        # by seat: what lies on its stack beyond what should
        self._cheated: Counter[int] = Counter()
        # by seat: its bet when the chips were last moved
        self._bets: dict[int, int] = {}

    def load(self, names: Sequence[str], *, is_draw: bool = False) -> None:
        """The deck of a hand, shuffled, into the shoe."""
        self.stage.sim_devices.load(names)

    async def let_time_pass(self, ms: int) -> None:
        """Time passes."""
        await self.stage.wait(ms)

    async def before_hand(self) -> None:
        """Before a hand begins, the seat that has to cut does so and presses CONFIRM."""
        for key in self.stage.view.keys:
            if (
                key.key == "confirm"
                and is_between_hands(self.stage.view)
                and key.seat not in self.stage.guests
            ):
                self.stage.seats[key.seat].press(key.key)
                await self.stage.rest()

    async def start_hand(self) -> None:
        """Starts a hand. Raises RuntimeError with the table's sentence if it is refused."""
        answer = await self.stage.say({"start": True})
        if not answer["ok"]:
            raise RuntimeError(str(answer["text"]))

    async def act(self, seat: int, act: str, amount: int | None = None) -> Notice | None:
        """One act with its key and chips. Returns the refusal if it was refused; then no chip
        has moved.
        """
        stage, sim = self.stage, self.stage.seats[seat]
        heard = len(stage.notices)
        before = stage.view.seats[str(seat)]
        if before.points is not None:  # a game without chips: an act is a key
            sim.press(KEY_OF_ACT.get(act, act), amount or 0)
            await stage.rest()
            return self._find_refusal(seat, heard)
        target = self._bet_total(stage.view, seat, act, amount)
        sim.press(KEY_OF_ACT.get(act, act), amount or 0)
        await stage.rest()
        refusal = self._find_refusal(seat, heard)
        if refusal is None and act in TOTALS and not amount:
            refusal = await self._declare_nothing(seat)
        elif refusal is None and (missing := target - sim.total("bet") + before.due_back) > 0:
            if missing > sim.total("stack"):
                # chips that are due back can still be bet
                sim.take_amount(before.due_back)
            sim.put_amount(missing)
            await stage.rest()
        elif refusal is None and act in LINES and missing < 0:
            sim.take_amount(-missing)  # the bet is changed to less
            await stage.rest()
        return refusal

    def _find_refusal(self, seat: int, heard: int) -> Notice | None:
        return next(
            (
                notice
                for notice in self.stage.notices[heard:]
                if notice.is_refusal and notice.seat == seat
            ),
            None,
        )

    async def _declare_nothing(self, seat: int) -> Notice | None:
        """Declares a bet and confirms it without a chip; the table refuses, and the declaration
        is taken back.
        """
        heard = len(self.stage.notices)
        for key in ("confirm", "undo"):
            self.stage.seats[seat].press(key)
            await self.stage.rest()
        return self._find_refusal(seat, heard)

    def _bet_total(self, view: View, seat: int, act: str, amount: int | None) -> int:
        """The total of the seat's bet after the act."""
        who = view.seats[str(seat)]
        if who.bets is not None and act in LINES:
            return who.bet - who.bets[act] + (amount or 0)
        if who.bets is not None and act == "call":
            return who.bet + CALL * who.bets["ante"]
        if act == "call":
            return who.bet + min(view.to_call or 0, who.stack)
        if act == "all_in":
            is_raise = view.raise_to_max is not None
            return who.bet + (who.stack if is_raise else min(view.to_call or 0, who.stack))
        return amount or 0

    async def settle(self) -> None:
        """Posts, shows, takes back and moves chips until nothing of that is left to do."""
        for _ in range(MOST_ROUNDS):
            if not await self._settle_step():
                return
        raise Stalled(
            "The people at the table do not come to rest: each of their acts asks for another."
        )

    async def _settle_step(self) -> bool:
        view = self.stage.view
        if self._move_chips(view):
            await self.stage.rest()
            return True
        if (
            view.to_act is None
            or str(view.to_act) not in view.seats
            or not self.stage.seats[view.to_act].is_plugged
        ):
            return False
        if self.autos["post"] and view.legal == ("call",):
            return await self.act(view.to_act, "call") is None
        if self.autos["show"] and view.phase == "showdown":
            await self._show_or_muck(view, view.to_act)
            return True
        return False

    async def _show_or_muck(self, view: View, seat: int) -> None:
        """At its turn in the showdown a seat shows a hand that can win or tie, and mucks any
        other.
        """
        stage = self.stage
        if self.shows_after_s:
            await asyncio.sleep(self.shows_after_s)
        heard = len(stage.notices)
        if view.seats[str(seat)].status != "all_in" and not self._may_win(view, seat):
            stage.seats[seat].press("muck")
            await stage.rest()
            if not any(notice.is_refusal for notice in stage.notices[heard:]):
                return
        stage.seats[seat].show([simulated_tag(card) for card in view.seats[str(seat)].cards])
        await stage.rest()

    def _may_win(self, view: View, seat: int) -> bool:
        if len(view.board) < 5:
            return True
        strengths = {n: self._hand_strength(view, s) for n, s in self._hands_shown(view).items()}
        mine = self._hand_strength(view, view.seats[str(seat)])
        return any(
            seat in pot.seats and all(mine >= strengths.get(other, 0) for other in pot.seats)
            for pot in view.pots
        )

    def _hand_strength(self, view: View, seat: Seat) -> int:
        hand = game_of(self.stage.config.table).hand
        return counting_hand(hand, seat.cards, view.board, self.stage.sim_devices.deck).strength

    def _hands_shown(self, view: View) -> dict[int, Seat]:
        up = {n: set(sim.up) for n, sim in self.stage.seats.items()}
        return {
            n: s
            for n in up
            if (s := view.seats[str(n)]).cards and {simulated_tag(c) for c in s.cards} <= up[n]
        }

    # Chips that follow the ledger

    def _move_chips(self, view: View) -> bool:
        """Moves collected bets out of the areas, chips that are due back, and blinds that were
        taken from a stack.
        """
        moved = False
        for number, sim in self.stage.seats.items():
            seat = view.seats.get(str(number))
            if seat is None or not sim.is_plugged:
                continue
            moved = self._follow_ledger(view, number, seat) or moved
            self._bets[number] = seat.bet
        return moved

    def _follow_ledger(self, view: View, number: int, seat: Seat) -> bool:
        sim = self.stage.seats[number]
        lies = sim.total("bet")
        swept = min(lies - seat.bet - seat.due_back, _due_from(view, f"seat-{number}"))
        if swept > 0:
            self._sweep_chips(seat, sim, swept)
            return True
        is_over = view.waiting_for == "chips" or (
            is_between_hands(view) and number not in self.laid_down
        )
        if (
            self.autos["take_back"]
            and seat.due_back
            and is_over
            and (sim.total("stack") or _can_make_up(sim, seat.due_back))
        ):
            sim.take_amount(min(seat.due_back, lies))
            return True
        if lies < seat.bet and seat.bet > self._bets.get(number, 0):
            sim.put_amount(seat.bet - lies)
            return True
        return self._correct_stack(view, number, seat)

    def _sweep_chips(self, seat: Seat, sim: SeatModel, amount: int) -> None:
        """Moves a seat's chips into the pot. If the seat has no smaller chips it moves all, and
        the pot gives change.
        """
        if seat.due_back and not seat.bet and not _can_make_up(sim, amount):
            sim.sweep()
            sim.receive(seat.due_back)
        else:
            sim.sweep_amount(amount)

    def _correct_stack(self, view: View, number: int, seat: Seat) -> bool:
        """Makes the stack what the ledger says, between hands and before a post: pots were
        pushed, chips bought.
        """
        sim = self.stage.seats[number]
        is_posting = view.phase == "betting" and view.street is None and not seat.bet
        if (view.phase != "idle" and not is_posting) or sim.total("bet"):
            return False
        over = sim.total("stack") - seat.stack - self._cheated[number]
        if over == 0:
            return self._change_odd_chips(number)
        _take_from_stack(sim, over)
        return True

    def _change_odd_chips(self, number: int) -> bool:
        """Chips that the table does not play with are changed, but where somebody has slipped
        some in.
        """
        sim, chips = self.stage.seats[number], self.stage.config.table.chips
        odd = [chip for chip in sim.chips("stack") if chip not in chips]
        if not chips or not odd or number in self._cheated or sum(odd) % min(chips):
            return False
        sim.remove("stack", odd)
        sim.receive(sum(odd))
        return True

    def colour_up(self, chip: int) -> None:
        """Every stack is changed into chips that are still in play, rounded up as the ledger is
        (F-10).
        """
        for number, sim in self.stage.seats.items():
            sim.denominations = tuple(one for one in sim.denominations if one != chip)
            sim.remove("stack", sim.chips("stack"))
            sim.receive(self.stage.view.seats[str(number)].stack)

    def accept_count(self, number: int) -> None:
        """The floor has counted a stack: what lies there beyond that stays, if it was slipped
        in, or pocketed.
        """
        if self._cheated[number]:
            self._cheated[number] = (
                self.stage.seats[number].total("stack") - self.stage.view.seats[str(number)].stack
            )

    def change_stack(self, number: int, chips: Sequence[int], *, are_added: bool) -> bool:
        """Chips come onto a stack from nowhere, or leave it for a pocket, and nobody puts that
        right. False: none lie there.
        """
        sim = self.stage.seats[number]
        if are_added:
            sim.add("stack", chips)
        elif sim.change_into("stack", chips) is not None or sim.remove("stack", chips) is not None:
            return False
        self._cheated[number] += sum(chips) if are_added else -sum(chips)
        return True

    def restore_chips(self) -> None:
        """After an undo: puts bets and pots back where they lay."""
        view = self.stage.view
        for number, sim in self.stage.seats.items():
            seat = view.seats.get(str(number))
            if (
                is_between_hands(view)
                or seat is None
                or seat.points is not None
                or not sim.is_plugged
            ):
                continue
            if (missing := seat.bet - sim.total("bet")) > 0:
                sim.receive(missing)
                sim.put_amount(missing)
            self._bets[number] = seat.bet
            over = sim.total("stack") + max(0, sim.total("bet") - seat.bet) - seat.stack
            _take_from_stack(sim, over)


def is_between_hands(view: View) -> bool:
    """No hand is played, and no card is awaited for the button's draw."""
    # the cut may be awaited
    return view.phase in ("idle", "seating") and view.waiting_for in ("nothing", "action")


def _take_from_stack(sim: SeatModel, over: int) -> None:
    """So much, as far as its chips make it up; less than nothing: it gets more."""
    if over < 0:
        sim.receive(-over)
    elif over and isinstance(chips := sim.make_up("stack", over), tuple):
        sim.remove("stack", chips)


def _due_from(view: View, place: str) -> int:
    """The chips that a seat has to hand over, to the middle or to another."""
    return sum(
        [move.amount for move in view.moves if move.giver == place != move.taker and not move.done]
    )


def _can_make_up(sim: SeatModel, amount: int) -> bool:
    """Whether some of the chips in the bet area make exactly the amount."""
    return can_make(sorted_chips(Counter(sim.chips("bet")).items()), amount)
