"""Sockets: what lies at their path is never lost, no table takes another's, and no crowd keeps
the floor out.
"""

import asyncio
import os
import resource
import socket
import stat

import pytest

from tablectl.service.control.control import Control
from tablectl.service.outputs.screens import Screens
from tablectl.service.sockets import KNOCK_AGAIN_S, MOST_PEERS, Listener, SocketTaken
from tests.happened import heads_up

CROWD = 100
STREAM = socket.SOCK_STREAM


@pytest.fixture
def loop():
    made = asyncio.new_event_loop()
    yield made
    made.close()


@pytest.fixture
def door(tmp_path):
    return tmp_path / "door"


def nobody(peer):
    peer.close()


def test_a_file_that_is_no_socket_is_left_alone(loop, door):
    door.write_bytes(b"SQLite format 3")
    with pytest.raises(SocketTaken, match="something else lies there: it is left alone") as refused:
        Listener(loop, str(door), STREAM, nobody)
    assert refused.value.is_lasting
    assert door.read_bytes() == b"SQLite format 3"


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_SEQPACKET])
def test_two_tables_never_take_one_another_s_socket(loop, door, kind):
    met = []
    first = Listener(loop, str(door), STREAM, met.append)
    with pytest.raises(SocketTaken, match="Another program answers at"):
        Listener(loop, str(door), kind, nobody)
    with socket.socket(socket.AF_UNIX, STREAM) as someone:
        someone.connect(str(door))
        # until the second table has tried to connect, too
        while len(met) < 1 + (kind == STREAM):
            loop.run_until_complete(asyncio.sleep(0.01))
    for peer in met:
        peer.close()
    first.close()
    assert not door.exists()


def test_a_socket_that_a_killed_table_left_behind_is_taken_over(loop, door):
    left = socket.socket(socket.AF_UNIX, STREAM)
    left.bind(str(door))
    left.close()
    Listener(loop, str(door), STREAM, nobody).close()
    assert not door.exists()


@pytest.mark.parametrize(("directory", "door_s"), [(0o700, 0o600), (0o777, 0o600), (0o2750, 0o660)])
def test_a_socket_is_its_user_s_alone_or_its_directory_s_group_s_by_the_setgid_bit(
    loop, tmp_path, directory, door_s
):
    place = tmp_path / "floor"
    place.mkdir()
    place.chmod(directory)
    listener = Listener(loop, str(place / "door"), STREAM, nobody)
    assert stat.S_IMODE((place / "door").stat().st_mode) == door_s
    listener.close()


def test_what_has_taken_the_place_since_is_not_unlinked(loop, door):
    first = Listener(loop, str(door), STREAM, nobody)
    door.unlink()
    second = Listener(loop, str(door), STREAM, nobody)
    first.close()
    assert door.exists()
    second.close()


@pytest.mark.parametrize("wanted", ["nowhere/door", "x" * 200])
def test_a_place_where_no_socket_can_be_is_told_in_a_sentence(loop, tmp_path, wanted):
    with pytest.raises(SocketTaken, match=r"^No socket can be made at .*\.$"):
        Listener(loop, str(tmp_path / wanted), STREAM, nobody)


def doors(
    loop,
):
    table, _ = heads_up()
    control, screens = Control(loop, lambda: 0, lambda told: (), lambda: table), Screens(loop)
    return {
        "control": (control.listen, control.close, STREAM),
        "screens": (screens.listen, screens.close, socket.SOCK_SEQPACKET),
    }


@pytest.mark.parametrize("name", ["control", "screens"])
def test_a_crowd_leaves_sixteen_and_whoever_comes_last_gets_in(loop, door, name):
    listen, close, kind = doors(loop)[name]
    listen(str(door))
    crowd = []
    for _ in range(CROWD):
        crowd.append(socket.socket(socket.AF_UNIX, kind))
        crowd[-1].connect(str(door))
        loop.run_until_complete(asyncio.sleep(0))
    loop.run_until_complete(asyncio.sleep(0.05))
    still = [number for number, end in enumerate(crowd) if not is_gone(end)]
    assert still == list(range(CROWD - MOST_PEERS, CROWD))
    if name == "control":
        crowd[-1].sendall(b'{"floor": 1}\n')
        loop.run_until_complete(asyncio.sleep(0.05))
        assert crowd[-1].recv(4096).startswith(b'{"ok":false,"code":"bad_line"')
    for end in crowd:
        end.close()
    close()


def is_gone(end):
    end.setblocking(False)
    try:
        return end.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_where_descriptors_have_run_out_the_listener_sleeps_and_then_lets_in(loop, door):
    met = []
    listener = Listener(loop, str(door), STREAM, met.append)
    someone = socket.socket(socket.AF_UNIX, STREAM)
    loop.run_until_complete(asyncio.sleep(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    next_one = os.dup(0)
    os.close(next_one)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_one, hard))
    try:
        someone.connect(str(door))
        passes = 0

        async def count():
            nonlocal passes
            ends = loop.time() + KNOCK_AGAIN_S / 2
            while loop.time() < ends:
                passes += 1
                await asyncio.sleep(0.05)

        used = os.times().user
        loop.run_until_complete(count())
        spent = os.times().user - used
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert met == []
    # a listener that spins takes the whole of it
    assert spent < KNOCK_AGAIN_S / 4
    loop.run_until_complete(asyncio.sleep(KNOCK_AGAIN_S))
    assert len(met) == 1
    met[0].close()
    someone.close()
    listener.close()
