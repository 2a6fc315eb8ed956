"""The words of the first page, of pairing, and of whoever watches. What a screen calls the same has
the same English text, and so the same translation.
"""

from tablectl.locale.translator import N_, NC_, Texts, Translator, texts
from tablectl.text import plural
from tablectl.text.card_labels import CARD_LABELS
from tablectl.text.ranks import ONE, SEVERAL

DONE, BET = "what a seat did", "a bet"

TEXTS: Texts = {
    "seat_name": N_("Seat {number}"),
    "hand": N_("Hand {hand}"),
    "in_chips": N_("{chips:,} in chips"),
    # What stands above the board, and what comes next
    "next_level": N_("next {blinds} in {when}"),
    "next_hand_level": N_("next hand {blinds}"),
    "level_number": N_("Level {level}"),
    "players_left": N_("{left} of {entries} left"),
    "next_hand_in": N_("Next hand in {seconds}"),
    "a_round": N_("{points:,} a round"),
    "of_hands": N_("{hand} of {hands}"),
    "twice_the_ante": N_("2 × ANTE"),
    # Who has won what
    "wins": N_("{name} wins {pots}"),
    "split": N_("{players} split {pots}"),
    "wins_amount": N_("{name} wins {chips:,}"),
    "the_pot": N_("the pot"),
    "the_main_pot": N_("the main pot"),
    "the_side_pot": N_("the side pot"),
    "side_pot": N_("side pot {number}"),
    "each": N_("{each:,} each."),
    "in_all": N_("{total:,} in all."),
    "others_folded": N_("Everybody else folded."),
    "qualifies_with": N_("{Hand}: qualifies"),
    "does_not_qualify_with": N_("{Hand}: does not qualify"),
    "beat_the_dealer": N_("Beat the dealer: ante and call are paid. Tie: both come back."),
    "antes_are_paid": N_("Antes are paid, calls are returned."),
    "needs_pair": N_("dealer qualifies with a pair of {ranks} or better"),
    "needs_cards": N_("dealer qualifies with {high} {low} or better"),
    # Read out, and not seen
    "card": N_("{rank} of {suit}"),
    "joker": N_("a joker"),
    "unread_card": N_("a card that was not read"),
    "read_cards": N_("Cards on the board"),
    "read_seats": N_("Seats"),
    "read_pot": N_("Pot {amount:,}"),
    "read_bet": N_("bet {amount:,}"),
    "read_to_act": N_("to act"),
    "read_folded": N_("folded"),
    "read_all_in": N_("all-in"),
    "read_button": N_("has the button"),
    "read_won": N_("wins {amount:,}"),
    "seconds": N_("{count} seconds"),
    # Which seat is yours
    "which_seat": N_("Which seat is yours?"),
    "type_digits": N_("Type the digits beside your seat's code."),
    "no_seat_wants": N_("No seat wants a phone now."),
    "digits_typed": N_("{count} of 4 digits"),
    "try_again_in": N_("Try again in {seconds}."),
    "my_seat_has_phone": N_("My seat is on another phone"),
    "which_to_ask": N_("Which phone is to be asked?"),
    "ask_explained": N_(
        "It is asked on its own page. If it gives the seat away, the seat's code is shown; "
        "between hands it is shown at once."
    ),
    "asked": N_("Seat {number} is asked. Its code is shown when it is free."),
    "simulated": N_("Simulated table: cards and chips move by themselves."),
    # Taking it
    "not_your_name": N_("Not your name? Ask the floor before you press."),
    "gets_the_keys": N_("This phone gets the keys of seat {number}, and no others."),
    "scan_the_code": N_("Scan the code at seat {number}, or type its digits."),
    "scan_only": N_("Scan the code at seat {number}."),
    "scan_your_code": N_("Scan your seat's code."),
    "has_phone": N_("Another phone has seat {number}."),
    # How it is held
    "seat_is_yours": N_("Seat {number} is yours."),
    "which_thumb": N_("Which thumb?"),
    "sound": N_("Sound at my turn"),
    "buzz": N_("Buzz at my turn"),
    "dark_room": N_("Dark room"),
    "dark_room_means": N_("dim, no bright areas"),
    "keep_awake": N_("Keep the screen awake"),
    "keep_awake_means": N_("this phone must do it: see how"),
    "awake_iphone": N_("iPhone: Settings, Display & Brightness, Auto-Lock, Never."),
    "awake_android": N_("Android: Settings, Display, Screen timeout, the longest."),
    "awake_afterwards": N_("Set it back after the game. Plug the phone in."),
}
# of each a text for one and a text for several: `hands_one`, `hands_many`
PLURALS = {
    "hands": plural("1 hand", "{hands} hands", 1),
    "break_in": plural("Break in 1 minute", "Break in {minutes} minutes", 1),
    "best_hand": plural("{players} has the best hand", "{players} have the best hand", 1),
    "wants_phone": plural("{seats} wants a phone.", "{seats} want a phone.", 1),
}
LABELS = texts("""
level            LEVEL
blinds           BLINDS
ante             ANTE
bets_fixed       BETS
bonus            BONUS
next             NEXT
hand_label       HAND
target           TARGET
pot              POT
main             MAIN
side             SIDE
side_number      SIDE {number}
dealer           DEALER
qualifies        QUALIFIES
does_not_qualify DOES NOT QUALIFY
standings        STANDINGS
tonight          TONIGHT
case             CASE {number}
do_this_now      DO THIS NOW
halted           HALTED
misdeal          MISDEAL
void             VOID
does_not_count   Hand {hand} does not count
on_hold          ON HOLD
locked           LOCKED
paused           PAUSED
break            BREAK
test             TEST
seat_lost        SEAT LOST
folded           FOLDED
sitting_out      SITTING OUT
out              OUT
foul             FOUL HAND
take_back        TAKE BACK {chips:,}
put_in           PUT IN {chips:,}
give             GIVE {chips:,}
take             TAKE {chips:,}
leaving          LEAVING
floor            FLOOR
points           points
try_of           TRY {number} OF {tries}
wins_chips       WINS {chips:,}
gets_back        GETS {chips:,} BACK
loses            LOSES
preflop          BEFORE THE FLOP
flop             THE FLOP
turn             THE TURN
river            THE RIVER
call             CALL
fold             FOLD
watch_only       WATCH ONLY
take_seat        TAKE SEAT {seat}
seat_label       SEAT
left_thumb       LEFT
right_thumb      RIGHT
on               ON
off              OFF
play             PLAY
your_turn        YOUR TURN
back_to_seat     BACK TO SEAT {number}
ask_seat         ASK SEAT {number}
type_the_digits  TYPE THE DIGITS
delete_digit     Delete a digit
""")
SUITS = texts("""
suit_s  spades
suit_h  hearts
suit_d  diamonds
suit_c  clubs
""")
DID: Texts = {
    "did_small_blind": NC_("what a seat did", "SB"),
    "did_big_blind": NC_("what a seat did", "BB"),
    "did_ante": NC_("what a seat did", "ANTE"),
    "did_post": NC_("what a seat did", "POST"),
    "did_check": NC_("what a seat did", "CHECK"),
    "did_call": NC_("what a seat did", "CALL"),
    "did_bet": NC_("what a seat did", "BET"),
    "did_raise": NC_("what a seat did", "RAISE"),
    "did_all_in": NC_("what a seat did", "ALL-IN"),
    "did_folded": NC_("what a seat did", "FOLDED"),
    "did_mucked": NC_("what a seat did", "MUCKED"),
    "did_lost": NC_("what a seat did", "LOST"),
    "did_sitting_out": NC_("what a seat did", "SIT OUT"),
    "did_out": NC_("what a seat did", "OUT"),
    "did_foul": NC_("what a seat did", "FOUL"),
}
BETS: Texts = {
    "bet_ante": NC_("a bet", "ANTE"),
    "bet_bonus": NC_("a bet", "BONUS"),
    "bet_call": NC_("a bet", "CALL"),
}


def watch_words(tr: Translator) -> dict[str, str]:
    """Each by its key, its fields unfilled."""
    words = {key: tr.text(text) for key, text in {**TEXTS, **LABELS, **SUITS}.items()}
    words |= {key: tr.text(text, DONE) for key, text in DID.items()}
    words |= {key: tr.text(text, BET) for key, text in BETS.items()}
    for key, text in PLURALS.items():
        words[f"{key}_one"] = tr.plural_text(text.text, text.many, 1)
        words[f"{key}_many"] = tr.plural_text(text.text, text.many, 2)
    words |= {f"card_{kind}": tr.text(text) for kind, text in CARD_LABELS.items()}
    words |= {f"rank_{rank}": tr.text(text.text) for rank, text in ONE.items()}
    return words | {f"ranks_{rank}": tr.text(text.text) for rank, text in SEVERAL.items()}
