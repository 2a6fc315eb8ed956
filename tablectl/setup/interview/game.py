"""What is played, by how many, and for which blinds."""

import re

from tablectl.games.catalog import PRESETS, preset
from tablectl.games.game import Game
from tablectl.locale import LANGUAGES
from tablectl.rules.forced import Stakes
from tablectl.setup.example import STAKES
from tablectl.setup.interview.desk import (
    LANGUAGE,
    BadAnswer,
    Choice,
    Desk,
    Question,
    read_number,
    shorten,
)
from tablectl.text import T

KEYS = ("game", "count", "blinds")
SEATS_MOSTLY = 6
BLINDS = re.compile(r"([1-9][0-9]{0,5})\s*/\s*([1-9][0-9]{0,5})")
MOST_TIMES = 20  # the big blind is of the small one
LANGUAGE_NAMES = {"en": "English", "es": "Español"}
GAME = Question(
    "game",
    T("What do you play?"),
    "tournament",
    tuple(Choice(game.name, game.title) for game in PRESETS.values()),
)


def ask_language(desk: Desk, default: str) -> None:
    choices = tuple(Choice(code, LANGUAGE_NAMES.get(code, code)) for code in LANGUAGES)
    desk.ask(Question(LANGUAGE, T("Which language does the table speak?"), default, choices))


def ask_game(desk: Desk, seats_found: int) -> None:
    """`seats_found`: so many devices that are seats; 0: none, and so nobody knows."""
    game = preset(desk.ask(GAME))
    desk.ask(_seats_question(game, seats_found))
    if game.has_blinds:
        small, big = STAKES.small_blind, STAKES.big_blind
        asked = T("Which blinds, small and big? Each begins with a hundred big blinds.")
        desk.ask(Question("blinds", asked, f"{small}/{big}", read=read_blinds))


def _seats_question(game: Game, seats_found: int) -> Question:
    asked = T(
        "How many seats has the table, {fewest} to {most}?", fewest=game.fewest, most=game.most
    )
    default = max(game.fewest, min(seats_found or SEATS_MOSTLY, game.most))
    return Question("count", asked, str(default), read=read_number(game.fewest, game.most))


def read_blinds(line: str) -> str:
    """As small/big. Raises BadAnswer."""
    found = BLINDS.fullmatch(line)
    if found is None:
        raise BadAnswer(
            T('Blinds are two whole numbers, as 50/100, not "{answer}".', answer=shorten(line))
        )
    small, big = int(found[1]), int(found[2])
    if not small <= big <= MOST_TIMES * small:
        raise BadAnswer(
            T(
                "The big blind is the small one or up to {times} times that, here {small:,} to "
                "{most:,}, not {big:,}.",
                times=MOST_TIMES,
                small=small,
                most=MOST_TIMES * small,
                big=big,
            )
        )
    return f"{small}/{big}"


def blinds_of(text: str) -> Stakes:
    small, big = map(int, text.split("/"))
    return Stakes(small, big)
