"""The screen's loop: it draws the newest view, asks for one at a time, and survives a service that goes away and comes back."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tablectl.screen import EXIT_NO_DISPLAY
from tablectl.screen.flying.flights import AWARD_MS, BET_MS, BOARD_MS, GATHER_MS, moves
from tablectl.screen.flying.steps import DECIDED_MS
from tablectl.screen.model import decode
from tablectl.screen.paint import Painter
from tablectl.screen.telling.resting import SHIFT_EVERY_MS, SHIFTS_U
from tablectl.screen.waking import Waking
from tablectl.screen.window import KNOCK_EVERY_MS, ViewSource, Window, fitted, render, run
from tablectl.service.process import bound_to_us

VIEWS = Path(__file__).parent / "views"
SIZE = (640, 360)


def view(**changes: object) -> bytes:
    return json.dumps({**json.loads((VIEWS / "three-seats.json").read_bytes()), **changes}).encode()


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, Window]]:
    """The service's end of the socket, and a window at the other."""
    service, screen = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    service.setblocking(False)
    with service:
        window = Window(pygame.Surface(SIZE, 0, 32), ViewSource(connected=screen))
        yield service, window
        window.source.close()


def asked(service: socket.socket) -> int:
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
    """A service that makes 200 views while the screen draws a few: the last is on the screen, none waits in between."""
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
    assert window.painter.model == decode(newest)
    assert pygame.image.tobytes(window.display, "RGB") == pygame.image.tobytes(render(newest, SIZE), "RGB")


def test_a_packet_that_is_no_view_leaves_the_picture_and_gives_the_credit_back(pair):
    service, window = pair
    service.send(view())
    window.turn(0)
    before = pygame.image.tobytes(window.display, "RGB")
    asked(service)
    service.send(b"{not json")
    window.turn(1)
    assert (pygame.image.tobytes(window.display, "RGB"), asked(service)) == (before, 1)


def test_when_the_service_is_away_the_screen_says_that_nothing_is_lost(pair):
    service, window = pair
    service.send(view())
    window.turn(0)
    service.close()
    window.turn(1)
    recovering = pygame.Surface(SIZE, 0, 32)
    Painter(SIZE).paint(recovering, 1)
    assert pygame.image.tobytes(window.display, "RGB") == pygame.image.tobytes(recovering, "RGB")


@pytest.mark.parametrize("is_stopped", [True, False])
def test_a_table_that_was_told_to_stop_is_not_recovering(is_stopped, tmp_path):
    """One that was told to takes its socket away; one that died leaves it, and systemd starts it again."""
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
            assert window.painter.model == decode(view())
            window.source.close()


def test_the_process_leaves_its_newest_picture_when_it_is_told_to_stop(tmp_path):
    path, picture = str(tmp_path / "screen.sock"), tmp_path / "screen.png"
    root = Path(__file__).parents[2]
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(path)
        door.listen(1)
        door.settimeout(30)
        screen = subprocess.Popen([sys.executable, "-m", "tablectl.screen", "--socket", path, "--size", "640x360",
                                   "--driver", "dummy", "--screenshot", str(picture)], cwd=root,
                                  env={**os.environ, "PYTHONPATH": str(root)}, preexec_fn=bound_to_us())
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
    shown = pygame.image.tobytes(pygame.image.load(picture), "RGB")
    painter, surface = Painter(SIZE), pygame.Surface(SIZE, 0, 32)
    painter.show(decode(view(level=None, clock_left_ms=None)), 0)
    minutes = set()                                     # the picture shifts by the machine's minute
    for minute in range(len(SHIFTS_U)):
        painter.paint(surface, minute * SHIFT_EVERY_MS)
        minutes.add(pygame.image.tobytes(surface, "RGB"))
    assert shown in minutes


@pytest.mark.parametrize(("size", "desktop", "is_"), [
    ((1920, 1080), (1920, 1080), (1920, 1080)), ((1080, 1920), (1920, 1080), (546, 972)),
    ((1920, 1080), (1366, 768), (1228, 691)),
])
def test_a_window_that_the_desktop_has_no_room_for_is_smaller_and_of_the_same_form(size, desktop, is_):
    """Else the bar of an upright picture is below the edge."""
    assert fitted(size, desktop) == is_


def test_a_window_that_is_closed_ends_the_loop():
    """Here by the event that a window manager sends; `run` comes back, and the process ends well."""
    pygame.display.init()
    waking = Waking()
    try:
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        run(Window(pygame.Surface(SIZE, 0, 32), ViewSource()), lambda: False, waking)
    finally:
        waking.close()
        pygame.display.quit()


@pytest.mark.skipif(Path("/dev/dri").exists(), reason="SDL takes the display of this machine itself")
def test_a_screen_that_nobody_can_see_says_so_and_ends(tmp_path):
    """SDL falls back on a driver that draws into nothing, and says nothing."""
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")}
    screen = subprocess.run([sys.executable, "-m", "tablectl.screen", "--socket", str(tmp_path / "screen.sock")],
                            cwd=Path(__file__).parents[2], env=bare, capture_output=True, text=True, timeout=60)
    assert screen.returncode == EXIT_NO_DISPLAY
    assert screen.stderr.splitlines()[-1] == (
        "No display can be opened (SDL finds neither X11 nor Wayland nor a display of its own). "
        "--driver names another: x11, wayland, kmsdrm, dummy.")


# What flies

def test_cards_fly_to_the_board_and_the_picture_ends_exact(pair):
    """While the turn card is on its way its slot is empty; a moment later the picture is the view's, to the pixel."""
    service, window = pair
    service.send(view(clock_left_ms=None, level=None))
    window.turn(0)
    newest = view(clock_left_ms=None, level=None, street="turn", board=["9s", "4d", "Kh", "2c"])
    service.send(newest)
    window.turn(100)
    assert window.course.is_moving(100)
    assert window.painter.model.board == ("9s", "4d", "Kh")
    for at_ms in range(116, 340, 16):
        window.turn(at_ms)
    assert not window.course.is_moving(340)
    window.turn(340)
    assert pygame.image.tobytes(window.display, "RGB") == pygame.image.tobytes(render(newest, SIZE), "RGB")


def test_with_reduced_motion_every_change_is_a_cut(pair):
    service, window = pair
    window.course.reduced = True
    service.send(view())
    window.turn(0)
    service.send(view(board=["9s", "4d", "Kh", "2c"]))
    window.turn(100)
    assert not window.course.is_moving(100)
    assert len(window.painter.model.board) == 4


RUN_OUT = {"to_act": None, "keys": [], "legal": [], "clock_left_ms": None, "level": None, "street": "river"}
WON = {"phase": "idle", "board": ["9s", "4d", "Kh", "2c", "7d"], "waiting_for": "nothing", "pot_total": 0,
       "ask": {"kind": "ready", "headline": "Ready for hand 5", "seats": [], "command": "tablectl rule start"},
       "prompt": "The next hand can begin.",
       "result": [{"seat": 2, "won": 1_200, "cards": ["9s", "9d", "9h", "Kh", "7d"], "hand": "three of a kind, nines", "pot": 0}]}


@pytest.mark.parametrize("reduced", [False, True])
def test_the_river_lands_before_its_winner_is_named(pair, reduced):
    """220 ms to land, 400 ms to be seen; the same where nothing moves."""
    service, window = pair
    window.course.reduced = reduced
    service.send(view(**RUN_OUT, board=["9s", "4d", "Kh", "2c"]))
    window.turn(0)
    newest = view(**{**RUN_OUT, **WON})
    service.send(newest)
    told_ms = 100 + BOARD_MS + DECIDED_MS
    seen = {}
    for at_ms in range(100, told_ms + 600, 20):
        window.turn(at_ms)
        seen[at_ms] = (len(window.painter.model.board), window.painter.model.result is not None)
    assert seen[100 + BOARD_MS] == (5, False)
    assert next(at for at, (_, is_told) in seen.items() if is_told) == told_ms
    assert all(board == 5 for at, (board, _) in seen.items() if at >= 100 + BOARD_MS)
    assert window.wait_ms(at_ms) > 0


def test_what_comes_while_a_winner_is_not_named_yet_does_not_keep_it_back(pair):
    service, window = pair
    service.send(view(**RUN_OUT, board=["9s", "4d", "Kh", "2c"]))
    window.turn(0)
    service.send(view(**{**RUN_OUT, **WON}))
    window.turn(100)
    service.send(view(**{**RUN_OUT, **WON}, notices=[{"seat": 3, "code": "device_back", "text": "Seat 3 is connected."}]))
    window.turn(400)
    assert window.painter.model.result is None
    window.turn(100 + BOARD_MS + DECIDED_MS)
    assert window.painter.model.result is not None


def test_a_halt_is_shown_at_once(pair):
    service, window = pair
    service.send(view(**RUN_OUT, board=["9s", "4d", "Kh", "2c"]))
    window.turn(0)
    service.send(view(**{**RUN_OUT, **WON}))
    window.turn(100)
    wrong = {"kind": "void", "what": "A hand is looked at again.", "number": 3}
    service.send(view(phase="halted", result=None, irregularity=wrong))
    window.turn(120)
    assert window.painter.model.phase == "halted"


@pytest.mark.parametrize(("before", "after", "takes_ms"), [
    ({"bet": 0}, {"bet": 200}, BET_MS), ({"bet": 200}, {"bet": 0}, GATHER_MS),
])
def test_chips_move_to_the_bet_and_to_the_pot(before, after, takes_ms):
    models = []
    for changes in (before, after):
        shown = json.loads(view())
        shown["seats"]["1"].update(changes)
        models.append(decode(json.dumps(shown).encode()))
    assert [(flight.card, flight.takes_ms) for flight in moves(*models, 0).flights] == [(None, takes_ms)]


def test_the_pot_moves_to_its_winners_once():
    lost, won = decode(view()), decode(view(result=[{"seat": 2, "won": 1_200, "cards": [], "hand": None, "pot": 0}]))
    assert [flight.takes_ms for flight in moves(lost, won, 0).flights] == [AWARD_MS]
    assert moves(won, won, 0).flights == ()
