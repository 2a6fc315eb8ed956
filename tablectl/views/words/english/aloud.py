"""Rulings as they are read out to all, in one sentence each."""

from tablectl.locale import Translator
from tablectl.views.says import Says
from tablectl.views.words.template import Names, Sentence


def pot(*, pot: int, seat: str, tr: Translator) -> str:
    if pot == 0:
        return tr("Ruled: the main pot goes to {seat}.", seat=seat)
    return tr("Ruled: side pot {pot} goes to {seat}.", pot=pot, seat=seat)


def pot_split(*, pot: int, players: int, tr: Translator) -> str:
    if pot == 0:
        return tr("Ruled: the main pot is split by {players} players.", players=tr.counted(players))
    return tr("Ruled: side pot {pot} is split by {players} players.", pot=pot, players=tr.counted(players))


def exchanged(*, seats: tuple[int, ...], names: Names, tr: Translator) -> str:
    return tr("Ruled: {players} play the cards before them.", players=tr.listed([names(seat) for seat in seats]))


def taken_back(*, ruling: str, about: int | None, names: Names, tr: Translator) -> str:
    return tr("Ruled: {ruling} is taken back.", ruling=called(ruling, about, names))


def called(ruling: str, about: int | None, names: Names) -> str:
    """A ruling as it is typed, and about whom: "dead" (Luca)."""
    return f'"{ruling}"{f" ({names(about)})" if about is not None else ""}'


def for_reason(*, ruled: str, why: str, tr: Translator) -> str:
    return tr("{ruled} ({why}).", ruled=ruled.removesuffix("."), why=why)


def ruled_length(*, more: float, tr: Translator) -> str:
    if more < 0:
        return tr("Ruled: the level is {minutes:g} minutes shorter.", minutes=-more)
    return tr("Ruled: the level is {minutes:g} minutes longer.", minutes=more)


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
    Says.RULED_CUT: "Ruled: the deck is cut.",
    Says.RULED_LOADED: "Ruled: the shoe is loaded, and the deal goes on.",
    Says.RULED_NEW_GAME: "Ruled: a new game begins.",
    Says.RULED_DEAD: "Ruled: {seat}'s hand is dead.",
    Says.RULED_STACK: "Ruled: {seat} has {stack:,} behind.",
    Says.RULED_POINTS: "Ruled: {seat} has {points:,} points.",
    Says.RULED_POT: pot,
    Says.RULED_POT_SPLIT: pot_split,
    Says.RULED_LEVEL: "Ruled: level {level} begins, blinds {small:,} / {big:,}.",
    Says.RULED_LENGTH: ruled_length,
    Says.RULED_BREAK: "Ruled: the break lasts {minutes:g} minutes from now.",
    Says.RULED_BREAK_OVER: "Ruled: the break is over.",
    Says.RULED_SMALLEST: "Ruled: the smallest chip is a {chip:,} from now on.",
    Says.RULED_BACK: taken_back,
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
