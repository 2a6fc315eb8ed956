"""`tablectl config check` on a table with the floor's page: what keeps an operator from ruling there
is a sentence each, and what a house may do as it likes is said besides.
"""

import pytest

from tablectl.service.config.loading import load_config
from tablectl.setup.checking import check_config

from .test_checking import said

__all__ = ["said"]

TABLE = """
[table]
seats = { 1 = 100, 2 = 100 }
stakes = { small_blind = 2, big_blind = 4 }
[shoe]
deck_book = "decks.json"
[[seat]]
number = 1
[[seat]]
number = 2
[screen]
socket = "screen.sock"
"""
CONTROL = '[control]\nsocket = "control.sock"\noperators = "operators.json"\n'
LISTENS = '[web]\nlisten = "127.0.0.1:8080"\n[web.floor]\n'


def sentences(folder, page, control=CONTROL):
    (folder / "table.toml").write_text(TABLE + control + page)
    return [problem.sentence for problem in check_config(folder / "table.toml").problems]


@pytest.mark.parametrize("lines", ["", 'listen = "127.0.0.1:9000"\nidle_min = 5\n'])
def test_a_floor_s_page_as_it_is_written_has_no_fault(tmp_path, lines):
    assert sentences(tmp_path, LISTENS + lines) == []


@pytest.mark.parametrize(
    ("control", "sentence"),
    [
        (
            '[control]\noperators = "operators.json"\n',
            "[web.floor] rules over the control socket, and [control] names none: write socket = "
            '"/run/tablectl/floor/control.sock" there.',
        ),
        (
            '[control]\nsocket = "control.sock"\n',
            "[web.floor] asks for an operator's PIN, and [control] names no file of them: write "
            'operators = "/var/lib/tablectl/operators.json" there.',
        ),
        (
            f'{CONTROL}page_user = ""\n',
            "[web.floor] rules for operators, and [control] names nobody who may: write page_user "
            '= "tablectl-console" there.',
        ),
    ],
    ids=["no socket", "no operators", "no user"],
)
def test_what_it_needs_of_the_table_and_is_not_there_is_named(tmp_path, control, sentence):
    assert sentences(tmp_path, LISTENS, control) == [sentence]
    assert sentences(tmp_path, "", control) == [], "without the page nobody needs it"


@pytest.mark.parametrize(
    ("pages", "floor", "is_wrong"),
    [
        ("127.0.0.1:8080", "127.0.0.1:8080", True),
        ("0.0.0.0:8080", "127.0.0.1:8080", True),
        ("127.0.0.1:8080", "127.0.0.2:8080", False),
        ("0.0.0.0:8080", "127.0.0.1:8081", False),
    ],
)
def test_two_pages_at_one_port_are_named(tmp_path, pages, floor, is_wrong):
    told = sentences(tmp_path, f'[web]\nlisten = "{pages}"\n[web.floor]\nlisten = "{floor}"\n')
    says = (
        "[web] and [web.floor] both listen at port 8080: give the floor's page another, as listen "
        '= "127.0.0.1:8081".'
    )
    assert told == [says] * is_wrong


def test_beyond_this_machine_it_wants_a_certificate_or_a_word(tmp_path, said):
    listens = f'{LISTENS}listen = "0.0.0.0:8081"\n'
    assert sentences(tmp_path, listens) == [
        "[web.floor] listens at 0.0.0.0:8081, beyond this machine, and over http anybody on the "
        "network can read the PINs: give it a tls_cert, or write plain_http = true."
    ]
    assert sentences(tmp_path, f"{listens}plain_http = true\n") == []
    code, out, _ = said("check", "table.toml")
    assert (code, out.splitlines()[1:]) == (
        0,
        [
            "[web.floor] plain_http = true: whoever is on the network of 0.0.0.0:8081 can read "
            "the PINs of operators, and rule."
        ],
    )
    assert sentences(tmp_path, f"{LISTENS}plain_http = true\n") == []
    assert len(said("check", "table.toml")[1].splitlines()) == 1, "nobody reads along here"


def test_its_certificate_lies_beside_the_configuration_and_can_be_used(tmp_path):
    certified = f'{LISTENS}tls_cert = "cert.pem"\n'
    assert sentences(tmp_path, certified) == [
        f"[web.floor] tls_cert {tmp_path}/cert.pem cannot be read: No such file or directory."
    ]
    assert load_config(tmp_path / "table.toml").web.floor.tls_cert == f"{tmp_path}/cert.pem"
    (tmp_path / "cert.pem").write_text("no certificate")
    (told,) = sentences(tmp_path, certified)
    assert told.startswith(
        f"[web.floor] tls_cert {tmp_path}/cert.pem cannot be used with the key of {tmp_path}/cert.pem: "
    )
