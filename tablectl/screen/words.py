"""Everything the screen says to people that the view does not say itself; a second language starts here."""

from collections.abc import Sequence

GAMES = {
    "tournament": "No-limit hold'em",
    "canterbury": "Limit hold'em",
    "texas6plus": "Texas 6+",
    "casino": "Casino hold'em",
    "pool": "Pool hold'em",
}
KEYS = {
    "fold": "FOLD", "check": "CHECK", "call": "CALL", "bet": "BET", "raise": "RAISE TO", "all_in": "ALL-IN",
    "show": "SHOW", "muck": "MUCK", "confirm": "CONFIRM", "pass": "PASS", "post": "POST", "wait": "WAIT",
}
STATUS = {"folded": "FOLDED", "sitting_out": "SITTING OUT", "out": "OUT", "foul": "FOUL HAND"}
STATUS_SHORT = {"sitting_out": "SIT OUT", "foul": "FOUL"}

SEAT = "SEAT"
POT = "POT"
MAIN = "MAIN"
ALL_IN = "ALL-IN"
CALL_ALL_IN = "CALL ALL-IN"
TAKE_BACK = "TAKE BACK"
SEAT_LOST = "SEAT LOST"
SEAT_LOST_SHORT = "LOST"
TO_ACT = "TO ACT"
FOUL_HAND = "FOUL HAND"
BUTTON = "D"
STANDS_STILL = "stands still"
BOARD = "BOARD"
WHAT_IS_WRONG = "WHAT IS WRONG"
THE_RULEBOOK = "THE RULEBOOK"
LEVEL, BLINDS, ANTE, NEXT, IN = "LEVEL", "BLINDS", "ANTE", "NEXT", "in"
PLAYERS, AVERAGE, OF = "PLAYERS", "AVERAGE", "of"
THEN_LEVEL = "THEN LEVEL"
BREAK, PAUSED, NOW = "BREAK", "PAUSED", "now"
BREAK_ENDS_IN = "BREAK ENDS IN"
PLAY_STANDS_STILL = "PLAY STANDS STILL"
LEVEL_LEFT = "LEFT IN LEVEL"
STILL_IN, CHIPS, OUT, PLACE = "STILL IN", "CHIPS", "OUT", "PLACE"
SIT_DOWN = "Sit down to play"
RECOVERING = "Recovering: nothing is lost"
RECOVERING_MORE = "The table comes back by itself. Leave cards and chips where they lie."
DRAW_FOR_BUTTON = "Draw for the button"

# The bar's block when no seat is asked: glyph, word beneath it. Headlines where the view has no better sentence.
BLOCKS = {
    "card": ("▼", "CARD"), "reload": ("⟳", "RELOAD"), "chips": ("↩", "CHIPS"), "floor": ("⚠", "FLOOR"),
    "bets": ("●", "BETS"), "nothing": ("", "TABLE"),
}
HALTED = "HALTED"
HEADLINES = {
    "floor": "Floor: confirm the remedy, or rule otherwise.",
    "reload": "Reload the shoe",
    "chips": "Chips first",
    "card": "Next card, please",
    "bets": "Place your bets",
}
DEALING = {"preflop": "Dealing the hole cards", "flop": "Dealing the flop", "turn": "Dealing the turn",
           "river": "Dealing the river"}
FLOOR_SENTENCE = "No card, chip or key counts until then. The clock stands still."
PAUSE_SENTENCE = "Leave your chips where they lie."
BETWEEN_HANDS = "Between hands"
SHOWDOWN = "Showdown"
BUTTON_DRAW_SENTENCE = "One card each, face up. The highest card takes the button."

# What a card in question is called, by the irregularity's code.
CARD_LABELS = {
    "premature_card": "OUT OF PLAY", "boxed_card": "FACE UP IN DECK", "exposed_card": "EXPOSED",
    "foreign_joker": "JOKER", "duplicate_card": "TWICE IN DECK", "unknown_card": "UNKNOWN TAG",
    "unreadable_card": "NOT READ", "card_elsewhere": "ELSEWHERE", "not_in_stub": "NOT OF THE STUB",
    "too_many_flop_cards": "TOO MANY", "wrong_card_count": "TOO MANY",
}
CARD_IN_QUESTION = "IN QUESTION"


def amount(chips: int) -> str:
    return f"{chips:,}"


def short_amount(chips: int) -> str:
    """`12.5K`, `1.25M`, rounded down: a player must never read more than there is."""
    for unit, letter in ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K")):
        if chips >= unit:
            hundredths = chips * 100 // unit
            digits = 2 if hundredths < 1_000 else 1 if hundredths < 10_000 else 0
            whole, part = divmod(hundredths, 100)
            decimals = f"{part:02d}"[:digits].rstrip("0")
            return f"{whole}{'.' + decimals if decimals else ''}{letter}"
    return str(chips)


def blinds(small: int, big: int) -> str:
    return f"{small:,} / {big:,}"


def raise_range(low: int, high: int) -> str:
    return f"{low:,} – {high:,}" if high > low else f"{low:,}"  # noqa: RUF001 - a range is set with an en dash


def at_least(low: int) -> str:
    return f"{low:,} +"


def minutes(seconds: int) -> str:
    hours, rest = divmod(max(0, seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def hands_left(hands: int) -> str:
    return "1 hand" if hands == 1 else f"{hands} hands"


def hand_number(hand: int) -> str:
    return f"Hand {hand}"


def side(number: int, pots: int) -> str:
    return MAIN if number == 0 else f"SIDE {number}" if pots > 2 else "SIDE"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def out_in(place: int) -> str:
    return f"OUT {ordinal(place)}"


def players_left(left: int, seats: int) -> str:
    return f"{left} {OF} {seats}"


def seat_list(seats: Sequence[int]) -> str:
    *others, last = [str(seat) for seat in seats]
    return f"Seats {', '.join(others)} and {last}" if others else f"Seat {last}"


def winners_word(winners: int) -> str:
    return "split the pot" if winners > 1 else "wins"


def headline_unshown(seats: Sequence[int]) -> str:
    return f"{seat_list(seats)} {'take' if len(seats) > 1 else 'takes'} the pot"


def pot_name(number: int, pots: int) -> str:
    if pots == 1:
        return "the pot"
    return "the main pot" if number == 0 else f"side pot {number}" if pots > 2 else "the side pot"


def result_sentence(shares: Sequence[tuple[int, int]], pot: int, pots: int) -> str:
    """Who gets what of one pot; `shares` is (seat, won)."""
    seats, total = [seat for seat, _ in shares], sum(won for _, won in shares)
    name = pot_name(pot, pots)
    if len(shares) == 1:
        return f"Seat {seats[0]} takes {name} of {total:,}."
    if len({won for _, won in shares}) == 1:
        return f"{seat_list(seats)} split {name} of {total:,}: {shares[0][1]:,} each."
    parts = ", ".join(f"{won:,} to seat {seat}" for seat, won in shares)
    return f"{seat_list(seats)} split {name} of {total:,}: {parts}."


def unshown_sentence(total: int, pot: int, pots: int) -> str:
    name = pot_name(pot, pots)
    return f"{name[0].upper()}{name[1:]} of {total:,}; no hand was shown."


def resumes_with(number: int, small: int, big: int) -> str:
    return f"Play resumes with level {number}, blinds {blinds(small, big)}"


def next_hand(hand: int, button: int | None) -> str:
    return f"Next hand {hand}." if button is None else f"Next hand {hand}, button on seat {button}."


PLAY_RESUMES = "The floor resumes the game"
