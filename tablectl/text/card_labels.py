"""What a card in question is called, on the screen and on the pages, by the irregularity's kind."""

from tablectl.locale.translator import texts

CARD_LABELS = texts("""
premature_card       NOT ASKED FOR
boxed_card           FACE UP IN DECK
exposed_card         EXPOSED
foreign_joker        JOKER
duplicate_card       TWICE IN DECK
unknown_card         NOT OF THIS DECK
unreadable_card      NOT READ
card_elsewhere       ELSEWHERE
not_in_stub          NOT RESHUFFLED
too_many_flop_cards  TOO MANY
wrong_card_count     TOO MANY
""")
