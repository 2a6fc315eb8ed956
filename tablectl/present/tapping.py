"""What a screen shows while somebody enrols a deck or chips, or checks a deck: what is next, and
what became of the last tap.
"""

import re

from tablectl.present.terms import card_name
from tablectl.text import say
from tablectl.view import Ask, View

CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")


def tapping_view(
    *,
    preset: str,
    table: str,
    title: str,
    asks_for: str,
    card: str | None,
    headline: str,
    sentence: str,
) -> View:
    """`asks_for`: deal or chips. `card`: to be tapped now, or tapped last; None: none is.

    `headline` and `sentence` stand in the bar, with cards in them as `Qd`.
    """
    return View(
        preset=preset,
        table=table,
        title=title,
        board=(card,) if card is not None else (),
        waiting_for="card",
        ask=Ask(asks_for, with_suits(headline).rstrip(".")),
        prompt=with_suits(sentence),
    )


def with_suits(text: str) -> str:
    """Cards as the screen draws them, `Q♦` for `Qd`."""
    return CARD.sub(lambda found: say(card_name(found[0])), text)
