"""How a hand has ended: whose the pots are, who has the best hand, or why nothing of it counts."""

from collections.abc import Sequence

from tablectl.locale import Translator
from tablectl.locale.translator import texts
from tablectl.screen.words.numbers import plus


def pot_label(tr: Translator, number: int, pots: int) -> str:
    if number == 0:
        return tr("MAIN")
    return tr("SIDE {number}", number=number) if pots > 2 else tr("SIDE")


def wins_amount(tr: Translator, name: str, chips: int) -> str:
    return tr("{name} wins {chips:,}", name=name, chips=chips)


def pot_name(tr: Translator, number: int, pots: int) -> str:
    if pots == 1:
        return tr("the pot")
    if number == 0:
        return tr("the main pot")
    return tr("side pot {number}", number=number) if pots > 2 else tr("the side pot")


def pot_count(tr: Translator, numbers: Sequence[int], pots: int) -> str:
    """`POT 1 OF 3`; of pots that are won together, but are not all, `2 OF 3 POTS`."""
    if len(numbers) > 1:
        return tr("{count} OF {pots} POTS", count=len(numbers), pots=pots)
    return tr("POT {number} OF {pots}", number=numbers[0] + 1, pots=pots)


def pot_names(tr: Translator, numbers: Sequence[int], pots: int) -> str:
    """`the main pot and side pot 2`; where it is all of them, `both pots`, `all 3 pots`."""
    if len(numbers) == pots > 1:
        return tr("both pots") if pots == 2 else tr("all {count} pots", count=pots)
    return tr.join_with_and([pot_name(tr, number, pots) for number in numbers])


def pots_sentence(
    tr: Translator, shares: Sequence[tuple[str, int]], numbers: Sequence[int], pots: int
) -> str:
    """Who gets what of the pots that are won together; `shares` is (name, won)."""
    names, total = tr.join_with_and([name for name, _ in shares]), sum(won for _, won in shares)
    named = pot_names(tr, numbers, pots)
    what = (
        tr("{pot} of {total:,}", pot=named, total=total)
        if len(numbers) == 1
        else tr("{pots}, {total:,} in all", pots=named, total=total)
    )
    if len(shares) == 1:
        return tr("{name} wins {pots}.", name=names, pots=what)
    if len({won for _, won in shares}) == 1:
        return tr(
            "{players} split {pots}: {each:,} each.", players=names, pots=what, each=shares[0][1]
        )
    parts = ", ".join(f"{name} {tr.number(won)}" for name, won in shares)
    return tr("{players} split {pots}: {parts}.", players=names, pots=what, parts=parts)


def won_or_held(tr: Translator, name: str, hand: str, won: int) -> str:
    text = wins_amount(tr, name, won) if won else name
    return f"{text}: {hand}" if hand else text


def score_word(tr: Translator, points: Sequence[int]) -> str:
    each = plus(tr, points[0])
    return tr.plural("scores {points}", "score {points}", len(points), points=each)


def score_sentence(tr: Translator, scores: Sequence[tuple[str, int]]) -> str:
    parts = [
        tr("{name} scores {points:,}", name=name, points=points)
        if points > 0
        else tr("{name} loses {points:,}", name=name, points=abs(points))
        for name, points in scores
    ]
    return f"{', '.join(parts)}." if parts else ""


BACK = texts("""
points  The points are as they were before it.
due     Take back the chips named at your seat.
house   Bets and pays go back, as each plate says.
stacks  All chips are back in the stacks.
""")


def void_steps(tr: Translator, hand: int, goes_back: str, is_deck_foul: bool) -> tuple[str, ...]:
    then = (
        tr("The floor checks the deck. Then hand {hand} is dealt.", hand=hand + 1)
        if is_deck_foul
        else tr("Hand {hand} is dealt in its place.", hand=hand + 1)
    )
    return tr("Push all cards in."), tr(BACK[goes_back]), then
