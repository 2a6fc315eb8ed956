"""A table without devices: the engine deals from a shuffled deck, and a program acts as if by
keys at the seats.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, CardOff, HoleCardsSeen, Key, KeyPressed, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.questions import legal_now, next_place, next_pull
from tablectl.games.catalog import preset
from tablectl.games.settings import BadSetting
from tablectl.library.cards import Card, Cards, check_once, parse_cards
from tablectl.present.reasons import irregularity_text, say_notice
from tablectl.rules.bounds import Problem
from tablectl.rules.forced import Stakes
from tablectl.rules.limits import Legal
from tablectl.text import say

WITHOUT_DEVICES: dict[str, object] = {
    "table_all_in_hands": False,
    "action_clock_s": 0,
    "chips_sensed": False,
    "cut": "off",
}


class IllegalAct(ValueError):
    """The rules refuse the act; the message is the table's own sentence. Nothing has changed."""


class Table:
    """One table and its hands, by the rules of a preset: tournament, texas6plus or canterbury.

    `stacks`: by seat, or of seats 1, 2, 3 and so on. `blinds`: small and big one. `button`: its
    seat in the first hand; else the last one. Each hand is dealt from the deck shuffled by `seed`.
    `options`: a table's, by their names in its configuration. Raises ValueError.
    """

    def __init__(
        self,
        game: str,
        stacks: Mapping[int, int] | Sequence[int],
        *,
        blinds: tuple[int, int] | None = None,
        ante: int = 0,
        button: int | None = None,
        seed: int | None = None,
        **options: object,
    ) -> None:
        of_seats = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, 1))
        played = preset(game)
        if not played.has_blinds:
            why = f"{played.name} is not played by check, call, raise and fold."
            raise BadSetting(Problem(("table", "preset"), why))
        self._chance, self._cards = Random(seed), list[str]()
        self._table, _ = open_table(
            played,
            of_seats,
            stakes=Stakes(*blinds, ante) if blinds is not None else None,
            button=button or max(of_seats, default=None),
            options={**WITHOUT_DEVICES, **options},
        )

    # A hand

    def deal(self, deck: Cards = "") -> None:
        """Posts, and deals the next hand. `deck`: the first cards of it, in their order; the
        others follow shuffled.
        """
        first = parse_cards(deck)
        of_game = self._table.game.deck
        check_once(first, of_game)
        others = list(of_game.all_cards)
        for card in first:
            others.remove(card)
        self._chance.shuffle(others)
        self._cards, before = [*first, *others], self._cards
        try:
            self._handle_event(StartAsked(at_ms=0))
        except IllegalAct:
            self._cards = before
            raise

    def fold(self) -> None:
        self._press_key("fold")

    def check_or_call(self) -> None:
        self._press_key("check" if "check" in self.legal.acts else "call")

    def raise_to(self, amount: int) -> None:
        """A bet or a raise to this total of the round."""
        self._press_key("bet" if "bet" in self.legal.acts else "raise", amount)

    def all_in(self) -> None:
        self._press_key("all_in")

    # What stands on the table

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None: the hand is over."""
        return self._table.to_act

    @property
    def legal(self) -> Legal:
        """`acts`, `to_call`, and the totals `raise_min` and `raise_max`, None where nothing may
        be raised.
        """
        return legal_now(self._table)

    @property
    def street(self) -> str | None:
        street = self._table.street_now
        return street.name if street is not None else None

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(map(Card, self._table.board_up))

    @property
    def pot(self) -> int:
        """All that was put in in this hand, the bets in front included."""
        return (
            sum([player.put for player in self._table.shown.players.values()])
            if self._table.in_hand
            else 0
        )

    @property
    def stacks(self) -> dict[int, int]:
        return {seat.number: seat.stack for seat in self._table.seats if seat.status != "empty"}

    @property
    def bets(self) -> dict[int, int]:
        """What lies in front of each player of the hand."""
        return {number: player.bet for number, player in self._table.shown.players.items()}

    @property
    def won(self) -> dict[int, int]:
        """By seat, what it won from the pots of the last hand; empty during a hand."""
        found = dict[int, int]()
        for one in () if self._table.in_hand else self._table.won or ():
            found[one.seat] = found.get(one.seat, 0) + one.amount
        return found

    def hole_cards(self, seat: int) -> tuple[Card, ...]:
        """Of this hand, or of the last one. Raises KeyError for a seat that is not in it."""
        return tuple(map(Card, self._table.shown.players[seat].cards))

    # What the table does by itself

    def _press_key(self, key: str, amount: int = 0) -> None:
        if self.to_act is None:
            raise IllegalAct("No hand is being played: deal() deals the next.")
        self._handle_event(KeyPressed(at_ms=0, seat=self.to_act, key=cast(Key, key), amount=amount))

    def _handle_event(self, event: AnyEvent | None) -> None:
        """Tells the table one event, and then deals and shows what it waits for."""
        while event is not None:
            after, rows = handle(self._table, (event,))
            refused = [fact for row in rows for fact in row.facts if isinstance(fact, Refused)]
            if refused:
                raise IllegalAct(say_notice(refused[0]))
            self._table = after
            if irregularity := after.irregularity:
                raise AssertionError(say(irregularity_text(irregularity)))
            event = self._next_event()

    def _next_event(self) -> AnyEvent | None:
        """The card that is wanted, or the hand of who has to show; None: an act is waited for,
        or the next hand.
        """
        t = self._table
        if next_place(t) is not None:
            return CardOff(at_ms=0, cards=(self._cards.pop(0),), pull=next_pull(t))
        if t.phase == "showdown" and t.to_act is not None:
            return HoleCardsSeen(at_ms=0, seat=t.to_act, cards=t.player(t.to_act).cards)
        return None

    def __repr__(self) -> str:
        seats: Any = ", ".join(f"{seat}: {stack:,}" for seat, stack in self.stacks.items())
        return f"<Table {self._table.game.name}: {seats}>"
