"""What stands on a picture, case by case: the files of `told/`.

A case begins with its sentence. Each of its lines shows a view, changed by `with`, `each` (at every
seat) and `look` (how the screen is set up), `at_ms` after it came; what a line leaves out is as in
the line before. Of the texts then written: `says`, `says_not`, `all`, `in_order` (one after the
other), `text` (read as one), `counts`, `whole` (none is cut but what is typed), `fits` (no fault).
"""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tablectl.screen.style import Style
from tests.screen.proofs import FULL, faults, merged, proofs_of, view

HERE = Path(__file__).parent / "told"


def cases():
    for path in sorted(HERE.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        begins = [at for at, line in enumerate(lines) if "case" in line]
        for at, end in pairwise([*begins, len(lines)]):
            yield pytest.param(lines[at:end], id=lines[at]["case"])


@pytest.mark.parametrize("lines", [*cases()])
def test_a_picture_says_what_its_case_says(lines):
    shown, now = {}, {"at_ms": 0, "look": {}}
    for line in lines:
        now |= {key: line[key] for key in now if key in line}
        shown = merged(view(line["view"]) if "view" in line else shown, line.get("with", {}))
        for seat in shown["seats"].values():
            seat.update(line.get("each", {}))
        style = Style(**now["look"])
        size = FULL if style.view == "clock" else style.display_px
        proofs, surface = proofs_of(shown, size, now["at_ms"], style)
        wrong = list(wrong_with(line, [one.text for one in proofs]))
        wrong += faults(proofs, surface) if line.get("fits") else []
        assert wrong == [], line


def wrong_with(line, said):
    """What the line expects of these texts, and they are not."""
    yield from {*line.get("says", ())} - {*said}
    yield from {*line.get("says_not", ())} & {*said}
    yield from [text for text, count in line.get("counts", {}).items() if said.count(text) != count]
    if line.get("all", said) != said:
        yield said
    if (text := line.get("text", "")) not in " ".join(said):
        yield text
    for row in line.get("in_order", ()):
        if not any(said[at : at + len(row)] == row for at in range(len(said))):
            yield row, said
    if line.get("whole"):
        yield from [text for text in said if "…" in text and not text.startswith("tablectl ")]


@pytest.mark.parametrize(
    "line",
    [
        {"says": ["BET"]},
        {"says_not": ["CALL"]},
        {"counts": {"CALL": 2}},
        {"all": ["CALL"]},
        {"text": "1,200 CALL"},
        {"in_order": [["1,200", "CALL"]]},
        {"whole": True},
    ],
)
def test_control_a_text_that_is_not_as_it_is_told_is_found(line):
    assert list(wrong_with(line, ["CALL", "1,200", "Vik…"])) != []
