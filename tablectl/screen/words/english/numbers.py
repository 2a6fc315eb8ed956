"""How amounts, points, times and lists are written in English."""

from collections.abc import Sequence

IN_FULL_BELOW, SHORT_DIGITS = 10_000, 4
MINUS_SIGN = "−"  # noqa: RUF001 - as wide as the plus


def amount(chips: int) -> str:
    return f"{chips:,}"


def short_amount(chips: int) -> str:
    """`985.5K`, `1.25M`: four digits, rounded down, for a player must never read more than there is. In full below 10,000."""
    for unit, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")):
        if chips >= max(unit, IN_FULL_BELOW):
            whole, part = divmod(chips * 1_000 // unit, 1_000)
            decimals = f"{part:03d}"[:max(0, SHORT_DIGITS - len(str(whole)))].rstrip("0")
            return f"{whole:,}{'.' + decimals if decimals else ''}{letter}"
    return amount(chips)


def blinds(small: int, big: int) -> str:
    return f"{small:,} / {big:,}"


def amounts_between(low: int, high: int) -> str:
    return f"{low:,} – {high:,}" if high > low else f"{low:,}"  # noqa: RUF001 - a range is set with an en dash


def at_least(low: int) -> str:
    return f"{low:,} +"


def minutes(seconds: int) -> str:
    hours, rest = divmod(max(0, seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def lasts(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} seconds"
    return "1 minute" if seconds < 120 else f"{seconds // 60} minutes"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def plus(points: int) -> str:
    return f"+{points:,}" if points >= 0 else f"{MINUS_SIGN}{-points:,}"


def gain(chips: int) -> str:
    return plus(chips) if chips else "0"


def short_gain(chips: int) -> str:
    return f"{'+' if chips > 0 else MINUS_SIGN if chips else ''}{short_amount(abs(chips))}"


def times_two(points: int) -> str:
    return f"{points:,} × 2"  # noqa: RUF001 - times


def listed(parts: Sequence[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def percent(whole: int, is_less: bool) -> str:
    return "<1 %" if is_less else f"{whole} %"


def sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


def full_stop(text: str) -> str:
    sentence = sentence_case(text)
    return sentence if not sentence or sentence[-1] in ".!?" else f"{sentence}."


def seat_of(number: int) -> str:
    return f"Seat {number}"


def hands_left(hands: int) -> str:
    return "1 hand" if hands == 1 else f"{hands} hands"


def players_left(left: int, seats: int) -> str:
    return f"{left} of {seats}"


def hand_of(hand: int, hands: int | None) -> str:
    return f"{hand} of {hands}" if hands else str(hand)


def wagered(points: int) -> str:
    return f"bet {points:,}" if points else "no bet"
