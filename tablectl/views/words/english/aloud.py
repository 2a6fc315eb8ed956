"""Rulings as they are read out to all, in one sentence each."""

from tablectl.rules.wording import counted
from tablectl.views.says import Says
from tablectl.views.words.template import Names, Sentence


def pot(*, pot: int, seat: str) -> str:
    return f"Ruled: {_name(pot)} goes to {seat}."


def pot_split(*, pot: int, players: int) -> str:
    return f"Ruled: {_name(pot)} is split by {counted(players)} players."


def _name(pot: int) -> str:
    return "the main pot" if pot == 0 else f"side pot {pot}"


def exchanged(*, seats: tuple[int, ...], names: Names) -> str:
    return f"Ruled: {' and '.join(names(seat) for seat in seats)} play the cards before them."


def taken_back(*, ruling: str, about: int | None, names: Names) -> str:
    return f"Ruled: {called(ruling, about, names)} is taken back."


def called(ruling: str, about: int | None, names: Names) -> str:
    """A ruling as it is typed, and about whom: "dead" (Luca)."""
    return f'"{ruling}"{f" ({names(about)})" if about is not None else ""}'


def for_reason(*, ruled: str, why: str) -> str:
    return f"{ruled.removesuffix('.')} ({why})."


SENTENCES: dict[str, Sentence] = {
    Says.RULED: "Ruled: {ruling}.",
    Says.RULED_FOR_REASON: for_reason,
    Says.RULED_DROPPED: "Ruled: the report is dropped, and play goes on.",
    Says.RULED_UNREAD: "Ruled: the next card replaces the unread one.",
    Says.RULED_CHIPS_STAY: "Ruled: the chips stay as they lie, and play goes on.",
    Says.RULED_ASIDE: "Ruled: it stays aside, and play goes on.",
    Says.RULED_UNSEEN_BACK: "Ruled: what left the shoe goes back unseen, and play goes on.",
    Says.RULED_AS_IT_WAS: "Ruled: play goes on as it was.",
    Says.RULED_ON: "Ruled: play goes on.",
    Says.RULED_NO_MORE_BETS: "Ruled: no more bets.",
    Says.RULED_SOUND: "Ruled: the deck is sound.",
    Says.RULED_LOADED: "Ruled: the shoe is loaded, and the deal goes on.",
    Says.RULED_NEW_GAME: "Ruled: a new game begins.",
    Says.RULED_DEAD: "Ruled: {seat}'s hand is dead.",
    Says.RULED_STACK: "Ruled: {seat} has {stack:,} behind.",
    Says.RULED_POINTS: "Ruled: {seat} has {points:,} points.",
    Says.RULED_POT: pot,
    Says.RULED_POT_SPLIT: pot_split,
    Says.RULED_SMALLEST: "Ruled: the smallest chip is a {chip:,} from now on.",
    Says.RULED_BACK: taken_back,
    Says.RULED_LAST_BACK: "Ruled: the last ruling is taken back.",
    Says.RULED_SHOT_BACK: "Ruled: {seat}'s last shot is taken back.",
    Says.RULED_CARD: "Ruled: the card is {card_name}.",
    Says.RULED_BURNED: "Ruled: the unread card stays burned.",
    Says.RULED_CARD_BACK: "Ruled: the card goes back into the deck.",
    Says.RULED_DRAW_ON: "Ruled: the draw goes on.",
    Says.RULED_OWN_CARDS: "Ruled: each hand plays its own cards.",
    Says.RULED_BETTING_FIRST: "Ruled: the betting comes first, those cards wait.",
    Says.RULED_BURN_STAYS: "Ruled: the burn stays burned, and play goes on.",
    Says.RULED_CARD_OUT: "Ruled: the card is out of play.",
    Says.RULED_CHIPS_RIGHT: "Ruled: {seat}'s chips are right.",
    Says.RULED_AS_KNOWN: "Ruled: play goes on as the table knows it.",
    Says.RULED_SWAPPED: "Ruled: {seat}'s exposed card is replaced.",
    Says.RULED_JOKER: "Ruled: {seat}'s joker is replaced.",
    Says.RULED_FIRST_STAND: "Ruled: the first cards of the flop stand.",
    Says.RULED_AS_DEALT: "Ruled: {seat} plays the cards it was dealt.",
    Says.RULED_EXCHANGED: exchanged,
    Says.RULED_NEXT_CARD: "Ruled: the next card takes its place.",
    Says.RULED_REDEAL: "Ruled: the street is taken back and dealt again.",
    Says.RULED_RESHUFFLED: "Ruled: the cards go back, the deal goes on.",
    Says.RULED_FOLDS: "Ruled: {seat} folds.",
    Says.RULED_CHECKS: "Ruled: {seat} checks.",
    Says.RULED_CALLS: "Ruled: {seat} calls, {added:,} more.",
    Says.RULED_BETS: "Ruled: {seat} has bet {total:,} in all.",
    Says.RULED_POSTS: "Ruled: {seat} posts.",
    Says.RULED_CALLS_HOUSE: "Ruled: {seat} calls {amount:,}.",
    Says.RULED_LINE: "Ruled: {seat} has {line} {amount:,}.",
    Says.RULED_PASSES: "Ruled: {seat} passes.",
    Says.RULED_BETS_POINTS: "Ruled: {seat} bets {points:,}.",
}
