"""english: the screen's labels in English.

A label that never changes is a row here; numbers.py, results.py and house.py have what is made of values.
"""


from tablectl.locale.translator import Texts
from tablectl.screen.words.catalogue import Words, label
from tablectl.screen.words.english import actions, house, numbers, results

KEYS: Texts = {
    "fold": "FOLD", "check": "CHECK", "call": "CALL", "bet": "BET", "raise": "RAISE TO", "all_in": "ALL-IN",
    "show": "SHOW", "muck": "MUCK", "confirm": "CONFIRM", "pass": "PASS", "post": "POST", "wait": "WAIT",
    "buy_button": "BUTTON", "made": "MADE", "missed": "MISSED", "undo": "UNDO", "ante": "ANTE", "bonus": "BONUS",
}
BLOCKS: dict[str, tuple[str, str]] = {
    "bets": ("●", "BETS"), "chips": ("●", "CHIPS"),
    "take_back": ("↩", "CHIPS"), "move": ("↩", "CHIPS"), "stacks": ("⚠", "CHIPS"), "void": ("↩", "CHIPS"),
    "reload": ("⟳", "SHOE"),
    "shoe": ("⚠", "SHOE"), "held": ("⚠", "ON HOLD"), "lost": ("⚠", "ON HOLD"), "deck": ("⚠", "FLOOR"), "ready": ("⚠", "FLOOR"),
    "draw": ("", "CARDS"), "button": ("", "BUTTON"), "next": ("", "NEXT HAND"), "players": ("", "TABLE"),
}
HEADLINES: Texts = {
    "reload": "Shuffle, and load the shoe", "take_back": "Put your bet area right", "deal": "Cards are dealt",
    "bets": "Place your bets", "players": "Sit down to play",
}
NOTICES: Texts = {
    "out_of_turn": "Not your turn", "below_minimum": "Below the minimum", "over_pot_limit": "Over the pot limit",
    "capped": "No more raises", "raise_closed": "No raise now", "short_call": "More chips are needed",
    "string_raise": "Too late: the first chips count", "oversized_chip": "A call: one chip, no word",
    "chips_out_of_turn": "Not your turn: take it back", "insufficient_funds": "Not enough chips",
    "bet_refused": "Not accepted", "device_back": "Connected", "timed_out": "Time is up",
    "blind_not_posted": "Not posted in time", "not_now": "Not now", "must_call": "No check: call or fold",
    "nothing_to_call": "Nothing to call", "post_first": "Post first", "must_show": "Must be shown", "halted": "Play is stopped",
    "floor_called": "Calls the floor", "deck_short": "Count the deck", "deck_doubled": "Look through the deck",
    "second_device": "A second device", "node_refused": "Device refused", "node_replaced": "Device replaced",
    "taken_back": "Taken back", "paused": "Play is paused", "held": "Play is on hold", "hold_over": "No longer on hold",
    "foul_hand": "The hand is foul", "boxed_card": "A card lay face up",
    "stack_short": "Chips are missing", "stack_over": "Too many chips", "foreign_chips": "Foreign chips",
    "break": "Break", "change_due": "Change due", "chips_removed": "Chips removed", "clock_warning": "Clock warning",
    "deck_unchecked": "Deck unchecked", "device_lost": "Device lost", "edges_missing": "Edges missing",
    "exposed_card": "Exposed card", "foreign_joker": "Foreign joker", "game_over": "Game over", "hand_running": "Hand running",
    "locked": "Locked", "misdeal": "Misdeal", "no_more_bets": "No more bets", "no_such_seat": "No such seat",
    "not_in_stub": "Not in stub", "not_locked": "Not locked", "nothing_to_confirm": "Nothing to confirm",
    "on_break": "On break", "premature_card": "Premature card", "reloaded": "Reloaded", "stack_differs": "Stack differs",
    "too_few_players": "Too few players", "too_much": "Too much", "unreadable_card": "Unreadable card", "void": "Void",
    "wrong_card_count": "Wrong card count", "card_elsewhere": "Card elsewhere", "deck_exhausted": "Deck exhausted",
    "duplicate_card": "Duplicate card", "event_failed": "Event failed", "too_many_flop_cards": "Too many flop cards",
    "unknown_card": "Unknown card", "cut_awaited": "The cut is awaited", "settings_changed": "The rules have changed",
}
CARD_LABELS: Texts = {
    "premature_card": "NOT ASKED FOR", "boxed_card": "FACE UP IN DECK", "exposed_card": "EXPOSED",
    "foreign_joker": "JOKER", "duplicate_card": "TWICE IN DECK", "unknown_card": "NOT OF THIS DECK",
    "unreadable_card": "NOT READ", "card_elsewhere": "ELSEWHERE", "not_in_stub": "NOT RESHUFFLED",
    "too_many_flop_cards": "TOO MANY", "wrong_card_count": "TOO MANY",
}

CATALOGUE = Words(
    amount=numbers.amount, short_amount=numbers.short_amount, blinds=numbers.blinds, amounts_between=numbers.amounts_between,
    at_least=numbers.at_least, minutes=numbers.minutes, ordinal=numbers.ordinal, plus=numbers.plus,
    minus_sign=numbers.MINUS_SIGN, times_two=numbers.times_two, listed=numbers.listed, percent=numbers.percent,
    sentence_case=numbers.sentence_case,
    full_stop=numbers.full_stop,

    seat="SEAT", seat_of=numbers.seat_of,
    status={"folded": "FOLDED", "sitting_out": "SITTING OUT", "out": "OUT", "foul": "FOUL HAND"},
    status_short={"sitting_out": "SIT OUT", "foul": "FOUL"},
    actions=actions.WITH, actions_short=actions.WITHOUT, folded_undo="FOLDED · UNDO", all_in="ALL-IN",
    take_back=label("TAKE BACK {chips:,}"), put_in=label("PUT IN {chips:,}"), seat_lost="SEAT LOST", seat_lost_short="LOST",
    to_act="TO ACT", foul_hand="FOUL HAND", cannot_call="CANNOT AFFORD THE CALL", cannot_call_short="NO CALL",
    calls_floor="CALLS THE FLOOR", calls_floor_short="FLOOR", button="D",
    out_in=numbers.out_in, notices=NOTICES,

    pot="POT", pot_label=results.pot_label, draw_for_button="Draw for the button", level="LEVEL", stakes="BLINDS", bets="BETS",
    ante="ANTE", bonus="BONUS", call="CALL", hand="HAND", hand_number=label("Hand {hand}"), hand_of=numbers.hand_of,
    target="TARGET", shot_set="SET", shot_sets=("first three", "last three"), bet_a_round=label("{points:,} a round"),
    next="NEXT", next_hand="NEXT HAND", in_="in", hands_left=numbers.hands_left,
    players="PLAYERS", players_left=numbers.players_left, average="AVERAGE",

    keys=KEYS, call_all_in="CALL ALL-IN", twice_the_ante="2 × ANTE", blocks=BLOCKS,  # noqa: RUF001 - times, as on the felt
    locked="LOCKED", test="TEST",
    holds={
        "emergency_stop": "STOP", "lid": "SHOE", "jam": "SHOE", "key_switch": "KEY", "deck": "DECK",
        "switches": "PINS"},
    streets={"preflop": "CARDS", "flop": "FLOP", "turn": "TURN", "river": "RIVER"},
    streets_next={"flop": "FLOP NEXT", "turn": "TURN NEXT", "river": "RIVER NEXT"}, cards="CARDS", last_bets="LAST BETS",
    decide="DECIDE", break_="BREAK", paused="PAUSED", halted="HALTED", headlines=HEADLINES,
    paused_headline="The floor has paused play", reload_sentence="Play is stopped until the floor says the shoe is loaded.",
    floor_sentence="Play is stopped, the clock too. The floor types:",
    status_sentence="Something wrong? tablectl rule status. To go on:",
    rule_on=numbers.rule_on,
    next_hand_in=numbers.next_hand_in,

    standing={"ring": ("POT", "on hold"), "house": ("BETS", "on hold"), "rack": ("", "Play is on hold")},
    case=label("CASE {number}"), board="BOARD", before="BEFORE", now_there="NOW",
    put_in_chips="PUT IN", take_back_chips="TAKE BACK", nothing_to_enter="nothing to enter",
    table="TABLE", no_sign_of=label("No sign of seat {seat} for"),
    what_is_wrong="WHAT IS WRONG", do_this_now="DO THIS NOW", card_labels=CARD_LABELS,
    card_in_question="IN QUESTION", card_goes_back="BACK TO THE DECK", voided={"misdeal": "MISDEAL", "void": "VOID"},
    does_not_count=label("Hand {hand} does not count"), void_steps=results.void_steps,

    winners=results.winners, winners_of_game=results.winners_of_game, wins_amount=results.wins_amount,
    headline_unshown=results.headline_unshown, nobody_showed="Everybody else folded.", pots_sentence=results.pots_sentence,

    hand_is_over=results.hand_is_over, name_wins=label("{name} wins"), won_or_held=results.won_or_held,
    tonight="TONIGHT", gain=numbers.gain, short_gain=numbers.short_gain,

    dealer="DEALER", bank="BANK", ante_pays="ANTE PAYS", bonus_pays="BONUS PAYS", to_one="to 1",
    spots={"bonus": "BONUS", "ante": "ANTE", "call": "CALL"}, categories=house.categories, qualifies_with=house.qualifies_with,
    qualified={True: "THE DEALER QUALIFIES", False: "THE DEALER DOES NOT QUALIFY"}, dealer_headline=house.dealer_headline,
    dealer_sentences={True: "Beat the dealer: ante and call are paid. Tie: both come back.",
                      False: "Antes are paid, calls are returned."},
    folded_headline="Folded", is_paid=label("WINS {chips:,}"), gets_back=label("GETS {chips:,} BACK"), nothing_paid="LOSES",
    slips={"pay": "PAY", "take": "TAKE", "even": "EVEN"}, slip_headline=house.slip_headline,
    slip_number=label("Slip {hand}-{number}."), pays_to_one=label("{pays:,}:1"), came_back={"tie": "tie", "returned": "back"},
    bets_sentence=house.bets_sentence,

    player="PLAYER", total="TOTAL", points="points", wagered=numbers.wagered, try_of=label("TRY {number} OF {tries}"),
    the_shot="THE SHOT", the_bets="THE BETS", best_hand="BEST HAND", game_over="GAME OVER",
    worth_now="worth now", worth_double="worth, doubled",
    scores="scores", flat_bet="flat bet",
    bets_on={"preflop": "On the hole cards", "flop": "On the first three", "turn": "On all six cards"},
    headline_best=results.headline_best, score_word=results.score_word, score_sentence=results.score_sentence,

    break_ends_in="BREAK ENDS IN", play_is_paused="PLAY IS PAUSED", paused_large="Paused", left_in_level="LEFT IN LEVEL",
    level_number=label("LEVEL {level}"), then_level=label("THEN LEVEL {level}"), ante_of=label("ANTE {chips:,}"),
    still_in="STILL IN", chips="CHIPS", out="OUT", place="PLACE", places="PLACES", now="now",

    next_level="NEXT LEVEL", break_in="BREAK IN", lasts=numbers.lasts, last_out="LAST OUT",

    recovering="Recovering: nothing is lost",
    recovering_more="The table comes back by itself. Leave cards and chips where they lie.",
)
