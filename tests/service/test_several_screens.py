"""Several screens of one table: each set up in its own way, all with the newest view."""

import asyncio
import json
import os
import socket

import pytest
from msgspec.structs import replace

from tablectl.cli import systemd as at_once
from tablectl.service.config.loading import BadConfig
from tablectl.service.outputs.screens import Screens
from tests.present.test_lamps import QUIET

THREE = """
[[screen]]
socket = "views"
driver = "kmsdrm"
[[screen]]
name = "far side"
rotate = 180
theme = "contrast"
fonts = ["house.ttf"]
driver = "wayland"
display = 1
[[screen]]
name = "rail"
fullscreen = false
size = "1280x720"
first_seat = 4
text = 1.3
view = "clock"
"""


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table.toml").write_text(THREE)
    return tmp_path / "table.toml"


@pytest.fixture
def started(monkeypatch):
    """What a screen's process would be started with, after `python -m tablectl.screen`."""
    words = []
    monkeypatch.setattr(os, "execv", lambda program, command: words.append(command[3:]))
    return words


ALL = ["--socket", "views", "--language", "en"]
LOUD = ["--sound", "1,1,1,1,0"]  # only the first: two would sound one after the other


def test_each_screen_is_started_as_its_own_table_says(table, started):
    font = str(table.parent / "house.ttf")
    for which in (1, 2, "rail"):
        at_once.screen(table, which)
    assert started == [
        [*ALL, "--fullscreen", "--driver", "kmsdrm", *LOUD],
        [
            *ALL,
            "--fullscreen",
            "--driver",
            "wayland",
            "--display",
            "1",
            "--theme",
            "contrast",
            "--rotate",
            "180",
            "--font",
            font,
        ],
        [*ALL, "--size", "1280x720", "--view", "clock", "--text", "1.3", "--first-seat", "4"],
    ]


def test_what_stands_in_the_command_comes_before_the_configuration(table, started):
    at_once.screen(table, "far side", driver="x11", rotate=0, reduced_motion=True)
    assert started == [
        [
            *ALL,
            "--fullscreen",
            "--driver",
            "x11",
            "--display",
            "1",
            "--theme",
            "contrast",
            "--reduced-motion",
            "--font",
            str(table.parent / "house.ttf"),
        ]
    ]


@pytest.mark.parametrize(
    ("which", "instead", "why"),
    [
        (4, {}, "There is no screen 4; there is 1, 2 far side, 3 rail."),
        ("wall", {}, "There is no screen wall; there is"),
        (0, {}, "There is no screen 0"),
        (3, {"theme": "neon"}, '[screen] theme: There is no "neon"'),
    ],
)
def test_a_screen_that_there_is_not_is_told_with_those_that_there_are(
    which, instead, why, table, started
):
    with pytest.raises(BadConfig) as told:
        at_once.screen(table, which, **instead)
    assert why in str(told.value)
    assert started == []


def test_each_screen_gets_the_newest_view_at_its_own_pace(tmp_path):
    """A rail TV that draws slowly skips hand 3; the table's own screen beside it misses none."""
    loop = asyncio.new_event_loop()
    screens = Screens(loop)
    screens.listen(str(tmp_path / "views"))
    quick, slow = ends = [socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]

    async def goes_on():
        for _ in range(5):
            await asyncio.sleep(0)

    for end in ends:
        end.connect(str(tmp_path / "views"))
        end.send(b"next")
    loop.run_until_complete(goes_on())
    drawn = {quick: [], slow: []}
    for hand in range(1, 5):
        screens.show(replace(QUIET, hand=hand))
        for end in (quick, slow) if hand in (1, 4) else (quick,):
            drawn[end].append(json.loads(end.recv(1 << 18))["hand"])
            end.send(b"next")
        loop.run_until_complete(goes_on())
    drawn[slow].append(json.loads(slow.recv(1 << 18))["hand"])
    screens.close()
    for end in ends:
        end.close()
    loop.close()
    assert drawn == {quick: [1, 2, 3, 4], slow: [1, 2, 4]}


@pytest.mark.parametrize(
    ("sound", "words"),
    [
        ("mute = true", []),
        ("volume = 0.5\ntable = 0", ["--sound", "0.5,0.5,0.5,0,0"]),
        ("volume = 0", []),
        ('speech = "all"\nvoice = 0.5', ["--sound", "1,1,1,1,0.5", "--speech", "all"]),
        ('speech = "turn"\nmute = true', []),
        ('speech = "turn"\nvoice = 0', ["--sound", "1,1,1,1,0"]),
    ],
)
def test_sounds_are_as_loud_as_the_table_says_and_nothing_flies_where_it_says_so(
    tmp_path, started, sound, words
):
    file = tmp_path / "quiet.toml"
    file.write_text(f'[screen]\nsocket = "views"\nreduced_motion = true\n[sound]\n{sound}\n')
    at_once.screen(file)
    assert started == [[*ALL, "--fullscreen", "--reduced-motion", *words]]
