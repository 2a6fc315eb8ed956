"""`tablectl setup --simulated`: each path of questions ends in a played hand, and a wrong answer in
a sentence and the question again.
"""

import io
import itertools
import json
import re
import sys
from pathlib import Path

import msgspec
import pytest

from tablectl.cli.sim import existing_table
from tablectl.games.catalog import PRESETS
from tablectl.locale import LANGUAGES
from tablectl.service.config.loading import load_config
from tablectl.setup.checking import check_config
from tablectl.setup.doctor import running_table
from tests.cli.conftest import said as of_command

FEWEST = ["en", "tournament", "2", "5/10"]
MOST_QUESTIONS = 12
PROMPT = re.compile(r"\[\w+(?:/\w+)?\] ")
PATHS = list(itertools.product(("shoe", "slide"), ("phones", "pads", "nodes"), ("yes", "no")))
said = of_command


@pytest.fixture
def answered(said, monkeypatch):
    """`tablectl setup --simulated` and these options, with a pipe that has these lines."""

    def of(*lines, options=("--simulated",)):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return said("setup", *options)

    return of


def answers():
    return json.loads(Path("table.setup.json").read_text())


@pytest.mark.parametrize(("reader", "seat", "screen"), PATHS)
def test_each_path_asks_twelve_questions_at_most_and_ends_in_a_played_hand(
    reader, seat, screen, answered
):
    code, out, err = answered(*FEWEST, reader, seat, screen)
    assert (code, err) == (0, "")
    assert len(PROMPT.findall(out)) <= MOST_QUESTIONS
    assert re.search(r"^Hand +1 ", out, re.MULTILINE)
    assert check_config(Path("table.toml")).problems == ()
    programs = re.findall(r"^  tablectl (\w+) .*--config table.toml$", out, re.MULTILINE)
    assert programs == [
        "run",
        *(["screen"] if screen == "yes" else []),
        *(["web"] if seat == "phones" else []),
    ]
    config = load_config(Path("table.toml"))
    assert (len(config.seat), bool(config.views)) == (2, screen == "yes" or seat == "phones")
    assert {one.driver for one in config.seat} == {"phone" if seat == "phones" else "sim"}
    assert config.table.options.get("chips_sensed", True) == (seat == "nodes")
    assert (config.table.stakes.big_blind, config.table.chips) == (10, (5, 25, 100, 500))


@pytest.mark.parametrize("game", PRESETS)
def test_each_game_is_set_up_by_its_defaults_and_plays_a_hand(game, answered):
    code, out, _ = answered("", game, *[""] * 8)
    assert code == 0
    assert "Hand   1" in out
    assert load_config(Path("table.toml")).table.preset == game


def test_the_table_that_is_written_stands_where_simulated_devices_find_it(answered):
    """`sim table` takes this file for its own, and says so where it is not."""
    code, out, _ = answered(*FEWEST, "shoe", "nodes", "no")
    assert code == 0
    assert f"  tablectl sim table --dir {Path.cwd()} --seats 1,2\n" in out
    file = Path("table.toml")
    wanted = load_config(file).table
    assert existing_table(file, wanted, [1, 2], has_wishes=False, stack=None) == wanted


def test_with_yes_nobody_is_asked(answered):
    code, out, _ = answered(options=("--simulated", "--yes"))
    assert (code, PROMPT.findall(out)) == (0, [])
    assert "table.toml is written, and nothing is wrong with it." in out
    assert answers()["is_finished"]


def test_another_table_toml_is_replaced_only_after_a_yes_and_kept_beside_the_new_one(answered):
    Path("table.toml").write_text("# mine\n")
    code, out, err = answered(options=("--simulated", "--yes"))
    assert code == 1
    assert "table.toml stays as it is, and nothing is written." in out
    assert not err
    assert Path("table.toml").read_text() == "# mine\n"
    code, out, _ = answered("maybe", "y")
    assert code == 0
    assert '"maybe" is neither yes nor no.' in out
    assert Path("table.toml.before-1").read_text() == "# mine\n"
    assert "preset" in Path("table.toml").read_text()


def test_a_configuration_that_config_check_refuses_is_not_written(answered):
    """The control: in a folder whose name leaves no room for the name of a socket."""
    place = Path("d" * 110)
    place.mkdir()
    code, out, err = answered(options=("--simulated", "--yes", "--config", f"{place}/table.toml"))
    assert (code, "is written" in out) == (2, False)
    assert "[control] socket is longer than the 107 bytes" in err
    assert [path.name for path in place.iterdir()] == ["table.setup.json"]


WRONG = [  # where, what is said there, the sentence
    (0, "fr", '"fr" is none of these: en, es.'),
    (
        1,
        "bridge",
        '"bridge" is none of these: tournament, texas6plus, canterbury, casino, pool.',
    ),
    (1, "9", '"9" is none of these:'),
    (2, "1", 'A whole number from 2 to 10 is wanted, not "1".'),
    (2, "six", 'A whole number from 2 to 10 is wanted, not "six".'),
    (2, "٣", 'A whole number from 2 to 10 is wanted, not "٣".'),
    (2, "9" * 5_000, f'A whole number from 2 to 10 is wanted, not "{"9" * 40}..".'),
    (3, "50", 'Blinds are two whole numbers, as 50/100, not "50".'),
    (3, "100/50", "The big blind is the small one or up to 20 times that, here 100 to 2,000"),
    (3, "1/100", "The big blind is the small one or up to 20 times that, here 1 to 20, not 100."),
    (4, "laser", '"laser" is none of these: node, pn532, pepper, rdm6300.'),
    (5, "\x1b[2J", '"?[2J" is none of these: phone, keypad, node.'),
    (6, "perhaps", '"perhaps" is neither yes nor no.'),
]


def test_a_wrong_answer_is_a_sentence_and_the_question_again(answered):
    right = ["", "", "", "", "", "", ""]
    lines = []
    for place, line in enumerate(right):
        lines += [said for at, said, _ in WRONG if at == place]
        lines.append(line)
    code, out, _ = answered(*lines)
    assert code == 0
    for _, _, sentence in WRONG:
        assert sentence in out
    assert len(PROMPT.findall(out)) == len(right) + len(WRONG)


def test_what_was_answered_is_asked_no_more_and_a_part_may_be_repeated(answered):
    code, out, _ = answered("es", "canterbury")
    assert code == 1
    assert "Terminado. Lo contestado se guarda: la misma orden continúa desde aquí." in out
    assert not Path("table.toml").exists()
    assert answers()["answers"] == {"language": "es", "game": "canterbury"}
    assert answered(*[""] * 8)[0] == 0
    assert load_config(Path("table.toml")).table.language == "es"
    code, out, _ = answered("nodes", "s", options=("--simulated", "--only", "seats"))
    assert (code, len(PROMPT.findall(out))) == (0, 2)
    assert {seat.driver for seat in load_config(Path("table.toml")).seat} == {"sim"}


def test_after_its_end_all_is_asked_again_with_the_earlier_answers_as_defaults(answered):
    assert answered(*FEWEST, "slide", "nodes", "no")[0] == 0
    first = Path("table.toml").read_text()
    code, out, _ = answered(*[""] * 8)
    assert (code, len(PROMPT.findall(out))) == (0, 7)
    assert Path("table.toml").read_text() == first


def test_the_record_of_answers_may_be_spoilt_and_says_so(answered):
    for text in ("{", '{"answers": 3}', '{"other": 1}', "[" * 100_000, "\0"):
        Path("table.setup.json").write_text(text)
        code, _, err = answered()
        assert code == 2
        assert err.startswith("table.setup.json is no record of answers: ")
        assert Path("table.setup.json").read_text() == text
    Path("table.setup.json").write_text(
        json.dumps({"answers": {"language": "xx", "game": "bridge", "count": "99"}})
    )
    assert answered(*[""] * 8)[0] == 0


def test_a_place_that_cannot_be_is_a_sentence(answered):
    for words, sentence in (
        (("--config", "no/table.toml"), "There is no directory no for table.toml"),
        (("--config", "table.txt"), "table.txt is no name of a configuration"),
        (("--only", "pads"), "There is nothing to repeat yet"),
        (("--only", "chairs"), 'There is no part "chairs"'),
    ):
        code, _, err = answered(options=("--simulated", *words))
        assert code == 2
        assert err.startswith(sentence)
    assert not list(Path.cwd().iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_is_left_in_english_elsewhere(language, answered):
    _, out, _ = answered(language, *[""] * 8)
    english = "Which blinds" in out
    assert english == (language == "en")


def test_the_record_has_a_shape_of_its_own():
    from tablectl.setup.interview.desk import Record

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"steps": 1}', type=Record)


def test_beside_a_table_that_runs_nobody_is_asked_and_no_port_is_opened(answered, monkeypatch):
    monkeypatch.setattr(running_table, "find_running", lambda control, journal: control)
    code, out, err = answered("en", options=())
    assert (code, out) == (2, "")
    assert err.endswith("runs and has its devices: stop it first, then set it up.")
    monkeypatch.setattr(running_table, "find_running", lambda control, journal: None)
    assert answered(options=())[1].startswith("Which language")
