"""The units of systemd: the one command that installs the configuration and starts them."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from tablectl.setup.example import KEPT
from tablectl.setup.interview.desk import NO, YES, YES_OR_NO, Desk, Question
from tablectl.setup.interview.seats import PHONE
from tablectl.text import T

RUNS = "run/systemd/system"
UNIT_FOLDERS = ("etc/systemd/system", "usr/lib/systemd/system", "lib/systemd/system")
INSTALLED = "/etc/tablectl/table.toml"
DECKS = "decks.json"


def ask_units(desk: Desk, command: str, root: Path) -> bool:
    """Whether the command is to be run now."""
    if not (root / RUNS).is_dir():
        desk.tell(
            T(
                "No systemd runs here, so the table does not start by itself: tablectl run "
                "--config table.toml starts it."
            )
        )
        return False
    if not any((root / folder / "tablectl.service").exists() for folder in UNIT_FOLDERS):
        desk.tell(
            T(
                "The table's units are not installed here: sudo deploy/install.sh does that, and "
                "then: tablectl setup --only units"
            )
        )
        return False
    desk.tell(T("This starts the table now, and whenever the machine starts:"))
    desk.tell(command)
    asked = T("Do it now?")
    question = Question("units", asked, YES, YES_OR_NO, unattended=NO)
    return desk.ask(question, is_kept=False) == YES


def start_command(answers: Mapping[str, str], installed: Path) -> str:
    """What root does: `installed` is put where the units look for it, with the decks beside it."""
    units = ["tablectl"]
    units += ["tablectl-screen"] if answers["screen"] == YES else []
    units += ["tablectl-web"] if answers["seat"] == PHONE else []
    named = " ".join(units)
    decks = installed.with_name(DECKS)
    steps = [
        f"install -D -m 644 --backup=numbered {shlex.quote(str(installed))} {INSTALLED}",
        f"install -d -o tablectl -g tablectl -m 700 {KEPT}",
        f"systemctl enable {named}",
        f"systemctl restart {named}",
    ]
    if decks.exists():
        steps.insert(
            2, f"install -o tablectl -g tablectl -m 600 {shlex.quote(str(decks))} {KEPT}/{DECKS}"
        )
    return f"sudo sh -c {shlex.quote(' && '.join(steps))}"
