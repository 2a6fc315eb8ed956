"""deploy/install.sh, as it says what it would do. tests/install.sh lets it do so, in a bare
Debian.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tablectl.setup import delivered

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy" / "install.sh"


def told(*words):
    done = subprocess.run(
        ["/bin/sh", SCRIPT, *words],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr


def places():
    """Where each file that a system wants lies: as `tablectl config units` says."""
    return {
        name: where + name if where.endswith("/") else where
        for name, where in delivered.UNITS.items()
    }


def test_it_would_install_each_file_where_the_system_wants_it():
    code, out, _ = told("--dry-run")
    assert code == 0
    copied = dict(re.findall(r"^install -D -m 644 deploy/(\S+) (\S+)$", out, re.MULTILINE))
    copied.pop("table.toml", None)  # only where there is none
    assert copied == places()


def test_it_would_take_away_all_of_it_but_what_was_played():
    code, out, _ = told("--dry-run", "--uninstall")
    assert code == 0
    gone = {
        path for line in re.findall(r"^rm -\w+ (.+)$", out, re.MULTILINE) for path in line.split()
    }
    assert gone == {*places().values(), "/opt/tablectl/.venv"}


def test_it_would_change_no_python_but_its_own():
    _, out, _ = told("--dry-run")
    installs = [line for line in out.splitlines() if " install " in line and "pip" in line]
    assert len(installs) == 2
    assert all(line.startswith("/opt/tablectl/.venv/bin/pip ") for line in installs)
    assert "--require-hashes" in installs[0]
    assert "--no-deps" in installs[1]
    assert "break-system-packages" not in SCRIPT.read_text()


@pytest.mark.parametrize("words", [("--purge",), ("--dry-run", "now")])
def test_what_it_does_not_know_it_does_not_do(words):
    assert told(*words) == (2, "", "usage: deploy/install.sh [--dry-run] [--uninstall]\n")
