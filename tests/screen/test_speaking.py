"""What is said: short, once, from the view alone; by a program that may be missing, hang, die or flood, and nobody waits."""

import shutil
import time
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablectl.screen.sounding import voice as voices
from tablectl.screen.sounding.recipes import RATE
from tablectl.screen.sounding.spoken import lines, new_lines
from tablectl.screen.sounding.voice import Voice, samples_of
from tablectl.screen.words.spoken import LONGEST
from tablectl.view import Ask, Irregularity, Key, Result, Seat, View

HOSTILE = ("\n\r\x00\x1b[2J", "<speak><break time='9s'/></speak>", "[[h@'loU]]", "--version", "-w/etc/passwd", "a" * 10_000)
TABLE = View(
    hand=3, phase="betting", street="flop", board=("As", "Td", "2c"), to_act=3, ask=Ask("act", seats=(3,)),
    keys=(Key(3, "fold"), Key(3, "call", 50)), seats={"1": Seat(name="Ada"), "2": Seat(name="Ben"), "3": Seat()})

changed = partial(msgspec.structs.replace, TABLE)


def said(model, spoken="all"):
    return [line.text for line in lines(model, spoken)]


def asks(seat, *keys, **more):
    return changed(ask=Ask("act", seats=(seat,)), to_act=seat, keys=keys, **more)


# What is said

@pytest.mark.parametrize(("model", "text"), [
    (TABLE, "Seat 3. 50 to call."), (asks(1, Key(1, "call", 1_200)), "Ada. 1,200 to call."),
    (asks(2, Key(2, "check")), "Ben. Nothing to call."), (changed(language="es"), "Asiento 3. 50 para igualar."),
    (changed(ask=Ask("show", seats=(1,)), prompt="Ada: show 9♠."), "Ada: show nine of spades."),
    (changed(ask=Ask("bets", "Place your bets", (1, 2))), "Place your bets."),
])
def test_a_turn_is_said_by_who_it_is_and_what_it_costs(model, text):
    assert said(model, "turn") == [text]


@pytest.mark.parametrize(("language", "texts"), [
    ("en", ["Ace of spades.", "Ten of diamonds.", "Two of clubs.", "Seat 3. 50 to call."]),
    ("es", ["As de picas.", "Diez de diamantes.", "Dos de tréboles.", "Asiento 3. 50 para igualar."])])
def test_all_that_is_said_begins_with_the_board(language, texts):
    assert said(changed(language=language)) == texts


def test_the_winners_are_said_with_what_they_won_and_with_what():
    over = changed(board=(), ask=Ask("next"), result=(
        Result(1, 400, ("As",), "pair of aces", 0), Result(3, 20, (), None, 1), Result(2, 0, (), None, 0)))
    assert said(over) == ["Ada wins 400: pair of aces.", "Seat 3 wins 20."]
    assert said(over, "turn") == []


def test_what_stops_play_is_said():
    halted = changed(board=(), ask=Ask("halted", "Floor: rule"), irregularity=Irregularity("boxed_card", what="7♣ lay face up."))
    held = changed(board=(), ask=Ask("held", "Close the lid of the shoe"))
    assert [said(halted), said(held), said(held, "turn")] == [["Seven of clubs lay face up."], ["Close the lid of the shoe."], []]


def test_what_is_said_is_said_once_and_again_in_the_next_street():
    turned = changed(board=(*TABLE.board, "Jh"), street="turn")
    news = [new_lines(before, after, "all") for before, after in ((TABLE, changed(prompt="Other words.")), (TABLE, turned))]
    assert [[line.text for line in new] for new in news] == [[], ["Jack of hearts.", "Seat 3. 50 to call."]]


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

SPEAKS = r"""cat >> "$0.said"; echo >> "$0.said"; echo "$@" >> "$0.options"; cat "$0.wav" """
HANGS = r"""sleep 600 & echo $! >> "$0.left"; echo $$ >> "$0.left"; wait"""
DIES = "kill -9 $$"
FLOODS = r"""head -c 3000000 /dev/zero >&2; head -c 9000000 /dev/zero"""


def wav_of(samples):
    """As espeak-ng writes it to a pipe: it does not know yet how long it becomes."""
    head = b"RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0" + RATE.to_bytes(4, "little") + (2 * RATE).to_bytes(4, "little")
    return head + b"\2\0\x10\0data\0\xf0\xff\x7f" + samples


SHORT = b"\1\0" * (RATE // 25)             # 40 ms


class Spoken:
    """A voice whose program is this shell script, and what came of it."""

    def __init__(self, folder, script, patch):
        self.program = folder / "espeak-ng"
        self.program.write_text(f"#!/bin/sh\n{script}\n")
        self.program.chmod(0o700)
        Path(f"{self.program}.wav").write_bytes(wav_of(SHORT))
        patch.setattr(voices, "PROGRAM", str(self.program))
        self.played = []
        self.voice = Voice("turn", self.played.append)
        self.voice.show(asks(1, Key(1, "check")))

    def file(self, end):
        path = Path(f"{self.program}.{end}")
        return path.read_text().splitlines() if path.exists() else []

    def shows(self, model):
        """Whether the screen went on at once."""
        began = time.monotonic()
        self.voice.show(model)
        assert time.monotonic() - began < 0.2

    def comes(self, is_so):
        ends = time.monotonic() + 10
        while not is_so():
            assert time.monotonic() < ends
            time.sleep(0.01)

    def nothing_is_left(self):
        """Of those that the program started, too."""
        self.comes(lambda: not any(_is_alive(int(pid)) for pid in self.file("left")))


def _is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def speaking(tmp_path, monkeypatch):
    made = []

    def begin(script):
        made.append(Spoken(tmp_path, script, monkeypatch))
        return made[-1]

    yield begin
    for one in made:
        one.voice.close()
        assert not one.voice._thread.is_alive()


def test_a_sentence_goes_to_the_program_s_input_and_its_sound_to_the_player(speaking):
    table = speaking(SPEAKS)
    table.shows(TABLE)
    table.comes(lambda: SHORT in table.played)
    assert (table.file("said"), table.file("options")) == (["Seat 3. 50 to call."], ["-v en --stdin --stdout"])


def test_what_is_no_longer_so_when_its_time_comes_is_not_said(speaking):
    table = speaking(f"sleep 0.3; {SPEAKS}")
    for seat in (3, 2, 1):
        table.shows(asks(seat, Key(seat, "call", 50)))
    table.comes(lambda: SHORT in table.played)
    assert table.file("said") == ["Ada. 50 to call."]


@pytest.mark.parametrize("name", HOSTILE)
def test_whoever_is_called_so_is_said_and_is_no_option(speaking, name):
    table = speaking(SPEAKS)
    table.shows(asks(2, Key(2, "check"), seats={"2": Seat(name=name)}))
    table.comes(lambda: SHORT in table.played)
    assert table.file("options") == ["-v en --stdin --stdout"]
    assert len(table.file("said")) == 1


def test_a_program_that_hangs_is_killed_by_the_next_sentence_and_by_the_end(speaking):
    table = speaking(HANGS)
    for seat in (3, 2):
        table.shows(asks(seat, Key(seat, "call", 50)))
        table.comes(lambda count=2 * (4 - seat): len(table.file("left")) == count)
    table.voice.close()
    table.nothing_is_left()


def test_a_program_that_hangs_has_two_seconds(speaking):
    table = speaking(HANGS)
    table.shows(TABLE)
    table.comes(lambda: len(table.file("left")) == 2)
    began = time.monotonic()
    table.nothing_is_left()
    assert 1 < time.monotonic() - began < 3
    assert table.played == []


@pytest.mark.parametrize("script", [DIES, FLOODS, "echo no sound"])
def test_after_a_program_that_dies_or_floods_the_next_sentence_is_said(speaking, script):
    table = speaking(f'if [ ! -e "$0.once" ]; then touch "$0.once"; {script}; exit; fi; {SPEAKS}')
    table.shows(TABLE)
    table.comes(lambda: Path(f"{table.program}.once").exists() and table.voice._said is None)
    table.shows(asks(2, Key(2, "check")))
    table.comes(lambda: SHORT in table.played)
    assert table.played[-1] == SHORT


def test_without_the_program_nothing_is_said_and_nothing_fails(speaking):
    table = speaking(SPEAKS)
    table.program.unlink()
    table.shows(TABLE)
    time.sleep(0.1)
    assert table.played == []
    assert table.voice._thread.is_alive()


@pytest.mark.parametrize("said", [b"", b"RIFF", b"RIFF\xff\xff\xff\xffWAVEfmt ", bytes(range(256)), wav_of(b"")])
def test_what_is_no_sound_is_silence(said):
    assert samples_of(said) == b""


@pytest.mark.system
@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_real_program_speaks_in_each_language(language):
    played = []
    voice = Voice("turn", played.append)
    voice.show(asks(1, language=language))
    voice.show(changed(language=language))
    ends = time.monotonic() + 10
    while not played and time.monotonic() < ends:
        time.sleep(0.01)
    voice.close()
    assert 1 < len(played[0]) / 2 / RATE < 5
