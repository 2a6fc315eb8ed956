"""The manual pages in deploy/man: that each says what the code does now is held by
tests/games/test_settings_listed.py; here, that there is one of each command, in words that man
reads.
"""

import re
import tomllib
from pathlib import Path

import pytest

from tests.pages import PAGES

ROOT = Path(__file__).resolve().parents[2]
MAN = ROOT / "deploy" / "man"
REQUESTS = re.compile(r"\.(TH|SH|SS|TP|B|BR|I|br|\\\")( |$)")


def bad_lines(text):
    """Those that man would take for a request that there is not, and swallow."""
    return [
        line
        for line in text.splitlines()
        if (line[:1] in (".", "'") and not REQUESTS.match(line)) or re.search(r"\\[^e&\-f\"]", line)
    ]


def test_each_command_has_its_page_and_no_page_is_of_one_that_is_gone():
    found = {f"man/{path.name}" for path in MAN.iterdir()}
    assert found == {name for name in PAGES if name.startswith("man/")}
    commands = re.findall(
        r"^## `tablectl ([\w-]+)", (ROOT / "deploy/COMMANDS.md").read_text(), re.MULTILINE
    )
    assert {f"man/tablectl-{name}.1" for name in commands} | {"man/tablectl.1"} == found


@pytest.mark.parametrize("page", sorted(MAN.iterdir()), ids=lambda page: page.name)
def test_no_line_of_a_page_is_lost_to_man(page):
    assert bad_lines(page.read_text()) == []


def test_a_line_that_would_be_lost_is_found():
    assert bad_lines(".toml is the end\n'tis\n\\d\nplain\n.SH NAME") == [
        ".toml is the end",
        "'tis",
        "\\d",
    ]


def test_package_and_wheel_bring_them_where_man_looks():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert wheel["targets"]["wheel"]["shared-data"] == {"deploy/man": "share/man/man1"}
    assert (ROOT / "deploy/debian/tablectl.manpages").read_text() == "man/*.1\n"
