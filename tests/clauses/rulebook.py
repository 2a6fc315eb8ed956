"""The clauses of the rulebook, as it numbers them."""

import re
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
RULEBOOK = (HOUSE / "tablectl/rules/RULEBOOK.md").read_text()
CLAUSES = set(re.findall(r"^- ([GTSLDMF]-\d+)\b", RULEBOOK, re.MULTILINE))
