"""Whoever leaves the path of README is told what is wrong, where, and what to type; and nobody
is shown a traceback.
"""

import asyncio
import errno
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer

from firmware_io.kit.table.sim_table import SimTable
from tablectl.cli import entry as starting
from tablectl.cli.params import usage_sentence
from tablectl.cli.sim import is_taken
from tablectl.service.config.loading import load_config
from tablectl.simulation.stage.virtual_time import ServiceFailedError

NO_ROOM = "No room. Name another file or folder, or make room there."
INTERRUPTED = """
import sys
class CtrlC:
    def find_spec(name, *_):
        if name == {struck!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC)
sys.argv = ["tablectl", "eval", "AhAd"]
from tablectl.cli import main
main()
"""


@pytest.mark.parametrize(
    "struck", ["msgspec", "tablectl.service.journals.open_table", "typer", "tablectl.cli.demo"]
)
def test_ctrl_c_ends_a_program_that_is_just_beginning_without_a_word(struck):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(struck=struck)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (OSError(errno.ENOSPC, "No room"), (1, f"Its output: {NO_ROOM}")),
        (OSError(errno.ENOSPC, "No room", "bench"), (1, f"bench: {NO_ROOM}")),
        (
            PermissionError(errno.EACCES, "No", "/dev/pts/1", None, "bench/shoe"),
            (2, "bench/shoe: No. Name another file or folder, or run it as who may use this one."),
        ),
        (
            FileExistsError(errno.EEXIST, "It is there", "u"),
            (2, "u: It is there. Name another file or folder."),
        ),
    ],
    ids=["stdout", "a full disk", "a folder of somebody else's", "a file in the way"],
)
def test_a_place_that_cannot_be_written_is_named_with_what_to_do(wrong, told, said, monkeypatch):
    def begins():
        raise wrong

    monkeypatch.setattr(starting, "run_app", begins)
    monkeypatch.setattr(starting, "drop_output", lambda: None)
    code, out, err = said("sim", "table")
    assert (out, (code, err)) == ("", told)


def test_control_what_is_no_matter_of_a_place_is_a_fault(monkeypatch):
    def begins():
        raise OSError(errno.EBADF, "Bad file descriptor", "bench")

    monkeypatch.setattr(starting, "run_app", begins)
    monkeypatch.setattr(sys, "argv", ["tablectl"])
    with pytest.raises(OSError, match="Bad file"):
        starting.main()


def test_a_file_that_is_closed_to_us_is_named_in_our_words():
    assert usage_sentence(typer.BadParameter("Path 'a.db' is not readable.")) == (
        "a.db: Permission denied. Run it as who may read that."
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("sim", "do", "seat", 1, "put", 5),
            "The folder of the table comes first: tablectl sim do DIR seat 1 put 5",
        ),
        (
            ("sim", "do", "my bench", "status"),
            "No simulated table stands in my bench: tablectl sim table --dir 'my bench' makes one.",
        ),
        (
            ("sim", "do", "there/table.toml", "status"),
            "No simulated table stands in there/table.toml: tablectl sim table --dir there makes "
            "one.",
        ),
        (
            ("sim", "do", "there", "seat", 1, "put", -5),
            "No simulated table stands in there: tablectl sim table --dir there makes one.",
        ),
        (
            ("sim", "table", "--dir", "new", "--names", "A,B,C,D,E,F,G,H,I,J,K"),
            "--names are 11, and a table has 10 seats at most.",
        ),
        (
            ("sim", "table", "--dir", "there"),
            "there/table.toml is of a table in another place, whose shoe is at no port: name "
            "another folder with --dir.",
        ),
        (
            ("sim", "table", "--dir", "x" * 100),
            f"The folder {'x' * 100} has too long a name for sockets in it: name another folder"
            " with --dir.",
        ),
        (("eval", "10hAd"), "10hAd: 10 is no card. Cards are written As Td 2c."),
        (("eval", "-5"), '"-5" is below 0, and no number is that is wanted there.'),
        (
            ("rule", "status", "--socket", "there"),
            "No table answers at there: that is a folder. Start it with tablectl run --config "
            "table.toml, or name the control.sock of another with --socket or TABLECTL_SOCKET.",
        ),
        (
            ("journal", "verify", "there"),
            "There is no journal there: it is a folder. The table's configuration names it: "
            "[journal] path.",
        ),
        (
            ("screen", "--config", "there/table.toml"),
            "there/table.toml: [screen] names no socket, so there is no screen: write socket = "
            '"/run/tablectl/screen/screen.sock" there.',
        ),
        (("scenario", "there"), "there: Is a directory. Name the file in it."),
        (
            ("demo", "--fast", "--screenshot", "none/x.png"),
            "There is no directory none for x.png: mkdir -p makes it.",
        ),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_who_is_lost_is_told_what_to_type(words, sentence, said, tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there/table.toml").write_text("[table]\nstakes.big_blind = 10\n")
    assert said(*words) == (2, "", sentence)


def test_another_stack_than_the_one_that_is_played_with_is_not_taken_for_it(said, tmp_path):
    place = tmp_path / "bench"
    place.mkdir()
    (place / "table.toml").write_text(
        '[table]\npreset = "tournament"\nseats = { 1 = 500, 2 = 500 }\nchips = [1, 5, 25, 100, '
        "500]\n"
        "stakes = { small_blind = 5, big_blind = 10 }\noptions = { action_clock_s = 0 }\n"
        f'[shoe]\ndriver = "sim"\nport = "{place}/shoe"\n'
    )
    assert said("sim", "table", "--dir", place, "--seats", "1,2", "--stack", 700) == (
        2,
        "",
        f"{place}/table.toml says already what is played there, and it is something else: name "
        "another folder with --dir.",
    )


def test_what_a_killed_table_has_left_is_in_nobody_s_way(tmp_path):
    """Its port's name leads to a terminal that is by now another program's."""
    (tmp_path / "shoe").symlink_to("/dev/pts/ptmx")
    (tmp_path / "seat-1").touch()
    assert Path("/dev/pts/ptmx").exists()
    assert (
        is_taken(tmp_path, "shoe"),
        is_taken(tmp_path, "seat-1"),
        is_taken(tmp_path, "seat-2"),
    ) == (False, True, False)


def test_a_journal_that_cannot_be_made_is_no_fault_of_the_demo():
    why = "x.db could not be made: No space left on device."
    failed = ServiceFailedError(f"Traceback\ntablectl.journal.record.JournalFailed: {why}")
    assert failed.user_message == f"{why} Name another place for it."


def test_a_folder_with_a_blank_is_quoted_in_what_is_to_be_typed():
    from tablectl.service.run import _ready_text

    assert "export TABLECTL_SOCKET='/my bench/control.sock';" in _ready_text(
        "/my bench/control.sock"
    )


def test_a_configuration_that_begins_as_windows_writes_it_is_read(said, tmp_path):
    text = "table = { seats = { 1 = 100, 2 = 100 }, stakes.big_blind = 4 }\n"
    (tmp_path / "table.toml").write_text(text, encoding="utf-8-sig")
    assert said("config", "check", "table.toml")[0::2] == (0, "")


def test_so_is_a_scenario(said, tmp_path):
    (tmp_path / "s.jsonl").write_text(
        '{"table": {"preset": "casino", "seats": {"1": 100}}}\n', encoding="utf-8-sig"
    )
    assert said("scenario", "s.jsonl") == (0, "1 passed, 0 failed", "")


def test_a_python_without_what_is_needed_says_how_it_is_had():
    done = subprocess.run(
        ["/usr/bin/env", sys.executable, "-S", "-m", "tablectl", "--version"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={},
    )
    assert (done.returncode, done.stderr) == (
        2,
        "This Python has no msgspec. Type, in the clone: make demo; . .venv/bin/activate\n",
    )


WITHOUT_PAGES = """
import sys
class Gone:
    def find_spec(name, *_):
        if name.split(".")[0] in ("starlette", "uvicorn", "h11", "anyio") or name == "tablectl.web":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone)
sys.argv = ["tablectl", *{words!r}]
from tablectl.cli import main
main()
"""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("demo", "--hands", "1", "--players", "2", "--fast", "--headless", "--json"), 0, ""),
        (("config", "check", "deploy/table.toml"), 0, ""),
        (
            ("web", "--config", "deploy/table.toml", "--listen", "127.0.0.1:8080"),
            2,
            "The pages are not installed here: sudo apt install tablectl-web\n",
        ),
        (
            ("demo", "--phones", "1", "--headless"),
            2,
            "The pages are not installed here: sudo apt install tablectl-web\n",
        ),
    ],
    ids=["a demo", "a check", "the pages", "a demo on phones"],
)
def test_a_table_without_the_package_of_the_pages_is_whole_but_for_them(words, code, told):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PAGES.format(words=words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stderr) == (code, told)


def without_network(program, tmp_path, script):
    """A PATH where that program answers so."""
    (tmp_path / "bin").mkdir(exist_ok=True)
    (tmp_path / "bin" / program).write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "bin" / program).chmod(0o755)
    return {"PATH": f"{tmp_path}/bin:/usr/bin:/bin"}


def without_compiler(env):
    """What is missing is looked for, and apt is asked for it."""
    return subprocess.run(
        ["/bin/sh", "deploy/prerequisites.sh", "build"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env=env | {"PYTHON": sys.executable, "CC": "no-such-compiler"},
    )


def test_what_apt_does_not_get_is_said_with_what_to_do(tmp_path):
    env = without_network("apt-get", tmp_path, "case $* in *install*) exit 100; esac")
    without_network("sudo", tmp_path, "exit 0")
    done = without_compiler(env)
    assert (done.returncode, done.stderr) == (
        1,
        "apt could not install gcc libc6-dev; why stands above. It needs the network, and some "
        "room: then type the same again.\n",
    )


APT = """case $* in
*--assume-no*) echo 'Need to get 67.2 MB of archives.'; exit 1 ;;
*install*)
    echo 'dlstatus:1:12.5:Retrieving'; echo 'Get:1 gcc'; echo 'dlstatus:2:61.0:Retrieving'
    echo 'pmstatus:gcc:20.0:Unpacking gcc' ;;
esac"""


def test_how_much_apt_gets_and_how_far_it_is_is_said(tmp_path):
    env = without_network("apt-get", tmp_path, APT)
    without_network(
        "sudo", tmp_path, 'while case $1 in -n|*=*) ;; *) false ;; esac; do shift; done; "$@"'
    )
    done = without_compiler(env)
    assert done.stdout == (
        "Installing gcc libc6-dev with apt.\nNeed to get 67.2 MB of archives.\n"
        "  downloaded: 60 %\n  installed: 20 %\n"
    )


def test_so_is_what_pip_does_not_get(tmp_path):
    python = (
        'mkdir -p venv/bin; printf "#!/bin/sh\\nexit 1\\n" >venv/bin/pip; chmod +x venv/bin/pip'
    )
    env = without_network("python", tmp_path, python)
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy/prerequisites.sh").symlink_to("/bin/true")
    (tmp_path / "pyproject.toml").touch()
    done = subprocess.run(
        ["make", "-f", Path(__file__).parents[2] / "Makefile", "venv/.run", "VENV=venv"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=env | {"PYTHON": "python"},
    )
    told, makes = done.stderr.splitlines()
    assert (done.returncode, told, "Error 1" in makes, (tmp_path / "venv/.run").exists()) == (
        2,
        "pip could not install what is needed; why stands above. It needs the network, and some "
        "room: then type the same again.",
        True,
        False,
    )


# make's own fault, where it is struck while it looks after a child that has just ended
MAKE_TRIPS, OFTEN = "wait: No child processes", 20


@pytest.mark.parametrize("target", ["demo", "watch", "web", "floor"])
@pytest.mark.parametrize(
    ("ended", "status"),
    [("kill -INT 0", -signal.SIGINT), ("exit 130", 0), ("exit 1", 2)],
)
def test_ctrl_c_ends_what_make_plays_without_an_error(target, ended, status, tmp_path):
    """A terminal strikes all that are in front of it."""
    env = without_network("tablectl", tmp_path, ended)
    makefile = Path(__file__).parents[2] / "Makefile"
    played = ["make", "-f", makefile, target, f"VENV={tmp_path}", "-o", f"{tmp_path}/.native"]
    for _ in range(OFTEN):
        done = subprocess.run(
            played,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=env,
            start_new_session=True,
        )
        if MAKE_TRIPS not in done.stderr:
            break
    assert (done.returncode, bool(done.stderr)) == (status, status == 2)


@pytest.mark.parametrize(
    ("version", "is_anew"), [("python{}.{}".format(*sys.version_info), False), ("python3.2", True)]
)
def test_after_an_upgrade_of_python_all_is_installed_anew(version, is_anew, tmp_path):
    """What make would do; the environment's modules lie where this Python looks, or where
    another one did.
    """
    (tmp_path / "lib" / version).mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)
    for name in ("pyvenv.cfg", ".run"):
        (tmp_path / name).touch()
    done = subprocess.run(
        ["make", "-n", f"{tmp_path}/.run", f"VENV={tmp_path}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (
        done.returncode,
        f"rm -rf {tmp_path}" in done.stdout,
        "prerequisites" in done.stdout,
    ) == (0, is_anew, is_anew)


@pytest.mark.parametrize("name", ["t", 'a "b" c', "back\\slash", "mesa \u00f1"])
def test_a_simulated_table_may_stand_anywhere_and_goes_on_with_a_newer_program(name, tmp_path):
    """Whoever pulls a newer clone is no stranger who has changed it, and a table to try has no
    operators who could say so.
    """
    loop, place = asyncio.new_event_loop(), tmp_path / name
    place.mkdir()
    with closing(loop), SimTable(loop, place, {1: 100, 2: 100}) as table:
        config = load_config(table.write_config())
    assert (config.locks.program, config.shoe.port) == (False, f"{place}/shoe")
