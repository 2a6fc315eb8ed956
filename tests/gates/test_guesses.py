"""The gate of the guesses: who knows all of a hand but two hole cards finds nothing that tells
whether a guess of them is right.

A hand is dealt card by card and broken off, with an event that fails in it. All that leaves is
kept: frames to every node, what screen and floor are told, the log, and what the commands print
that may be typed beside the table. A guesser who has the program, and the journal but for two cards
and the salts of their rows, makes the hashes that the rows would have with each pair, and looks for
them there. And the same hand with two other cards in it lets out the same, but for hashes.
"""

import re
from contextlib import contextmanager, nullcontext
from random import Random
from unittest.mock import patch

import msgspec
import pytest
from msgspec import Struct
from typer.testing import CliRunner

from firmware_io.encoding import decode
from firmware_io.framing import Deframer
from firmware_io.kit.sim.faults import Piece
from firmware_io.messages import Anchor, Frame
from firmware_io.readers.ids import simulated_tag
from tablectl.cli.app import app
from tablectl.engine.events import HoleCardsSeen
from tablectl.engine.facts import CardDealt
from tablectl.journal.chain import hash_after
from tablectl.journal.record import Stored, read_record
from tablectl.journal.store import Journal
from tablectl.rules.cards import CARDS
from tablectl.service.control import accounts
from tablectl.simulation.stage import memory
from tests.claims import tried
from tests.service.staged import on_a_table, planted

from .test_secrets import WatchedStage

SECRET = 2  # the seat whose cards are guessed
DEALT = ("Qs", "9h", "Tc", "Jd", "8s", "3c")  # to seats 2, 3, 1 and again
OTHERWISE = ("4d", "9h", "Tc", "2h", "8s", "3c")  # with two other cards for the seat
# below them in the shoe, so that what follows is the same
BEHIND = ("Qs", "Jd", "4d", "2h")
APART_MS = 3_000  # the floor's questions are answered so seldom
HASH = re.compile(rb"[0-9a-f]{16,}")
TOLD = 16  # digits of a hash that are printed at least
SALTS = (b"", bytes(16), *(bytes([one]) for one in range(256)))
COMMANDS = (
    ["journal", "verify"],
    ["journal", "verify", "--rerun"],
    ["journal", "show", "--from", "2"],
    ["journal", "show", "--words", "--from", "2"],
    ["journal", "tail"],
)


class Overheard(Struct):
    """All that has left, by where."""

    exits: dict[str, bytes]

    def hear(self, where, said):
        self.exits[where] = self.exits.get(where, b"") + said + b"\n"


class Ears:
    """On a node's wire: what it is told, in words, with the hashes in it."""

    def __init__(self, overheard):
        self._overheard, self._frames = overheard, Deframer()

    def strike(self, direction, data, now_ms):
        for body in self._frames.feed(data) if direction == "to_node" else ():
            said = decode(body)
            assert isinstance(said, Frame)
            what = said.message
            words = (
                f"anchor {what.count} {what.hash.hex()}" if isinstance(what, Anchor) else repr(what)
            )
            self._overheard.hear("nodes", words.encode())
        return [Piece(now_ms, data)]


class Played(Struct):
    overheard: Overheard
    rows: list[Stored]  # of the hand while it is open
    told: set[str]  # beginnings of hashes that had left before it was over


def played(place, cards, log, at_birth=nullcontext):
    path, overheard, told = place / "table.db", Overheard({}), set[str]()

    @contextmanager
    def born():
        with planted(HoleCardsSeen)(), at_birth():
            yield

    async def asked(stage):
        await stage.wait(APART_MS)
        await stage.say({"audit": True})
        await stage.say({"status": True})

    async def story(stage, people):
        for node in (stage.shoe, *stage.seats.values()):
            node.wire = Ears(overheard)
        assert stage.screen is not None
        stage.screen.along = lambda said: overheard.hear("screen", said)
        stage.control.along = lambda said: overheard.hear("floor", said)
        stage.sim_devices.load((*cards, *(card for card in BEHIND if card not in cards)))
        stage.shoe.deals_by_itself = False
        await people.start_hand()
        await people.settle()
        for _ in cards:
            stage.shoe.pull()
            await stage.rest()
            await asked(stage)
        for words in COMMANDS:
            overheard.hear(
                " ".join(words), CliRunner().invoke(app, [*words, str(path)]).output.encode()
            )
        with Journal.open(path, read_only=True) as journal:
            rows = list(journal.stored())
        stage.seats[1].show([simulated_tag(cards[2])])  # fails, and halts the table
        await stage.rest()
        await asked(stage)
        told.update(published(overheard))
        assert (await stage.say({"floor": "void", "why": "an event failed"}))["ok"]
        await asked(stage)
        return rows

    rows = on_a_table(story, journal=path, a_stage=WatchedStage, at_birth=born, screens=1)
    overheard.hear("log", log())
    return Played(overheard, rows, told)


# The guesser


def published(overheard):
    """The beginnings of all hashes that may have left."""
    return {
        found[0][:TOLD].decode()
        for said in overheard.exits.values()
        for found in HASH.finditer(said)
    }


def guessed(hand):
    """The cards of the secret seat that a hash confirms, and how many hashes were made for it."""
    known = published(hand.overheard)
    its = {row.n: card for row in hand.rows for card in _dealt(row)}
    pool = [card for card in CARDS if card not in {*DEALT} - {*its.values()}]
    first = min(its) - 1
    before = {hand.rows[first - 1].hash: ()}  # what a row may have, and the cards in it
    confirmed = ()
    made = 0
    for row in hand.rows[first:]:
        # too many to go on with: no hash has told which is right
        if row.n in its and len(before) > 1:
            break
        after = {}
        for hash_, cards in before.items():
            for more, guess in _guesses(row, its, pool, cards):
                after[hash_after(hash_, guess)] = more
        made += len(after)
        if right := {hash_: cards for hash_, cards in after.items() if hash_.hex()[:TOLD] in known}:
            after, (confirmed, *_) = right, right.values()
        before = after
    return list(confirmed), made


def _guesses(
    row,
    its,
    pool,
    before,
):
    if row.n not in its:
        yield before, row
        return
    for card in pool:
        if card not in before:
            old, new = its[row.n].encode(), card.encode()
            guess = row._replace(
                event=(row.event or b"").replace(old, new), facts=row.facts.replace(old, new)
            )
            for salt in SALTS:
                yield (*before, card), guess._replace(salt=salt)


def _dealt(row):
    return [
        fact.card
        for fact in read_record(row).facts
        if isinstance(fact, CardDealt) and fact.seat == SECRET
    ]


# The tests


@pytest.fixture
def log(capfd):
    """What the service has printed."""
    return lambda: "".join(capfd.readouterr()).encode()


def test_no_hash_leaves_in_the_middle_of_a_hand(tmp_path, log):
    """Clauses: G-14."""
    hand = played(tmp_path, DEALT, log)
    assert hand.told == set()
    assert hand.overheard.exits.keys() >= {
        "nodes",
        "screen",
        "floor",
        "journal verify",
        "journal tail",
    }
    assert published(hand.overheard)  # and once it is over they do


def heads_leave():
    """As if the audit told the head at any time."""
    return patch.object(accounts, "is_head_secret", lambda t: False)


def test_who_knows_all_but_two_hole_cards_finds_nothing_that_confirms_a_guess(tmp_path, log):
    """Clauses: G-14. Not even if hashes left in mid-hand: the salts of their rows alone keep the
    cards.
    """
    hand = played(tmp_path, DEALT, log, at_birth=heads_leave)
    cards, made = guessed(hand)
    exits = {where: len(said) for where, said in hand.overheard.exits.items()}
    print(
        f"{made:,} hashes made, {len(published(hand.overheard))} had left, none was among them; "
        f"bytes that left: {exits}"
    )
    tried(made, "guesses")
    assert cards == []
    assert len(hand.told) > len(DEALT)


@pytest.mark.slow
@pytest.mark.parametrize("random_bytes", [0, 1])
def test_control_without_salts_or_with_one_byte_they_find_the_cards(tmp_path, log, random_bytes):
    def short(seed):
        chance = Random(seed)
        return lambda: chance.randbytes(random_bytes)

    @contextmanager
    def leak():
        with heads_leave(), patch.object(memory, "seeded_salts", short):
            yield

    cards, made = guessed(played(tmp_path, DEALT, log, at_birth=leak))
    print(f"With {random_bytes} random bytes: {made:,} hashes made, found {cards}")
    assert cards == [DEALT[0], DEALT[3]]


def test_two_hands_that_differ_in_two_hole_cards_let_out_the_same_but_for_hashes(tmp_path, log):
    """Clauses: G-14. Lengths, numbers and times are compared with the words."""
    exits = []
    for name, cards in (("one", DEALT), ("other", OTHERWISE)):
        (tmp_path / name).mkdir()
        said = played(tmp_path / name, cards, log).overheard.exits
        # the folders of this one
        here = re.compile(rf"{tmp_path / name}|tablectl-\w+".encode())
        exits.append(
            {where: HASH.sub(b"HASH", here.sub(b"", told)) for where, told in said.items()}
        )
    for where, said in exits[0].items():
        assert said.split(b"\n") == exits[1][where].split(b"\n"), where


def test_no_salt_is_shown(tmp_path, log):
    hand = played(tmp_path, DEALT, log)
    salts = {row.salt for row in hand.rows}
    shown = (
        b"".join(hand.overheard.exits.values())
        + CliRunner()
        .invoke(app, ["journal", "show", "--open-hand", str(tmp_path / "table.db")])
        .output.encode()
    )
    assert len(salts) == len(hand.rows)
    written = [
        form
        for salt in salts
        for form in (salt, salt.hex().encode(), msgspec.json.encode(salt)[1:-1])
    ]
    assert not [form for form in written if form in shown]
