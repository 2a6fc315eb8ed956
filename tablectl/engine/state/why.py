"""Why something is refused or noticed: a key, the public code it goes by, and the values that a sentence about it is made of.

A refusal or notice is `Why.AT_LEAST(verb="bet", least=20, total=10)`; which words it is told in is views/words' to say. A key
stays what it is once a journal has it: one that means something else is a new one.
"""

from enum import StrEnum
from typing import Self

from msgspec import Struct

Value = int | float | str | None | tuple[int | str, ...]        # an amount, a seat, a card, a place, a text; several
Values = dict[str, Value]


class Reason(Struct, frozen=True):
    """Why, and with which values."""

    why: "Why"
    values: Values


class Why(StrEnum):
    """`code`: what scenarios and views call it; "" where it is that of the case it is about. Called, it takes its values.

    The seat that a refusal or notice is said to is none of the values; `other` is one that it is about.
    """

    code: str

    def __new__(cls, key: str, code: str) -> Self:
        member = str.__new__(cls, key)
        member._value_ = key
        member.code = code
        return member

    def __call__(self, **values: Value) -> Reason:
        return Reason(self, values)

    # A seat's acts

    NOT_YOUR_TURN = "not_your_turn", "out_of_turn"
    TURN_OF_ANOTHER = "turn_of_another", "out_of_turn"
    ACTION_STANDS = "action_stands", "out_of_turn"
    KEY_DOES_NOTHING = "key_does_nothing", "not_now"
    MUST_CALL = "must_call", "must_call"
    NOTHING_TO_CALL = "nothing_to_call", "nothing_to_call"
    BET_ALREADY = "bet_already", "bet_refused"
    CANNOT_RAISE = "cannot_raise", "insufficient_funds"
    CAPPED = "capped", "capped"
    NOT_REOPENED = "not_reopened", "raise_closed"
    ONLY_CALL_OR_FOLD = "only_call_or_fold", "raise_closed"
    AT_LEAST = "at_least", "below_minimum"
    BEYOND_STACK = "beyond_stack", "insufficient_funds"
    AT_MOST = "at_most", "bet_refused"
    OVER_POT = "over_pot", "over_pot_limit"
    SMALLEST_CHIP = "smallest_chip", "bet_refused"
    COMPLETE_WAGER = "complete_wager", "bet_refused"
    COMPLETE_OR_TAKE_BACK = "complete_or_take_back", "bet_refused"
    CALLS_FLOOR = "calls_floor", "floor_called"
    SITS_OUT_ALREADY = "sits_out_already", "not_now"
    IS_IN_ALREADY = "is_in_already", "not_now"
    NOBODY_THERE = "nobody_there", "not_now"
    TAKE_BACK = "take_back", "change_due"
    GOES_IN_WHOLE = "goes_in_whole", "change_due"
    FIRST_BET_COUNTS = "first_bet_counts", "string_raise"
    CHIPS_OUT_OF_TURN = "chips_out_of_turn", "chips_out_of_turn"
    CHIPS_REMOVED = "chips_removed", "chips_removed"
    ONE_CHIP_COUNTS = "one_chip_counts", ""
    MOTION_COUNTS = "motion_counts", ""
    CALL_SHORT = "call_short", "short_call"
    BET_SHORT = "bet_short", "below_minimum"
    RAISE_SHORT = "raise_short", "below_minimum"
    NOTHING_BEGUN = "nothing_begun", "not_now"
    PUT_MORE_FIRST = "put_more_first", "short_call"
    NOTHING_DECLARED = "nothing_declared", "not_now"
    BINDING = "binding", "bet_refused"
    CHIPS_BACK_FIRST = "chips_back_first", "bet_refused"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back", "not_now"
    CARD_DEALT_SINCE = "card_dealt_since", "not_now"
    FOLD_TAKEN_BACK = "fold_taken_back", "taken_back"
    CHECK_TAKEN_BACK = "check_taken_back", "taken_back"
    MUCK_TAKEN_BACK = "muck_taken_back", "taken_back"
    POST_FIRST = "post_first", "post_first"
    TAKEN_FROM_STACK = "taken_from_stack", "blind_not_posted"
    NOT_POSTED = "not_posted", "blind_not_posted"
    NOT_TURN_TO_SHOW = "not_turn_to_show", "out_of_turn"
    NOT_ASKED_TO_SHOW = "not_asked_to_show", "not_now"
    SHOWN_ALREADY = "shown_already", "not_now"
    NO_MUCK_SHOWN = "no_muck_shown", "must_show"
    NO_MUCK_ALL_IN = "no_muck_all_in", "must_show"
    NO_MUCK_LAST = "no_muck_last", "must_show"

    # Clocks and devices

    TIME_UP_CALL = "time_up_call", "timed_out"
    TIME_UP_CHECK = "time_up_check", "timed_out"
    TIME_UP_FOLD = "time_up_fold", "timed_out"
    TIME_UP_SHOW = "time_up_show", "timed_out"
    TIME_UP_PASS = "time_up_pass", "timed_out"
    TIME_UP_MISS = "time_up_miss", "timed_out"
    SECONDS_LEFT = "seconds_left", "clock_warning"
    SECONDS_LEFT_FOR_ALL = "seconds_left_for_all", "clock_warning"
    LAST_BETS = "last_bets", "clock_warning"
    SHOE_LOST = "shoe_lost", "device_lost"
    SEAT_LOST = "seat_lost", "device_lost"
    SEAT_FAULTY = "seat_faulty", "device_lost"
    SHOE_BACK = "shoe_back", "device_back"
    SEAT_BACK = "seat_back", "device_back"

    # Between hands

    NO_SUCH_SEAT = "no_such_seat", "no_such_seat"
    TOO_MUCH = "too_much", "too_much"
    SITS_WITH_NOTHING = "sits_with_nothing", "insufficient_funds"
    SEAT_TAKEN = "seat_taken", "not_now"
    LATE_ENTRY_OVER = "late_entry_over", "not_now"
    CHOOSE_BETWEEN_HANDS = "choose_between_hands", "not_now"
    SIT_IN_FIRST = "sit_in_first", "not_now"
    OWES_NOTHING = "owes_nothing", "not_now"
    NO_CHOICE = "no_choice", "not_now"
    CANNOT_POST_YET = "cannot_post_yet", "not_now"
    CANNOT_BUY_BUTTON = "cannot_buy_button", "not_now"
    BUTTON_NOT_FOR_SALE = "button_not_for_sale", "not_now"
    NO_CHIPS_BOUGHT = "no_chips_bought", "not_now"
    CANNOT_BUY = "cannot_buy", "insufficient_funds"
    NO_REBUYS = "no_rebuys", "not_now"
    BUYS_TOO_MUCH = "buys_too_much", "not_now"
    BREAK = "break", "break"
    ON_BREAK = "on_break", "on_break"
    HALTED = "halted", "halted"
    PAUSED = "paused", "paused"
    HELD = "held", "held"
    LOCKED = "locked", "locked"
    HOLD_BEGAN = "hold_began", "held"
    HOLD_RIGHT = "hold_right", "hold_over"
    HOLD_ENDED = "hold_ended", "hold_over"
    LOCK_RIGHT = "lock_right", "locked"
    LOCK_CLEARED = "lock_cleared", "hold_over"
    NOT_LOCKED = "not_locked", "not_locked"
    HAND_RUNNING = "hand_running", "hand_running"
    DRAW_RUNNING = "draw_running", "hand_running"
    DECK_UNCHECKED = "deck_unchecked", "deck_unchecked"
    MOVE_TO_STACK = "move_to_stack", "stack_differs"
    MOVE_TO_HOUSE = "move_to_house", "stack_differs"
    MOVE_TO_WINNER = "move_to_winner", "stack_differs"
    STACK_BEYOND = "stack_beyond", "stack_over"
    STACK_LACKS = "stack_lacks", "stack_short"
    STACK_FOREIGN = "stack_foreign", "foreign_chips"
    TOO_FEW_PLAYERS = "too_few_players", "too_few_players"
    GAME_OVER = "game_over", "game_over"
    NOT_FOR_POINTS = "not_for_points", "not_now"
    GAME_BETWEEN_HANDS = "game_between_hands", "not_now"

    # Against the house

    NO_BETS_NOW = "no_bets_now", "bet_refused"
    NO_MORE_BETS = "no_more_bets", "no_more_bets"
    NOBODY_ANTED = "nobody_anted", "no_more_bets"
    ANTE_BONUS_OR_PASS = "ante_bonus_or_pass", "not_now"
    BETS_ARE_OPEN = "bets_are_open", "not_now"
    HAS_PASSED = "has_passed", "not_now"
    BETS_MAY_CHANGE = "bets_may_change", "not_now"
    CALL_TAKES_MORE = "call_takes_more", "insufficient_funds"
    TAKES_NO_PART = "takes_no_part", "bet_refused"
    SIT_IN_TO_BET = "sit_in_to_bet", "bet_refused"
    ANTE_FIRST = "ante_first", "bet_refused"
    LINE_AT_LEAST = "line_at_least", "bet_refused"
    LINE_AT_MOST = "line_at_most", "bet_refused"
    BANK_COVERS_LESS = "bank_covers_less", "bet_refused"
    BANK_COVERS_NONE = "bank_covers_none", "bet_refused"
    LINE_BEYOND_STACK = "line_beyond_stack", "bet_refused"
    PUT_LINE_FIRST = "put_line_first", "short_call"
    CALL_STANDS = "call_stands", "out_of_turn"
    BETS_CLOSED = "bets_closed", "bet_refused"
    CALL_OR_FOLD = "call_or_fold", "not_now"
    CANNOT_AFFORD = "cannot_afford", "insufficient_funds"
    CALL_NOT_AFFORDED = "call_not_afforded", "bet_refused"
    CALL_IS_EXACTLY = "call_is_exactly", "bet_refused"
    PAID_AND_SPENT = "paid_and_spent", "insufficient_funds"
    PAYS_VOID = "pays_void", "void"

    # For points

    NOT_IN_HAND = "not_in_hand", "out_of_turn"
    BET_POINTS_OR_PASS = "bet_points_or_pass", "not_now"
    ONLY_FLAT_BET = "only_flat_bet", "bet_refused"
    HAS_BET = "has_bet", "not_now"
    NO_CHIPS_HERE = "no_chips_here", "bet_refused"
    MADE_OR_MISSED = "made_or_missed", "not_now"
    SHOT_OF_ANOTHER = "shot_of_another", "out_of_turn"
    NO_SHOT_TO_TAKE_BACK = "no_shot_to_take_back", "not_now"
    SHOOTER_LEFT = "shooter_left", "not_now"
    LAST_SHOT_OF_ANOTHER = "last_shot_of_another", "not_now"
    NO_SHOT_AWAITED = "no_shot_awaited", "not_now"

    # Cards

    BOXED_REPLACED = "boxed_replaced", "boxed_card"
    BOXED_ASIDE = "boxed_aside", "boxed_card"
    JOKER_REPLACED = "joker_replaced", "foreign_joker"
    JOKER_ASIDE = "joker_aside", "foreign_joker"
    LEFT_WHILE_HALTED = "left_while_halted", "premature_card"
    GOES_BACK_BETWEEN_HANDS = "goes_back_between_hands", "premature_card"
    LEFT_IN_A_RELOAD = "left_in_a_reload", "premature_card"
    RELOADED_UNASKED = "reloaded_unasked", "reloaded"
    NOT_OF_THE_STUB = "not_of_the_stub", "not_in_stub"
    BOTH_BELONG = "both_belong", "wrong_card_count"
    NO_CARD_TO_PRESENT = "no_card_to_present", "not_now"
    NOT_THAT_CARD = "not_that_card", ""
    CARD_LIES_UP = "card_lies_up", "unreadable_card"
    CARD_LIES_DOWN = "card_lies_down", "unreadable_card"
    NO_CARD_TO_NAME = "no_card_to_name", "not_now"
    HAND_VOID = "hand_void", "void"
    HAND_MISDEAL = "hand_misdeal", "misdeal"
    TOO_FEW_POSTED = "too_few_posted", "void"
    HAND_DEAD = "hand_dead", "foul_hand"
    HAND_FOUL = "hand_foul", "foul_hand"
    LAST_HAND = "last_hand", "foul_hand"
    LAST_HAND_COUNTED = "last_hand_counted", "wrong_card_count"
    LAST_HAND_LIVES = "last_hand_lives", ""

    # The floor

    OTHER_CASE = "other_case", "not_now"
    NO_CASE = "no_case", "not_now"
    POTS_LEFT = "pots_left", "not_now"
    LOAD_FIRST = "load_first", "not_now"
    NOTHING_WAITS = "nothing_waits", "nothing_to_confirm"
    NO_HAND = "no_hand", "not_now"
    TOO_LATE_FOR_MISDEAL = "too_late_for_misdeal", "misdeal"
    NOTHING_HALTED = "nothing_halted", "not_now"
    CANNOT_GO_ON = "cannot_go_on", ""
    NO_RESHUFFLE = "no_reshuffle", "not_now"
    HALT_FIRST = "halt_first", "halted"
    NO_BETS_OPEN = "no_bets_open", "not_now"
    DECK_NOT_IN_DOUBT = "deck_not_in_doubt", "not_now"
    PAUSED_ALREADY = "paused_already", "not_now"
    NOT_PAUSED = "not_paused", "not_now"
    NOTHING_RULED = "nothing_ruled", "not_now"
    NAME_TWO_SEATS = "name_two_seats", "not_now"
    NAME_POT_SEATS = "name_pot_seats", "not_now"
    NOBODY_IN_TURN = "nobody_in_turn", "out_of_turn"
    FLOOR_OUT_OF_TURN = "floor_out_of_turn", "out_of_turn"
    NO_SUCH_ACT = "no_such_act", "not_now"
    ACT_NEEDS_AMOUNT = "act_needs_amount", "below_minimum"
    NO_HAND_TO_KILL = "no_hand_to_kill", "not_now"
    STACK_TOO_LARGE = "stack_too_large", "not_now"
    NO_SUCH_STACK = "no_such_stack", "not_now"
    LET_IT_ACT_FIRST = "let_it_act_first", "not_now"
    POINTS_SET = "points_set", "stack_differs"
    CHIPS_ADDED = "chips_added", "stack_differs"
    CHIPS_TAKEN_OFF = "chips_taken_off", "stack_differs"
    TAKE_BACK_FIRST = "take_back_first", "stack_differs"
    PUT_IN_FIRST = "put_in_first", "stack_differs"
    STILL_READ = "still_read", "edges_missing"
    NO_POTS = "no_pots", "not_now"
    POT_GIVEN_WHEN = "pot_given_when", "not_now"
    NO_SUCH_POT = "no_such_pot", "not_now"
    POT_GIVEN = "pot_given", "not_now"
    NO_POT_PLAYED = "no_pot_played", "not_now"
    WAS_NOT_IN_HAND = "was_not_in_hand", "not_now"
    WINNER_LEFT = "winner_left", "not_now"
    WINNINGS_SPENT = "winnings_spent", "insufficient_funds"
    COLOUR_UP_BETWEEN_HANDS = "colour_up_between_hands", "not_now"
    COLOUR_UP_SMALLEST = "colour_up_smallest", "not_now"
    LEVEL_NEEDS_CHIP = "level_needs_chip", "not_now"
    EXPOSED_REPLACED = "exposed_replaced", "exposed_card"
    EXPOSED_TOO_LATE = "exposed_too_late", "exposed_card"
    COUNT_IS_RIGHT = "count_is_right", "wrong_card_count"
    NO_FLOP = "no_flop", "not_now"
    JOKER_PLAYS = "joker_plays", "not_now"
    JOKER_IS_REPLACED = "joker_is_replaced", "foreign_joker"
    CARDS_MISSING = "cards_missing", "deck_short"
    CARDS_DOUBLED = "cards_doubled", "deck_doubled"
    SECOND_DEVICE = "second_device", "second_device"
    NO_DEALER_CARD = "no_dealer_card", "not_now"
    HAS_NO_CARDS = "has_no_cards", "not_now"
    DEAD_ALREADY = "dead_already", "not_now"
