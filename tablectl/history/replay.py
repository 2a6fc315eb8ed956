"""Replaying: gives the engine a recorded hand as events, and compares the final stacks with the
recorded ones.

The engine alone judges the acts: one that it refuses ends the replay with its sentence, and the
code of its notice.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from msgspec.structs import replace

from tablectl.engine.engine import handle, open_table
from tablectl.engine.events import AnyEvent, CardOff, HoleCardsSeen, Key, KeyPressed, StartAsked
from tablectl.engine.facts import Refused
from tablectl.engine.questions import next_place, next_pull
from tablectl.engine.state.table import Table
from tablectl.games.catalog import preset
from tablectl.games.game import Game
from tablectl.games.own import OwnGame, lay_over_preset
from tablectl.games.settings import BadSetting
from tablectl.history.phh import UNKNOWN, Action, BadHistory, Hand, Name, estimate_hands, read_file
from tablectl.present.reasons import irregularity_text, say_notice
from tablectl.rules.cards import Card
from tablectl.rules.deck import fixed_order
from tablectl.rules.forced import Stakes
from tablectl.structs import Frozen
from tablectl.text import say

AT_MS = 0  # records have no times: everything happens at 0

# How the variants are played: the game, and settings that records assume. Seats have keys only. A
# raise is at least the last increment (T-8). All-in hands are turned up when the record says so
# (T-19). Records name no cap: limit is played with a bet and three raises, heads-up, too. In short
# deck a flush beats a full house, and heads-up the button posts the small blind. Omaha has
# hold'em's streets with four hole cards, and its pot limit counts the raiser's call.
KEYS_ONLY: dict[str, object] = {
    "table_all_in_hands": False,
    "action_clock_s": 0,
    "chips_sensed": False,
}
HOLDEM = preset("tournament")
OMAHA = lay_over_preset(
    HOLDEM,
    OwnGame(
        name="omaha",
        hand="two_and_three",
        streets=tuple(replace(row, hole=2 * row.hole) for row in HOLDEM.streets),
    ),
)
VARIANTS: dict[str, tuple[Game, dict[str, object]]] = {
    "NT": (HOLDEM, {**KEYS_ONLY, "min_raise": "increment"}),
    "FT": (preset("canterbury"), {**KEYS_ONLY, "cap": 3, "heads_up_cap": "never"}),
    "NS": (
        preset("texas6plus"),
        {**KEYS_ONLY, "flush_over_full_house": True, "heads_up_button": "small"},
    ),
    "PO": (
        OMAHA,
        {
            **KEYS_ONLY,
            "min_raise": "increment",
            "betting": "pot_limit",
            "pot_limit_counts_call": True,
        },
    ),
}


class Replayed(Frozen):
    """The outcome of a replay.

    `match` is None where no final stacks are recorded, and where the showdown cannot be judged from
    the record: then `error` says so. An `error` that stopped the hand otherwise is no match.
    """

    finishing_stacks: tuple[int, ...]  # by player, p1 first; empty if there is an `error`
    recorded: tuple[int, ...] | None
    match: bool | None
    error: str | None = None
    made_up: tuple[Card, ...] = ()  # cards dealt that the record does not name
    # of the notice, where the engine refused, or halted at, what the record does
    code: str | None = None


class Record(Frozen):
    """One line of `tablectl replay --json`."""

    file: str
    hand: Name | None
    finishing_stacks: tuple[int, ...]
    recorded: tuple[int, ...] | None
    match: bool | None
    error: str | None  # a sentence, and in brackets the code of the notice


def count_hands(paths: Iterable[Path]) -> int:
    """An estimate of the number of records of `replay_files`. Raises BadHistory for a file that
    cannot be read.
    """
    return sum(estimate_hands(path) for path in paths)


def replay_files(paths: Iterable[Path]) -> Iterator[Record]:
    """One record per hand, in the order of the files; a faulty hand gives a record with its error.

    Raises BadHistory for an unreadable file, after the files before it are done.
    """
    for path in paths:
        for hand in read_file(path):
            yield _make_record(path, hand)


def _make_record(path: Path, hand: Hand | BadHistory) -> Record:
    if isinstance(hand, BadHistory):
        return Record(str(path), hand.hand, (), None, None, hand.sentence)
    played = replay(hand)
    error = (
        played.error
        if played.error is None or played.code is None
        else f"{played.error.removesuffix('.')} ({played.code})."
    )
    return Record(
        str(path), hand.name, played.finishing_stacks, played.recorded, played.match, error
    )


def replay(hand: Hand) -> Replayed:
    """Plays the hand through the engine from the first blind to the last pot."""
    recorded = hand.finishing_stacks
    deal = _Deal(hand)
    try:
        deal.play()
        finishing = tuple(seat.stack for seat in deal.table.seats[: len(hand.starting_stacks)])
        match = None if recorded is None else finishing == recorded
        if match is False:
            deal.must_be_judged()
    except _Stopped as stopped:
        match = None if recorded is None or isinstance(stopped, _Unjudged) else False
        return Replayed((), recorded, match, str(stopped), tuple(deal.made_up), stopped.code)
    return Replayed(finishing, recorded, match, made_up=tuple(deal.made_up))


class _Stopped(Exception):
    """The replay cannot go on; the message is a sentence, `code` that of a notice of the
    engine's.
    """

    def __init__(self, sentence: str, code: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code


class _Unjudged(_Stopped):
    """Who wins depends on cards that the record does not name."""


class _Deal:
    """A hand being replayed: the table, the cards not named by the record, and who will muck at
    their turn.

    `unseen`: the players who mucked cards that the record never names. It may be that they showed,
    and won.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.table: Table
        self.made_up: list[Card] = []
        self.mucks: set[int] = set()
        self.unseen: list[int] = []
        named = {card for hole in hand.holes for card in hole}
        named.update(
            card for action in hand.actions if action.kind == "db" for card in action.cards
        )
        self._named = named

    def play(self) -> None:
        self.table = _open_record_table(self.hand)
        self._unnamed = iter(
            [card for card in fixed_order(self.table.game.deck) if card not in self._named]
        )
        self._tell(StartAsked(at_ms=AT_MS))
        self._deal_holes()
        for action in self.hand.actions:
            try:
                _PLAY[action.kind](self, action)
                self._muck_in_turn()
            except _Stopped as stopped:
                raise type(stopped)(
                    f"{action.name[0].upper()}{action.name[1:]}: {stopped}", stopped.code
                ) from None
        self._end()

    def must_be_judged(self) -> None:
        """Stops a hand that may have come out otherwise because of cards that nobody recorded."""
        if self.unseen:
            raise _Unjudged(
                f"The showdown cannot be judged: p{self.unseen[0]}'s cards are not known."
            )

    def _tell(self, *events: AnyEvent) -> None:
        self.table, rows = handle(self.table, events)
        for row in rows:
            for fact in row.facts:
                if type(fact) is Refused:
                    raise _Stopped(say_notice(fact), fact.code)
        if irregularity := self.table.irregularity:
            raise _Stopped(say(irregularity_text(irregularity)), irregularity.kind)

    # Cards

    def _make_up(self) -> Card:
        # never empty: ten holdings, burns and board leave some cards of any deck
        card = next(self._unnamed)
        self.made_up.append(card)
        return card

    def _card_off(self, card: Card) -> None:
        self._tell(CardOff(at_ms=AT_MS, cards=(card,), pull=next_pull(self.table)))

    def _deal_holes(self) -> None:
        """Deals one card at a time round the table (T-6); a record lists each player's cards
        together.
        """
        holes = self.hand.holes
        cards = [
            holes[seat - 1][time] for time in range(len(holes[0])) for seat in self.table.dealt
        ]
        self._tell(
            *[
                CardOff(
                    at_ms=AT_MS, cards=(self._make_up() if card == UNKNOWN else card,), pull=pull
                )
                for pull, card in enumerate(cards, next_pull(self.table))
            ]
        )

    def hole_dealt(self, action: Action) -> None:
        """A record's deal of hole cards: nothing to do, they were dealt before the first action."""

    def board_dealt(self, action: Action) -> None:
        for card in action.cards:
            if (place := next_place(self.table)) and place.kind == "burn":
                self._card_off(self._make_up())
                place = next_place(self.table)
            if not place:
                raise _Stopped(f"{card} is not wanted: {self._awaited()}.")
            self._card_off(card)

    # Acts

    def folded(self, action: Action) -> None:
        self._act(action, "fold")

    def checked_or_called(self, action: Action) -> None:
        owes = self.table.round.bet > self.table.player(action.player).bet
        self._act(action, "call" if owes else "check")

    def raised(self, action: Action) -> None:
        self._act(action, "raise" if self.table.round.bet else "bet")

    def _act(self, action: Action, key: Key) -> None:
        if self.table.to_act is None or self.table.phase != "betting":
            raise _Stopped(f"p{action.player} is not to act: {self._awaited()}.")
        self._tell(KeyPressed(at_ms=AT_MS, seat=action.player, key=key, amount=action.amount))

    # The showdown

    def shown_or_mucked(self, action: Action) -> None:
        if self.table.status(action.player) == "folded":
            raise _Stopped(f"p{action.player} has folded and has no cards to show.")
        if not self.table.in_hand:  # shown after the pots were pushed
            return
        # named by its deal, or by a later show
        if action.shows or (action.is_unknown and self._is_known(action.player)):
            self._show(action.player)
        else:
            self.mucks.add(action.player)

    def _show(self, seat: int) -> None:
        if not self._is_known(seat):
            raise _Unjudged(
                f"The showdown cannot be judged: p{seat}'s cards are not known and have to be "
                "shown."
            )
        self._tell(HoleCardsSeen(at_ms=AT_MS, seat=seat, cards=self.table.player(seat).cards))

    def _muck_in_turn(self) -> None:
        """Mucks those who have to at their turn: a record may list them in another order."""
        while (seat := self._to_show()) in self.mucks:
            assert seat is not None
            self._show_or_muck(seat)

    def _to_show(self) -> int | None:
        return self.table.to_act if self.table.phase == "showdown" else None

    def _show_or_muck(self, number: int) -> None:
        """Mucks unless the hand has to be shown: all-in, or the last one that can claim a pot
        (T-15).
        """
        try:
            self._tell(KeyPressed(at_ms=AT_MS, seat=number, key="muck"))
        except _Stopped:
            self._show(number)
        else:
            if not self._is_known(number):
                self.unseen.append(number)

    def _is_known(self, seat: int) -> bool:
        return UNKNOWN not in self.hand.holes[seat - 1]

    def _end(self) -> None:
        """At the showdown players whom the record does not mention show, if their cards are
        known.
        """
        while number := self._to_show():
            if number in self.mucks or not self._is_known(number):
                self._show_or_muck(number)
            else:
                self._show(number)
        if self.table.in_hand:
            raise _Stopped(f"The record ends too early: {self._awaited()}.")

    def _awaited(self) -> str:
        """What the table waits for, for a sentence about the record."""
        t = self.table
        if not t.in_hand:
            return "the hand is over"
        if t.phase == "dealing" and (street := t.street_now):
            return f"the {street.name} is to be dealt"
        return f"p{t.to_act} is to {'show' if t.phase == 'showdown' else 'act'}"


_PLAY: dict[str, Callable[[_Deal, Action], None]] = {
    "dh": _Deal.hole_dealt,
    "db": _Deal.board_dealt,
    "f": _Deal.folded,
    "cc": _Deal.checked_or_called,
    "cbr": _Deal.raised,
    "sm": _Deal.shown_or_mucked,
}


# The table


def _open_record_table(hand: Hand) -> Table:
    """The table of the record: p1 posts the small blind, the last player has the button.

    Heads-up p2 has the button and posts the small blind; there a record lists the blinds in the
    reverse order.
    """
    game, options = VARIANTS[hand.variant]
    small, big, button_ante = _blinds_posted(hand)
    ante, ante_from = _ante_posted(hand)
    if hand.min_bet not in (0, big):
        _stop_replay(
            f"A smallest bet of {hand.min_bet:,} with a big blind of {big:,} is not played."
        )
    stacks = dict(enumerate(hand.starting_stacks, 1))
    try:
        return open_table(
            game,
            stacks,
            options={**options, "ante_from": ante_from, "button_ante": button_ante},
            button=len(stacks),
            stakes=Stakes(small, big, ante, hand.small_bet, hand.big_bet),
        )[0]
    except BadSetting as bad:
        _stop_replay(str(bad))


def _blinds_posted(hand: Hand) -> tuple[int, int, int]:
    """The small blind, the big blind, and the blind on the button if it is the only one; that is
    the big blind, too.
    """
    if not any(hand.blinds):
        _stop_replay("Nobody posts a blind: a hand without one is not played.")
    on_button = 0 if len(hand.blinds) == 2 else len(hand.blinds) - 1
    if hand.blinds[on_button] and sum(hand.blinds) == hand.blinds[on_button]:
        return 0, hand.blinds[on_button], hand.blinds[on_button]
    small, big, *straddles = hand.blinds
    if any(straddles):
        _stop_replay(f"A straddle of {max(straddles):,} is not played (F-13).")
    return small, big, 0


def _ante_posted(hand: Hand) -> tuple[int, str]:
    """The ante, and who posts it: each player, or the big blind for all. In a record the big
    blind is listed second.
    """
    ante = max(hand.antes)
    if ante and hand.antes[1] == ante == sum(hand.antes) and not hand.antes_are_layered:
        return ante, "big_blind"
    if len(set(hand.antes)) > 1:
        _stop_replay(
            f"Antes that differ ({', '.join(f'{ante:,}' for ante in hand.antes)}) are not played."
        )
    if not hand.antes_are_layered and min(hand.starting_stacks) < ante:
        _stop_replay(
            f"A stack of {min(hand.starting_stacks):,} with a dead ante of {ante:,} is not played."
        )
    return ante, "each"


def _stop_replay(sentence: str) -> NoReturn:
    raise _Stopped(sentence)
