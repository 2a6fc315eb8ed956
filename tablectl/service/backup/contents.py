"""What a backup holds: a zip, with a table of contents as its first entry. The digests find damage:
they do not say who made the file.
"""

import os
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from tablectl.service.books.books import digest_json
from tablectl.structs import Strict

FORMAT = 1  # raised when older programs could not restore what is in it
CONTENTS = "contents.json"
PART_BYTES = 1 << 20

Kind = Literal[
    "configuration",
    "journal",
    "mirror",
    "archived journal",
    "runs",
    "deck book",
    "chip book",
    "shots",
    "operators",
    "book of phones",
    "key of a node",
    "certificate",
    "certificate's key",
    "font",
]
JOURNALS: tuple[Kind, ...] = ("journal", "mirror")
# what nobody else may have: keys, digests of PINs, face-down cards, which tag is which card
SECRETS: tuple[Kind, ...] = (
    "journal",
    "deck book",
    "operators",
    "book of phones",
    "key of a node",
    "certificate's key",
)


class BadBackup(ValueError):
    """The message is a sentence."""


class StoredFile(Strict):
    """A file in the backup. `place`: where it lay. `n`, `hash`: a journal's last row."""

    kind: Kind
    place: str
    entry: str
    bytes: int
    sha256: str
    mode: int
    owner: str
    group: str
    n: int = 0
    hash: str = ""

    @property
    def real_place(self) -> Path:
        """Where it is to lie: a link there stays one."""
        return Path(os.path.realpath(self.place))


class Contents(Strict):
    format: int
    program: str  # the version that made it
    made_s: int
    files: tuple[StoredFile, ...]
    sum: str = ""

    def of_kind(self, *kinds: Kind) -> list[StoredFile]:
        return [stored for stored in self.files if stored.kind in kinds]


def sum_of(contents: Contents) -> str:
    return digest_json(replace(contents, sum=""))
