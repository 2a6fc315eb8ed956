"""The words of some places of the floor's page: the last hands, devices and decks, people."""

from tablectl.locale.translator import Texts, texts

PLACE_WORDS: Texts = texts("""
place_hands         HANDS
place_devices       DEVICES
place_people        PEOPLE
last_hands          Last hands
press_one           Press one to see it act by act.
no_hands_yet        No hand has been played yet.
act_by_act          Act by act
step_back           One act back
step_on             One act on
button_of           button {name}
correct_the_pot     CORRECT THE POT…
the_pi              The Pi
the_mirror          The journal's mirror
in_ms               {ms:,} ms
is_well             is well
is_wrong            something is wrong with it
test_lamps          LIGHT THE LAMP OF A SEAT
no_lamps            No seat of this table has a lamp that can be lit.
test_reader         WHAT DOES THE READER READ?
decks               DECKS
cards_in_deck       {count} cards
is_in_play          in play
put_deck            PUT
ruling_put          PLAY WITH ANOTHER DECK
phones              PHONES
free_phone          FREE
ruling_frees        FREE THE SEAT OF ITS PHONE
phone_mark          mark {mark}
phone_typed         came by digits
asleep_for          asleep for {time}
who_may_rule        WHO MAY RULE
this_page           this page
locks               LOCKS
none_is_locked      Nothing is locked.
pin_again           PIN of {name}, once more
clear_lock          TAKE THE LOCK AWAY…
ruling_clears       TAKE THE LOCK AWAY
""")
