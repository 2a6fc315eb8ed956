"""The cards that name shots, and the file they stand in: each card's shot and points (M-11).

    [shots]
    9c = { name = "Long cut past the middle", points = 6 }

A deck file names every card of the deck once; a joker is no shot (M-10).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tablectl.rules.bounds import why_out_of_bounds
from tablectl.rules.cards import CARDS, Card
from tablectl.structs import Frozen
from tablectl.text import say

POINTS_MAX = 99  # two digits: what a screen's column holds
NAME_MAX = 48  # characters, one line on the screen
SHOWN_MAX = 5  # cards that one sentence lists


class BadShots(ValueError):
    """A deck file that is none; the message is a sentence that names the file, and card and line
    where there is one.
    """


class ShotCard(Frozen):
    """What a card asks for."""

    name: str
    points: int


ShotDeck = Mapping[Card, ShotCard]


def read_shots(text: str, where: str, cards: Sequence[Card] = CARDS) -> dict[Card, ShotCard]:
    """The deck in the text of a deck file, in the order of `cards`. `where` is what a sentence
    calls the file.
    """
    try:
        found = tomllib.loads(text)
    # no TOML, a number too long to read, tables nested without end
    except (ValueError, RecursionError) as error:
        raise BadShots(f"{where}: {str(error).rstrip('.')}.") from None
    if unbounded := why_out_of_bounds(found):
        raise BadShots(f"{where}: {say(unbounded)}")
    shots = found.pop("shots", None)
    if found or not isinstance(shots, dict):
        raise BadShots(
            f"{where}: a deck file has one table, [shots]"
            + (f", and no {next(iter(found))}." if found else ".")
        )
    for card, row in shots.items():
        if why := _why_no_shot(card, row, cards):
            raise BadShots(f"{where}{_find_line(card, text)}: {why}")
    if missing := [card for card in cards if card not in shots]:
        more = f" and {len(missing) - SHOWN_MAX} more" if len(missing) > SHOWN_MAX else ""
        raise BadShots(f"{where}: there is no shot for {', '.join(missing[:SHOWN_MAX])}{more}.")
    return {card: ShotCard(shots[card]["name"], shots[card]["points"]) for card in cards}


def with_points(deck: ShotDeck, points: Mapping[Card, int]) -> dict[Card, ShotCard]:
    """The deck with other points for some cards. Raises BadShots with a sentence."""
    for card, worth in points.items():
        if why := _why_no_card(card, list(deck)) or _why_no_points(card, worth):
            raise BadShots(f"points: {why}")
    return {
        card: replace(shot, points=points.get(card, shot.points)) for card, shot in deck.items()
    }


def _why_no_shot(card: str, row: Any, cards: Sequence[Card]) -> str:
    """A sentence, or nothing."""
    if why := _why_no_card(card, cards):
        return why
    if not isinstance(row, dict) or set(row) != {"name", "points"}:
        return f'{card} has a name and points: {card} = {{ name = "...", points = 5 }}.'
    name = row["name"]
    if not isinstance(name, str) or not 0 < len(name.strip()) <= NAME_MAX:
        return f"{card} has a name of 1 to {NAME_MAX} characters."
    return _why_no_points(card, row["points"])


def _why_no_card(card: str, cards: Sequence[Card]) -> str:
    return "" if card in cards else f"{card} is no card of this deck."


def _why_no_points(card: str, points: Any) -> str:
    is_right = type(points) is int and 1 <= points <= POINTS_MAX  # TOML's true is no number
    return "" if is_right else f"{card} is worth 1 to {POINTS_MAX} points, not {points}."


def _find_line(card: str, text: str) -> str:
    """Where the card stands, if it is found: TOML may write it in many ways."""
    found = re.search(rf"""^\s*(?:\[shots\.)?["']?{re.escape(card)}\b""", text, re.MULTILINE)
    return f", line {text.count(chr(10), 0, found.end()) + 1}" if found else ""
