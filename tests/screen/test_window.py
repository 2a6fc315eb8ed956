"""The screen's loop: it draws the newest view, asks for one at a time, and survives a service
that goes away and comes back.
"""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from tablectl.screen import EXIT_NO_DISPLAY
from tablectl.screen.paint import Painter
from tablectl.screen.presenter.idle import SHIFT_EVERY_MS, SHIFTS_U
from tablectl.screen.wakeup import Sleeper
from tablectl.screen.window import KNOCK_EVERY_MS, ViewSource, Window, fitted, render, run
from tablectl.service.process import bind_child
from tests.screen.proofs import model_of, packet, pixels, view as named

SIZE = (640, 360)


def view(**changes):
    return packet(named("three-seats", **changes))


@pytest.fixture
def pair():
    """The service's end of the socket, and a window at the other."""
    service, screen = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    service.setblocking(False)
    with service:
        window = Window(pygame.Surface(SIZE, 0, 32), ViewSource(connected=screen))
        yield service, window
        window.source.close()


def asked(service):
    """How often the screen has asked for a view."""
    credits = 0
    while True:
        try:
            assert service.recv(16) == b"next"
        except BlockingIOError:
            return credits
        credits += 1


def test_the_screen_asks_once_and_again_only_after_drawing(pair):
    service, window = pair
    assert asked(service) == 1
    window.turn(0)
    assert asked(service) == 0
    service.send(view(hand=2))
    window.turn(10)
    assert (asked(service), window.packets_drawn) == (1, 1)


def test_with_one_credit_the_picture_is_always_the_newest_view(pair):
    """A service that makes 200 views while the screen draws a few: the last is on the screen,
    none waits in between.
    """
    service, window = pair
    newest, sent = b"", 0
    for hand in range(1, 201):
        newest = view(hand=hand)
        if asked(service):
            service.send(newest)
            sent += 1
        if hand % 7 == 0:
            window.turn(hand)
    window.turn(300)
    while asked(service):
        service.send(newest)
        sent += 1
        window.turn(301)
        break
    assert window.packets_drawn == sent < 40
    assert window.painter.model == model_of(newest)
    assert pixels(window.display) == pixels(render(newest, SIZE))


def test_when_the_service_is_away_the_screen_says_that_nothing_is_lost(pair):
    service, window = pair
    service.send(view())
    window.turn(0)
    service.close()
    window.turn(1)
    recovering = pygame.Surface(SIZE, 0, 32)
    Painter(SIZE).paint(recovering, 1)
    assert pixels(window.display) == pixels(recovering)


@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_table_that_was_told_to_stop_is_not_recovering(is_stopped, tmp_path):
    """One that was told to takes its socket away; one that died leaves it, and systemd starts it
    again.
    """
    path = tmp_path / "screen.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(str(path))
        door.listen(1)
        window = Window(pygame.Surface(SIZE, 0, 32), ViewSource(str(path)))
        window.turn(0)
        service, _ = door.accept()
        with service:
            service.send(view())
            window.turn(1)
    if is_stopped:
        path.unlink()
    window.turn(2)
    window.turn(2 + KNOCK_EVERY_MS)
    away, painter = pygame.Surface(SIZE, 0, 32), Painter(SIZE)
    painter.is_stopped = is_stopped
    painter.paint(away, 2)
    assert pygame.image.tobytes(window.display, "RGB") == pygame.image.tobytes(away, "RGB")


def test_it_knocks_every_quarter_second_until_the_service_is_back(tmp_path):
    path = str(tmp_path / "screen.sock")
    window = Window(pygame.Surface(SIZE, 0, 32), ViewSource(path))
    window.turn(0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(path)
        door.listen(1)
        window.turn(KNOCK_EVERY_MS - 1)
        assert not window.source.is_there
        window.turn(KNOCK_EVERY_MS)
        service, _ = door.accept()
        with service:
            assert service.recv(16) == b"next"
            service.send(view())
            window.turn(KNOCK_EVERY_MS + 1)
            assert window.painter.model == model_of(view())
            window.source.close()


def test_the_process_leaves_its_newest_picture_when_it_is_told_to_stop(tmp_path):
    path, picture = str(tmp_path / "screen.sock"), tmp_path / "screen.png"
    root = Path(__file__).parents[2]
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(path)
        door.listen(1)
        door.settimeout(30)
        screen = subprocess.Popen(
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
                "--screenshot",
                str(picture),
            ],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            preexec_fn=bind_child(),
        )
        try:
            service, _ = door.accept()
            with service:
                service.settimeout(30)
                assert service.recv(16) == b"next"
                service.send(view(level=None, clock_left_ms=None))
                assert service.recv(16) == b"next"
                screen.send_signal(signal.SIGTERM)
                assert screen.wait(30) == 0
        finally:
            screen.kill()
    shown = pixels(pygame.image.load(picture))
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painter.show(model_of(view(level=None, clock_left_ms=None)), 0)
    minutes = set()  # the picture shifts by the machine's minute
    for minute in range(len(SHIFTS_U)):
        painter.paint(surface, minute * SHIFT_EVERY_MS)
        minutes.add(pixels(surface))
    assert shown in minutes


@pytest.mark.parametrize(
    ("size", "desktop", "is_"),
    [
        ((1920, 1080), (1920, 1080), (1920, 1080)),
        ((1080, 1920), (1920, 1080), (546, 972)),
        ((1920, 1080), (1366, 768), (1228, 691)),
    ],
)
def test_a_window_that_the_desktop_has_no_room_for_is_smaller_and_of_the_same_form(
    size, desktop, is_
):
    """Else the bar of an upright picture is below the edge."""
    assert fitted(size, desktop) == is_


def test_a_window_that_is_closed_ends_the_loop():
    """Here by the event that a window manager sends; `run` comes back, and the process ends
    well.
    """
    pygame.display.init()
    waking = Sleeper()
    try:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        run(Window(pygame.Surface(SIZE, 0, 32), ViewSource()), lambda: False, waking)
    finally:
        waking.close()
        pygame.display.quit()


@pytest.mark.skipif(
    Path("/dev/dri").exists(), reason="SDL takes the display of this machine itself"
)
def test_a_screen_that_nobody_can_see_says_so_and_ends(tmp_path):
    """SDL falls back on a driver that draws into nothing, and says nothing."""
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    screen = subprocess.run(
        [sys.executable, "-m", "tablectl.screen", "--socket", str(tmp_path / "screen.sock")],
        cwd=Path(__file__).parents[2],
        env=bare,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert screen.returncode == EXIT_NO_DISPLAY
    assert screen.stderr.splitlines()[-1] == (
        "No display can be opened (SDL finds neither X11 nor Wayland nor a display of its own): "
        "start the screen where one is plugged in or a desktop runs, or name another with "
        "--driver x11, wayland or kmsdrm."
    )
