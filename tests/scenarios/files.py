"""The scenarios of this project by their names: a folder for each chapter of the rulebook, and no
name there twice.

A scenario lies in the chapter of the first clause that its first line names, the one that it is
about.
"""

from pathlib import Path

HERE = Path(__file__).parent
# the letter of a chapter's clauses: its folder
CHAPTERS = {
    "G": "general",
    "T": "tournament",
    "S": "texas6plus",
    "L": "canterbury",
    "D": "casino",
    "M": "pool",
    "F": "floor",
    "H": "floor",
}

FILES = sorted(HERE.rglob("*.jsonl"), key=lambda path: path.stem)
# cards-speak: .../general/cards-speak.jsonl
SCENARIOS = {path.stem: path for path in FILES}
