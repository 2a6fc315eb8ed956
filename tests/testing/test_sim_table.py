"""A simulated table that stands by itself: verbs in words, a hand at the real service, a socket,
a script.
"""

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import tempfile

import pytest

from firmware_io.kit.table.serving import answer_verb, play_script, send_verb, serve_table
from firmware_io.kit.table.sim_table import CARDS, EXTRAS, SHOE_NODE, SimTable
from firmware_io.kit.table.verbs import BadVerb, do_verb
from tablectl.engine.questions import differing_stacks
from tablectl.intake import deckbook
from tablectl.rules import cards
from tablectl.service.config.loading import load_config
from tablectl.service.config.nodes import SHOE_NODE as OF_A_TABLE
from tablectl.service.journals.open_table import open_journal
from tablectl.service.process import bind_child
from tablectl.service.serve import Service
from tests.alarm import COMES_S, awaiting
from tests.tiers import tiered


@pytest.fixture
def table(loop, tmp_path):
    with SimTable(loop, tmp_path, {1: 500, 2: 500}, seed=4, fault_rate=0.02) as standing:
        yield standing


def test_the_simulated_deck_and_the_shoe_s_node_are_those_of_a_table():
    assert (CARDS, EXTRAS, SHOE_NODE) == (cards.CARDS, deckbook.EXTRAS, OF_A_TABLE)


@pytest.mark.slow
@pytest.mark.parametrize("has_kept", tiered([True, False], [True]))
def test_devices_that_end_and_are_started_again_in_their_folder_go_on_as_often_as_that_is_done(
    loop, tmp_path, has_kept
):
    """Control: without their things other chips lie at the seats than the ledger knows, and play
    halts.
    """

    def stood():
        return SimTable(loop, tmp_path, {1: 500, 2: 500}, seed=4)

    table = stood()
    config = load_config(table.write_config())
    service = Service(config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0)
    service.start()

    def begun_again(table):
        table.save_contents()
        table.close()
        if not has_kept:
            (tmp_path / "things.json").unlink()
        loop.run_for(3_000)
        assert not any(
            seat.is_connected for seat in service.table.seats if seat.number in table.seats
        )
        again = stood()
        assert loop.run_until(
            lambda: all(service.table.seat(number).is_connected for number in (1, 2)), 10_000
        )
        return again

    for hand in range(1, 6):
        assert loop.run_until(lambda: len(service.table.owes) == 2, 60_000)
        blinds = service.table.owes
        for blind in blinds:
            table = begun_again(table)
            do_verb(table, f"seat {blind.seat} put {blind.live}")
            loop.run_for(2_000)
        if not has_kept:
            break
        assert not service.table.owes
        table = begun_again(table)
        button = service.table.button
        do_verb(table, f"seat {button} press fold")
        assert loop.run_until(
            lambda hand=hand: service.table.hands == hand and not service.table.in_hand
        )
        small, big = (blind.live for blind in sorted(blinds, key=lambda blind: blind.live))
        do_verb(table, f"seat {button} sweep")
        do_verb(table, f"seat {3 - button} take {big}")
        do_verb(table, f"seat {3 - button} receive {small}")
        do_verb(table, "shoe load")
        loop.run_for(2_000)
    assert (service.table.halts == 0 and not differing_stacks(service.table)) is has_kept
    table.close()
    service.stop()
    service.journal.close()


def test_the_same_seed_shuffles_the_same_deck(loop, tmp_path):
    decks = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        with SimTable(loop, tmp_path / name, {1: 100}, seed=9) as standing:
            do_verb(standing, "shoe load As Kd")
            decks.append(standing.shoe.cards)
            assert len(standing.shoe.cards) == 52
    assert decks[0] == decks[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seat 1 receive 60", {"stack": 560}),
        ("seat 1 put 30", {"stack": 470, "bet": 30}),
        ("seat 1 press raise 60", {"stack": 500}),
        ("seat 1 unplug", {"is_plugged": False}),
        ("shoe unplug silent", {"is_plugged": True}),
        ("shoe load As", {"cards": 52, "gate": 0}),
    ],
)
def test_a_verb_answers_with_what_the_device_is_then(table, text, said):
    assert said.items() <= do_verb(table, text).items()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "seat 1 raise 20",
            'Nothing is called so: seat 1 raise 20. A key is pressed: "seat 1 press raise 20".',
        ),
        ("seat 7 press call", "There is no seat 7; there is 1, 2."),
        ("seat 1 press cal", "press KEY [AMOUNT]; the keys are fold check"),
        ("seat 1 put 1000", "These chips are not in the stack of seat 1: 500 lie there."),
        ("seat 1 put x", "x is no whole number from 1 to 1,000,000,000."),
        ("seat 1 put", "It needs one word behind it: an amount."),
        ("seat 1 show Ax", "Ax is no card; they are written As Td 2c, joker, cut."),
        ("shoe pull 9 together", "At most 8 cards fit through the slot together, not 9."),
        ("shoe pull 1 2", "pull [COUNT] [together] [unknown|down|up]."),
        ("shoe change lid", "lid does not happen to a shoe: lid_open"),
        ("shoe present", "It needs one word behind it: a card."),
        ("shoo", "Nothing is called so: shoo. The verb help lists all."),
        (
            "seat 1 plug",
            'Nothing is called so: seat 1 plug. Did you mean "unplug" or "replug"? The verb help '
            "lists all.",
        ),
        (
            "shoe lod",
            'Nothing is called so: shoe lod. Did you mean "load"? The verb help lists all.',
        ),
        ("", "Nothing is called so"),
    ],
)
def test_a_verb_that_cannot_be_done_is_a_sentence_and_changes_nothing(table, text, why):
    before = do_verb(table, "status")
    with pytest.raises(BadVerb) as wrong:
        do_verb(table, text)
    assert str(wrong.value).startswith(why)
    assert do_verb(table, "status") == before


def test_the_socket_takes_a_verb_or_an_object_with_one(loop, table):
    async def talks():
        server = await serve_table(table)
        reader, writer = await asyncio.open_unix_connection(str(table.directory / "do.sock"))
        said = [await send_verb(table.directory, "seat 1 put 5")]
        for line in (b"seat 2 put 25\n", b'{"do": "seat 9 sweep"}\n', b"[]\n", b"\xff\n"):
            writer.write(line)
            said.append(json.loads(await reader.readline()))
        writer.close()
        server.close()
        # until the table's end of both has closed
        await asyncio.sleep(0.1)
        return said

    with awaiting("Four answers of the table's socket"):
        said = loop.run_until_complete(talks())
    assert [one["ok"] for one in said] == [True, True, False, False, False]
    assert (said[0]["bet"], said[1]["bet"], said[2]["why"]) == (
        5,
        25,
        "There is no seat 9; there is 1, 2.",
    )


def test_a_script_is_played_with_its_times_and_names_the_line_that_is_wrong(loop, table):
    script = table.directory / "evening.txt"
    script.write_text(
        "seat 1 put 5      # the small blind\n\nwait 700\nseat 1 sweep\nseat 1 swep\n"
    )
    with pytest.raises(BadVerb, match=r"evening\.txt:5: Nothing is called so: seat 1 swep"):
        loop.run_until_complete(play_script(table, script))
    assert (
        loop.time() >= 0.7,
        answer_verb(table, "status")["ok"],
        table.seats[1].total("stack"),
    ) == (
        True,
        True,
        495,
    )


def tablectl(*words):
    return [sys.executable, "-m", "tablectl", *map(str, words)]


@pytest.mark.slow
def test_a_table_stands_until_it_is_ended_and_leaves_nothing_but_its_configuration(tmp_path):
    place = tmp_path / "t"
    command = tablectl("sim", "table", "--dir", place, "--seats", "1,3")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=bind_child()
    ) as stands:
        with awaiting("The table's first line"):
            first = stands.stdout.readline()
        assert first.endswith(f"tablectl run --config {place}/table.toml\n")
        done = subprocess.run(
            tablectl("sim", "do", place, "seat 3 put 30"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, json.loads(done.stdout)["bet"], done.stderr) == (0, 30, "")
        other = subprocess.run(
            tablectl("sim", "table", "--dir", place), capture_output=True, text=True, check=False
        )
        taken = (
            f"Something is called shoe in {place} already: another table stands there. End it with "
            "Ctrl-C, or name another folder with --dir.\n"
        )
        assert (other.returncode, other.stderr) == (2, taken)
        os.kill(stands.pid, signal.SIGTERM)
        assert stands.wait() == 0
    assert [path.name for path in place.iterdir()] == ["table.toml"]
    done = subprocess.run(
        tablectl("sim", "do", place, "status"), capture_output=True, text=True, check=False
    )
    why = f"No simulated table stands in {place}: tablectl sim table --dir {place} makes one.\n"
    assert (done.returncode, done.stderr) == (2, why)


STARTER = """
import signal, sys
from pathlib import Path
from firmware_io.kit.table import standing
from firmware_io.kit.table.standing import TableUnderTest, Threaded
standing.STARTS_WITHIN_S = 60           # on a busy machine
table = TableUnderTest(Threaded(Path(sys.argv[1])))
print(table._process.pid, flush=True)
signal.pause()
"""


def test_a_table_under_test_ends_with_whoever_started_it_however_that_ends():
    """Control: without bind_to in standing.py it goes on."""
    with (
        tempfile.TemporaryDirectory() as place,
        subprocess.Popen(
            [sys.executable, "-c", STARTER, place],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=bind_child(),
        ) as starter,
    ):
        with awaiting("The number of the table's process", 2 * COMES_S):
            table = os.pidfd_open(int(starter.stdout.readline()))
        try:
            assert select.select([table], [], [], 0)[0] == []
            starter.kill()
            assert select.select([table], [], [], COMES_S)[0] == [table]  # it has ended
        finally:
            os.close(table)
