"""PROTOCOL.md's hand, as a seat and the shoe see it: the frames of a real run in virtual time,
line by line.
"""

import re
from pathlib import Path

import firmware_io
from firmware_io import messages as m
from firmware_io.encoding import decode
from firmware_io.framing import Deframer
from firmware_io.kit.sim.faults import Piece
from tablectl.intake.deckbook import simulated_book
from tablectl.simulation.scenario.runner import Scenario
from tablectl.simulation.scenario.script import read_script

PROTOCOL = Path(firmware_io.__file__).with_name("PROTOCOL.md")
BOOK = simulated_book()
QUIET = (m.Ack, m.Heartbeat, m.HostHeartbeat)
FROM = {"to_host": "node", "to_node": "host"}
HAND = """
{"table": {"preset": "tournament", "seats": {"1": 500, "3": 500}, "button": 3, "stakes": {"small_blind": 10, "big_blind": 20}, \
"chips": [5, 25, 100]}}
{"deck": ["Kc", "Ah", "Kd", "As", "2c", "7h", "8h", "9s"]}
{"start": true}
{"seat": 3, "act": "raise_to", "amount": 60}
{"seat": 1, "act": "call"}
{"seat": 1, "act": "check"}
{"seat": 3, "act": "bet", "amount": 100}
{"seat": 1, "act": "fold"}
"""

IN_WORDS = {
    m.Hello: lambda said: f"{said.kind}, token {said.token}",
    m.HostHello: lambda said: f"token {said.token}",
    m.AreaChanged: lambda said: (
        f"{said.area}: {' '.join(f'{count}x{chip}' for chip, count in said.chips) or 'nothing'}"
    ),
    m.KeyPressed: lambda said: said.key + (f", {said.amount} dialled" if said.amount else ""),
    m.HoleCardsSeen: lambda said: " ".join(BOOK.named(said.up)) or "none",
    m.Lamp: lambda said: f"{said.pattern}, {' '.join(map(str, said.colour))}",
    m.Gate: lambda said: said.pull or "0, shut",
    m.CardOff: lambda said: f"pull {said.pull}, {' '.join(BOOK.named(said.tags))} {said.face}",
    m.ShoeChanged: lambda said: said.what,
    m.AskLevels: lambda said: "",
    m.About: lambda said: f"1.{said.minor}, {said.board}",
    m.Asks: lambda said: (
        " ".join(said.keys) + bool(said.most) * f", {said.least} to {said.most} by {said.step}"
        or "nothing"
    ),
    m.Anchor: lambda said: f"row {said.count}",
}


class Listening:
    """A wire that changes nothing and writes down what goes over it."""

    def __init__(self):
        self.rows: list[str] = []
        self._frames = {direction: Deframer() for direction in FROM}

    def strike(self, direction, data, now_ms):
        for body in self._frames[direction].feed(data):
            said = decode(body)
            assert isinstance(said, m.Frame)
            if not isinstance(said.message, QUIET):
                what = (
                    f"{type(said.message).__name__} {IN_WORDS[type(said.message)](said.message)}"
                ).rstrip()
                numbers = f"{said.sequence or ''} | {said.acknowledged or ''}"
                self.rows.append(f"| {now_ms:,} | {FROM[direction]} | {what} | {numbers} |")
        return [Piece(now_ms, data)]


def written(chapter):
    """The rows of the chapter's tables, one list a table."""
    text = PROTOCOL.read_text().partition(f"## {chapter}\n")[2].partition("\n## ")[0] + "\n"
    tables = re.findall(r"\|---\|\n((?:\|.*\n)+)", text)
    return [[re.sub(r" +", " ", row) for row in table.splitlines()] for table in tables]


def test_the_frames_of_the_protocol_s_hand_are_those_of_a_real_one(tmp_path):
    file = tmp_path / "hand.jsonl"
    file.write_text(HAND)
    play, seat, shoe = Scenario(read_script(file), tmp_path), Listening(), Listening()
    play.stage.seats[3].wire, play.stage.shoe.wire = seat, shoe
    try:
        play.stage.loop.run_until_complete(play.run())
    finally:
        play.stage.close()
    played = [[re.sub(r" +", " ", row) for row in wire.rows] for wire in (seat, shoe)]
    print("\n".join(row for rows in played for row in rows))
    assert written("One hand, as a seat sees it") == played
