"""The gate of the secrets at a table's process and files, in an open hand: nothing that they say
names a face-down card.

A hand is dealt, and `tablectl run` goes on with it as a process. Read are its stdout and stderr,
also as it dies of planted faults that are raised with the whole table; its arguments and
environment; what it tells systemd; the names of the files that it makes; and what each command
prints that may be typed beside it. test_secrets.py reads the sockets, test_secrets_of_devices.py
the doctor, the counters and the audit of the deck. A recording of the ports holds tags, as it must:
it is its owner's alone.
"""

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from firmware_io.kit.recording import Recorder
from tablectl.cli.app import app
from tablectl.journal.replay import recover_since
from tablectl.journal.store import Journal
from tablectl.present.public import audit_view
from tablectl.service.config.values import ControlConfig, JournalConfig, ScreenConfig
from tablectl.service.process import bind_child
from tests.service.staged import begin, on_a_table

from .naming import named

WAIT_S = 60  # on a busy machine
MOST = 1 << 12
DOOR = "from tablectl.cli import main; main()"
WHOLE = "repr(service.table)"
UNHEARD = 4  # the shoe and three seats


class Dealt:
    """A place with the journal of a hand that is not over, and its configuration, whose ports
    are gone.
    """

    def __init__(self, place):
        self.place, self.journal, self.config = place, place / "table.db", place / "table.json"
        self.hidden, config = on_a_table(self._deal, journal=self.journal)
        away = {"port": "/dev/nowhere/at-all"}
        self.config.write_bytes(
            msgspec.json.encode(
                replace(
                    config,
                    shoe=replace(config.shoe, **away),
                    seat=tuple(replace(seat, **away) for seat in config.seat),
                    journal=JournalConfig(str(self.journal)),
                    screen=ScreenConfig(f"{place}/screen.sock"),
                    control=ControlConfig(f"{place}/control.sock"),
                )
            )
        )

    async def _deal(self, stage, people):
        await begin(stage, people)
        return {card for seat in stage.view.seats.values() for card in seat.cards}, stage.config

    def runs(self, planted=""):
        """`planted`: Python that is run in the process first. What died before it is forgotten:
        three deaths lock a table.
        """
        self.journal.with_name("table.db.last").unlink(missing_ok=True)
        words = ["run", "--config", str(self.config)]
        return subprocess.Popen(
            [sys.executable, "-c", f"{planted}\n{DOOR}", *words],
            cwd=self.place,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NOTIFY_SOCKET": f"{self.place}/notify", "WATCHDOG_USEC": "200000"},
            preexec_fn=bind_child(),
        )

    def names_of(self, said):
        return named(said) & self.hidden


@pytest.fixture(scope="module")
def dealt():
    # a short path: a socket's has room for 107 bytes
    with tempfile.TemporaryDirectory() as name:
        made = Dealt(Path(name))
        assert len(made.hidden) == 6
        yield made


def ended(table):
    out, err = table.communicate(timeout=WAIT_S)
    return table.returncode, out + err


# -------------------------------------------------------------- a process that lives


def exits_of(dealt, planted=""):
    """What a table says that goes on with the hand, and is then told to stop."""
    notify = dealt.place / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(notify))
        systemd.settimeout(WAIT_S)
        try:
            table = dealt.runs(planted)
            told = [systemd.recv(MOST).decode() for _ in range(2)]  # ready, and alive
            assert table.stderr is not None
            said = "".join(table.stderr.readline() for _ in range(UNHEARD))
            process = Path(f"/proc/{table.pid}")
            asked = {
                name: (process / name).read_bytes().decode() for name in ("cmdline", "environ")
            }
            files = "\n".join(path.name for path in dealt.place.iterdir())
            table.send_signal(signal.SIGTERM)
            status, more = ended(table)
        finally:
            notify.unlink()
    assert status == 0
    return {"log": said + more, "systemd": "\n".join(told), "files": files, **asked}


@pytest.mark.slow
def test_a_process_that_goes_on_with_a_hand_names_no_card_of_it(dealt):
    said = exits_of(dealt)
    assert {exit_: dealt.names_of(text) for exit_, text in said.items()} == {
        exit_: set() for exit_ in said
    }
    assert all(said.values())
    assert "Hand " in said["systemd"]


LEAKS = {
    "log": "from tablectl.service.outputs.signals import Signals\n"
    "opened = Signals.open\n"
    "def open(self): print(CARDS, file=__import__('sys').stderr); opened(self)\n"
    "Signals.open = open",
    "systemd": "import tablectl.service.run as r\n"
    "r._status_line = lambda service: 'Hand 1: ' + repr(service.table)[:3000]",
    "files": "open('dump-' + CARDS.replace(' ', '-'), 'w').close()",
}


@pytest.mark.slow
@pytest.mark.parametrize("exit_", LEAKS)
def test_control_a_card_that_one_of_them_names_is_found(dealt, exit_):
    before = {*dealt.place.iterdir()}
    try:
        said = exits_of(dealt, f"CARDS = {' '.join(sorted(dealt.hidden))!r}\n{LEAKS[exit_]}")
    finally:
        for path in {*dealt.place.iterdir()} - before:
            path.unlink()
    # they are typed there
    assert {name for name, text in said.items() if dealt.names_of(text)} - {"cmdline"} == {exit_}


# -------------------------------------------------------------- a process that dies


BROKEN = "def broken(service, *of, **more): raise {error}(" + WHOLE + ")\n"
FAULTS = {  # where it is raised
    "as it starts": "serve.Service.start = broken",
    "in the loop": "began = serve.Service.start\n"
    "def start(service, *of, **more): began(service, *of, **more); service.loop.call_soon(broken, "
    "service)\nserve.Service.start = start",
    "as it says that it is ready": "run._status_line = broken",
    "as it stops": "serve.Service.stop = broken; run.Watchdog = broken",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "error"), [*((where, "KeyError") for where in FAULTS), ("as it starts", "OSError")]
)
def test_a_process_that_dies_of_a_fault_names_no_card(dealt, where, error):
    planted = (
        "import tablectl.service.run as run, tablectl.service.serve as "
        f"serve\n{BROKEN.format(error=error)}{FAULTS[where]}"
    )
    status, said = ended(dealt.runs(planted))
    assert (status, dealt.names_of(said), "Traceback" in said) == (70, set(), False)
    assert said.splitlines()[-1].startswith(f"The table stopped by a fault of its own: {error} in ")


@pytest.mark.slow
def test_control_the_traceback_of_such_a_fault_would_name_them(dealt):
    bare = (
        "import tablectl.service.run as run, tablectl.service.serve as "
        f"serve\n{BROKEN.format(error='KeyError')}{FAULTS['as it starts']}\nimport pathlib, "
        "sys\nfrom tablectl.service.config.loading import load_config\n"
        # without the net that the command has
        "run.serve_table(load_config(pathlib.Path(sys.argv[3])))"
    )
    status, said = ended(dealt.runs(bare))
    assert (status, dealt.names_of(said)) == (1, dealt.hidden)


# -------------------------------------------------------------- what may be typed beside it


COMMANDS = {
    "verify": ["journal", "verify", "{journal}"],
    "decided again": ["journal", "verify", "--rerun", "{journal}"],
    # row 1 lists the cards that there are
    "show": ["journal", "show", "--from", "2", "{journal}"],
    "show, in words": ["journal", "show", "--words", "{journal}"],
    "tail": ["journal", "tail", "{journal}"],
    "from its middle": ["journal", "show", "--from", "20", "{journal}"],
    "check": ["config", "check", "{config}"],
    "audit": ["deck", "audit", "--config", "{config}"],
    "export": ["deck", "export", "red", "--config", "{config}"],
    "doctor": ["doctor", "--config", "{config}"],
    "status": ["rule", "status", "--socket", "{control}"],
}


def printed(dealt, *words):
    at = {"journal": dealt.journal, "config": dealt.config, "control": dealt.place / "control.sock"}
    return CliRunner().invoke(app, [word.format(**at) for word in words]).output


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.slow) if command == "doctor" else command
        for command in COMMANDS
    ],
)
def test_what_is_typed_in_an_open_hand_prints_no_card_of_it(dealt, command):
    said = printed(dealt, *COMMANDS[command])
    assert (dealt.names_of(said), bool(said)) == (set(), True)


def test_control_the_rows_of_an_open_hand_name_its_cards_to_whoever_asks_for_them(dealt):
    assert (
        dealt.names_of(printed(dealt, "journal", "show", "--open-hand", "{journal}"))
        == dealt.hidden
    )
    kept = printed(dealt, "journal", "show", "{journal}").splitlines()
    assert [line[:9] for line in kept if not line.startswith("{")] == ["From row "]
    with Journal.open(dealt.journal, read_only=True) as journal:
        assert 0 < len(kept) - 1 < journal.head.n


def test_a_recording_of_the_ports_is_its_owner_s_alone(tmp_path):
    """It holds the tags of all cards, and so it must."""
    before = os.umask(0)
    try:
        Recorder(tmp_path / "ports", lambda: 0, print).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "ports").stat().st_mode) == 0o600


def test_the_hand_is_open_and_its_cards_are_those_of_the_table(dealt):
    """So what is looked for is there to be found."""
    with Journal.open(dealt.journal, read_only=True) as journal:
        view = audit_view(recover_since(journal)[0].table, 0)
    assert {card for seat in view.seats.values() for card in seat.cards} == dealt.hidden
