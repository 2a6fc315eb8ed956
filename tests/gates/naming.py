"""The cards that a text names, however it writes them; for the gates of the secrets."""

import re

SIGNS = dict(zip("♠♥♦♣", "shdc", strict=True))
ESCAPED = re.compile(r"\\u(26\d\d)")  # as JSON may have a sign
CARD = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([cdhs]\b|[♠♥♦♣])")


def named(said: str) -> set[str]:
    """As `Qd`, or as sentences and screens have them, `Q♦`."""
    plain = ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), said)
    return {
        ("T" if rank == "10" else rank) + SIGNS.get(suit, suit)
        for rank, suit in CARD.findall(plain)
    }
