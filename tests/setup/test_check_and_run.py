"""What `config check` accepts starts and plays, and what it refuses does not start:
configurations made by hypothesis.
"""

import asyncio
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from tablectl.cli.demo import check_table
from tablectl.engine import engine
from tablectl.journal.place import why_no_mirror
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import (
    ControlConfig,
    JournalConfig,
    LinksConfig,
    ScreenConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.journals.open_table import TABLE_ERRORS, open_journal
from tablectl.service.serve import Service
from tablectl.service.sockets import SocketTaken
from tablectl.setup import checking
from tablectl.setup.checking import check_config
from tablectl.setup.example import KEPT, SOCKETS
from tablectl.simulation.demo.options import DemoOptions
from tablectl.simulation.players.people import Stalled
from tablectl.simulation.stage.scratch import temporary_directory
from tests.rig.bare import play_bare

EXAMPLES = 60
GAMES = ("tournament", "canterbury", "texas6plus", "casino", "pool")
NO_FOLDER = "missing/table.db"
# every setting that is one, and whether a table needs a folder there to start
PATHS = {
    ("journal", "path"): True,
    ("journal", "mirror"): True,
    ("control", "socket"): True,
    ("screen", "socket"): True,
    ("links", "keys"): True,
    ("control", "operators"): False,
    ("shoe", "deck_book"): False,
    ("table", "chip_book"): False,
    ("table", "deck_file"): False,
}

amounts = st.sampled_from([1, 2, 3, 5, 10, 15, 25, 50, 100])
chips = st.sampled_from([[], [1, 5, 25], [5, 25, 100], [1], [3, 7], [25, 100], [2, 5], [20, 50]])
stacks = st.sampled_from([1, 24, 100, 500, 505])
levels = st.lists(
    st.fixed_dictionaries({"small_blind": amounts, "hands": st.just(1)}), min_size=1, max_size=3
)
options = st.fixed_dictionaries(
    {},
    optional={
        "ante": amounts,
        "smallest_chip": amounts,
        "button_ante": st.one_of(st.booleans(), amounts),
        "levels": levels,
        "betting": st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]),
        "chips_sensed": st.booleans(),
    },
)
journals = st.fixed_dictionaries(
    {"path": st.just("table.db")},
    optional={"mirror": st.sampled_from(["mirror.db", NO_FOLDER, "table.db-wal", "table.db"])},
)
controls = st.fixed_dictionaries(
    {}, optional={"socket": st.sampled_from(["c", "table.db", "table.db-wal", "table.db-lock"])}
)


@st.composite
def documents(draw):
    """A configuration, as its file has it; its paths are relative to the folder that it is tried
    in.
    """
    game = draw(st.sampled_from(GAMES))
    numbers = [str(number) for number in range(1, draw(st.integers(2, 4)) + 1)]
    table = {
        "preset": game,
        "seats": {number: 0 if game == "pool" else draw(stacks) for number in numbers},
    }
    if game not in ("casino", "pool"):
        small = draw(amounts)
        table |= {
            "stakes": {"small_blind": small, "big_blind": 2 * small},
            "options": draw(options),
        }
    table["chips"] = draw(chips)
    return {
        "table": table,
        "seat": [{"number": int(number), "port": "auto"} for number in numbers],
        "journal": draw(journals),
        "control": draw(controls),
    }


def written(document, folder):
    """The file, with its paths in that folder."""
    for part, key in PATHS:
        if key in document.get(part, {}):
            document = {
                **document,
                part: {**document[part], key: str(folder / document[part][key])},
            }
    file = folder / "table.json"
    file.write_bytes(msgspec.json.encode(document))
    return file


def start(file):
    """All that `tablectl run` does before it opens a port. Raises TABLE_ERRORS, SocketTaken."""
    config = load_config(file)
    with open_journal(config, 0) as journal, closing(asyncio.new_event_loop()) as loop:
        service = Service(config, loop, journal, epoch=1, list_ports=list)
        try:
            if config.control.socket:
                service.control.listen(config.control.socket)
            if config.views:
                service.screens.listen(config.views)
        finally:
            service.stop()


def why_not_started(file):
    try:
        start(file)
    except (*TABLE_ERRORS, SocketTaken) as wrong:
        return str(wrong)
    return None


def play(config):
    """Two hands, by simple players; at a table where too few have chips to play with there is
    none.
    """
    try:
        play_bare(DemoOptions(table=config.table, hands=2), lambda hand: None)
    except Stalled as why:
        if not str(why).startswith("A hand needs "):
            raise


def disagreement(document):
    """Where check, run and play do not say the same of a configuration; None: they do."""
    with temporary_directory() as folder:
        file = written(document, folder)
        found, why = check_config(file), why_not_started(file)
        if (why is None) != (not found.problems):
            return f"check says {[problem.sentence for problem in found.problems]}, run {why}"
        if found.config is not None:
            check_table(DemoOptions(table=found.config.table).table_played, file)
            play(found.config)
    return None


@pytest.mark.slow
@settings(max_examples=EXAMPLES, deadline=None)
@given(documents())
def test_what_the_check_accepts_starts_and_plays_and_nothing_else_starts(document):
    assert disagreement(document) is None


def a_document(**instead):
    table = {
        "preset": "tournament",
        "seats": {"1": 500, "2": 500},
        "chips": [5, 25],
        "stakes": {"small_blind": 5, "big_blind": 10},
    }
    return {
        "table": table,
        "seat": [{"number": 1, "port": "auto"}, {"number": 2, "port": "auto"}],
        "journal": {"path": "table.db"},
        "control": {},
        **instead,
    }


WRONG = [
    ({"chips": [3, 7]}, "[table] chips has 7, and no 3 make that: the nearest are 6 and 9."),
    (
        {"chips": [25, 100]},
        "[table.stakes] small_blind is 5, and no chips of 25 make that: the nearest is 25.",
    ),
    (
        {"seats": {"1": 500, "2": 501}},
        "[table.seats] 2 is 501, and no chips of 5 make that: the nearest are 500 and 505.",
    ),
    (
        {"options": {"ante": 1}},
        "[table.options] ante is 1, and no chips of 5 make that: the nearest is 5.",
    ),
    (
        {"options": {"levels": [{"small_blind": 5}, {"small_blind": 8}]}},
        "[table.options] levels: small_blind of level 2 is 8, and no chips of 5 make that: the "
        "nearest are 5 and 10.",
    ),
    (
        {"options": {"button_ante": 12}},
        "[table.options] button_ante is 12, and no chips of 5 make that: the nearest "
        "are 10 and 15.",
    ),
    (
        {"options": {"smallest_chip": 25}},
        "[table.stakes] small_blind is 5, and no chips of 25 make that: the nearest is 25.",
    ),
    (
        {"stakes": {"small_blind": 5, "big_blind": 10, "small_bet": 11}},
        "[table.stakes] small_bet is 11, and no chips of 5 make that: the nearest are 10 and 15.",
    ),
]


@pytest.mark.parametrize(("instead", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_the_chips_cannot_make_is_refused_with_the_nearest_that_they_can(
    instead, sentence, tmp_path
):
    document = a_document()
    file = written({**document, "table": {**document["table"], **instead}}, tmp_path)
    assert [problem.sentence for problem in check_config(file).problems] == [sentence]
    assert why_not_started(file) == sentence


def test_a_place_that_a_journal_or_its_mirror_cannot_have_is_refused(tmp_path):
    for part, key, name in (
        ("control", "socket", "table.db-wal"),
        ("journal", "mirror", NO_FOLDER),
    ):
        file = written(
            a_document(
                **{part: {"path": "table.db", key: name} if part == "journal" else {key: name}}
            ),
            tmp_path,
        )
        assert len(check_config(file).problems) == 1
        assert f"[{part}] {key}" in check_config(file).problems[0].sentence
        assert why_not_started(file) is not None


@pytest.mark.parametrize(("part", "key"), PATHS)
def test_a_path_into_a_folder_that_is_not_there_is_refused_by_both_or_by_neither(
    part, key, tmp_path
):
    """A book is made when it is first written to; the rest is wanted at the start."""
    document = a_document()
    file = written({**document, part: {**document.get(part, {}), key: NO_FOLDER}}, tmp_path)
    problems, why = check_config(file).problems, why_not_started(file)
    assert (len(problems), why is not None) == ((1, True) if PATHS[part, key] else (0, False))
    assert not (tmp_path / "missing").exists()


def test_every_setting_that_is_a_path_is_among_them():
    parts = {
        "table": TableConfig,
        "shoe": ShoeConfig,
        "journal": JournalConfig,
        "control": ControlConfig,
        "links": LinksConfig,
        "screen": ScreenConfig,
    }
    words = ("path", "mirror", "socket", "operators", "keys", "deck_book", "chip_book", "deck_file")
    found = {
        (part, key)
        for part, kind in parts.items()
        for key in kind.__struct_fields__
        if key in words
    }
    assert found == {*PATHS}


@pytest.mark.parametrize("name", ["table.json", "table.db.clock", "."])
def test_a_socket_where_something_else_lies_is_refused_by_both(name, tmp_path):
    file = written(a_document(control={"socket": name}), tmp_path)
    assert [len(check_config(file).problems), why_not_started(file) is not None] == [1, True]


def test_the_folders_that_systemd_makes_are_not_missed(tmp_path):
    file = tmp_path / "table.json"
    file.write_bytes(
        msgspec.json.encode(
            a_document(
                journal={"path": f"{KEPT}/table.db"},
                control={"socket": f"{SOCKETS}/floor/control.sock"},
                screen={"socket": f"{SOCKETS}/screen/s"},
            )
        )
    )
    assert check_config(file).problems == ()


def test_more_chips_than_a_seat_can_hold_are_refused_by_both(tmp_path):
    document = a_document()
    seats = {"1": 500, "2": 1_000_000_000}
    file = written(
        {**document, "table": {**document["table"], "seats": seats, "chips": [5]}}, tmp_path
    )
    sentence = (
        "[table.seats] 2 is 1,000,000,000, which is 200,000,000 chips of 5: a seat has 10,000 at "
        "most. Let [table] chips have larger ones, or let it be 50,000 at most."
    )
    assert [problem.sentence for problem in check_config(file).problems] == [sentence]
    assert why_not_started(file) == f"{file}: table.seats.2: {sentence}"
    document["table"] |= {"seats": {"1": 500, "2": 50_000}, "chips": [5]}
    assert disagreement(document) is None


@pytest.mark.parametrize("instead", [{"chips": [3, 7]}, {"chips": [25, 100]}], ids=str)
def test_a_check_that_does_not_look_at_the_chips_would_be_found(instead, monkeypatch):
    """The control: without it such a table opens, and simple players have no chips to play it
    with.
    """
    document = a_document()
    document["seat"].append({"number": 3, "port": "auto"})
    document["table"] |= {
        "preset": "canterbury",
        "seats": {"1": 500, "2": 500, "3": 500},
        **instead,
    }
    assert disagreement(document) is None
    monkeypatch.setattr(engine, "money_problems", lambda *_: iter(()))
    with pytest.raises(RuntimeError, match="the smallest chip that plays is"):
        disagreement(document)


def test_a_check_that_does_not_look_for_the_mirrors_folder_would_be_found(monkeypatch):
    """The control: `tablectl run` looks for it in any case."""
    document = a_document(journal={"path": "table.db", "mirror": NO_FOLDER})
    assert disagreement(document) is None
    monkeypatch.setattr(checking.place, "why_no_mirror", lambda journal, mirror: None)
    assert why_no_mirror(Path("none.db"), Path(NO_FOLDER)) is not None
    assert "run There can be no mirror" in str(disagreement(document))
