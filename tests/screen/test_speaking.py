"""What is said: short, once, from the view alone; by a program that may be missing, hang, die or
flood, and nobody waits.
"""

import os
import queue
import select
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablectl.screen.sound import voice as voices
from tablectl.screen.sound.sounds import RATE
from tablectl.screen.sound.speech import lines, new_lines
from tablectl.screen.sound.voice import Voice, read_wav
from tablectl.screen.words.speech import LONGEST
from tablectl.service.process import bind_child
from tablectl.view import Ask, Irregularity, Key, Result, Seat, View

HOSTILE = (
    "\n\r\x00\x1b[2J",
    "<speak><break time='9s'/></speak>",
    "[[h@'loU]]",
    "--version",
    "-w/etc/passwd",
    "a" * 10_000,
)
TABLE = View(
    hand=3,
    phase="betting",
    street="flop",
    board=("As", "Td", "2c"),
    to_act=3,
    ask=Ask("act", seats=(3,)),
    keys=(Key(3, "fold"), Key(3, "call", 50)),
    seats={"1": Seat(name="Ada"), "2": Seat(name="Ben"), "3": Seat()},
)

changed = partial(msgspec.structs.replace, TABLE)


def said(model, spoken="all"):
    return [line.text for line in lines(model, spoken)]


def asks(seat, *keys, **more):
    return changed(ask=Ask("act", seats=(seat,)), to_act=seat, keys=keys, **more)


# What is said


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (TABLE, "Seat 3. 50 to call."),
        (asks(1, Key(1, "call", 1_200)), "Ada. 1,200 to call."),
        (asks(2, Key(2, "check")), "Ben. Nothing to call."),
        (changed(language="es"), "Asiento 3. 50 para igualar."),
        (changed(ask=Ask("show", seats=(1,)), prompt="Ada: show 9♠."), "Ada: show nine of spades."),
        (changed(ask=Ask("bets", "Place your bets", (1, 2))), "Place your bets."),
    ],
)
def test_a_turn_is_said_by_who_it_is_and_what_it_costs(model, text):
    assert said(model, "turn") == [text]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Ace of spades.", "Ten of diamonds.", "Two of clubs.", "Seat 3. 50 to call."]),
        (
            "es",
            [
                "As de picas.",
                "Diez de diamantes.",
                "Dos de tréboles.",
                "Asiento 3. 50 para igualar.",
            ],
        ),
    ],
)
def test_all_that_is_said_begins_with_the_board(language, texts):
    assert said(changed(language=language)) == texts


def test_the_winners_are_said_with_what_they_won_and_with_what():
    over = changed(
        board=(),
        ask=Ask("next"),
        result=(
            Result(1, 400, ("As",), "pair of aces", 0),
            Result(3, 20, (), None, 1),
            Result(2, 0, (), None, 0),
        ),
    )
    assert said(over) == ["Ada wins 400: pair of aces.", "Seat 3 wins 20."]
    assert said(over, "turn") == []


def test_what_stops_play_is_said():
    halted = changed(
        board=(),
        ask=Ask("halted", "Floor: rule"),
        irregularity=Irregularity("boxed_card", what="7♣ lay face up."),
    )
    held = changed(board=(), ask=Ask("held", "Close the lid of the shoe"))
    assert [said(halted), said(held), said(held, "turn")] == [
        ["Seven of clubs lay face up."],
        ["Close the lid of the shoe."],
        [],
    ]


def test_what_is_said_is_said_once_and_again_in_the_next_street():
    turned = changed(board=(*TABLE.board, "Jh"), street="turn")
    news = [
        new_lines(before, after, "all")
        for before, after in ((TABLE, changed(prompt="Other words.")), (TABLE, turned))
    ]
    assert [[line.text for line in new] for new in news] == [
        [],
        ["Jack of hearts.", "Seat 3. 50 to call."],
    ]


def test_the_first_view_is_not_said_and_neither_is_a_table_at_which_nobody_plays():
    assert new_lines(None, TABLE, "all") == ()
    assert said(View(ask=Ask("players", "Sit down"))) == []


def test_all_that_is_so_is_said_again_where_that_was_asked_for():
    assert new_lines(TABLE, changed(repeats=1), "all") == lines(TABLE, "all")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_never_a_command_nor_longer_than_a_sentence(name):
    (text,) = said(asks(1, Key(1, "check"), seats={"1": Seat(name=name)}), "turn")
    assert text.isprintable()
    assert not set("[]<>\n") & set(text)
    assert len(text) <= LONGEST + 1


# The voice

SPEAKS = """cat >> "$0.said"; echo >> "$0.said"; echo "$@" >> "$0.options"; cat "$0.wav" """
STARTS = """sleep 600 >&2 & echo $! $$ > "$0.running"; """
HANGS = f"{STARTS} wait"
DIES = "kill -9 $$"
FLOODS = "cat /dev/zero >&2 & cat /dev/zero"
SHORT = b"\1\0" * (RATE // 25)  # 40 ms
SOON_S, AT_ONCE_S = 10, 1


def wav_of(samples):
    """As espeak-ng writes it to a pipe: it does not know yet how long it becomes."""
    head = (
        b"RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0"
        + RATE.to_bytes(4, "little")
        + (2 * RATE).to_bytes(4, "little")
    )
    return head + b"\2\0\x10\0data\0\xf0\xff\x7f" + samples


class Spoken:
    """A voice whose program is this shell script, and what comes of it. Ada has nothing to call,
    which is not said.
    """

    def __init__(self, folder, script, patch):
        self.program = folder / "espeak-ng"
        self.program.write_text(f"#!/bin/sh\n{script}\n")
        self.program.chmod(0o700)
        self.file("wav").write_bytes(wav_of(SHORT))
        os.mkfifo(self.file("running"))
        self._running = os.open(self.file("running"), os.O_RDWR)
        patch.setattr(voices, "PROGRAM", str(self.program))
        self._played = queue.SimpleQueue()
        self.voice = Voice("all", self._played.put)
        self.voice.show(asks(1, Key(1, "check"), board=()))

    def file(self, end):
        return Path(f"{self.program}.{end}")

    def lines(self, end):
        return self.file(end).read_text().splitlines()

    def shows(self, model):
        """The screen goes on at once."""
        began = time.monotonic()
        self.voice.show(model)
        assert time.monotonic() - began < 0.2

    def plays(self):
        """The next sound that is no silence."""
        while not (samples := self._played.get(timeout=SOON_S)):
            pass
        return samples

    def runs(self):
        """The program, and what it has started in its turn, once they have begun; without those
        that have ended.
        """
        assert select.select([self._running], [], [], SOON_S)[0]
        running = []
        for pid in os.read(self._running, 100).split():
            with suppress(ProcessLookupError):
                running.append(os.pidfd_open(int(pid)))
        return running

    def close(self):
        self.voice.close()
        assert not self.voice._thread.is_alive()
        os.close(self._running)


def all_end(processes, within_s=SOON_S):
    """They all end; their descriptors are closed."""
    for process in processes:
        assert select.select([process], [], [], within_s)[0]
        os.close(process)


@pytest.fixture
def speaking(tmp_path, monkeypatch):
    made = []

    def begin(script):
        made.append(Spoken(tmp_path, script, monkeypatch))
        return made[-1]

    yield begin
    for one in made:
        one.close()


def test_a_sentence_is_the_program_s_input_and_its_sound_goes_to_the_player(speaking):
    table = speaking(SPEAKS)
    table.shows(changed(board=()))
    assert table.plays() == SHORT
    assert (table.lines("said"), table.lines("options")) == (
        ["Seat 3. 50 to call."],
        ["-v en --stdin --stdout"],
    )


def test_what_is_no_longer_so_when_its_time_comes_is_not_said(speaking):
    table = speaking(f"sleep 0.3; {SPEAKS}")
    for seat in (3, 2, 1):
        table.shows(asks(seat, Key(seat, "call", 50), board=()))
    assert table.plays() == SHORT
    assert table.lines("said") == ["Ada. 50 to call."]


@pytest.mark.parametrize("name", HOSTILE)
def test_whoever_is_called_so_is_said_and_is_no_option(speaking, name):
    table = speaking(SPEAKS)
    table.shows(asks(2, Key(2, "check"), board=(), seats={"2": Seat(name=name)}))
    assert table.plays() == SHORT
    assert table.lines("options") == ["-v en --stdin --stdout"]
    assert len(table.lines("said")) == 1


def test_a_program_that_hangs_is_killed_by_the_next_sentence_and_by_the_end(speaking):
    table = speaking(HANGS)
    table.shows(changed(board=()))
    first = table.runs()
    table.shows(asks(2, Key(2, "check"), board=()))
    all_end(first, AT_ONCE_S)
    second = table.runs()
    table.voice.close()
    all_end(second, AT_ONCE_S)


@pytest.mark.slow
def test_a_program_that_hangs_has_two_seconds_and_the_next_sentence_is_said(speaking):
    table = speaking(f'if [ -e "$0.said" ]; then {SPEAKS}; exit; fi; touch "$0.said"; {HANGS}')
    table.shows(changed(board=("As",)))
    running, began = table.runs(), time.monotonic()
    all_end(running)
    assert 1 < time.monotonic() - began < 3
    assert table.plays() == SHORT
    assert table.lines("said") == ["Seat 3. 50 to call."]


@pytest.mark.slow
def test_a_program_that_hangs_ends_though_the_screen_was_killed(speaking):
    table = speaking(HANGS)
    screen = (
        "import sys\nfrom tests.screen.test_speaking import *\n"
        "voices.PROGRAM = sys.argv[1]\nspeaks = Voice('turn', "
        "print)\nspeaks.show(asks(1))\nspeaks.show(TABLE)\ninput()\n"
    )
    command = [sys.executable, "-c", screen, str(table.program)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, preexec_fn=bind_child()) as killed:
        running = table.runs()
        killed.kill()
    all_end(running)


@pytest.mark.parametrize("script", [DIES, FLOODS, "echo no sound"])
def test_after_a_program_that_dies_or_floods_the_next_sentence_is_said(speaking, script):
    table = speaking(
        f'if [ ! -e "$0.said" ]; then touch "$0.said"; {STARTS} {script}; exit; fi; {SPEAKS}'
    )
    began = time.monotonic()
    table.shows(changed(board=("As",)))
    assert table.plays() == SHORT
    assert time.monotonic() - began < AT_ONCE_S
    all_end(table.runs(), AT_ONCE_S)
    assert table.lines("said") == ["Seat 3. 50 to call."]


def test_of_a_sentence_without_an_end_no_more_is_said_than_has_room(speaking):
    table = speaking(f"{SPEAKS}; cat /dev/zero")
    table.shows(changed(board=()))
    assert len(table.plays()) <= voices.MOST_BYTES


@pytest.mark.parametrize(
    "said", [b"", b"RIFF", b"RIFF\xff\xff\xff\xffWAVEfmt ", bytes(range(256)), wav_of(b"")]
)
def test_what_is_no_sound_is_silence(said):
    assert read_wav(said) == b""


# The screen's process


@pytest.fixture
def screen_speaking(tmp_path):
    """A screen's process whose programs are found there, and the service's end of its socket;
    both are gone at the end.
    """
    path, root = str(tmp_path / "views"), Path(__file__).parents[2]
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door, ExitStack() as until_end:
        door.bind(path)
        door.listen(1)
        door.settimeout(30)

        def begin(programs):
            environ = {
                **os.environ,
                "PYTHONPATH": str(root),
                "PATH": programs,
                "SDL_AUDIODRIVER": "dummy",
            }
            screen = until_end.enter_context(
                subprocess.Popen(
                    [
                        sys.executable,
                        "-m",
                        "tablectl.screen",
                        "--socket",
                        path,
                        "--size",
                        "640x360",
                        "--driver",
                        "dummy",
                        "--reduced-motion",
                        "--sound",
                        "1,1,1,1,1",
                        "--speech",
                        "turn",
                    ],
                    stderr=subprocess.PIPE,
                    cwd=root,
                    env=environ,
                    preexec_fn=bind_child(),
                )
            )
            until_end.callback(screen.kill)
            service = until_end.enter_context(door.accept()[0])
            service.settimeout(30)
            return screen, service

        yield begin


def ends(screen, service, *models):
    """What the screen says on its stderr by its end, once it has shown these."""
    for model in models:
        assert service.recv(16) == b"next"
        service.send(msgspec.json.encode(model))
    assert service.recv(16) == b"next"
    screen.terminate()
    said = screen.communicate(timeout=30)[1].decode()
    assert screen.returncode == 0
    return said


def test_without_espeak_ng_the_screen_says_once_what_to_install_and_shows_on(
    screen_speaking, tmp_path
):
    screen, service = screen_speaking(str(tmp_path))
    assert ends(screen, service, asks(1), TABLE).splitlines() == [voices.MISSING]


def test_the_screen_says_what_it_shows(screen_speaking, tmp_path):
    program = tmp_path / "espeak-ng"
    program.write_text('#!/bin/sh\nexec cat > "$0.said"\n')
    program.chmod(0o700)
    os.mkfifo(f"{program}.said")
    with open(os.open(f"{program}.said", os.O_RDWR), "rb", buffering=0) as said:
        screen, service = screen_speaking(f"{tmp_path}:{os.environ['PATH']}")
        for model in (asks(1), TABLE):
            assert service.recv(16) == b"next"
            service.send(msgspec.json.encode(model))
        assert select.select([said], [], [], 30)[0]
        assert said.read(100) == b"Seat 3. 50 to call."
        assert ends(screen, service) == ""


@pytest.mark.system
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_real_program_speaks_in_each_language(language):
    played = queue.SimpleQueue()
    voice = Voice("turn", played.put)
    voice.show(asks(1, language=language))
    voice.show(changed(language=language))
    while not (samples := played.get(timeout=SOON_S)):
        pass
    voice.close()
    assert 1 < len(samples) / 2 / RATE < 5
