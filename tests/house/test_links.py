"""Every link in the project's texts leads to a file that is there, and every path that a text of
README names does too.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("native", "firmware_io", "tablectl", "deploy", "tests")
TEXTS = [
    *sorted(ROOT.glob("*.md")),
    *(text for room in ROOMS for text in sorted((ROOT / room).rglob("*.md"))),
]
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
PATH = re.compile(r"(?<![\w./-])((?:deploy|firmware_io|native|tablectl|tests)/[\w./-]*\w)")


def missing(text, folder):
    """The links from a text in `folder` that lead nowhere, and the paths that do not, from there
    or the project's root.
    """
    links = [
        link for link in LINK.findall(text) if "://" not in link and not (folder / link).exists()
    ]
    paths = [
        path
        for path in PATH.findall(LINK.sub("]", text))
        if not any((root / path).exists() for root in (ROOT, folder))
    ]
    return links + paths


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: str(text.relative_to(ROOT)))
def test_every_link_and_path_leads_somewhere(text):
    assert missing(text.read_text(), text.parent) == []


def test_one_that_leads_nowhere_is_found():
    text = (
        "See [the plan](native/PLAN.md), [its end](README.md#licence), `tests/nowhere/` and "
        "`native/README.md`."
    )
    assert missing(text, ROOT) == ["native/PLAN.md", "tests/nowhere"]


@pytest.mark.parametrize("script", ["Makefile", ".ci/run", "tests/pythons.sh"])
def test_every_test_that_a_script_runs_is_there(script):
    named = re.findall(r"\btests/[\w/.-]+\.(?:py|sh)\b", (ROOT / script).read_text())
    assert [name for name in named if not (ROOT / name).is_file()] == []
