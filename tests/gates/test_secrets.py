"""The gate of the secrets: of all the bytes that leave the service, none names a card that lies
face down, or its equity.

What may be named is taken from the physical table: the board, and what lies face up before the
seats.
"""

import re
from collections.abc import Callable
from contextlib import nullcontext
from unittest.mock import patch

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.intake.deckbook import simulated_book
from tablectl.present.public import audit_view
from tablectl.present.terms import card_name
from tablectl.service import display
from tablectl.service.sockets import Peer
from tablectl.simulation.demo.demo import Demo
from tablectl.simulation.demo.options import DemoOptions, demo_table
from tablectl.simulation.stage.memory import Stage
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.socket_ends import ControlEnd, ScreenEnd
from tablectl.text import say
from tests.claims import tried

from .naming import named
from .playing import GAME, PLAYERS

QUICK_HANDS, HANDS = 8, 1_000
PARTS = 16  # of them all, each with seeds of its own
BOARD = 5  # cards on it after the river
TELLS_EQUITY = "how good a hand is"
EQUITY = re.compile(rb'"equity":(?!null)')
PROMPT = re.compile(r'"prompt":"[^"]*"')


class ReadAlong(Peer):
    """The runner's end of a socket, on which somebody reads along."""

    along: Callable[[bytes], None] | None = None

    def read(self, most):
        data = super().read(most)
        if data and self.along is not None:
            self.along(data)
        return data


class WatchedScreen(ReadAlong, ScreenEnd):
    pass


class WatchedControl(ReadAlong, ControlEnd):
    pass


class WatchedStage(Stage):
    OfScreen, OfControl = WatchedScreen, WatchedControl


class Watch:
    """Reads along on the screen's and the control socket."""

    def __init__(self, stage):
        self.stage = stage
        self.packets = self.bytes = 0
        self.leaks: list[str] = []
        self._hand = -1
        self._public: set[str] = set()
        for end in (stage.screen, stage.control):
            assert isinstance(end, ReadAlong)
            end.along = self._search

    def _search(self, data):
        self.packets += 1
        self.bytes += len(data)
        audit = self.stage.look().view
        if audit.hand != self._hand:
            self._hand, self._public = audit.hand, set()
        self._public |= {*audit.board, *self._turned_up()}
        # scored: every hand is turned up (M-7)
        if audit.result and audit.game is not None:
            self._public |= {card for seat in audit.seats.values() for card in seat.cards}
        # the dealer shows, and who has called (D-4)
        if audit.dealer is not None and len(audit.board) == BOARD:
            called = [
                won.seat
                for won in audit.result or ()
                if any(line.line == "call" for line in won.lines)
            ]
            self._public |= {
                *audit.dealer.cards,
                *(card for seat in called for card in audit.seats[str(seat)].cards),
            }
        if audit.phase == "seating" or audit.hand == 0:
            # drawn for the button
            self._public |= {card for seat in audit.seats.values() for card in seat.cards}
        self._judge(data, audit)

    def _judge(self, data, audit):
        told = data.decode()
        # then the prompt says which cards win; it is made of the faces alone
        if is_up := self._hands_are_up(audit):
            told = PROMPT.sub("", told)
        if hidden := named(told) - self._public:
            self.leaks.append(f"hand {audit.hand}, {audit.street}: {sorted(hidden)}")
        if EQUITY.search(data) and not is_up:
            self.leaks.append(f"hand {audit.hand}, {audit.street}: {TELLS_EQUITY}")

    def _hands_are_up(self, audit):
        """Whether all hands that can win lie up, so that everybody may count how good they are."""
        live = [
            seat.cards
            for seat in audit.seats.values()
            if seat.status in ("in", "all_in") and seat.cards
        ]
        return len(live) > 1 and all(card in self._turned_up() for cards in live for card in cards)

    def _turned_up(self):
        book = simulated_book()
        return {book.card(tag) for seat in self.stage.seats.values() for tag in seat.up}


class Watched(Struct, frozen=True):
    hands: int
    shown: int  # cards that were rightly named
    packets: int
    bytes: int
    leaks: list[str]


def watched(
    hands,
    seed,
    at_birth=nullcontext,
    game=GAME,
    a_watch=Watch,
):
    """Plays a demo until so many hands, or its end, and reads along."""
    table = demo_table(game, PLAYERS)
    ended = []
    with temporary_directory() as directory:
        stage = WatchedStage(
            table, directory, map(int, table.seats), game.deck, screens=1, at_birth=at_birth
        )
        watch = a_watch(stage)
        try:
            wanted = DemoOptions(game.name, players=PLAYERS, hands=hands, seed=seed)
            stage.loop.run_until_complete(Demo(stage, game, wanted, ended.append).run())
        finally:
            stage.close()
    shown = sum(len(won["cards"]) for hand in ended for won in hand.result)
    return Watched(len(ended), shown, watch.packets, watch.bytes, watch.leaks)


def played_and_watched(hands, part=0):
    """Tables one after the other until so many hands were played."""
    tables = []
    while (left := hands - sum(table.hands for table in tables)) > 0:
        tables.append(watched(left, seed=1 + part * HANDS + len(tables)))
    return tables


def holds(tables):
    hands = sum(table.hands for table in tables)
    print(
        f"{hands:,} hands, {sum(table.packets for table in tables):,} packets, "
        f"{sum(table.bytes for table in tables):,} bytes:"
        f" no card named that lay face down, {sum(table.shown for table in tables):,} that had "
        "been shown"
    )
    tried(hands, "hands")
    assert [leak for table in tables for leak in table.leaks] == []
    assert sum(table.shown for table in tables) > 0


def test_no_byte_of_some_hands_names_a_card_that_lies_face_down():
    holds(played_and_watched(QUICK_HANDS))


@pytest.mark.slow
def test_no_byte_of_a_game_against_the_house_names_a_card_of_the_dealer_before_the_river():
    """Clauses: D-2, D-4."""
    holds([watched(QUICK_HANDS, seed=1, game=preset("casino"))])


@pytest.mark.slow
def test_no_byte_of_a_game_for_points_names_a_card_before_its_hand_is_scored():
    holds([watched(5, seed=1, game=preset("pool"))])


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=pytest.mark.soak if part else pytest.mark.slow)
        for part in range(PARTS)
    ],
)
def test_no_byte_of_1000_hands_names_a_card_that_lies_face_down(part):
    holds(played_and_watched(HANDS // PARTS, part))


def test_control_a_service_that_shows_what_only_tests_may_see_is_caught():
    def audit(table, now_ms, *besides, **more):
        return audit_view(table, now_ms)

    leaks = watched(1, seed=1, at_birth=lambda: patch.object(display, "public_view", audit)).leaks
    print(
        f"The audit view on the screen's socket: {len(leaks)} packets name face-down cards, first "
        f"{leaks[:1]}"
    )
    assert any(TELLS_EQUITY in leak for leak in leaks)
    assert any(TELLS_EQUITY not in leak for leak in leaks)


def test_control_a_sentence_that_names_a_face_down_card_by_its_suit_s_sign_is_caught():
    """Only its `prompt` leaks, so that nothing but the sentence can be what is found."""
    sound = display.public_view

    def told(table, now_ms, *besides, **more):
        held = next(
            (seat.cards for seat in audit_view(table, now_ms).seats.values() if seat.cards), ()
        )
        return replace(
            sound(table, now_ms, *besides, **more),
            prompt=f"Here lies {' '.join(say(card_name(card)) for card in held)}.",
        )

    leaks = watched(1, seed=1, at_birth=lambda: patch.object(display, "public_view", told)).leaks
    assert leaks
    assert not any(TELLS_EQUITY in leak for leak in leaks)
