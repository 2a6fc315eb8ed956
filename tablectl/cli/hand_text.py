"""A hand of the demo as text: one line for games for pots, else a line per seat, each at most
WIDE characters.
"""

import textwrap
from collections.abc import Sequence
from typing import Any

WIDE = 100
UNDER = " " * 10  # below the number of the hand


def hand_text(hand: Any) -> str:
    """The text of a HandPlayed."""
    board = " ".join(hand.board)
    head, *rows = _result_lines(hand) if hand.result else (hand.void or "Nobody bet.",)
    if hand.irregularities:
        rows.append(f"Went wrong: {', '.join(hand.irregularities)}.")
    lines = [
        f"Hand {hand.hand:>3}  {f'{board}  ' if board else ''}{head}".rstrip(),
        *(UNDER + row for row in rows),
    ]
    return "\n".join(part for line in lines for part in wrap_line(line))


def wrap_line(line: str) -> list[str]:
    """Wraps a line, but never inside a name or a card."""
    return textwrap.wrap(
        line, WIDE, subsequent_indent=UNDER, break_long_words=False, break_on_hyphens=False
    )


def _result_lines(hand: Any) -> list[str]:
    if any("lines" in result for result in hand.result):
        return [_house_line(hand), *_aligned_rows(hand, _house_row)]
    if hand.points:
        return ["", *_aligned_rows(hand, _points_row)]
    return [_pots_line(hand)]


def player_name(hand: Any, seat: int) -> str:
    who = hand.names.get(str(seat))
    return f"{who} (seat {seat})" if who else f"Seat {seat}"


def _pots_line(hand: Any) -> str:
    won: dict[int, int] = {}
    for result in hand.result:
        won[result["seat"]] = won.get(result["seat"], 0) + result["won"]
    shown = {result["seat"]: result["hand"] for result in hand.result if result["hand"]}
    return "; ".join(
        f"{player_name(hand, seat)} wins {amount:,}" + (f": {shown[seat]}" if seat in shown else "")
        for seat, amount in won.items()
    )


def _aligned_rows(hand: Any, row: Any) -> list[str]:
    """A row per seat: its name, its numbers in aligned columns, its hand in words."""
    results = sorted(hand.result, key=lambda result: result["seat"])
    rows = [(player_name(hand, result["seat"]), *row(hand, result)) for result in results]
    return [
        " ".join(
            (
                row[0].ljust(_column_width(rows, 0)),
                *(cell.rjust(_column_width(rows, n)) for n, cell in enumerate(row[1:-1], 1)),
                "",
                row[-1],
            )
        )
        for row in rows
    ]


def _column_width(rows: Sequence[Sequence[str]], column: int) -> int:
    return max(len(row[column]) for row in rows)


# Against the house


def _total_bet(result: Any) -> int:
    return sum(line["bet"] for line in result["lines"])


def _house_row(hand: Any, result: Any) -> tuple[str, ...]:
    """What the seat bet, what it gets, and the difference."""
    bet = _total_bet(result)
    return (
        " bet",
        f"{bet:,}",
        " gets",
        f"{result['won']:,}",
        f" {result['won'] - bet:+,}",
        result["hand"] or "folded",
    )


def _house_line(hand: Any) -> str:
    """The dealer's hand, whether it qualifies, and what the house has won: what all seats
    together have lost.
    """
    won_by_house = sum(_total_bet(result) - result["won"] for result in hand.result)
    house = (
        f"The house wins {won_by_house:,}."
        if won_by_house > 0
        else f"The house pays {-won_by_house:,}."
        if won_by_house
        else "The house is even."
    )
    if hand.dealer is None or hand.dealer["hand"] is None:
        return f"The dealer's cards stay down. {house}"
    qualifies = "qualifies" if hand.dealer["qualifies"] else "does not qualify"
    return f"Dealer {' '.join(hand.dealer['cards'])}: {hand.dealer['hand']}, {qualifies}. {house}"


# For points


def _points_row(hand: Any, result: Any) -> tuple[str, ...]:
    """The seat's points before, by shots and by poker, and its total, which is never below 0."""
    number = str(result["seat"])
    before, shots, poker, total = (
        hand.points_before[number],
        hand.shots.get(number, 0),
        result["points"],
        hand.points[number],
    )
    is_cut = before + shots + poker < total
    return (
        f" {before:,}",
        "+",
        f"{shots:,}",
        "by shots",
        "-" if poker < 0 else "+",
        f"{abs(poker):,}",
        "at poker",
        "=",
        f"{total:,}",
        (result["hand"] or "no hand") + (" (a total is never below 0)" if is_cut else ""),
    )
