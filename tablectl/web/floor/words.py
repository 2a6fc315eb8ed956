"""The words of the floor's page that no view and no status has, in the language of the table."""

from tablectl.locale import Translator
from tablectl.locale.translator import Texts, texts
from tablectl.web.floor.place_words import PLACE_WORDS
from tablectl.web.words import in_language, page_words

WORDS: Texts = texts("""
who_has_the_floor   Who has the floor?
floor_name          Name
floor_pin           PIN
sign_in             SIGN IN
signed_out          Nobody has the floor here.
lock_page           LOCK
places              Places
place_table         TABLE
place_seats         SEATS
place_clock         CLOCK
place_more          MORE
has_the_floor       {name} has the floor
is_locked           locked
plain_http          Others on this network can read what is typed here: it has no certificate.
nothing_wrong       Nothing is wrong.
things_wrong        {count} things are wrong.
play_is_paused      Play is paused.
all_answer          Everything that the table has answers.
silent_for          {name} has been silent for {seconds} s.
device_is_lost      {name}: {why}.
device_lost         {name} does not answer.
not_believed        {name} is not believed: {why}
stack_differs       {name}: {sensed:,} lie in the stack, {ledger:,} should.
not_sensed          The stack of {name} is not sensed.
table_needs_floor   The table needs the floor.
last                LAST
nothing_yet         Nothing yet.
by_whom             by {name}
pause_play          PAUSE
go_on               GO ON
rule_on_something   RULE ON SOMETHING
what_is_wrong       WHAT IS WRONG
what_may_be_ruled   What may be ruled now. Each shows what it does first.
nothing_open        Nothing may be ruled now.
touch_one           Touch one to see what it does.
the_rulebook        the rulebook
the_rulebook_says   the rulebook, {clause}
halted_case         HALTED · CASE {number}
show_effect         SHOW WHAT IT DOES
this_will_happen    THIS WILL HAPPEN
player              PLAYER
now                 NOW
change              CHANGE
then                THEN
chips_read          {name}: now {before:,}, change {change}, then {after:,}
it_changed          What it does has changed: read it again.
why                 WHY
why_optional        WHY, if you want to say it
reason_mixed        CARDS MIXED
reason_chips        CHIPS MOVED
reason_dealer       DEALT WRONG
reason_agreed       AGREED
reason_other        OTHER…
say_why             Say why.
hold_to_do          HOLD TO DO IT
hold_to_void        HOLD TO VOID
one_second          one second, or press Enter twice
keep_holding        keep holding
do_it               DO IT
do_it_within        Press Enter again within 5 s: Do it.
being_done          It is being done.
not_known           The table gave no answer: look at the last acts before you ask again.
case_closed         Case {number} is closed.
moved_on            The table has moved on: look again.
ruled               Ruled: {did}
undo_in             UNDO · 0:{seconds}
undo                UNDO
or_later            Or later, until the next act, card or hand.
undone              Taken back.
done                DONE
chips_change        CHIPS CHANGE
case_of             Case {number}
fill_in             Fill this in: {field}.
from_to             {least:,} to {most:,}
at_least            at least {least:,}
seats_and_chips     SEATS AND CHIPS
counted             COUNTED
sensed              SENSED
phone               PHONE
state_empty         free
state_in            in
state_sitting_out   sits out
state_folded        folded
state_all_in        all-in
state_foul          foul hand
state_out           out
state_leaving       leaving
state_to_act        to act
no_phone_yet        no phone has this seat
chips_missing       {change} missing
chips_too_many      {change} too many
a_pad               pad
no_device           –
no_phone            no phone
phone_answers       its phone answers
phone_sleeps        its phone has been silent for
on_table            On the table
on_table_with_pot   On the table, pot {pot:,} included
sensors_read        Sensors read
at_seat             {change} at {name}
here_buys           ADD CHIPS
here_chips          CORRECT STACK
here_leaves         LEAVE
seat_stack          Stack
seat_bet            Bet
sensed_in_stack     Sensed
ledger              LEDGER
count_again         First count again, and look for chips in other stacks and on the floor.
table_becomes       On the table: {before:,} becomes {after:,}.
hold_take_off       HOLD: TAKE {amount} OFF
hold_add            HOLD: ADD {amount}
change_sign         Change the sign
reason_counted      COUNTED WRONG
reason_lost         CHIPS LOST
reason_found        CHIPS FOUND
minute_less         − 1 MIN
minute_more         + 1 MIN
level_back          LEVEL BACK
level_next          NEXT LEVEL
break_now           BREAK NOW
change_break        CHANGE THE BREAK
next_level_is       Next:
in_hands            {count} hands
in_minutes          {count} min
break_row           break
level_done          done
level_time          TIME
level_counts_from   A changed level counts from the next hand.
field_seat          Seat
field_seats         Seats
field_card          Card, as 9c
field_cards         How many cards
field_act           What it did
field_amount        How many chips
field_stack         What was counted in the stack
field_pot           Pot
field_chip          The chip that goes
field_to            Level
field_minutes       Minutes
field_why           Why
field_sits          With how many chips
field_buys          How many chips
field_name          Name
main_pot            main pot
a_side_pot          side pot {number}
""")
RULINGS: Texts = texts("""
ruling_start           START THE HAND
ruling_confirm         DO AS THE RULEBOOK SAYS
ruling_resume          LEAVE IT AS IT IS
ruling_misdeal         MISDEAL
ruling_void            VOID THE HAND
ruling_card            NAME THE CARD
ruling_reshuffled      THE SHOE IS LOADED
ruling_deck_checked    THE DECK IS RIGHT
ruling_undo            UNDO THE LAST RULING
ruling_pause           PAUSE
ruling_go_on           GO ON
ruling_exposed         A CARD WAS SEEN
ruling_wrong_count     WRONG NUMBER OF CARDS
ruling_joker           A JOKER IN A HAND
ruling_misplaced       TWO HANDS WERE SWAPPED
ruling_dealer_exposed  THE DEALER'S CARDS WERE SEEN
ruling_chips           COUNT THE CHIPS
ruling_act             ACT FOR A PLAYER
ruling_dead            A HAND IS DEAD
ruling_award           GIVE THE POT
ruling_colour_up       COLOUR UP
ruling_level           THE LEVEL
ruling_break           A BREAK
ruling_button          PUT THE BUTTON
ruling_close_bets      NO MORE BETS
ruling_made            THE SHOT WAS MADE
ruling_missed          THE SHOT WAS MISSED
ruling_new_game        NEW GAME
ruling_sits            SEAT SOMEBODY
ruling_buys            CHIPS FOR A SEAT
ruling_leaves          SOMEBODY LEAVES
""")


def floor_words(language: str) -> dict[str, str]:
    """Each by its key, its fields unfilled."""
    tr: Translator = in_language(language)
    own = {key: tr.text(text) for key, text in {**WORDS, **PLACE_WORDS, **RULINGS}.items()}
    return page_words(language) | own
