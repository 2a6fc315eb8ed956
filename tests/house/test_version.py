"""One number, in pyproject.toml: everything else that says a version has it from there."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import tablectl
from tablectl.engine.engine import RULES_VERSION
from tablectl.journal.store import FORMAT
from tablectl.service.backup import contents
from tablectl.web.site import read_pages

ROOT = Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_wheel_library_pages_and_changelog_say_the_same_version():
    assert version("tablectl") == tablectl.__version__ == VERSION, "Install it anew: make develop"
    mark = f'<meta name="generator" content="tablectl {VERSION}">'.encode()
    pages = {path: file.body for path, file in read_pages().items() if path.endswith(".html")}
    assert [path for path, body in pages.items() if mark not in body] == []
    assert re.search(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1] == VERSION


def test_debian_s_packages_have_it_from_the_same_line():
    (found,) = re.findall(
        r"""sed -n '(.*)' pyproject""", (ROOT / "deploy/debian/build.sh").read_text()
    )
    assert found == r's/^version = "\(.*\)"/\1/p'
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    assert [line for line in lines if line.startswith("version = ")] == [f'version = "{VERSION}"']


def test_the_page_of_promises_names_the_numbers_of_this_program():
    page = (ROOT / "deploy/PROMISES.md").read_text()
    assert f"| format {FORMAT}, rules {RULES_VERSION} |" in page
    assert f"| A backup | format {contents.FORMAT} |" in page
    wire, minor = re.search(
        r"version (\d+)\.(\d+)$", (ROOT / "firmware_io/PROTOCOL.md").read_text().splitlines()[0]
    ).groups()
    assert f"| version {wire}, minor {minor} |" in page
