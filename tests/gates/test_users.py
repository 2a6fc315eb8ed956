"""The gate of the users: whoever has broken into the screen can open nothing of the table but its
views.

An installation as systemd makes it of the files in deploy/, below a directory of its own; the table
runs in it as its user, and the others try every file, directory and socket of it. InaccessiblePaths
of the screen's unit comes on top of this, and is not tried here: it wants systemd itself.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tablectl.cli.ruling import send_line
from tablectl.cli.systemd import log_to_stderr
from tablectl.engine.facts import Ruled
from tablectl.intake.decks import Deck
from tablectl.intake.enrolling import enrolling_order
from tablectl.journal.store import Journal
from tablectl.service.books import (
    books as deckfile,
    link_keys as keyfile,
    operators as operatorfile,
)
from tablectl.service.config.loading import load_config
from tablectl.service.run import serve_table

from .of_users import User, a_view, closed_to_others, made_by_systemd, opened

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
CLOSED = closed_to_others(ROOT, Path(os.__file__).parent, Path(msgspec.__file__).parent)
MISSING = [
    command for command in ("systemd-sysusers", "systemd-tmpfiles") if not shutil.which(command)
]

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(os.getuid() != 0, reason="only root may become another user"),
    pytest.mark.skipif(bool(MISSING), reason="package systemd is not installed"),
    pytest.mark.skipif(CLOSED is not None, reason=str(CLOSED)),
]

TABLE = """
table = {{ seats = {{ 1 = 100, 2 = 100 }}, stakes.big_blind = 4 }}
shoe = {{ port = "/dev/nowhere/shoe", deck_book = "{root}/var/lib/tablectl/decks.json" }}
seat = [ {{ number = 1, port = "/dev/nowhere/seat-1" }}, {{ number = 2, port = "/dev/nowhere/seat-2" }} ]
journal.path = "{root}/var/lib/tablectl/table.db"
screen.socket = "{root}/run/tablectl/screen/screen.sock"
control.socket = "{root}/run/tablectl/floor/control.sock"
control.operators = "{root}/var/lib/tablectl/operators.json"
control.page_user = "user 60002"
"""


def of_unit(key):
    found = re.search(rf"^{key}=(.+)$", (DEPLOY / "tablectl.service").read_text(), re.MULTILINE)
    assert found is not None, key
    return found[1]


class Installed:
    """A table that runs as systemd would run it."""

    def __init__(self, root):
        self.root = root
        for kind in ("sysusers", "tmpfiles"):
            there = root / f"usr/lib/{kind}.d"
            there.mkdir(parents=True)
            shutil.copy(DEPLOY / f"tablectl.{kind}", there / "tablectl.conf")
        (root / "etc/tablectl").mkdir(parents=True)
        subprocess.run(["systemd-sysusers", f"--root={root}"], check=True, capture_output=True)
        subprocess.run(
            ["systemd-tmpfiles", f"--root={root}", "--create"], check=True, capture_output=True
        )
        self.users = made_by_systemd(root)
        self.config = root / "etc/tablectl/table.toml"
        self.config.write_text(TABLE.format(root=root))
        self._makes_state(root / "var/lib/tablectl")
        self.pid = 0

    def _makes_state(self, directory):
        """As systemd does before it starts the unit."""
        user = self.users[of_unit("User")]
        directory.mkdir(parents=True)
        directory.chmod(int(of_unit("StateDirectoryMode"), 8))
        os.chown(directory, user.uid, user.gid)

    @contextmanager
    def running(self):
        heard, says = os.pipe()
        with os.fdopen(heard) as log:
            self.pid, answer = self.users[of_unit("User")].begins(lambda: self._runs(says))
            os.close(says)
            try:
                # its doors are open by then
                assert "is not heard" in (told := log.readline()), told + log.read()
                yield
            finally:
                os.kill(self.pid, signal.SIGTERM)
                status = os.waitpid(self.pid, 0)[1]
                os.close(answer)
        assert status == 0

    def _runs(self, says):
        os.umask(int(of_unit("UMask"), 8))
        sys.stderr = os.fdopen(says, "w", buffering=1)
        log_to_stderr()
        config = load_config(self.config)
        deckfile.change_decks(
            Path(config.shoe.deck_book),
            lambda decks: decks.added(
                Deck(
                    "red",
                    {
                        number.to_bytes(8, "big"): card
                        for number, card in enumerate(enrolling_order(), 1)
                    },
                )
            ),
        )
        operatorfile.change_operators(
            Path(config.control.operators), lambda known: known.with_operator("Ann", "271828")
        )
        keyfile.write_key(self.root / "var/lib/tablectl/keys", 1, keyfile.new_key())
        return serve_table(config)

    def opened_by(self, user):
        """Each with its path below the root. A directory that is anybody's to look into names
        nothing of the table.
        """
        places = [
            path
            for top in ("etc/tablectl", "run/tablectl", "var/lib/tablectl")
            for path in (self.root / top).rglob("*")
        ]
        places += [self.root / "var/lib/tablectl"]
        return {
            deed.replace(f"{self.root}/", "")
            for deed in user.does(lambda: opened(places, self.pid))
        }


@pytest.fixture
def installed():
    # not tmp_path: root's alone, so nobody would get in at all
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        root = Path(place)
        root.chmod(0o755)
        made = Installed(root)
        with made.running():
            yield made


CONFIGURATION = "read etc/tablectl/table.toml"
ITS_VIEWS = {"read run/tablectl/screen", "connect run/tablectl/screen/screen.sock"}
TO_RULE = {"read run/tablectl/floor", "connect run/tablectl/floor/control.sock"}
KEPT = ("table.db", "table.db-wal", "decks.json", "keys/node-1.key", "operators.json")


def test_from_the_screen_s_user_only_the_views_can_be_opened(installed):
    screen = installed.users["tablectl-screen"]
    assert installed.opened_by(screen) == {CONFIGURATION, *ITS_VIEWS}
    view = msgspec.json.decode(
        screen.does(lambda: a_view(installed.root / "run/tablectl/screen/screen.sock"))
    )
    assert (view["phase"], len(view["seats"])) == ("idle", 2)
    assert (
        screen.does(lambda: load_config(installed.config).views)
        == f"{installed.root}/run/tablectl/screen/screen.sock"
    )


def of_the_floor(installed):
    (floor,) = [
        int(line.split(":")[2])
        for line in (installed.root / "etc/group").read_text().splitlines()
        if line.startswith("tablectl-floor:")
    ]
    return User(60_001, 60_001, (floor,))


def test_who_is_in_the_floor_s_group_may_rule_and_open_nothing_else(installed):
    assert installed.opened_by(of_the_floor(installed)) == {CONFIGURATION, *TO_RULE}


PAGE = 60_002


def test_a_ruling_is_recorded_in_the_name_of_whoever_connected(installed):
    """Clauses: G-12. The floor's page alone, by its user, says for whom it rules, and that is
    recorded besides.
    """
    control, floor = installed.root / "run/tablectl/floor/control.sock", of_the_floor(installed)
    page = User(PAGE, PAGE, floor.groups)
    for line, user, is_taken in (
        ({"floor": "pause"}, floor, True),
        ({"floor": "go_on"}, installed.users["tablectl"], True),
        ({"floor": "pause", "on_behalf_of": "Ann"}, page, True),
        ({"floor": "go_on"}, page, False),
        ({"floor": "go_on", "on_behalf_of": "Ann"}, floor, False),
        ({"floor": "go_on", "on_behalf_of": "Ann"}, installed.users["tablectl"], False),
    ):
        assert user.does(lambda line=line: send_line(control, line)["ok"]) is is_taken
    with Journal.open(installed.root / "var/lib/tablectl/table.db", read_only=True) as journal:
        ruled = [
            fact for record in journal.rows() for fact in record.facts if isinstance(fact, Ruled)
        ]
    assert [(fact.ruling, fact.who, fact.on_behalf_of) for fact in ruled] == [
        ("pause", "user 60001", None),
        ("go_on", "floor", None),
        ("pause", f"user {PAGE}", "Ann"),
    ]


@pytest.mark.parametrize("name", ["tablectl-console", "tablectl-publisher"])
def test_who_has_nothing_to_do_yet_can_open_nothing(installed, name):
    assert installed.opened_by(installed.users[name]) == {CONFIGURATION}


def test_control_the_table_s_own_user_opens_all_of_it(installed):
    """So the paths are there, and what tries them can."""
    found = installed.opened_by(installed.users["tablectl"])
    assert {
        f"{deed} var/lib/tablectl/{name}" for deed in ("read", "write") for name in KEPT
    } <= found
    assert {*ITS_VIEWS, *TO_RULE, "make in var/lib/tablectl", "signal of the table"} <= found


def test_control_a_door_left_open_is_found(installed):
    """A state directory that others may enter, a journal that they may read, a floor that they
    may enter.
    """
    for path, mode in (
        ("var/lib/tablectl", 0o711),
        ("var/lib/tablectl/table.db", 0o644),
        ("run/tablectl/floor", 0o2755),
        ("run/tablectl/floor/control.sock", 0o666),
    ):
        (installed.root / path).chmod(mode)
    found = installed.opened_by(installed.users["tablectl-screen"])
    assert found - {CONFIGURATION, *ITS_VIEWS} == {"read var/lib/tablectl/table.db", *TO_RULE}
