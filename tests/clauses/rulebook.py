"""The clauses of the rulebook, as it numbers them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = (ROOT / "tablectl/rules/RULEBOOK.md").read_text()
# their letters, from the headings
CHAPTERS = "".join(re.findall(r"^## ([A-Z]) ", RULEBOOK, re.MULTILINE))
CLAUSES = set(re.findall(rf"^- ([{CHAPTERS}]-\d+)\b", RULEBOOK, re.MULTILINE))
