"""Everything the screen says to people that the view does not say itself; a second language starts here."""

from collections.abc import Sequence
from itertools import groupby

KEYS = {
    "fold": "FOLD", "check": "CHECK", "call": "CALL", "bet": "BET", "raise": "RAISE TO", "all_in": "ALL-IN",
    "show": "SHOW", "muck": "MUCK", "confirm": "CONFIRM", "pass": "PASS", "post": "POST", "wait": "WAIT",
    "buy_button": "BUTTON", "made": "MADE", "missed": "MISSED", "undo": "UNDO", "ante": "ANTE", "bonus": "BONUS",
}
STATUS = {"folded": "FOLDED", "sitting_out": "SITTING OUT", "out": "OUT", "foul": "FOUL HAND"}
FOLDED_UNDO = "FOLDED · UNDO"           # the key that takes it back
STATUS_SHORT = {"sitting_out": "SIT OUT", "foul": "FOUL"}

SEAT = "SEAT"
POT = "POT"
MAIN = "MAIN"
ALL_IN = "ALL-IN"
CALL_ALL_IN = "CALL ALL-IN"
TAKE_BACK = "TAKE BACK"
PUT_IN = "PUT IN"
SEAT_LOST = "SEAT LOST"
SEAT_LOST_SHORT = "LOST"
TO_ACT = "TO ACT"
FOUL_HAND = "FOUL HAND"
BUTTON = "D"
# What a halted hand leaves where it is, by the arrangement.
STANDING = {"ring": ("POT", "on hold"), "house": ("BETS", "on hold"), "rack": ("", "Play is on hold")}
BOARD = "BOARD"
WHAT_IS_WRONG = "WHAT IS WRONG"
DO_THIS_NOW = "DO THIS NOW"
CASE = "CASE"
DEALER, BANK, BETS, HAND, SET = "DEALER", "BANK", "BETS", "HAND", "SET"
BONUS, CALL = "BONUS", "CALL"
LINES = {"bonus": BONUS, "ante": "ANTE", "call": CALL}          # as printed on the felt
TWICE_THE_ANTE = "2 × ANTE"  # noqa: RUF001 - times, as printed on the felt
ANTE_PAYS, BONUS_PAYS, TO_ONE = "ANTE PAYS", "BONUS PAYS", "to 1"
CANNOT_CALL, CANNOT_CALL_SHORT = "CANNOT AFFORD THE CALL", "NO CALL"
LAST_BETS, DECIDE = "LAST BETS", "DECIDE"
LOST = "✕"
MINUS = "−"  # noqa: RUF001 - as wide as the plus
FOLDED_HEADLINE = "Folded"
NOTHING_PAID = "LOSES"
THE_SHOT, THE_BETS, BEST_HAND, GAME_OVER = "THE SHOT", "THE BETS", "BEST HAND", "GAME OVER"
WORTH_NOW, WORTH_DOUBLE, SCORES, A_ROUND = "worth now", "worth, doubled", "scores", "a round"
PLAYER, TOTAL, POINTS, NO_BET = "PLAYER", "TOTAL", "points", "no bet"
FLAT_BET, TARGET = "flat bet", "TARGET"
LEVEL, BLINDS, ANTE, NEXT, NEXT_HAND, IN = "LEVEL", "BLINDS", "ANTE", "NEXT", "NEXT HAND", "in"
PLAYERS, AVERAGE, OF = "PLAYERS", "AVERAGE", "of"
THEN_LEVEL = "THEN LEVEL"
BREAK, PAUSED, NOW = "BREAK", "PAUSED", "now"
BREAK_ENDS_IN = "BREAK ENDS IN"
PLAY_STANDS_STILL = "PLAY IS PAUSED"
LEVEL_LEFT = "LEFT IN LEVEL"
STILL_IN, CHIPS, OUT, PLACE = "STILL IN", "CHIPS", "OUT", "PLACE"
RECOVERING = "Recovering: nothing is lost"
RECOVERING_MORE = "The table comes back by itself. Leave cards and chips where they lie."
DRAW_FOR_BUTTON = "Draw for the button"

# The bar's block where no seat is asked, by the ask's kind: glyph, word beneath it, hue.
BLOCKS = {
    "bets": ("●", "BETS"), "take_back": ("↩", "CHIPS"), "move": ("↩", "CHIPS"), "void": ("↩", "CHIPS"), "reload": ("⟳", "SHOE"),
    "shoe": ("⚠", "SHOE"), "held": ("⚠", "ON HOLD"), "lost": ("⚠", "ON HOLD"), "deck": ("⚠", "FLOOR"), "ready": ("⚠", "FLOOR"),
    "draw": ("", "CARDS"), "button": ("", "BUTTON"), "next": ("", "NEXT HAND"), "players": ("", "TABLE"),
}
HUES_OF = {"take_back": "due_back", "move": "due_back", "void": "due_back", "reload": "fault", "shoe": "fault", "held": "fault",
           "lost": "fault", "deck": "fault", "ready": "to_act"}
# The word for what play waits for, by the kind of the hold.
HELD = {"emergency_stop": "STOP", "lid": "SHOE", "jam": "SHOE", "key_switch": "KEY", "deck": "DECK"}
STREET_WORDS = {"preflop": "CARDS", "flop": "FLOP", "turn": "TURN", "river": "RIVER"}
CARDS = "CARDS"
HALTED = "HALTED"
HEADLINES = {                           # of a view that does not say what it asks
    "reload": "Shuffle, and load the shoe", "take_back": "Put your bet area right", "deal": "Cards are dealt",
    "bets": "Place your bets", "players": "Sit down to play",
}
SHOT_SETS = ("first three", "last three")
BETS_ON = {"preflop": "On the hole cards", "flop": "On the first three", "turn": "On all six cards"}
RELOAD_SENTENCE = "Play is stopped until the floor says the shoe is loaded."
FLOOR_SENTENCE = "Play is stopped, the clock too. The floor types:"
WHAT_EYES_SEE = "Something wrong? tablectl rule status. To go on:"      # what no reader reports, the floor does
PAUSED_HEADLINE = "The floor has paused play"

# What a notice is called in a tab at its seat, by its code: at most 34 letters.
NOTICES = {
    "out_of_turn": "Not your turn", "below_minimum": "Below the minimum", "over_pot_limit": "Over the pot limit",
    "capped": "No more raises", "raise_closed": "No raise now", "short_call": "More chips are needed",
    "string_raise": "Too late: the first chips count", "oversized_chip": "A call: one chip, no word",
    "chips_out_of_turn": "Not your turn: take it back", "insufficient_funds": "Not enough chips",
    "bet_refused": "Not accepted", "device_back": "Connected", "timed_out": "Time is up",
    "blind_not_posted": "Not posted in time", "not_now": "Not now", "must_call": "No check: call or fold",
    "nothing_to_call": "Nothing to call", "post_first": "Post first", "must_show": "Must be shown", "halted": "Play is stopped",
    "floor_called": "Calls the floor",
    "taken_back": "Taken back", "paused": "Play is paused", "foul_hand": "The hand is foul", "boxed_card": "A card lay face up",
}

# What a card in question is called, by the irregularity's code.
CARD_LABELS = {
    "premature_card": "NOT ASKED FOR", "boxed_card": "FACE UP IN DECK", "exposed_card": "EXPOSED",
    "foreign_joker": "JOKER", "duplicate_card": "TWICE IN DECK", "unknown_card": "NOT OF THIS DECK",
    "unreadable_card": "NOT READ", "card_elsewhere": "ELSEWHERE", "not_in_stub": "NOT RESHUFFLED",
    "too_many_flop_cards": "TOO MANY", "wrong_card_count": "TOO MANY",
}
CARD_IN_QUESTION = "IN QUESTION"
CARD_GOES_BACK = "BACK TO THE DECK"     # while the shoe is reloaded


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


def listed(parts: Sequence[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def seat_list(seats: Sequence[int]) -> str:
    return f"{'Seats' if len(seats) > 1 else 'Seat'} {listed([str(seat) for seat in seats])}"


def winners_word(winners: int) -> str:
    return "split the pot" if winners > 1 else "wins"


def winners_word_of_game(winners: int) -> str:
    return "share" if winners > 1 else "wins"


def headline_unshown(names: Sequence[str]) -> str:
    return f"{listed(names)} {'win' if len(names) > 1 else 'wins'} the pot"


def wins_amount(name: str, chips: int) -> str:
    return f"{name} wins {chips:,}"


NOBODY_SHOWED = "Everybody else folded."


def pot_name(number: int, pots: int) -> str:
    if pots == 1:
        return "the pot"
    return "the main pot" if number == 0 else f"side pot {number}" if pots > 2 else "the side pot"


def pot_names(numbers: Sequence[int], pots: int) -> str:
    """`the main pot and side pot 2`; all of them are told by their number."""
    if len(numbers) == pots > 1:
        return "both pots" if pots == 2 else f"all {pots} pots"
    return listed([pot_name(number, pots) for number in numbers])


def result_sentence(shares: Sequence[tuple[str, int]], numbers: Sequence[int], pots: int) -> str:
    """Who gets what of the pots that are told together; `shares` is (name, won)."""
    names, total = [name for name, _ in shares], sum(won for _, won in shares)
    what = f"{pot_names(numbers, pots)} of {total:,}" if len(numbers) == 1 else f"{pot_names(numbers, pots)}, {total:,} in all"
    if len(shares) == 1:
        return f"{names[0]} wins {what}."
    if len({won for _, won in shares}) == 1:
        return f"{listed(names)} split {what}: {shares[0][1]:,} each."
    parts = ", ".join(f"{name} {won:,}" for name, won in shares)
    return f"{listed(names)} split {what}: {parts}."


def sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


# Against the house

RANKS = {"2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights", "9": "nines",
         "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
HIGH = {"2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
        "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
DEALER_SENTENCES = {True: "Beat the dealer: ante and call are paid. Tie: both come back.",
                    False: "Antes are paid, calls are returned."}


def qualifies_with(ranks: str) -> str:
    """The line on the felt: `44` is a pair of fours."""
    if len(ranks) != 2 or not set(ranks) <= set(RANKS):
        return ""
    pair = ranks[0] == ranks[1]
    hand = f"a pair of {RANKS[ranks[0]]}" if pair else f"{HIGH[ranks[0]]} {HIGH[ranks[1]]}"
    return f"dealer qualifies with {hand} or better".upper()


def dealer_headline(hand: str, qualifies: bool) -> str:
    return f"{sentence_case(hand) or 'The dealer'}: {'qualifies' if qualifies else 'does not qualify'}"


QUALIFIED = {True: "THE DEALER QUALIFIES", False: "THE DEALER DOES NOT QUALIFY"}


def category(name: str) -> str:
    return sentence_case(name.replace("_", " "))


def categories(best: str, least: str) -> str:
    """One row of a pay table: from its least category up to its best. A lone pair that is paid for is one of aces."""
    if best == least:
        return "Pair of aces" if best == "pair" else category(best)
    if least == "high_card":
        return f"{category(best)} or less"
    return f"{'Aces' if least == 'pair' else category(least)} to {category(best).lower()}"


def is_paid(chips: int) -> str:
    return f"WINS {chips:,}"


def gets_back(chips: int) -> str:
    return f"GETS {chips:,} BACK"


def lines_sentence(lines: Sequence[tuple[str, int, int, int, str | None]], total: int) -> str:
    """What becomes of each bet, in the order given; a line is (name, bet, paid, returned, hand it was paid for)."""
    parts: list[str] = []
    for outcome, group in groupby(lines, key=lambda line: "pays" if line[2] else "returned" if line[3] else "collected"):
        same = list(group)
        if outcome == "pays":
            parts += [f"{name} {bet:,} pays {paid:,}{f' ({hand})' if hand else ''}" for name, bet, paid, _, hand in same]
        else:
            parts.append(f"{listed([f'{line[0]} {line[1]:,}' for line in same])} {'are' if len(same) > 1 else 'is'} {outcome}")
    told = sentence_case(", ".join(parts))
    return f"{told}: {total:,} to the player." if total else f"{told}." if told else ""


# For points

def plus(points: int) -> str:
    return f"+{points:,}" if points >= 0 else f"{MINUS}{-points:,}"


def times_two(points: int) -> str:
    return f"{points:,} × 2"  # noqa: RUF001 - times


def try_of(number: int, tries: int) -> str:
    return f"TRY {number} OF {tries}"


def wagered(points: int) -> str:
    return f"bet {points:,}" if points else NO_BET


def hand_of(hand: int, hands: int | None) -> str:
    return f"{hand} {OF} {hands}" if hands else str(hand)


def headline_best(names: Sequence[str]) -> str:
    return f"{listed(names)} {'have' if len(names) > 1 else 'has'} the best hand"


def score_word(points: Sequence[int]) -> str:
    """Under the badges of the best hands."""
    return f"{'score' if len(points) > 1 else 'scores'} {plus(points[0])}"


def score_sentence(scores: Sequence[tuple[str, int]]) -> str:
    parts = [f"{name} {'scores' if points > 0 else 'loses'} {abs(points):,}" for name, points in scores]
    return f"{', '.join(parts)}." if parts else ""


# Coming next

def next_hand_in(seconds: int) -> str:
    return f"Next hand in {seconds}" if seconds else "Next hand now"


def rule_on(number: int) -> str:
    return f"Floor: rule on case {number}" if number else "Floor: rule on this case"


# A hand that does not count

VOIDED = {"misdeal": "MISDEAL", "void": "VOID"}


def does_not_count(hand: int) -> str:
    return f"Hand {hand} does not count"


def full_stop(text: str) -> str:
    said = sentence_case(text)
    return said if not said or said[-1] in ".!?" else f"{said}."


def void_steps(hand: int, *, is_for_points: bool, is_chips: bool, is_house: bool = False) -> tuple[str, ...]:
    back = "The points are as they were before it." if is_for_points else (
        "Take back the chips named at your seat." if is_chips else
        "Bets and pays go back, as each plate says." if is_house else "All chips are back in the stacks.")
    return "Push all cards in.", back, f"Hand {hand + 1} is dealt in its place."
