"""Salts: 16 random bytes in each row, without which its hash would confirm a guess of the face-down
cards in it.

Hashes leave the table: nodes, receipts and printed accounts keep them. A row holds little that a
player does not know besides two cards, and a computer tries all pairs of cards in a minute. The
salt is stored with its row alone, and shown nowhere.
"""

import os
from collections.abc import Callable
from random import Random

SALT_BYTES = 16

Salts = Callable[[], bytes]  # a new salt at each call


def from_system() -> bytes:
    """For every table that people play at."""
    return os.urandom(SALT_BYTES)


def seeded_salts(seed: int) -> Salts:
    """For rehearsals, whose journals repeat byte for byte."""
    chance = Random(seed)
    return lambda: chance.randbytes(SALT_BYTES)
