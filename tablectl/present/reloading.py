"""The sentences of a halt: what the rulebook prescribes, its details, and how the shoe is reloaded
(L-22).
"""

from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.table import Table
from tablectl.present import reasons
from tablectl.present.terms import card_name, street_name
from tablectl.rules.cards import UNREADABLE
from tablectl.text import T, Text, Value, join_parts, join_with_and, plural


def remedy_sentence(t: Table) -> Value:
    """What the floor does to end the halt."""
    if gives_pots(t):
        return _other_pots(t)
    if t.irregularity is not None:
        return reasons.remedy_text(t.irregularity)
    return _how_to_reload(t, t.reload.cards if t.reload is not None and t.reload.is_up else ())


def gives_pots(t: Table) -> bool:
    """Whether the floor has given one of several pots during a halt."""
    return t.won is not None and t.in_hand


def _other_pots(t: Table) -> Text:
    """The floor gave one of several pots during a halt, so it gives the others, too (F-6)."""
    left = [
        T("pot {pot} of {amount}", pot=index, amount=pot.amount)
        for index, pot in enumerate(t.pots)
        if pot.amount
    ]
    return T("A pot has been given. Give the rest with award: {pots}.", pots=join_with_and(left))


def why_reload(t: Table) -> Text:
    """Why cards go back into the deck, in a sentence."""
    street = t.street_now.name if t.street_now else "board"
    if t.reload is not None and t.reload.kind == "premature_card":
        return T(
            "Before the {street}, what left the shoe too early goes back into the deck.",
            street=street_name(street),
        )
    if t.reload is not None and t.reload.kind == "too_many_flop_cards":
        return T(
            "The {street} had too many cards: it goes back into the deck.",
            street=street_name(street),
        )
    return T(
        "Two cards came together, and nobody knows which was first. Both go back into the deck."
    )


def _how_to_reload(t: Table, named: tuple[str, ...]) -> Value:
    """How the shoe is reloaded (L-22). `named`: the cards that go back, if everyone may know
    them.
    """
    known = [card_name(card) for card in named if card != UNREADABLE]
    shuffle = T(
        "Shuffle {cards} into the undealt deck, without burned and folded cards. Load the shoe, "
        "then rule reshuffled.",
        cards=join_with_and(known) if known else T("these cards"),
    )
    is_burned = t.reload is not None and t.reload.is_burned
    return join_parts(
        [
            shuffle,
            T("The next card is dealt without a burn.")
            if is_burned
            else T("Then the deal goes on."),
        ]
    )


def irregularity_details(t: Table, irregularity: Irregularity) -> Text | None:
    """How many cards are wanted, and where the other of two equal ones lies: of cards that lie
    face up, or that all may count.
    """
    if irregularity.kind == "duplicate_card":
        return _where_other_card_lies(t, irregularity)
    if irregularity.kind == "too_many_flop_cards":
        wanted = next(street.board for street in t.game.streets if street.board)
        # the shoe may have dealt no more than are wanted
        is_counted_by_eye = irregularity.why == "flop_counted"
        if not is_counted_by_eye:
            return T("{wanted} are wanted.", wanted=wanted)
        return T(
            "{wanted} are wanted, and {dealt} left the shoe.",
            wanted=wanted,
            dealt=len(t.board) + len(t.loose),
        )
    if irregularity.why == "wrong_count":
        wanted = t.game.hole_cards(t.street + 1)
        return plural("One is wanted.", "{wanted} are wanted.", wanted, wanted=wanted)
    return None


def _where_other_card_lies(t: Table, irregularity: Irregularity) -> Text | None:
    """Where it lay before; None: face down, or already out of play."""
    card = irregularity.up[0] if irregularity.up else None
    if card is None:
        return None
    if card in t.board_up:
        return T("The other one lies on the board.")
    held = next((n for n, player in t.shown.players.items() if card in player.up_cards), None)
    return T("The other one lies before {seat}.", seat=held) if held is not None else None
