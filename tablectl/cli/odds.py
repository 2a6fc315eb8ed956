"""The commands about odds: `equity`, who wins how often, and `odds casino`, what a pay table
costs.
"""

import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from typer import Argument, Option

from tablectl.cli.output import Bar, Json, align_columns, as_usage_error, out, say_json, usage_error
from tablectl.cli.params import choice_option, command_group
from tablectl.rules import casino_odds as rules
from tablectl.rules.cards import parse_cards
from tablectl.rules.deck import DECKS
from tablectl.rules.payout import ANTE_TABLE, BONUS_TABLE, LOW, BadPays

# no exponents: 1e999999999 would become a huge integer
NUMBER = re.compile(r"[+-]?\d{1,10}(\.\d{0,10}|/[1-9]\d{0,9})?")
STREETS = (0, 3, 4, 5)  # cards on the board
# then one pay for all below
POSTED = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")

Deck = Annotated[
    str,
    choice_option(
        "deck",
        [*DECKS],
        (
            "short (36 cards), short-flush (a flush beats a full house), short-only-trips (three "
            "of a kind beats a straight), short-trips (both); joker (two wild ones, Jk)."
        ),
    ),
]

odds_app = command_group("What a game's pay tables cost its players, exactly.")


# Equity -------------------------------------------------------------------------------------------


def equity(
    hands: Annotated[
        list[str] | None, Argument(metavar="HAND", help="2 to 10 players' cards: AsKs QhQd")
    ] = None,
    board: Annotated[str, Option(help="The board so far, 3 to 5 cards.")] = "",
    dead: Annotated[str, Option(help="Cards known to be out of play.")] = "",
    deck: Deck = "standard",
    every: Annotated[
        bool,
        Option(
            "--all",
            help=(
                "All 47,008 match-ups of two hands before the flop: how many there are that differ "
                "in suits alone, and the boards on which the first hand wins, ties and loses."
            ),
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Who wins how often, exactly: every board that can still come is counted."""
    from tablectl.rules.equity import equity as count

    if every:
        if hands or board or dead or deck != "standard":
            usage_error("--all takes no cards and no other deck.")
        show_all_match_ups(json)
        return
    cards = DECKS[deck]
    parsed, on_board = (
        [parse_cards(text, cards.jokers) for text in hands or ()],
        parse_cards(board, cards.jokers),
    )
    if len(on_board) not in STREETS:
        usage_error(f"A board has 0, 3, 4 or 5 cards, not {len(on_board)}.")
    with as_usage_error(ValueError):
        found = count(parsed, on_board, parse_cards(dead, cards.jokers), cards)
    names = ["".join(hand) for hand in parsed]
    if json:
        say_json(
            {
                "boards": found.boards,
                "players": [
                    {"hand": name, "win": one.win, "tie": one.tie, "equity": one.equity}
                    for name, one in zip(names, found.players, strict=True)
                ],
            }
        )
        return
    rows = [
        (name, f"{one.win:,}", f"{one.tie:,}", f"{100 * one.equity:.4f} %")
        for name, one in zip(names, found.players, strict=True)
    ]
    out.print(align_columns(("hand", "wins", "shares", "equity"), rows))
    out.print(f"{found.boards:,} {'board' if found.boards == 1 else 'boards'}.")


def show_all_match_ups(json: bool) -> None:
    from tablectl.rules.equity import all_heads_up

    if not json:
        # times: match-ups that differ in suits alone
        sys.stdout.write("hands      times       wins      ties    losses\n")
    with Bar("match-ups") as bar:
        for one in all_heads_up(bar):
            if json:
                say_json(one)
            else:
                first, second = one.hands
                sys.stdout.write(
                    f"{first} {second}  x{one.weight:<3} {one.win:>9,} {one.tie:>9,} "
                    f"{one.lose:>9,}\n"
                )


# Casino -------------------------------------------------------------------------------------------


@odds_app.command()
def casino(
    ante_table: Annotated[
        str,
        Option(
            help=(
                "Royal flush, straight flush, four of a kind, full house, flush, all below: "
                "100/20/10/3/2/1; or by name: royal_flush=100,flush=3/2,..."
            )
        ),
    ] = "",
    bonus_table: Annotated[
        str, Option(help="The same, the last for pairs of aces up to a straight.")
    ] = "",
    qualify: Annotated[str, Option(help="The dealer's weakest hand that qualifies: 44, AK")] = "44",
    json: Json = False,
) -> None:
    """What the tables of Casino Hold'em cost: exact, over all 27,813,810,024,000 deals."""
    with as_usage_error(BadPays):
        antes = pay_table(ante_table, LOW) if ante_table else ANTE_TABLE
        bonuses = pay_table(bonus_table, LOW[1:]) if bonus_table else BONUS_TABLE
        found = rules.casino_odds(antes, bonuses, qualify)
    show_odds(found, json)


def pay_table(text: str, low: Sequence[str]) -> dict[str, Fraction]:
    """A table as posted, five pays and one for all that is lower, or as names with pays."""
    if "=" in text:
        named = [part.partition("=") for part in text.replace(" ", "").split(",")]
        return {name: parse_fraction(pays) for name, _, pays in named}
    pays = [parse_fraction(part) for part in text.split("/")]
    if len(pays) != len(POSTED) + 1:
        usage_error(
            f"{text}: a pay table has {len(POSTED) + 1} pays with / between them, not {len(pays)}."
        )
    return {**dict(zip(POSTED, pays, strict=False)), **dict.fromkeys(reversed(low), pays[-1])}


def parse_fraction(text: str) -> Fraction:
    if not NUMBER.fullmatch(text):
        usage_error(f'"{text}" is no number.')
    return Fraction(text)


def odds_json(odds: Any) -> dict[str, Any]:
    return {
        "house_edge": float(odds.house_edge),
        "house_edge_exact": str(odds.house_edge),
        "hands": odds.hands,
        "hands_called": odds.hands_called,
        "fold_rate": float(odds.fold_rate),
        "average_wager": float(odds.average_wager),
        "element_of_risk": float(odds.element_of_risk),
        "bonus_edge": float(odds.bonus_edge),
        "bonus_edge_exact": str(odds.bonus_edge),
        "bonus_edge_by_ante": float(odds.bonus_edge_by_ante),
        "outcomes": odds.outcomes,
    }


def percent_text(share: Fraction) -> str:
    return f"{100 * float(share):.6f} %"


def show_odds(odds: Any, json: bool) -> None:
    if json:
        say_json(odds_json(odds))
        return
    out.print(
        align_columns(
            ("house edge, of the ante", percent_text(odds.house_edge)),
            [
                ("element of risk", percent_text(odds.element_of_risk)),
                ("average wager, antes", f"{float(odds.average_wager):.6f}"),
                ("folded", percent_text(odds.fold_rate)),
                ("bonus: house edge", percent_text(odds.bonus_edge)),
                ("bonus, if the ante alone decides", percent_text(odds.bonus_edge_by_ante)),
            ],
        )
    )
    out.print(
        f"House edge exactly {odds.house_edge}; {odds.hands_called:,} of {odds.hands:,} hands are "
        "called.\n"
    )
    kinds = (odds.outcomes.not_qualified, odds.outcomes.won, odds.outcomes.tied, odds.outcomes.lost)
    rows = [(made.replace("_", " "), *(f"{kind[made]:,}" for kind in kinds)) for made in kinds[0]]
    out.print(align_columns(("deals called", "not qualified", "won", "tied", "lost"), rows))
    out.print(f"Folded: {odds.outcomes.fold:,} deals.")
