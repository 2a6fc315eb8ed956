"""The gate of what is said: over hands of all games no sentence names a card, or a rank, that lies
face down just then.

All that could be said of a view is listened to, so whatever is said again is among it. What may be
named is what lies face up.
"""

import re
from typing import ClassVar
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from tablectl.games.catalog import PRESETS, preset
from tablectl.present.public import audit_view, public_view
from tablectl.screen.model import decode
from tablectl.screen.sound import speech
from tablectl.screen.sound.speech import lines
from tablectl.screen.words.speech import card_in_words
from tablectl.service import display
from tests.claims import tried
from tests.tiers import tiered

from .test_secrets import Watch, watched

QUICK_HANDS, HANDS = 3, 60
RANKS = dict(
    zip(
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ),
        "23456789TJQKA",
        strict=True,
    )
)
CARD = re.compile(rf"\b({'|'.join(RANKS)}) of (spades|hearts|diamonds|clubs)\b", re.IGNORECASE)
# no other word of a sentence, as "two" may be
FACE = re.compile(r"\b(jack|queen|king|ace)s?\b", re.IGNORECASE)
VIEW = b'{"preset":'


class Listening(Watch):
    """Listens to all that could be said of each view on the screen's socket."""

    said: ClassVar[set[str]] = set()

    def _judge(self, data, audit):
        if not data.startswith(VIEW):
            return
        for line in lines(decode(data), "all"):
            cards = {RANKS[rank.lower()] + suit[0] for rank, suit in CARD.findall(line.text)}
            ranks = {RANKS[rank.lower()] for rank in FACE.findall(line.text)}
            self.said.update(cards)
            if cards - self._public or ranks - {card[0] for card in self._public}:
                self.leaks.append(line.text)


def listened(hands, game="tournament", **more):
    Listening.said.clear()
    return watched(hands, seed=1, game=preset(game), a_watch=Listening, **more)


def holds(table):
    tried(table.hands, "hands listened to")
    assert table.leaks == []
    assert Listening.said


@pytest.mark.parametrize("game", tiered(PRESETS, ["tournament", "casino"]))
def test_no_sentence_of_some_hands_names_a_card_that_lies_face_down(game):
    holds(listened(QUICK_HANDS, game))


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_no_sentence_of_many_hands_names_a_card_that_lies_face_down(game):
    holds(listened(HANDS, game))


def test_control_a_voice_that_reads_out_what_the_audit_view_has_at_the_seats_is_caught():
    def audit(table, now_ms, *besides, **more):
        return audit_view(table, now_ms)

    def of_seats(model, tr):
        return (card_in_words(tr, card) for seat in model.seats.values() for card in seat.cards)

    with patch.object(speech, "_cards_aloud", of_seats):
        leaks = listened(1, at_birth=lambda: patch.object(display, "public_view", audit)).leaks
        assert any(" of " in leak for leak in leaks)
        # in the view that a screen gets they have no face
        assert listened(1).leaks == []


def test_control_a_sentence_of_the_view_that_says_a_rank_in_the_hole_is_caught():
    def told(table, now_ms, *besides, **more):
        held = {card[0] for seat in audit_view(table, now_ms).seats.values() for card in seat.cards}
        said = " and ".join(word for word, rank in RANKS.items() if rank in held)
        sound = public_view(table, now_ms, *besides, **more)
        return replace(sound, ask=replace(sound.ask, kind="show"), prompt=f"Somebody has {said}.")

    assert listened(1, at_birth=lambda: patch.object(display, "public_view", told)).leaks
