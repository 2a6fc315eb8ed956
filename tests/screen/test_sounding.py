"""What is heard: decided from two views, made of waves of known loudness; a table without a
sound device plays on.
"""

import itertools
import math
import os
from functools import partial

import msgspec
import pygame
import pytest

from tablectl.screen.sound.cues import FLOOR_AGAIN_MS, SoundCues, list_sounds
from tablectl.screen.sound.player import Player, play_sound, play_speech, silence_stderr
from tablectl.screen.sound.sounds import CLASS_OF, CLASSES, RATE, SPEECH, read_samples
from tablectl.view import Action, Ask, Irregularity, Level, Notice, Result
from tests.screen.proofs import model_of
from tests.screen.test_flying import view as changed
from tests.screen.waves import ATTACK_MS, NAMES, PEAK_DBFS, samples, wave

TABLE = msgspec.structs.replace(model_of("three-seats"), to_act=None, keys=(), ask=Ask("deal"))
LENGTH_MS = {
    "floor": 600,
    "your_turn": 220,
    "all_in": 500,
    "winner": 480,
    "level": 1_200,
    "last_seconds": 40,
    "last_second": 40,
    "refused": 190,
    "card": 25,
    "chips": 52,
    "check": 170,
}

view = partial(changed, TABLE)


def dbfs(value):
    return 20 * math.log10(value / 32_767)


def test_what_a_library_writes_to_stderr_while_there_is_no_device_is_not_on_the_console(capfd):
    with silence_stderr():
        os.write(2, b"ALSA lib confmisc.c: cannot find card '0'")
    os.write(2, b"a sentence of ours")
    assert capfd.readouterr().err == "a sentence of ours"


# The waves


@pytest.mark.parametrize("name", NAMES)
def test_each_sound_is_as_loud_as_its_class_and_as_long_as_its_recipe(name):
    assert dbfs(max(map(abs, wave(name)))) == pytest.approx(PEAK_DBFS[CLASS_OF[name]], abs=0.1)
    assert len(wave(name)) / RATE * 1_000 == pytest.approx(LENGTH_MS[name], abs=1)


@pytest.mark.parametrize("name", NAMES)
def test_no_sound_begins_or_ends_with_a_click(name):
    """Over the first 5 ms it grows from nothing, and it ends in next to nothing."""
    sound = wave(name)
    peak = max(map(abs, sound))
    assert abs(sound[0]) <= peak * 0.02
    assert max(map(abs, sound[: samples(ATTACK_MS) // 4])) <= peak * 0.4
    assert max(map(abs, sound[-8:])) <= peak * 0.15


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_what_its_recipe_makes(name):
    assert read_samples(name) == wave(name).tobytes()


def test_nothing_is_louder_than_the_call_for_the_floor():
    peaks = [
        max(dbfs(max(map(abs, wave(name)))) for name in NAMES if CLASS_OF[name] == letter)
        for letter in PEAK_DBFS
    ]
    assert [round(peak) for peak in peaks] == [-12, -12, -18, -30]


def test_all_sounds_together_take_no_more_than_300_kib():
    assert sum(len(sound) * sound.itemsize for sound in map(wave, NAMES)) <= 300 * 1_024


# What is heard

ALL_IN = {"2": {"status": "all_in", "stack": 0}}
REFUSAL = (Notice(1, "out_of_turn", "Not your turn.", True),)


@pytest.mark.parametrize(
    ("after", "sound"),
    [
        (view(board=(*TABLE.board, "2c")), ["card"]),
        (view({"1": {"bet": 200}}), ["chips"]),
        (view({"1": {"last_action": Action("check")}}), ["check"]),
        (view(ALL_IN), ["all_in"]),
        (view(ask=Ask("act", seats=(3,)), to_act=3), ["your_turn"]),
        (view(notices=REFUSAL), ["refused"]),
        (view(result=(Result(2, 1_200, (), None, 0),)), ["winner"]),
        (view(result=(Result(2, 0, (), None, 0),)), []),
        (view(prompt="Another word."), []),
        (
            view(
                {"1": {"bet": 200, "last_action": Action("bet", 200)}},
                ask=Ask("act", seats=(2,)),
                to_act=2,
            ),
            ["your_turn", "chips"],
        ),
    ],
)
def test_what_changes_on_the_table_is_heard(after, sound):
    assert list(list_sounds(TABLE, after)) == sound


def test_blinds_that_go_up_and_the_end_of_a_break_are_heard():
    came = ((3, False), (4, False), (4, True), (5, False))
    levels = [view(level=Level(number, is_break=is_break)) for number, is_break in came]
    assert [list(list_sounds(*pair)) for pair in itertools.pairwise(levels)] == [
        ["level"],
        [],
        ["level"],
    ]


def test_a_turn_is_told_once_whatever_else_is_asked_in_it():
    first, more = (view(ask=Ask(kind, seats=(3,)), to_act=3) for kind in ("act", "motion"))
    assert list(list_sounds(first, more)) == []


def test_before_anybody_plays_nothing_is_heard():
    before = view(hand=0, phase="idle", ask=Ask("players"))
    assert list(list_sounds(before, msgspec.structs.replace(before, notices=REFUSAL))) == []


def test_the_first_view_is_not_heard_and_neither_is_one_that_comes_again():
    ears = SoundCues()
    won = view(result=(Result(2, 1_200, (), None, 0),))
    assert [ears.hear(won, None, at) for at in (0, 10)] == [(), ()]


def test_only_one_sound_of_a_class_is_heard_of_one_view():
    """The refusal is of another class than the turn; of chips and card, the card."""
    ears = SoundCues()
    ears.hear(TABLE, None, 0)
    after = view(
        {"1": {"bet": 200}},
        board=(*TABLE.board, "2c"),
        ask=Ask("act", seats=(3,)),
        to_act=3,
        notices=REFUSAL,
    )
    assert ears.hear(after, None, 10) == ("your_turn", "refused", "card")


def test_the_last_five_seconds_are_heard_one_by_one():
    ears = SoundCues()
    assert [ears.hear(TABLE, left, 0) for left in (7, 6, 5, 5, 4, 1, 0)] == [
        (),
        (),
        ("last_seconds",),
        (),
        ("last_seconds",),
        ("last_second",),
        (),
    ]


def test_the_floor_is_called_three_times_as_long_as_it_is_needed():
    ears = SoundCues()
    ears.hear(TABLE, None, 0)
    halted = view(phase="halted", irregularity=Irregularity("void", number=3), ask=Ask("halted"))
    calls = [at for at in range(0, 100_000, 1_000) if ears.hear(halted, None, at) == ("floor",)]
    assert calls == [0, FLOOR_AGAIN_MS, 2 * FLOOR_AGAIN_MS]
    assert ears.due_in_ms(100_000) is None


def test_the_floor_is_called_no_more_when_it_has_ruled():
    ears = SoundCues()
    ears.hear(TABLE, None, 0)
    assert ears.hear(view(called=(2,)), None, 10) == ("floor",)
    assert ears.due_in_ms(10) == FLOOR_AGAIN_MS
    ears.hear(TABLE, None, 20)
    assert ears.due_in_ms(20) is None


# The device


@pytest.fixture
def device(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
    yield {letter: pygame.mixer.Channel(number) for number, letter in enumerate(CLASSES)}
    pygame.mixer.quit()


def test_the_call_for_the_floor_silences_the_rest(device):
    volumes = dict.fromkeys(CLASSES, 1.0)

    def play(name):
        play_sound(device, name, pygame.mixer.Sound(buffer=wave(name)), volumes)

    play("level")
    play("card")
    assert [device[letter].get_busy() for letter in "ABD"] == [False, True, True]
    play("floor")
    play("winner")
    assert [device[letter].get_busy() for letter in "ABD"] == [True, False, False]


def test_what_is_said_waits_for_the_chime_and_ends_with_the_call_for_the_floor(device):
    volumes, said = dict.fromkeys(CLASSES, 1.0), wave("level").tobytes()
    for ends in (
        lambda: play_speech(device, b"", 1.0),
        lambda: play_sound(device, "floor", pygame.mixer.Sound(buffer=said), volumes),
    ):
        play_sound(device, "your_turn", pygame.mixer.Sound(buffer=wave("your_turn")), volumes)
        play_speech(device, said, 1.0)
        assert [device[letter].get_busy() for letter in ("B", SPEECH)] == [False, True]
        ends()
        assert not device[SPEECH].get_busy()


def test_a_second_sentence_follows_the_first(device):
    for _ in range(2):
        play_speech(device, wave("level").tobytes(), 0.5)
    assert device[SPEECH].get_volume() == device["A"].get_volume()
    assert device[SPEECH].get_sound().get_volume() == 0.5
    assert device[SPEECH].get_queue() is not None


def test_without_a_sound_device_nothing_fails_and_nobody_waits(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    player = Player(dict.fromkeys(CLASSES, 1.0))
    for _ in range(40):  # more than can wait
        player.play("floor")
    player.close()
    player._thread.join(30)
    assert not player._thread.is_alive()
    assert os.environ["SDL_AUDIODRIVER"] == "no such driver"
