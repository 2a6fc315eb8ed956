"""What is said of a halt: what is prescribed, and while the shoe is reloaded why and what the floor does for it (L-22)."""

from tablectl.engine.state.table import Table
from tablectl.rules.wording import listed
from tablectl.views import words
from tablectl.views.words.english.fields import in_words


def prescribed(t: Table) -> str:
    """What ends the halt."""
    if t.won is not None and t.in_hand:
        return _other_pots(t)
    if t.irregularity is not None:
        return words.prescribed(t.irregularity, words.names_of(t))
    return reload(t, t.reload.cards if t.reload is not None and t.reload.is_up else ())


def _other_pots(t: Table) -> str:
    """One of several pots has been given in a halt: the floor gives the others, too (F-6)."""
    left = [f"pot {index} of {pot.amount:,}" for index, pot in enumerate(t.pots) if pot.amount]
    return f"A pot has been given. Give the rest with award: {listed(left)}."


def reload_why(t: Table) -> str:
    """Why cards go back into the deck, in a sentence."""
    street = t.street_now.name if t.street_now else "board"
    if t.reload is not None and t.reload.kind == "premature_card":
        return f"Before the {street}, what left the shoe too early goes back into the deck."
    if t.reload is not None and t.reload.kind == "too_many_flop_cards":
        return f"The {street} had too many cards: it goes back into the deck."
    return "Two cards came together, and nobody knows which was first. Both go back into the deck."


def reload(t: Table, named: tuple[str, ...]) -> str:
    """What the floor does for a reload (L-22); `named`: the cards that go back, where everyone may know them."""
    known = [in_words(card) for card in named if card != "??"]
    back = listed(known) if known else "these cards"
    then = "The next card is dealt without a burn." if t.reload and t.reload.is_burned else "Then the deal goes on."
    return f"Shuffle {back} into the undealt deck, without burned and folded cards. Load the shoe, then rule reshuffled. {then}"
