"""How amounts, points, times and counts are written, by the language of the translator."""

from tablectl.locale import Translator
from tablectl.locale.translator import capitalize_first
from tablectl.view import Blinds, Level

IN_FULL_BELOW, SHORT_DIGITS = 10_000, 4
MINUS_SIGN = "−"


def short_amount(tr: Translator, chips: int) -> str:
    """`985.5K`, `1.25M`: four digits, rounded down, for a player must never read more than there
    is. In full below 10,000.
    """
    for unit, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")):
        if chips >= max(unit, IN_FULL_BELOW):
            whole, part = divmod(chips * 1_000 // unit, 1_000)
            decimals = f"{part:03d}"[: max(0, SHORT_DIGITS - len(str(whole)))].rstrip("0")
            return f"{tr.number(whole)}{tr.point + decimals if decimals else ''}{letter}"
    return tr.number(chips)


def in_forms(tr: Translator, chips: int) -> tuple[str, str]:
    """In full, and short."""
    return tr.number(chips), short_amount(tr, chips)


def short_or_whole(tr: Translator, chips: int, *, is_short: bool) -> str:
    return short_amount(tr, chips) if is_short else tr.number(chips)


def blinds(tr: Translator, small: int, big: int) -> str:
    return f"{tr.number(small)} / {tr.number(big)}"


def stakes(tr: Translator, level: Level | Blinds) -> str:
    return blinds(tr, level.small_blind, level.big_blind)


def amounts_between(tr: Translator, low: int, high: int) -> str:
    return f"{tr.number(low)} – {tr.number(high)}" if high > low else tr.number(low)


def minutes(seconds: int) -> str:
    hours, rest = divmod(max(0, seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def lasts(tr: Translator, seconds: int) -> str:
    if seconds < 60:
        return tr("{count} seconds", count=seconds)
    return tr.plural("1 minute", "{count} minutes", seconds // 60, count=seconds // 60)


def plus(tr: Translator, points: int) -> str:
    return f"+{tr.number(points)}" if points >= 0 else f"{MINUS_SIGN}{tr.number(-points)}"


def gain(tr: Translator, chips: int) -> str:
    return plus(tr, chips) if chips else "0"


def short_gain(tr: Translator, chips: int) -> str:
    return f"{'+' if chips > 0 else MINUS_SIGN if chips else ''}{short_amount(tr, abs(chips))}"


def percent(whole: int, is_less: bool) -> str:
    return "<1 %" if is_less else f"{whole} %"


def full_stop(text: str) -> str:
    sentence = capitalize_first(text)
    return sentence if not sentence or sentence[-1] in ".!?" else f"{sentence}."


def seat_label(tr: Translator, number: int) -> str:
    return tr("Seat {number}", number=number)


def hands_left(tr: Translator, hands: int) -> str:
    return tr.plural("1 hand", "{hands} hands", hands, hands=hands)


def players_left(tr: Translator, left: int, seats: int) -> str:
    return tr("{left} of {seats}", left=left, seats=seats)


def hand_count(tr: Translator, hand: int, hands: int | None) -> str:
    return tr("{hand} of {hands}", hand=hand, hands=hands) if hands else str(hand)


def wagered(tr: Translator, points: int, *, is_asked: bool = False) -> str:
    """`is_asked`: for the next bet: what it has bet before is no answer."""
    if points and is_asked:
        return tr("{points:,} bet so far", points=points)
    return tr("bet {points:,}", points=points) if points else tr("no bet")
