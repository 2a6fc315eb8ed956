"""The clauses of the rulebook, as it numbers them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULEBOOK = (ROOT / "tablectl/rules/RULEBOOK.md").read_text()
CLAUSES = set(re.findall(r"^- ([GTSLDMF]-\d+)\b", RULEBOOK, re.MULTILINE))
