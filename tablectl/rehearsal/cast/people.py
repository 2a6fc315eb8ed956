"""What people do at a simulated table: play properly with keys and chips, and what the simulation does by itself.

The rules of the latter are INTERFACES': posting, showing, taking back what is due, and moving the chips that the ledger moves.
"""

from collections import Counter
from collections.abc import Sequence

from firmware_io.sim.things import SeatThings
from tablectl.intake.deckbook import simulated_tag
from tablectl.rehearsal.stage.stages import AnyStage
from tablectl.rehearsal.stage.virtual import Said
from tablectl.rules.counting import counting_hand
from tablectl.rules.payout import CALL
from tablectl.rules.wagers import can_make, sorted_chips
from tablectl.service.config import game_of
from tablectl.views.view import SeatView, View

TOTALS = ("bet", "raise_to")
KEY_OF_ACT = {"raise_to": "raise", "pass": "check"}
LINES = ("ante", "bonus")               # of a bet against the house
IN_FRONT = ("betting", "deciding", "dealing", "showdown", "halted")     # against the house bets lie there until it pays
MOST_ROUNDS = 1_000                     # of things done by itself after one step; a hand of ten needs under fifty


class People:
    """The hands and eyes at a stage. `autos`: what they do unasked."""

    def __init__(self, stage: AnyStage) -> None:
        self.stage = stage
        self.autos = {"post": True, "show": True, "take_back": True}
        self.laid_down: set[int] = set()                    # seats with chips put in front between hands: left lying (F-5)
        self._bets: dict[int, int] = {}                     # the ledger's bets as people last saw them
        self._turn: tuple[int, str | None, int | None] | None = None        # whose turn it was when they last looked

    def load(self, names: Sequence[str], *, is_draw: bool = False) -> None:
        """The deck of a hand, shuffled, into the shoe."""
        self.stage.props.load(names)

    async def waits(self, ms: int) -> None:
        """Time passes."""
        await self.stage.wait(ms)

    async def before_hand(self) -> None:
        """What people do before a hand begins."""

    async def starts(self) -> None:
        """The table is told to begin. Raises RuntimeError with its sentence where it does not."""
        answer = await self.stage.say({"start": True})
        if not answer["ok"]:
            raise RuntimeError(str(answer["text"]))

    async def act(self, seat: int, act: str, amount: int | None = None) -> Said | None:
        """One act, done properly; the refusal, if it was refused: then no chip has moved."""
        stage, sim = self.stage, self.stage.seats[seat]
        heard = len(stage.said)
        before = stage.view.seats[str(seat)]
        if before.points is not None:                       # a game without chips: an act is a key
            sim.press(KEY_OF_ACT.get(act, act), amount or 0)
            await stage.rest()
            return self._refusal(seat, heard)
        target = self._total(stage.view, seat, act, amount)
        sim.press(KEY_OF_ACT.get(act, act), amount or 0)
        await stage.rest()
        refusal = self._refusal(seat, heard)
        if refusal is None and act in TOTALS and not amount:
            refusal = await self._nothing_named(seat)
        elif refusal is None and (missing := target - sim.total("bet") + before.due_back) > 0:
            if missing > sim.total("stack"):
                sim.take_amount(before.due_back)            # of what is due back one can still bet
            sim.put_amount(missing)
            await stage.rest()
        elif refusal is None and act in LINES and missing < 0:
            sim.take_amount(-missing)                       # the bet is changed to less
            await stage.rest()
        return refusal

    def _refusal(self, seat: int, heard: int) -> Said | None:
        return next((said for said in self.stage.said[heard:] if said.is_refusal and said.seat == seat), None)

    async def _nothing_named(self, seat: int) -> Said | None:
        """A bet of nothing: confirmed without a chip, and taken back when the table refuses it."""
        heard = len(self.stage.said)
        for key in ("confirm", "undo"):
            self.stage.seats[seat].press(key)
            await self.stage.rest()
        return self._refusal(seat, heard)

    def _total(self, view: View, seat: int, act: str, amount: int | None) -> int:
        """What the seat's bet will be; chips for that are put in once the key has been taken."""
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
        """Does what is done by itself until nothing of that is left to do."""
        for _ in range(MOST_ROUNDS):
            if not await self._one_thing():
                return
        raise RuntimeError("People do not come to rest.")

    async def _one_thing(self) -> bool:
        view = self.stage.view
        if self._move_chips(view):
            await self.stage.rest()
            return True
        if view.to_act is None or str(view.to_act) not in view.seats or not self.stage.seats[view.to_act].is_plugged:
            return False
        if self.autos["post"] and view.legal == ("call",):
            return await self.act(view.to_act, "call") is None
        if self.autos["show"] and view.phase == "showdown":
            await self._show(view, view.to_act)
            return True
        return False

    async def _show(self, view: View, seat: int) -> None:
        """All one's cards up at one's turn where they can win or tie, else the muck."""
        stage = self.stage
        heard = len(stage.said)
        if view.seats[str(seat)].status != "all_in" and not self._may_win(view, seat):
            stage.seats[seat].press("muck")
            await stage.rest()
            if not any(said.is_refusal for said in stage.said[heard:]):
                return
        stage.seats[seat].show([simulated_tag(card) for card in view.seats[str(seat)].cards])
        await stage.rest()

    def _may_win(self, view: View, seat: int) -> bool:
        if len(view.board) < 5:
            return True
        strengths = {n: self._strength(view, s) for n, s in self._shown(view).items()}
        mine = self._strength(view, view.seats[str(seat)])
        return any(seat in pot.seats and all(mine >= strengths.get(other, 0) for other in pot.seats) for pot in view.pots)

    def _strength(self, view: View, seat: SeatView) -> int:
        hand = game_of(self.stage.config.table).hand
        return counting_hand(hand, seat.cards, view.board, self.stage.props.deck).strength

    def _shown(self, view: View) -> dict[int, SeatView]:
        up = {n: set(sim.up) for n, sim in self.stage.seats.items()}
        return {n: s for n in up if (s := view.seats[str(n)]).cards and {simulated_tag(c) for c in s.cards} <= up[n]}

    # Chips that follow the ledger

    def _move_chips(self, view: View) -> bool:
        """Bets that were collected leave the areas, what is due goes back, blinds taken from a stack come in front."""
        moved = False
        turn = view.hand, view.street, view.to_act
        is_held = view.phase == "halted" and self._turn is not None and self._turn[:2] == turn[:2]
        if is_held and self._turn is not None:
            turn = self._turn                               # a halt interrupts a turn: its chips are still the wager's
        for number, sim in self.stage.seats.items():
            seat = view.seats.get(str(number))
            if seat is None or not sim.is_plugged:
                continue
            is_making = number == turn[2] and (is_held or view.phase == "betting") and turn == self._turn
            is_making = is_making or (view.house is not None and view.phase in IN_FRONT)
            moved = self._follow(view, number, seat, is_making=is_making) or moved
            self._bets[number] = seat.bet
        self._turn = turn
        return moved

    def _follow(self, view: View, number: int, seat: SeatView, *, is_making: bool) -> bool:
        """`is_making`: chips in front may be the wager of a turn that had begun before; in a new turn they are the pot's."""
        sim = self.stage.seats[number]
        lies = sim.total("bet")
        if lies > seat.bet + seat.due_back and not is_making:
            self._sweep(seat, sim, lies - seat.bet - seat.due_back)
            return True
        is_over = view.waiting_for == "chips" or (is_between_hands(view) and number not in self.laid_down)
        if self.autos["take_back"] and seat.due_back and is_over and (sim.total("stack") or _holds(sim, seat.due_back)):
            sim.take_amount(min(seat.due_back, lies))
            return True
        is_behind = lies < seat.bet and seat.bet > self._bets.get(number, 0)
        if is_behind and (not is_making or view.house is not None):
            sim.put_amount(seat.bet - lies)
            return True
        return self._square_up(view, number, seat)

    def _sweep(self, seat: SeatView, sim: SeatThings, amount: int) -> None:
        """The pot takes what is its own; where the seat had no smaller chips it takes all, and makes the change."""
        if seat.due_back and not seat.bet and not _holds(sim, amount):
            sim.sweep()
            sim.receive(seat.due_back)
        else:
            sim.sweep_amount(amount)

    def _square_up(self, view: View, number: int, seat: SeatView) -> bool:
        """Between hands, and until it has posted, the stack holds what the ledger says: pots have been pushed, chips bought."""
        sim = self.stage.seats[number]
        is_posting = view.phase == "betting" and view.street is None and not seat.bet
        if (view.phase != "idle" and not is_posting) or sim.total("bet") or sim.total("stack") == seat.stack:
            return False
        over = sim.total("stack") - seat.stack
        if over < 0:
            sim.receive(-over)
        else:
            chips = sim.make_up("stack", over)
            if isinstance(chips, tuple):
                sim.remove("stack", chips)
        return True


    def lie_again(self) -> None:
        """After something was taken back: bets and pots that came back with it lie in their places again."""
        view = self.stage.view
        for number, sim in self.stage.seats.items():
            seat = view.seats.get(str(number))
            if is_between_hands(view) or seat is None or seat.points is not None or not sim.is_plugged:
                continue
            if (missing := seat.bet - sim.total("bet")) > 0:
                sim.receive(missing)
                sim.put_amount(missing)
            self._bets[number] = seat.bet
            over = sim.total("stack") + max(0, sim.total("bet") - seat.bet) - seat.stack
            if over < 0:
                sim.receive(-over)
            elif over and isinstance(chips := sim.make_up("stack", over), tuple):
                sim.remove("stack", chips)


def is_between_hands(view: View) -> bool:
    """No hand is played, and no card is awaited for the button's draw."""
    return view.phase in ("idle", "seating") and view.waiting_for == "nothing"


def _holds(sim: SeatThings, amount: int) -> bool:
    """Whether some chips of the bet area are worth the amount together, without anybody's change."""
    return can_make(sorted_chips(Counter(sim.chips("bet")).items()), amount)
