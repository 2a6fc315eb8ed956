"""The table of presets in the rulebook says what the games in the code are, cell by cell."""

import re
from typing import NamedTuple

import pytest

from tablectl.games.catalog import PRESETS
from tablectl.games.game import as_played
from tablectl.games.settings import BadSetting
from tests.clauses.rulebook import RULEBOOK


class Cell(NamedTuple):
    row: str
    game: str
    text: str


def cells():
    """All cells of the table, without the marks of Markdown."""
    table = RULEBOOK.partition("## Presets")[2].partition("\n\n")[2].partition("\n\n")[0]
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
    ]
    games = [re.sub(r"`(\w+)`.*", r"\1", cell) for cell in head[1:]]
    return [
        Cell(row[0], game, text.replace("*", ""))
        for row in rows
        for game, text in zip(games, row[1:], strict=True)
    ]


def bets(betting, *options):
    """Of itself so, and with the setting in these ways, too."""
    return lambda game: (
        game.settings.betting == betting
        and all(may_be(game, {"betting": option}) for option in options)
    )


def may_be(game, options):
    try:
        as_played(game, options)
    except BadSetting:
        return False
    return True


def deals(*board, burn=0):
    return lambda game: (
        [(row.board, row.burn) for row in game.streets if row.board]
        == [(count, burn) for count in board]
    )


def is_played_by(fewest, most):
    return lambda game: (game.fewest, game.most) == (fewest, most)


def plays_for(what):
    return lambda game: game.plays_for == what


def has_cards(count):
    return lambda game: len(game.deck.all_cards) == count and not game.deck.jokers


def has_cap(cap, heads_up):
    return lambda game: (
        game.has_blinds and (game.settings.cap, game.settings.heads_up_cap) == (cap, heads_up)
    )


def no_blinds(game):
    return not game.has_blinds


def raises_by(betting, least):
    return lambda game: (
        game.has_blinds and (game.settings.betting, game.settings.min_raise) == (betting, least)
    )


def button_posts(blind):
    return lambda game: game.has_blinds and game.settings.heads_up_button == blind


def turns_up(game):
    return game.settings.table_all_in_hands


def newcomers(*, is_behind_button):
    """They post or wait; whom the big blind has passed comes back behind the button, or
    anywhere.
    """
    return lambda game: (
        game.has_blinds
        and not game.settings.absent_are_dealt_in
        and (game.settings.returns_behind_button == is_behind_button)
    )


SAYS = {
    ("deck", "52 + cut card"): lambda game: has_cards(52)(game) and game.settings.cut == "ask",
    ("deck", "52"): lambda game: has_cards(52)(game) and game.settings.cut == "off",
    ("deck", "36 (6..A)"): lambda game: (
        {card[0] for card in game.deck.cards} == {*"6789TJQKA"} and has_cards(36)(game)
    ),
    ("deck", "52, or 54 with two jokers"): lambda game: (
        has_cards(52)(game) and len(as_played(game, {"jokers": 2}).deck.all_cards) == 54
    ),
    ("seats", "2-10"): is_played_by(2, 10),
    ("seats", "1-7 against the house"): lambda game: (
        is_played_by(1, 7)(game) and plays_for("house")(game)
    ),
    ("seats", "2-4"): is_played_by(2, 4),
    ("betting", "no limit"): bets("no_limit"),
    ("betting", "no limit (or pot, fixed)"): bets("no_limit", "pot_limit", "fixed_limit"),
    ("betting", "fixed limit"): bets("fixed_limit"),
    ("betting", "ante, bonus, call"): lambda game: (
        [*filter(None, [row.rounds for row in game.streets])]
        == [("ante_window",), ("call_or_fold",)]
    ),
    ("betting", "flat 5 a round, optional"): lambda game: (
        game.settings.bet == 5 and all(row.rounds[0] == "flat_bets" for row in game.streets)
    ),
    ("cap", "none"): has_cap(None, "never"),
    ("cap", "4 bets (fixed), also heads-up"): has_cap(3, "never"),
    ("cap", "bet + 4 raises, none heads-up"): has_cap(4, "before_cap"),
    ("cap", "-"): no_blinds,
    ("board", "3+1+1, burn before each"): deals(3, 1, 1, burn=1),
    ("board", "3+1+1, burn (Decision)"): deals(3, 1, 1, burn=1),
    ("board", "3+1+1, burn"): deals(3, 1, 1, burn=1),
    ("board", "3 then 2, no burn (option)"): lambda game: (
        deals(3, 1, 1)(game)
        and (
            sum([row.burn for row in as_played(game, {"burn": True}).streets]) == 2
            and not any(row.rounds for row in game.streets[-2:])
        )
    ),
    ("board", "3 + 3, no burn"): deals(3, 3),
    ("min raise", "to double the bet (option: last increment)"): lambda game: (
        raises_by("no_limit", "double")(game) and may_be(game, {"min_raise": "increment"})
    ),
    ("min raise", "last increment (Decision)"): raises_by("no_limit", "increment"),
    ("min raise", "the street's bet"): bets("fixed_limit"),
    ("min raise", "-"): no_blinds,
    ("heads-up button posts", "small blind (Decision)"): button_posts("small"),
    ("heads-up button posts", "big blind (S-10)"): button_posts("big"),
    ("heads-up button posts", "-"): no_blinds,
    ("all-in hands turned up before the board (T-19)", "yes"): turns_up,
    ("all-in hands turned up before the board (T-19)", "no"): lambda game: (
        game.has_blinds and not turns_up(game)
    ),
    ("all-in hands turned up before the board (T-19)", "-"): no_blinds,
    ("new/returning player", "S-16..S-18"): newcomers(is_behind_button=True),
    ("new/returning player", "L-30..L-35"): newcomers(is_behind_button=False),
    ("new/returning player", "-"): lambda game: (
        not game.has_blinds or game.settings.absent_are_dealt_in
    ),
    ("result", "chips"): plays_for("pots"),
    ("result", "chips from/to the house"): plays_for("house"),
    ("result", "points"): plays_for("points"),
}
# rows where two texts may hold of one game: the longer says more
THE_SAME = {"deck", "seats", "betting", "board"}


@pytest.mark.parametrize("cell", cells(), ids=lambda cell: f"{cell.game}: {cell.row}")
def test_a_cell_of_the_table_of_presets_is_so_in_the_code(cell):
    """Clauses: T-8, S-4, S-10, L-4, M-1."""
    assert SAYS[cell.row, cell.text](PRESETS[cell.game])


def test_the_table_has_every_preset_and_no_cell_of_it_is_left_out():
    assert {cell.game for cell in cells()} == PRESETS.keys()
    assert {(cell.row, cell.text) for cell in cells()} == SAYS.keys()


def test_control_what_is_said_of_one_game_does_not_hold_of_another_of_which_something_else_is_said():
    told = {(cell.row, cell.game): cell.text for cell in cells()}
    wrong = [
        (row, game, text)
        for (row, game), own in told.items()
        for (said_of, text), holds in SAYS.items()
        if said_of == row and text != own and row not in THE_SAME and holds(PRESETS[game])
    ]
    assert wrong == []
