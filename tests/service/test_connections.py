"""One message of one connection is answered in a turn of the loop: what each kind of flood gets
done in a turn, counted.
"""

import asyncio
import socket
from collections import Counter

import msgspec
import pytest

from tablectl.engine.engine import handle
from tablectl.present.public import public_view
from tablectl.service.control.accounts import JournalAccount, make_accounts
from tablectl.service.control.control import AUDIT_EVERY_S, STATUS_EVERY_S, Control
from tablectl.service.outputs.screens import Screens
from tablectl.service.sockets import MOST_PEERS, Connections, Peer
from tests.happened import heads_up

STREAM, PACKETS = socket.SOCK_STREAM, socket.SOCK_SEQPACKET
LONGEST = 64
TURNS = 300


class Turns:
    """A loop whose turns are counted, and the connections of one socket at which every message
    is answered with itself.
    """

    def __init__(self, kind=STREAM):
        self.loop = asyncio.new_event_loop()
        self.turn = 0
        self.kind = kind
        self.heard: list[tuple[int, bytes]] = []  # in which turn, and what
        self.connections = Connections(
            self.loop, kind, longest=LONGEST, answer=self.answer, too_long=b"too long\n"
        )
        self.ends: list[socket.socket] = []

    def answer(self, _, message):
        self.heard.append((self.turn, message))
        return message + b"\n"

    def connected(self):
        ours, theirs = socket.socketpair(socket.AF_UNIX, self.kind)
        theirs.setblocking(False)
        self.connections.add(Peer(ours))
        self.ends.append(theirs)
        return theirs

    def go(self, turns=TURNS):
        for _ in range(turns):
            self.turn += 1
            self.loop.call_soon(self.loop.stop)
            self.loop.run_forever()

    def most_in_a_turn(self):
        return max(Counter(turn for turn, _ in self.heard).values(), default=0)

    def close(self):
        self.connections.close()
        for end in self.ends:
            end.close()
        self.loop.close()


@pytest.fixture
def turns():
    made = Turns()
    yield made
    made.close()


@pytest.fixture
def packets():
    made = Turns(PACKETS)
    yield made
    made.close()


def flood(end, data, most=1 << 20):
    """Sends until the buffer is full; how many bytes there was room for."""
    sent = 0
    while sent < most:
        try:
            sent += end.send(data)
        except OSError:
            break
    return sent


def test_all_lines_of_one_read_are_answered_one_in_a_turn_in_their_order(turns):
    turns.connected().sendall(b"".join(b"%d\n" % n for n in range(20)))
    turns.go()
    assert [message for _, message in turns.heard] == [b"%d" % n for n in range(20)]
    assert turns.most_in_a_turn() == 1


def test_sixteen_connections_with_full_buffers_get_one_line_in_a_turn_and_each_its_share(turns):
    for number in range(MOST_PEERS):
        flood(turns.connected(), b"%d\n" % number * 10)
    turns.go()
    assert turns.most_in_a_turn() == 1
    shares = Counter(message for _, message in turns.heard)
    assert len(shares) == MOST_PEERS
    assert max(shares.values()) - min(shares.values()) <= 1


def test_packets_of_many_are_taken_one_in_a_turn(packets):
    for _ in range(MOST_PEERS):
        flood(packets.connected(), b"next", 40)
    packets.go()
    assert (packets.most_in_a_turn(), len(packets.heard)) == (1, 10 * MOST_PEERS)


def test_a_packet_that_is_too_long_is_cut(packets):
    packets.connected().sendall(b"x" * (LONGEST + 1))
    packets.go(5)
    assert [message for _, message in packets.heard] == [b"x" * LONGEST]


@pytest.mark.parametrize(
    "text", [b"x" * (2 * LONGEST), b"x" * (LONGEST + 1) + b"\n", b"x" * 100_000]
)
def test_bytes_that_end_no_line_are_kept_up_to_the_longest_line_and_no_further(turns, text):
    end = turns.connected()
    end.sendall(text)
    turns.go()
    assert turns.heard == []
    assert end.recv(99) == b"too long\n"
    assert len(turns.connections) == 0


def test_a_line_that_is_just_as_long_as_it_may_be_is_answered(turns):
    turns.connected().sendall(b"x" * LONGEST + b"\n")
    turns.go()
    assert [message for _, message in turns.heard] == [b"x" * LONGEST]


def test_half_lines_and_empty_lines_wait_for_their_rest_and_take_no_turn(turns):
    ends = [turns.connected() for _ in range(MOST_PEERS)]
    for end in ends:
        end.sendall(b"\n\n  \n\nhalf")
    turns.go()
    assert turns.heard == []
    ends[3].sendall(b" more\n")
    turns.go()
    assert [message for _, message in turns.heard] == [b"half more"]


def test_who_never_reads_is_answered_until_the_buffer_is_full_and_then_not_read(turns):
    deaf = turns.connected()
    line = b"x" * (LONGEST - 1) + b"\n"
    for _ in range(40):
        flood(deaf, line)
        turns.go()
    answered = len(turns.heard)
    turns.go()
    assert len(turns.heard) == answered
    other = turns.connected()
    other.sendall(b"hello\n")
    turns.go(5)
    assert other.recv(99) == b"hello\n"
    said = b""
    # once it reads, nothing of its answers was lost
    for _ in range(40):
        while piece := received(deaf):
            said += piece
        turns.go()
    assert set(said.split(b"\n")) == {line.rstrip(), b""}
    assert len(turns.heard) > answered + 1


def received(end):
    try:
        return end.recv(1 << 16)
    except BlockingIOError:
        return b""


def test_a_storm_of_connections_is_let_in_one_in_a_turn_and_leaves_sixteen(turns, tmp_path):
    turns.connections.listen(str(tmp_path / "door"))
    before = 0
    for number in range(100):
        end = socket.socket(socket.AF_UNIX, STREAM)
        end.connect(str(tmp_path / "door"))
        turns.ends.append(end)
        if number % 3 == 0:
            end.close()
        turns.go(1)
        assert len(turns.connections) <= min(before + 1, MOST_PEERS)
        before = len(turns.connections)
    turns.ends[-1].close()


def test_a_line_that_waits_for_its_turn_is_not_closed_by_those_who_come_later(turns):
    silent = [turns.connected() for _ in range(MOST_PEERS - 1)]
    floor = turns.connected()
    floor.sendall(b"floor\n")
    turns.go(1)
    for _ in silent:
        turns.connected()
    turns.go()
    assert floor.recv(99) == b"floor\n"


def test_while_all_wait_for_their_first_answer_nobody_else_is_let_in(turns, tmp_path):
    promises = []

    def promised(_, __):
        promises.append(turns.loop.create_future())
        return promises[-1]

    door = Connections(turns.loop, STREAM, longest=LONGEST, answer=promised)
    door.listen(str(tmp_path / "door"))
    ends = [socket.socket(socket.AF_UNIX, STREAM) for _ in range(MOST_PEERS + 1)]
    for end in ends[:-1]:
        end.connect(str(tmp_path / "door"))
        end.sendall(b"one\ntwo\n")
        turns.go(3)
    turns.go()
    # of each the second line waits for the first one's answer
    assert len(promises) == MOST_PEERS
    ends[-1].connect(str(tmp_path / "door"))
    ends[-1].sendall(b"three\n")
    turns.go()
    assert (len(promises), len(door)) == (MOST_PEERS, MOST_PEERS)
    promises[0].set_result(b"done\n")
    turns.loop.run_until_complete(asyncio.sleep(0.2))
    assert ends[0].recv(99) == b"done\n"
    assert len(promises) == MOST_PEERS + 2
    door.close()
    for end in ends:
        end.close()


# The table's own sockets


class Asked:
    """A table with a control socket, at which is counted how often a state or an audit is worked
    out.
    """

    def __init__(self, turns, door):
        self.turns, self.door = turns, door
        self.table, _ = heads_up()
        self.worked_out: Counter[str] = Counter()
        self.control = Control(
            turns.loop,
            lambda: 0,
            self.take,
            table=lambda: self.table,
            status=self.status,
            audit=self.audit,
        )
        self.control.listen(str(door))

    def take(self, happened):
        self.table, rows = handle(self.table, happened)
        return rows

    def status(self):
        self.worked_out["status"] += 1
        return {"hand": self.table.hands}

    def audit(self):
        self.worked_out["audit"] += 1
        yield None
        yield make_accounts(self.table, JournalAccount(1, "", holds=True))

    def connected(self):
        end = socket.socket(socket.AF_UNIX, STREAM)
        end.connect(str(self.door))
        end.setblocking(False)
        self.turns.ends.append(end)
        self.turns.go(2)
        return end


@pytest.fixture
def asked(turns, tmp_path):
    made = Asked(turns, tmp_path / "control")
    yield made
    made.control.close()


@pytest.mark.parametrize("what", ["status", "audit"])
def test_however_many_ask_how_the_table_stands_it_is_worked_out_once_and_then_once_for_all(
    asked, turns, monkeypatch, what
):
    ends = [asked.connected() for _ in range(MOST_PEERS)]
    for end in ends:
        end.sendall(b'{"%s": true}\n' % what.encode() * 2)
    now_s = turns.loop.time()
    with monkeypatch.context() as clock:
        clock.setattr(turns.loop, "time", lambda: now_s)  # however long so many turns take
        turns.go()
    assert asked.worked_out == {what: 1}
    turns.loop.run_until_complete(asyncio.sleep(1.2 * max(STATUS_EVERY_S, AUDIT_EVERY_S)))
    answers = [received(end).splitlines() for end in ends]
    assert all(answers)
    assert all(msgspec.json.decode(line)["ok"] for lines in answers for line in lines)


def test_a_screen_that_asks_without_end_is_sent_each_view_once(turns):
    table, _ = heads_up()
    screens = Screens(turns.loop)
    ours, theirs = socket.socketpair(socket.AF_UNIX, PACKETS)
    theirs.setblocking(False)
    turns.ends.append(theirs)
    screens.add(Peer(ours))
    for shown in range(3):
        screens.show(public_view(table, shown))
        flood(theirs, b"next", 400)
        turns.go()
        assert received(theirs).startswith(b"{")
        assert received(theirs) == b""
    screens.close()
