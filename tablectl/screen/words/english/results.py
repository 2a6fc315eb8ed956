"""How a hand has ended, in English: whose the pots are, who has the best hand, or why nothing of it counts."""

from collections.abc import Sequence

from tablectl.screen.words.english.numbers import listed, plus


def pot_label(number: int, pots: int) -> str:
    return "MAIN" if number == 0 else f"SIDE {number}" if pots > 2 else "SIDE"


def winners(count: int) -> str:
    return "split the pot" if count > 1 else "wins"


def winners_of_game(count: int) -> str:
    return "share" if count > 1 else "wins"


def headline_unshown(names: Sequence[str]) -> str:
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'} the pot"


def wins_amount(name: str, chips: int) -> str:
    return f"{name} wins {chips:,}"


def pot_name(number: int, pots: int) -> str:
    if pots == 1:
        return "the pot"
    return "the main pot" if number == 0 else f"side pot {number}" if pots > 2 else "the side pot"


def pot_names(numbers: Sequence[int], pots: int) -> str:
    """`the main pot and side pot 2`; where it is all of them, `both pots`, `all 3 pots`."""
    if len(numbers) == pots > 1:
        return "both pots" if pots == 2 else f"all {pots} pots"
    return listed([pot_name(number, pots) for number in numbers])


def pots_sentence(shares: Sequence[tuple[str, int]], numbers: Sequence[int], pots: int) -> str:
    """Who gets what of the pots that are told together; `shares` is (name, won)."""
    names, total = [name for name, _ in shares], sum(won for _, won in shares)
    what = f"{pot_names(numbers, pots)} of {total:,}" if len(numbers) == 1 else f"{pot_names(numbers, pots)}, {total:,} in all"
    if len(shares) == 1:
        return f"{names[0]} wins {what}."
    if len({won for _, won in shares}) == 1:
        return f"{listed(names)} split {what}: {shares[0][1]:,} each."
    parts = ", ".join(f"{name} {won:,}" for name, won in shares)
    return f"{listed(names)} split {what}: {parts}."


def won_or_held(name: str, hand: str, won: int) -> str:
    told = f"{name} wins {won:,}" if won else name
    return f"{told}: {hand}" if hand else told


def headline_best(names: Sequence[str]) -> str:
    return f"{listed(names)} {'have' if len(names) > 1 else 'has'} the best hand"


def score_word(points: Sequence[int]) -> str:
    return f"{'score' if len(points) > 1 else 'scores'} {plus(points[0])}"


def score_sentence(scores: Sequence[tuple[str, int]]) -> str:
    parts = [f"{name} {'scores' if points > 0 else 'loses'} {abs(points):,}" for name, points in scores]
    return f"{', '.join(parts)}." if parts else ""


BACK = {
    "points": "The points are as they were before it.", "due": "Take back the chips named at your seat.",
    "house": "Bets and pays go back, as each plate says.", "stacks": "All chips are back in the stacks.",
}


def void_steps(hand: int, goes_back: str) -> tuple[str, ...]:
    return "Push all cards in.", BACK[goes_back], f"Hand {hand + 1} is dealt in its place."
