"""A game of a card room's own: rows out of a table of TOML, laid over a preset's, and no code.

    preset = "canterbury"                       # what is left out below is as in it
    [table.game] name = "one-by-one" deck = "short" streets = [{ name = "preflop", hole = 2, opens =
    "left_of_blinds" }, { name = "first", burn = 1, board = 1 }, ...]

Its settings are the table's options, as with a preset.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tablectl.games.catalog import PRESETS
from tablectl.games.game import Game, RoundName, Street
from tablectl.games.settings import BadSetting, PlaysFor
from tablectl.rules.bounds import LONGEST_NAME, Key, Problem, why_no_name
from tablectl.rules.counting import CountingHand, why_no_hand
from tablectl.rules.deck import DECKS
from tablectl.rules.fitting import means
from tablectl.structs import Strict
from tablectl.text import say

# The kinds of round that go with what a game is played for.
ROUNDS: dict[PlaysFor, tuple[RoundName, ...]] = {
    "pots": ("betting",),
    "house": ("ante_window", "call_or_fold"),
    "points": ("flat_bets", "shots"),
}
SEATS_MAX = 10
HOLE_FEWEST = 2
STREETS_MAX = 10
Players = Annotated[int, Meta(ge=1, le=SEATS_MAX)]


class OwnGame(Strict, kw_only=True):
    """Rows of a game of your own, laid over the preset's; what is left out is as there
    (examples/one-by-one.toml).
    """

    name: Annotated[str, means("A name that no preset has.", example="one-by-one")]
    title: Annotated[str | None, means("As the screen says it; left out: its name.")] = None
    deck: Annotated[str | None, means("The cards: " + ", ".join(DECKS) + ".", example="short")] = (
        None
    )
    fewest: Annotated[Players | None, means("The fewest players.")] = None
    most: Annotated[Players | None, means("The most players.")] = None
    streets: Annotated[
        Annotated[tuple[Street, ...], Meta(max_length=STREETS_MAX)] | None,
        means("All that is dealt, in order; exactly one street deals the hole cards."),
    ] = None
    hand: Annotated[
        CountingHand | None, means("Which cards make the hand that counts; games for pots only.")
    ] = None
    has_places: Annotated[
        bool | None, means("Who is out is placed, and the last one left has won.")
    ] = None


def lay_over_preset(game: Game, own: OwnGame) -> Game:
    """The preset with these rows in place of its own. Raises BadSetting with sentences that name
    the row.
    """
    if problems := [*_text_problems(own)]:
        raise BadSetting(*problems)
    rows = {
        name: getattr(own, name) for name in ("fewest", "most", "streets", "hand", "has_places")
    }
    own_rows = {name: value for name, value in rows.items() if value is not None}
    deck = DECKS[own.deck] if own.deck is not None else game.deck
    made = replace(game, name=own.name, title=own.title or own.name, deck=deck, **own_rows)
    if problems := [*_row_problems(made)]:
        raise BadSetting(*problems)
    return made


def _game_problem(key: Key, sentence: str) -> Problem:
    return Problem(("table", "game", *key), sentence)


def _text_problems(own: OwnGame) -> Iterator[Problem]:
    if own.name in PRESETS or not own.name.strip():
        yield _game_problem(
            ("name",), f'A game of your own has a name of its own, not "{own.name}".'
        )
    streets = [
        (("streets", place, "name"), "A street", row.name)
        for place, row in enumerate(own.streets or ())
    ]
    texts: list[tuple[Key, str, str | None]] = [
        (("name",), "Its name", own.name or "?"),
        (("title",), "Its title", own.title),
        *streets,
    ]
    for key, what, text in texts:
        if text is not None and (why := why_no_name(text, what)):
            yield _game_problem(key, f"{own.name[:LONGEST_NAME]}: {say(why)}")
    if own.deck is not None and own.deck not in DECKS:
        yield _game_problem(
            ("deck",), f'{own.name}: there is no deck "{own.deck}"; there is {", ".join(DECKS)}.'
        )


def _row_problems(game: Game) -> Iterator[Problem]:
    if not game.fewest <= game.most:
        yield _game_problem(
            ("most",),
            f"{game.name}: it is played by {game.fewest} to {game.most}; a table has 1 to "
            f"{SEATS_MAX} seats.",
        )
    for place, row in enumerate(game.streets):
        if strange := [kind for kind in row.rounds if kind not in ROUNDS[game.plays_for]]:
            yield _game_problem(
                ("streets", place, "rounds"),
                (
                    f"{game.name}: street {place + 1}, {row.name}: there is no round "
                    f'"{strange[0]}" in it; '
                    f"there is {', '.join(ROUNDS[game.plays_for])}."
                ),
            )
    if game.hand != "best_of_all" and game.plays_for != "pots":
        yield _game_problem(
            ("hand",), f"{game.name}: hand is best_of_all where it is not played for pots."
        )
    if why := _why_not_dealt(game):
        yield _game_problem(("streets",), f"{game.name}: {why}")


def _why_not_dealt(game: Game) -> str | None:
    hole = [row.hole for row in game.streets if row.hole]
    if len(hole) != 1 or hole[0] < HOLE_FEWEST:
        return f"one street deals the hole cards, {HOLE_FEWEST} or more to each."
    if any(row.up > row.hole for row in game.streets):
        return "a street turns up no more cards than it deals to each."
    cards, board = game.most * hole[0], sum(row.board for row in game.streets)
    if why := why_no_hand(game.hand, hole[0], board) if game.plays_for != "points" else None:
        return why
    burns = sum(max(row.burn, row.may_burn) + row.house for row in game.streets)
    if cards + board + burns > len(game.deck.all_cards):
        return (
            f"{game.most} players, board and burns take {cards + board + burns} cards; "
            f"{len(game.deck.all_cards)} there are."
        )
    if game.plays_for == "points" and game.streets[-1].rounds[-1:] != ("shots",):
        return "its last round is the shots."
    return None
