"""A sentence as a value: what its values read like, in English and in Spanish."""

import pytest

from tablectl.locale import get_translator
from tablectl.text import (
    Amount,
    Capitalized,
    IfNamed,
    Ordinal,
    Player,
    T,
    WithoutStop,
    join_choices,
    join_parts,
    join_with_and,
    join_with_or,
    list_players,
    number_word,
    player_names,
    plural,
    say,
)

NAMES = player_names(get_translator("en"), "Luca", None, "de Vries", " ")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (T("{Seat}: call {amount:,}.", Seat=Player(2), amount=1_200), "Seat 2: call 1,200."),
        (
            T("{Seat} waits for {other}.", Seat=Player(3), other=Player(4)),
            "de Vries waits for Seat 4.",
        ),
        (T("ACT FOR {SEAT}", SEAT=Player(2)), "ACT FOR SEAT 2"),
        (
            T(
                "{Moves}.",
                Moves=join_parts(
                    [T("pay {amount}", amount=5), T("return {amount}", amount=3)], ", "
                ),
            ),
            "Pay 5, return 3.",
        ),
        (
            T("{Seats}: press PASS.", Seats=join_parts(list_players([3, 4]), ", ")),
            "de Vries, Seat 4: press PASS.",
        ),
        (
            T("{Seats} wait.", Seats=join_with_and([Player(3), Player(4), "Noor"])),
            "de Vries, Seat 4 and Noor wait.",
        ),
        (Capitalized(Capitalized(Player(3))), "de Vries"),
        (plural("one card", "{count} cards", 1, count=1), "one card"),
        (plural("one card", "{count} cards", 12, count=number_word(12)), "12 cards"),
        (T("{Number} bets are in.", Number=number_word(4)), "Four bets are in."),
        (join_choices([T("call {amount}", amount=8), T("fold")]), "call 8, or fold"),
        (join_with_or(["7♦", T("a joker")]), "7♦ or a joker"),
        (
            join_parts([*map(Ordinal, (1, 2, 3, 4, 11)), Amount(1_500)]),
            "1st 2nd 3rd 4th 11th 1,500",
        ),
        (
            T("It is dead: {cause}.", cause=WithoutStop(T("Ruled by the floor."))),
            "It is dead: Ruled by the floor.",
        ),
        (IfNamed(1, T("Luca 5"), T("Seat 1 (5)")), "Luca 5"),
        (IfNamed(4, T("Noor 5"), T("Seat 4 (5)")), "Seat 4 (5)"),
        (T("call {amount:,}")(amount=8), "call 8"),
        ("dead", "dead"),
    ],
)
def test_what_values_read_like(value, words):
    assert say(value, NAMES) == words


def test_a_text_lacks_a_value():
    with pytest.raises(KeyError, match="amount"):
        say(T("call {amount:,}"))


def test_another_language_has_its_own_numbers_lists_and_plurals():
    spanish = player_names(get_translator("es"), "Inés")
    assert say(T("call {amount:,}", amount=1_250_000), spanish) == "iguala 1.250.000"
    assert say(join_with_and(["Luca", Player(1)]), spanish) == "Luca e Inés"
    assert say(T("It is {other}'s shot.", other=Player(2)), spanish) == "El tiro es de Asiento 2."
