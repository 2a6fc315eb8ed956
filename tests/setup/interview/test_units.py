"""The units are started by one command of root, which is shown first and run only after a yes."""

from pathlib import Path

import pytest

from tablectl.intake.decks import Deck
from tablectl.rules.cards import CARDS
from tablectl.service.books.books import change_decks
from tablectl.setup.interview.course import Wish, run_course
from tablectl.setup.interview.desk import BadAnswer, Desk

ANSWERS = {
    "language": "en",
    "game": "canterbury",
    "count": "3",
    "blinds": "1/2",
    "reader": "pn532",
    "seat": "phone",
    "screen": "yes",
    "pins": "no",
}


DECK = Deck("red", {number.to_bytes(8, "big"): card for number, card in enumerate(CARDS, 1)})


class Bench:
    """No device, and a shell that takes note of what it is given."""

    def __init__(self, is_well=True):
        self.ran, self.is_well = [], is_well

    def find_devices(self):
        return []

    def find_pads(self):
        return []

    def run(self, command):
        self.ran.append(command)
        return self.is_well


@pytest.fixture
def course(tmp_path):
    """Of a machine with these folders and files, and of these lines: whether all was done, what was
    said, and the commands that were run.
    """

    def of(*lines, files=(), is_well=True, is_unattended=False):
        for file in files:
            (tmp_path / "root" / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "root" / file).touch()
        given, said, bench = iter(lines), [], Bench(is_well)
        desk = Desk(
            tmp_path / "table.setup.json",
            lambda shown: next(given),
            said.append,
            language="en",
            is_unattended=is_unattended,
        )
        for key, answer in ANSWERS.items():
            desk.note_answer(key, answer)
        wish = Wish(tmp_path / "table.toml", "en", "units", root=tmp_path / "root")
        return run_course(desk, wish, bench), said, bench.ran

    return of


SYSTEMD = "run/systemd/system/there"
UNIT = "etc/systemd/system/tablectl.service"


def test_the_command_is_shown_and_run_after_a_yes(course, tmp_path):
    change_decks(tmp_path / "decks.json", lambda decks: decks.added(DECK))
    is_well, said, ran = course("", files=(SYSTEMD, UNIT))
    assert is_well
    assert ran == [
        f"sudo sh -c 'install -D -m 644 --backup=numbered {tmp_path}/installed.toml "
        "/etc/tablectl/table.toml && install -d -o tablectl -g tablectl -m 700 /var/lib/tablectl && "
        f"install -o tablectl -g tablectl -m 600 {tmp_path}/decks.json /var/lib/tablectl/decks.json && "
        "systemctl enable tablectl tablectl-screen tablectl-web && "
        "systemctl restart tablectl tablectl-screen tablectl-web'"
    ]
    assert ran[0] in said
    installed = (tmp_path / "installed.toml").read_text()
    assert str(tmp_path) not in installed
    assert 'path = "/var/lib/tablectl/table.db"' in installed


def test_after_a_no_nothing_is_run_or_written(course, tmp_path):
    is_well, said, ran = course("n", files=(SYSTEMD, UNIT))
    assert (is_well, ran, (tmp_path / "installed.toml").exists()) == (True, [], False)
    assert any(one.startswith("sudo sh -c ") for one in said)


def test_where_nobody_is_asked_root_does_nothing(course):
    is_well, said, ran = course(files=(SYSTEMD, UNIT), is_unattended=True)
    assert (is_well, ran) == (True, [])
    assert any(one.startswith("sudo sh -c ") for one in said)


def test_where_it_fails_that_is_said(course):
    is_well, said, _ = course("", files=(SYSTEMD, UNIT), is_well=False)
    assert (is_well, "It failed. tablectl setup --only units tries again." in said) == (False, True)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [((), "No systemd runs here"), ((SYSTEMD,), "The table's units are not installed here")],
)
def test_where_there_are_none_that_is_said_and_nobody_is_asked(files, sentence, course):
    is_well, said, ran = course(files=files)
    assert (is_well, ran) == (True, [])
    assert any(one.startswith(sentence) for one in said)


def test_an_unattended_default_that_is_no_answer_is_not_asked_for_ever(tmp_path):
    from tablectl.setup.interview.desk import Question, read_number
    from tablectl.text import T

    desk = Desk(tmp_path / "a.json", input, print, language="en", is_unattended=True)
    with pytest.raises(BadAnswer):
        desk.ask(Question("x", T("What is a seat?"), "many", read=read_number(1, 2)))
    assert not Path(tmp_path / "a.json").exists()
