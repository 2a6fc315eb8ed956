"""The words of a seat's page that no view has, by the keys under which its scripts ask for them.

The sentences of play, the words on keys and the names are the view's.
"""

from tablectl.locale import Translator
from tablectl.locale.translator import Texts, texts

SEAT_WORDS: Texts = texts("""
my_timed_out_call       TIME RAN OUT: CALLED
my_timed_out_check      TIME RAN OUT: CHECKED
my_timed_out_fold       TIME RAN OUT: FOLDED
my_timed_out_show       TIME RAN OUT: CARDS SHOWN
my_since_hand           since hand {hand}
my_stopped_ago          Play stopped {ago} ago.
my_done                 DONE
my_your_bets            YOUR BETS
my_pays                 {pays} to 1
my_back_tie             a tie: it comes back
my_back_returned        it comes back
my_your_stack           YOUR STACK
my_stack                STACK
my_bets                 BETS
my_you_win              YOU WIN
my_last_seen            LAST SEEN {ago} AGO
my_all_in               ALL-IN
my_every_chip           Every chip you have.
my_nothing_stays        Nothing stays.
my_still_on_its_way     {key} is still on its way. It counts once.
my_counted              {key} counted.
my_back_again           The table is back.
my_back_counted         Back. Your {key} counted.
my_amount               Amount
my_amounts              Amounts
my_less                 Less
my_more                 More
my_digits_key           Digits
my_slide                SLIDE
my_clear                CLEAR
my_erase                Erase
my_least_bet            Bet at least {amount:,}.
my_least_raise          Raise to at least {amount:,}.
my_least_stake          At least {amount:,}.
my_most_bet             Bet at most {amount:,}.
my_most_raise           Raise to at most {amount:,}.
my_most_stake           At most {amount:,}.
my_smallest_chip        The smallest chip is {amount:,}.
my_placed               placed · press to change
my_held                 on hold
my_what_is_wrong        WHAT IS WRONG
my_put_in               PUT IN
my_take_back            TAKE BACK
my_floor_decides        The floor decides.
my_nothing_to_do        You have nothing to do. Leave cards and chips where they lie.
my_share                SHARE THE POT
my_take                 TAKE
my_give                 GIVE
my_from                 from
my_you                  you
my_and_own              and your own {amount:,}, in front of you
my_own                  Take your own {amount:,}, in front of you.
my_bank_place           the bank
my_hand_of              Hand {hand} of {hands}
my_next_hand            NEXT HAND
my_wins                 {name} wins {amount:,}
my_total                TOTAL
my_places               PLACES
my_bank                 BANK
my_line_ante            ANTE
my_line_bonus           BONUS
my_line_call            CALL
my_the_shot             THE SHOT
my_try_of               Try {try} of {tries}
my_worth_now            worth now
my_another_phone        Another phone asks for your seat.
my_stays_yours          Without an answer it stays yours.
my_anothers_phone       Another phone asks for the seat of {name}.
my_yes_frees_it         With your yes the seat has no phone, and the board shows its code.
my_yes                  YES
my_no                   NO
my_give_it_away         GIVE IT AWAY
my_keep_it              KEEP IT
my_no_connection        NO CONNECTION
my_kept                 Your {key} is kept. It counts once, or not at all; you will see which.
my_nothing_waits        Nothing of yours waits.
my_say_it_aloud         Say it aloud: the floor can enter it. Trying again by itself.
my_trying_again         Trying again by itself.
my_has_seconds          {name} has {seconds} seconds
my_seconds_left         {seconds} seconds left
my_dealer_button        dealer
my_menu                 Menu
my_close                Close
my_menu_closes          At your turn this list closes by itself.
my_call_floor_note      a line on the board and on the floor's page
my_floor_is_called      The floor is called.
my_from_the_next_hand   from the next hand
my_this_phone           THIS PHONE
my_this_phone_note      thumb, sound, buzz, dark room
my_give_seat_back       GIVE THE SEAT BACK
my_give_it_back         GIVE IT BACK
my_between_hands        between hands
my_give_seat_back_text  The seat then has no phone. Your chips stay where they are.
my_mark_of_phone        This phone is {mark}: the same letters stand at your seat.
my_keep_awake           Keep the screen awake in your phone's settings: the page cannot.
my_seat_left            Seat {number} is free: its player has left. This phone has it no more.
my_not_this_phone       This phone does not have seat {number}.
my_scan                 Scan the code at your seat, or type its digits on the first page.
my_first_page           FIRST PAGE
my_keeps_nothing        This browser keeps nothing: leave the page open, or scan the code again.
""")


def seat_words(tr: Translator) -> dict[str, str]:
    """Each by its key, its fields unfilled."""
    return {key: tr.text(text) for key, text in SEAT_WORDS.items()}
