"""A game of a card room's own: rows out of a table of TOML, laid over a preset's, and no code.

    preset = "canterbury"                       # what is not said below is as in it
    [table.game]
    name = "one-by-one"
    deck = "short"
    streets = [{ name = "preflop", hole = 2, opens = "left_of_blinds" }, { name = "first", burn = 1, board = 1 }, ...]

Its settings are the table's options, as with a preset.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tablectl.games.catalog import PRESETS
from tablectl.games.game import BadSetting, Game, PlaysFor, RoundName, Street
from tablectl.rules.bounds import LONGEST_NAME, why_no_name
from tablectl.rules.counting import HANDS, why_no_hand
from tablectl.rules.deck import DECKS

# The kinds of round that go with what a game is played for.
ROUNDS: dict[PlaysFor, tuple[RoundName, ...]] = {
    "pots": ("betting",), "house": ("ante_window", "call_or_fold"), "points": ("flat_bets", "shots"),
}
SEATS_MAX = 10
HOLE_FEWEST = 2
STREETS_MAX = 10
ROUNDS_MAX = 4                          # of one street


class OwnGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What differs from the preset's rows; None is "as there"."""

    name: str
    title: str | None = None            # as the screen says it
    deck: str | None = None             # of rules/deck.py, by its name
    fewest: int | None = None           # players
    most: int | None = None
    streets: tuple[Street, ...] | None = None
    hand: str | None = None             # of rules/counting.py: which cards make the hand that counts
    has_places: bool | None = None      # who is out is placed, and the last one left has won


def laid_over(game: Game, own: OwnGame) -> Game:
    """The preset with these rows in place of its own. Raises BadSetting with a sentence that names the row."""
    if own.name in PRESETS or not own.name.strip():
        raise BadSetting(f'A game of your own has a name of its own, not "{own.name}".')
    for what, text in (("Its name", own.name), ("Its title", own.title), *(("A street", row.name) for row in own.streets or ())):
        if text is not None and (why := why_no_name(text, what)):
            raise BadSetting(f"{own.name[:LONGEST_NAME]}: {why}")
    if own.deck is not None and own.deck not in DECKS:
        raise BadSetting(f'{own.name}: there is no deck "{own.deck}"; there is {", ".join(DECKS)}.')
    rows = {name: getattr(own, name) for name in ("fewest", "most", "streets", "hand", "has_places")}
    said = {name: value for name, value in rows.items() if value is not None}
    deck = DECKS[own.deck] if own.deck is not None else game.deck
    made = replace(game, name=own.name, title=own.title or own.name, deck=deck, **said)
    if why := next(_wrong_with(made), None):
        raise BadSetting(f"{own.name}: {why}")
    return made


def _wrong_with(game: Game) -> Iterator[str]:
    """Sentences."""
    if not 1 <= game.fewest <= game.most <= SEATS_MAX:
        yield f"it is played by {game.fewest} to {game.most}; a table has 1 to {SEATS_MAX} seats."
    for number, row in enumerate(game.streets, 1):
        yield from (f"street {number}, {row.name or 'without a name'}: {why}" for why in _wrong_with_street(game, row))
    if len(game.streets) > STREETS_MAX:
        yield f"it has {len(game.streets)} streets; there are {STREETS_MAX} at most."
    if game.hand not in HANDS:
        yield f'hand is {" or ".join(HANDS)}, not "{game.hand}".'
        return
    if game.hand != "best_of_all" and game.plays_for != "pots":
        yield "hand is best_of_all where it is not played for pots."
    hole = [row.hole for row in game.streets if row.hole]
    if len(hole) != 1 or hole[0] < HOLE_FEWEST:
        yield f"one street deals the hole cards, {HOLE_FEWEST} or more to each."
        return
    cards, board = game.most * hole[0], sum([row.board for row in game.streets])
    if why := why_no_hand(game.hand, hole[0], board) if game.plays_for != "points" else None:
        yield why
    burns = sum([max(row.burn, row.may_burn) + row.house for row in game.streets])
    if cards + board + burns > len(game.deck.all_cards):
        yield f"{game.most} players, board and burns take {cards + board + burns} cards; {len(game.deck.all_cards)} there are."
    if game.plays_for == "points" and game.streets[-1].rounds[-1:] != ("shots",):
        yield "its last round is the shots."


def _wrong_with_street(game: Game, row: Street) -> Iterator[str]:
    if min(row.hole, row.house, row.burn, row.may_burn, row.board) < 0:
        yield "no street deals less than nothing."
    if strange := [kind for kind in row.rounds if kind not in ROUNDS[game.plays_for]]:
        yield f'there is no round "{strange[0]}" in it; there is {", ".join(ROUNDS[game.plays_for])}.'
    if len(row.rounds) > ROUNDS_MAX:
        yield f"it has {len(row.rounds)} rounds; there are {ROUNDS_MAX} at most."
