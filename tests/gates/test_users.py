"""The gate of the users: whoever has broken into the screen, into the pages for phones, or into the
floor's page, can open nothing of the table but what that process is for.

An installation as systemd makes it of the files in deploy/, below a directory of its own; the table
runs in it as its user, and the others try every file, directory and socket of it. InaccessiblePaths
of their units comes on top of this, and is not tried here: it wants systemd itself.
"""

import asyncio
import contextlib
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from tablectl.cli.ruling import send_line
from tablectl.cli.systemd import log_to_stderr
from tablectl.cli.web import serve
from tablectl.engine.facts import Ruled
from tablectl.intake.decks import Deck
from tablectl.intake.enrolling import enrolling_order
from tablectl.journal.store import Journal
from tablectl.service.books import (
    books as deckfile,
    link_keys as keyfile,
    operators as operatorfile,
)
from tablectl.service.books.phones import PairingBook
from tablectl.service.config.loading import load_config
from tablectl.service.run import serve_table
from tablectl.service.story_server import MOST_OF_USER, serve_story
from tablectl.setup.doctor.pages import Pages, ask_pages
from tests.web.browser.processes import wait_until
from tests.web.browser.real_table import free_port

from .of_users import User, a_view, an_answer, closed_to_others, made_by_systemd, opened

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
table = {{ seats = {{ 1 = 100, 2 = 100 }}, stakes.big_blind = 4, options.chips_sensed = false }}
shoe = {{ port = "/dev/nowhere/shoe", deck_book = "{root}/var/lib/tablectl/decks.json" }}
seat = [ {{ number = 1, driver = "phone" }}, {{ number = 2, driver = "phone" }} ]
journal.path = "{root}/var/lib/tablectl/table.db"
screen.socket = "{root}/run/tablectl/screen/screen.sock"
control.socket = "{root}/run/tablectl/floor/control.sock"
control.operators = "{root}/var/lib/tablectl/operators.json"
control.page_user = "{page_user}"
phones.socket = "{root}/run/tablectl/seats/seats.sock"
phones.codes = "{root}/run/tablectl/codes/codes.sock"
screen.pairing = true
phones.book = "{root}/var/lib/tablectl/phones.json"
story.socket = "{root}/run/tablectl/story/story.sock"
web.listen = "127.0.0.1:{port}"
web.floor.listen = "127.0.0.1:{floor_port}"
"""


def of_unit(key, unit="tablectl.service"):
    found = re.search(rf"^{key}=(.+)$", (DEPLOY / unit).read_text(), re.MULTILINE)
    assert found is not None, key
    return found[1]


def known_as(user):
    """What the table calls a user who connects: this machine's own users, not the installation's."""
    try:
        return pwd.getpwuid(user.uid).pw_name
    except KeyError:
        return f"user {user.uid}"


def logged(says, umask, act):
    """What a unit does, with its log in a pipe."""
    os.umask(umask)
    sys.stderr = os.fdopen(says, "w", buffering=1)
    log_to_stderr()
    return act()


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
        self.port, self.floor_port = free_port(), free_port()
        self.config.write_text(
            TABLE.format(
                root=root,
                port=self.port,
                floor_port=self.floor_port,
                page_user=known_as(self.users["tablectl-console"]),
            )
        )
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
        config = load_config(self.config)
        story = Path(config.journal.path), Path(config.story.socket)
        # the doors are open by the time a line of the log says so
        with (
            self._unit("tablectl.service", lambda: self._runs(config), "is not heard") as self.pid,
            self._unit(
                "tablectl-story.service", lambda: asyncio.run(serve_story(*story)), "is served"
            ),
            self._unit(
                "tablectl-web.service",
                lambda: serve(self.config, None, is_floor=False),
                "are served",
            ),
            self._unit(
                "tablectl-console.service",
                lambda: serve(self.config, None, is_floor=True),
                "are served",
            ),
        ):
            yield

    @contextmanager
    def _unit(self, unit, act, is_ready):
        heard, says = os.pipe()
        with os.fdopen(heard) as log:
            user = self.users[of_unit("User", unit)]
            pid, answer = user.begins(lambda: logged(says, int(of_unit("UMask", unit), 8), act))
            os.close(says)
            try:
                assert any(is_ready in line for line in log), "it has ended"
                yield pid
            finally:
                os.kill(pid, signal.SIGTERM)
                status = os.waitpid(pid, 0)[1]
                os.close(answer)
        assert status == 0

    def _runs(self, config):
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
        PairingBook(Path(config.phones.book)).change(lambda book: book.with_phone(1, bytes(16)))
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
ITS_CODES = {"read run/tablectl/codes", "connect run/tablectl/codes/codes.sock"}
PRESSES = {"read run/tablectl/seats", "connect run/tablectl/seats/seats.sock"}
ITS_STORY = {"read run/tablectl/story", "connect run/tablectl/story/story.sock"}
TO_RULE = {"read run/tablectl/floor", "connect run/tablectl/floor/control.sock"}
KEPT = (
    "table.db",
    "table.db-wal",
    "decks.json",
    "phones.json",
    "keys/node-1.key",
    "operators.json",
)


def test_from_the_screen_s_user_only_the_views_and_the_codes_can_be_opened(installed):
    screen = installed.users["tablectl-screen"]
    assert installed.opened_by(screen) == {CONFIGURATION, *ITS_VIEWS, *ITS_CODES}
    view = msgspec.json.decode(
        screen.does(lambda: a_view(installed.root / "run/tablectl/screen/screen.sock"))
    )
    assert (view["phase"], len(view["seats"])) == ("idle", 2)
    assert (
        screen.does(lambda: load_config(installed.config).views)
        == f"{installed.root}/run/tablectl/screen/screen.sock"
    )
    codes = json.loads(
        screen.does(lambda: a_view(installed.root / "run/tablectl/codes/codes.sock"))
    )
    assert [code["seat"] for code in codes] == [2]  # seat 1 has its phone


def test_from_the_pages_user_views_presses_and_story_can_be_opened_and_nothing_else(installed):
    """Not the journal, nor a book, nor the codes of seats, nor the socket that rules."""
    web, run = installed.users["tablectl-web"], installed.root / "run/tablectl"
    assert installed.opened_by(web) == {CONFIGURATION, *ITS_VIEWS, *PRESSES, *ITS_STORY}
    view = msgspec.json.decode(web.does(lambda: a_view(run / "screen/screen.sock")))
    assert (view["phase"], len(view["seats"])) == ("idle", 2)
    press = {"do": "give_up", "seat": 1, "epoch": 1, "mac": "00"}
    answer = web.does(lambda: an_answer(run / "seats/seats.sock", press))
    assert json.loads(answer)["code"] == "not_paired"  # its phone has not signed this
    told = json.loads(web.does(lambda: an_answer(run / "story/story.sock", {"from": [1, 0]})))
    assert told["kind"] == "table_opened"


def test_who_reads_the_story_without_end_takes_no_place_of_another_user(installed):
    story = installed.root / "run/tablectl/story/story.sock"

    def fills_all_places():
        with contextlib.ExitStack() as kept:
            for _ in range(MOST_OF_USER):
                end = kept.enter_context(socket.socket(socket.AF_UNIX))
                end.connect(str(story))
                end.sendall(b'{"from": [9999, 0]}\n')
            said = an_answer(story, {"from": [1, 0]})
            of_other = installed.users["tablectl-web"].does(
                lambda: an_answer(story, {"from": [1, 0]})
            )
            return [*map(json.loads, (said, of_other))]

    refused, told = fills_all_places()
    assert "error" in refused
    assert told["kind"] == "table_opened"


def test_that_is_enough_to_serve_the_pages_of_the_table(installed):
    """The process runs as that user, and its pages have the table."""
    url = f"http://127.0.0.1:{installed.port}"
    wait_until(lambda: ask_pages(url) == Pages("Table 1", True), "The pages have the table")


@pytest.mark.parametrize(
    ("opened", "found"),
    [
        (
            {"var/lib/tablectl": 0o711, "var/lib/tablectl/table.db": 0o644},
            "read var/lib/tablectl/table.db",
        ),
        (
            {"var/lib/tablectl": 0o711, "var/lib/tablectl/phones.json": 0o644},
            "read var/lib/tablectl/phones.json",
        ),
        (
            {"var/lib/tablectl": 0o711, "var/lib/tablectl/decks.json": 0o644},
            "read var/lib/tablectl/decks.json",
        ),
        (
            {"run/tablectl/floor": 0o2751, "run/tablectl/floor/control.sock": 0o666},
            "connect run/tablectl/floor/control.sock",
        ),
        (
            {"run/tablectl/codes": 0o2751, "run/tablectl/codes/codes.sock": 0o666},
            "connect run/tablectl/codes/codes.sock",
        ),
    ],
    ids=["journal", "book of phones", "book of decks", "control", "codes"],
)
def test_control_a_door_left_open_to_the_pages_is_found(installed, opened, found):
    for path, mode in opened.items():
        (installed.root / path).chmod(mode)
    may = installed.opened_by(installed.users["tablectl-web"])
    assert may - {CONFIGURATION, *ITS_VIEWS, *PRESSES, *ITS_STORY} == {found}


def of_the_floor(installed):
    (floor,) = [
        int(line.split(":")[2])
        for line in (installed.root / "etc/group").read_text().splitlines()
        if line.startswith("tablectl-floor:")
    ]
    return User(60_001, 60_001, (floor,))


def test_who_is_in_the_floor_s_group_may_rule_and_open_nothing_else(installed):
    assert installed.opened_by(of_the_floor(installed)) == {CONFIGURATION, *TO_RULE}


def test_a_ruling_is_recorded_in_the_name_of_whoever_connected(installed):
    """Clauses: G-12. The floor's page alone, by its user, says for whom it rules, and that is
    recorded besides.
    """
    control, floor = installed.root / "run/tablectl/floor/control.sock", of_the_floor(installed)
    page = installed.users["tablectl-console"]
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
        ("pause", known_as(page), "Ann"),
    ]


def test_from_the_floor_s_page_s_user_views_story_and_rulings_can_be_opened_and_nothing_else(
    installed,
):
    """Not the journal, nor the PINs of operators, nor the codes and presses of phones."""
    page = installed.users["tablectl-console"]
    assert installed.opened_by(page) == {CONFIGURATION, *ITS_VIEWS, *ITS_STORY, *TO_RULE}


def test_that_is_enough_to_rule_by_the_floor_s_page(installed):
    """The process runs as that user: Ann signs in, and rules by it."""
    url = f"http://127.0.0.1:{installed.floor_port}"
    asked = {"name": "Ann", "pin": "271828"}
    answer, cookie = posted(f"{url}/floor/in", asked)
    headers = {"X-Tablectl": answer["token"], "Cookie": cookie.partition(";")[0]}
    ruled, _ = posted(f"{url}/floor/line", {"floor": "pause"}, headers)
    assert ruled["ok"] is True
    with pytest.raises(HTTPError, match="401"):
        posted(f"{url}/floor/line", {"floor": "go_on"})


def posted(url, fields, headers=None):
    """The answer, and the cookie that came with it."""
    origin = url.partition("/floor/")[0]
    usual = {"Content-Type": "application/json", "Origin": origin, **(headers or {})}
    asked = Request(url, data=json.dumps(fields).encode(), headers=usual)
    with urlopen(asked, timeout=30) as answer:
        return json.loads(answer.read()), answer.headers.get("Set-Cookie", "")


def test_who_has_nothing_to_do_yet_can_open_nothing(installed):
    assert installed.opened_by(installed.users["tablectl-publisher"]) == {CONFIGURATION}


@pytest.mark.parametrize(
    ("opened", "found"),
    [
        (
            {"var/lib/tablectl": 0o711, "var/lib/tablectl/operators.json": 0o644},
            "read var/lib/tablectl/operators.json",
        ),
        (
            {"run/tablectl/seats": 0o2751, "run/tablectl/seats/seats.sock": 0o666},
            "connect run/tablectl/seats/seats.sock",
        ),
    ],
    ids=["operators", "presses"],
)
def test_control_a_door_left_open_to_the_floor_s_page_is_found(installed, opened, found):
    for path, mode in opened.items():
        (installed.root / path).chmod(mode)
    may = installed.opened_by(installed.users["tablectl-console"])
    assert may - {CONFIGURATION, *ITS_VIEWS, *ITS_STORY, *TO_RULE} == {found}


def test_control_the_table_s_own_user_opens_all_of_it(installed):
    """So the paths are there, and what tries them can."""
    found = installed.opened_by(installed.users["tablectl"])
    assert {
        f"{deed} var/lib/tablectl/{name}" for deed in ("read", "write") for name in KEPT
    } <= found
    assert {
        *ITS_VIEWS,
        *PRESSES,
        *ITS_STORY,
        *TO_RULE,
        "make in var/lib/tablectl",
        "signal of the table",
    } <= found


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
    assert found - {CONFIGURATION, *ITS_VIEWS, *ITS_CODES} == {
        "read var/lib/tablectl/table.db",
        *TO_RULE,
    }
