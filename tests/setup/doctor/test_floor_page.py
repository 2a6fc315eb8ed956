"""What the doctor says of the floor's page: what answers at its address, who reads along, and whether
its user reaches the table.
"""

import grp
import os
import pwd

import pytest

from tablectl.service.books.operators import change_operators
from tablectl.service.config.loading import load_config
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor import floor_page
from tablectl.setup.doctor.floor_page import ask_floor_page, probe_floor_page
from tablectl.setup.doctor.pages import NoPages, RefusedName
from tests.web.browser.processes import Process, wait_until
from tests.web.browser.real_table import free_port

from .test_pages import OK, another_program, can_connect

URL = "http://127.0.0.1:8081"
ME = pwd.getpwuid(os.geteuid()).pw_name
TABLE = """
table = {{ seats = {{ 1 = 100, 2 = 100 }}, stakes.big_blind = 4 }}
shoe.deck_book = "decks.json"
seat = [ {{ number = 1 }}, {{ number = 2 }} ]
screen.socket = "{folder}/screen.sock"
control.socket = "{folder}/floor/control.sock"
control.operators = "operators.json"
control.page_user = "{user}"
web.floor = {{ {page} }}
"""


def configured(folder, page="", user=ME):
    (folder / "table.toml").write_text(TABLE.format(folder=folder, page=page, user=user))
    return load_config(folder / "table.toml")


def found(config):
    return [(one.state, one.says, one.mend) for one in probe_floor_page(Machine(), config)]


def to_mend(config):
    return [(says, how) for state, says, how in found(config) if state == "mend"]


@pytest.fixture
def answers(monkeypatch):
    """What answers at the page's address: the name of a table, or an exception."""

    def set_to(what):
        def ask(url):
            if isinstance(what, Exception):
                raise what
            return what

        monkeypatch.setattr(floor_page, "ask_floor_page", ask)

    set_to("Table 1")
    return set_to


@pytest.fixture
def folder(tmp_path):
    """Of a table that runs, with its socket, and of which Ann is an operator."""
    change_operators(
        tmp_path / "operators.json", lambda known: known.with_operator("Ann", "271828")
    )
    (tmp_path / "floor").mkdir(mode=0o750)
    (tmp_path / "floor/control.sock").touch(mode=0o660)
    return tmp_path


def test_a_page_that_answers_and_reaches_its_table_is_well(folder, answers):
    assert found(configured(folder)) == [
        ("well", f"{URL}/floor answers.", ""),
        ("well", f"{ME}, as whom it runs, reaches {folder}/floor/control.sock.", ""),
    ]


def test_of_a_table_without_it_nothing_is_said(folder, answers):
    config = configured(folder)
    (folder / "table.toml").write_text(
        (folder / "table.toml").read_text().replace("web.floor", "#")
    )
    assert found(load_config(folder / "table.toml")) == []
    assert config.web is not None


def test_what_config_check_finds_is_said_first_and_alone(folder, answers):
    (told,) = found(configured(folder, user=""))
    assert (told[0], told[2]) == ("mend", "Correct that first.")
    assert told[1].startswith("[web.floor] rules for operators")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (NoPages("nobody does"), f"Nobody serves it: at {URL} nobody does."),
        (
            NoPages("another program does"),
            "Port 8081 of this machine is another program's: the floor's page is not there.",
        ),
        ("Table 2", f"At {URL} is the page of Table 2, not of Table 1."),
        (RefusedName("it does not"), f"It is at {URL}, and does not answer by that name."),
    ],
    ids=["no process", "a used port", "another table", "a name"],
)
def test_what_answers_in_its_place_is_told_apart(folder, answers, answer, says):
    answers(answer)
    ((told, how),) = to_mend(configured(folder))
    assert told == says
    assert how != ""


@pytest.mark.parametrize(
    ("page", "is_named"),
    [
        ('listen = "0.0.0.0:8081", plain_http = true', True),
        ("plain_http = true", False),
        ('listen = "[::1]:8081"', False),
    ],
    ids=["open to the network", "this machine alone", "this machine alone, by IPv6"],
)
def test_a_page_that_others_can_read_along_is_named(folder, answers, page, is_named):
    notes = [says for state, says, _ in found(configured(folder, page)) if state == "note"]
    assert len(notes) == is_named
    if is_named:
        assert "beyond this machine, without TLS" in notes[0]
        assert "read the PINs of operators" in notes[0]


def test_a_user_that_there_is_not_is_named(folder, answers):
    ((says, how),) = to_mend(configured(folder, user="nobody-of-that-name"))
    assert says.startswith("There is no user nobody-of-that-name, as whom it has to run")
    assert "systemd-sysusers" in how


@pytest.mark.parametrize(
    ("modes", "which"),
    [
        ({"floor": 0o750}, "floor"),
        ({"floor": 0o755, "floor/control.sock": 0o660}, "control.sock"),
        ({"floor": 0o755, "floor/control.sock": 0o666}, ""),
    ],
    ids=["the folder is shut", "the socket is shut", "both are open"],
)
def test_a_user_who_does_not_reach_the_control_socket_is_named(folder, answers, modes, which):
    for path, mode in modes.items():
        (folder / path).chmod(mode)
    group = grp.getgrgid((folder / "floor").stat().st_gid).gr_name
    told = to_mend(configured(folder, user="nobody"))
    assert told == [
        (
            f"It runs as nobody, who does not reach {folder}/floor/control.sock: {which} is for "
            f"its owner and the group {group}.",
            f"sudo usermod -aG {group} nobody; sudo systemctl restart tablectl-console",
        )
    ] * bool(which)


def test_a_table_without_operators_is_named_for_nobody_can_sign_in(folder, answers):
    (folder / "operators.json").unlink()
    ((says, how),) = to_mend(configured(folder))
    assert says == "Nobody can sign in: the table knows no operator yet."
    assert "operator add" in how
    (folder / "operators.json").write_text("{}")
    (folder / "operators.json").chmod(0o644)
    ((says, _),) = to_mend(configured(folder))
    assert says.startswith("Others may read")


# What really answers


@pytest.mark.parametrize("answer", [OK + b"<html>", OK + b"event: hello\ndata: {}\n\n", b""])
def test_another_program_at_its_port_is_no_table(answer):
    with another_program(answer) as url, pytest.raises(NoPages, match="another program does"):
        ask_floor_page(url)


def test_the_page_of_a_real_process_is_known_and_the_pages_for_phones_are_not_taken_for_it(folder):
    port = free_port()
    configured(folder, f'listen = "127.0.0.1:{port}"')
    file, url = str(folder / "table.toml"), f"http://127.0.0.1:{port}"
    for words, is_it in ((("--floor",), True), (("--listen", f"127.0.0.1:{port}"), False)):
        process = Process(("web", "--config", file, *words), folder / "web.txt")
        try:
            wait_until(lambda: can_connect(port), "The process takes connections")
            if is_it:
                assert ask_floor_page(url) == "Table 1"
            else:
                with pytest.raises(NoPages, match="another program does"):
                    ask_floor_page(url)
        finally:
            process.end()
