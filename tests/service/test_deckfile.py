"""The deck book's file: whole or not at all, for its owner alone; what is cut off or changed in
it is refused in a sentence.
"""

import errno
import os
import stat
import sys

import pytest
from hypothesis import given, settings, strategies as st

from tablectl.intake.decks import BadDeck, Deck, Decks
from tablectl.rules.cards import CARDS
from tablectl.service.books.books import (
    BadDeckBook,
    StoredDeck,
    change_decks,
    decks_bytes,
    load_decks,
    parse_deck,
    stored_deck,
)
from tablectl.service.process import bind_to


def deck(name, first):
    return Deck(
        name,
        {
            bytes.fromhex("0004") + (first + place).to_bytes(6, "big"): card
            for place, card in enumerate(CARDS)
        },
    )


RED, BLUE = deck("red", 1), deck("blue", 1_001)
BOOK = Decks().added(RED).added(BLUE).retired("blue")
TEXT = decks_bytes(BOOK)
KILLED = 9


@pytest.fixture
def path(tmp_path):
    return tmp_path / "decks.json"


def made(path):
    change_decks(path, lambda _: BOOK)
    return path


def test_a_file_that_is_not_there_has_no_deck(path):
    assert load_decks(path) == Decks()


def test_a_book_is_for_its_owner_alone_and_what_it_was_before_the_last_change_lies_beside_it(path):
    assert made(path).read_bytes() == TEXT
    change_decks(path, lambda decks: decks.retired("red"))
    assert load_decks(path) == BOOK.retired("red")
    assert load_decks(path.with_name("decks.json.before")) == BOOK
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {"decks.json": 0o600, "decks.json.before": 0o600}


def test_a_change_that_is_refused_changes_nothing(path):
    made(path)
    with pytest.raises(BadDeck, match="in the book"):
        change_decks(path, lambda decks: decks.retired("green"))
    assert [(file.name, file.read_bytes()) for file in path.parent.iterdir()] == [
        ("decks.json", TEXT)
    ]


@pytest.mark.parametrize("call", ["fsync", "link", "replace"])
def test_a_write_that_fails_leaves_nothing_behind(path, call, monkeypatch):
    """As on a full disk: what was begun would take room that there is not."""

    def fails(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    made(path)
    monkeypatch.setattr(os, call, fails)
    with pytest.raises(
        BadDeckBook, match=r"cannot be written: No space left on device\. It is as it was\.$"
    ):
        change_decks(path, lambda decks: decks.retired("red"))
    assert (load_decks(path), path.with_name(".decks.json.new").exists()) == (BOOK, False)


def killed_before(path, call):
    """A change of the book in a process that dies before the system call of that number; whether
    there was one.
    """
    parent, child = os.getpid(), os.fork()
    if not child:
        bind_to(parent)
        left = [call]

        def hook(event, _):
            if event.split(".")[0] in ("open", "os", "fcntl"):
                left[0] -= 1
                if not left[0]:
                    os._exit(KILLED)

        sys.addaudithook(hook)
        # no audited call; this process ends with it
        os.fsync = lambda file: hook("os.fsync", file)
        change_decks(path, lambda decks: decks.retired("red"))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


def test_a_change_that_is_cut_off_by_a_kill_at_any_call_is_whole_or_not_at_all(tmp_path):
    found = []
    for call in range(1, 100):
        path = tmp_path / str(call) / "decks.json"
        path.parent.mkdir()
        made(path)
        was_killed = killed_before(path, call)
        found.append(load_decks(path))
        assert change_decks(
            path, lambda decks: decks.retired("red") if decks == BOOK else decks
        ) == BOOK.retired("red")
        if not was_killed:
            break
    assert (found[0], found[-1], call > 8) == (BOOK, BOOK.retired("red"), True)
    assert all(book in (BOOK, BOOK.retired("red")) for book in found)


def is_refused(path, text):
    """By every reader and writer, and left as it is."""
    path.write_bytes(text)
    for refused in (
        load_decks,
        lambda path: change_decks(path, lambda decks: decks.added(deck("green", 5_001))),
    ):
        with pytest.raises(BadDeckBook) as why:
            refused(path)
        assert str(why.value) == (
            f"The deck book {path} is not as it was written: it is left alone, and no card is "
            "read with it."
        )
    assert path.read_bytes() == text


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("book") / "decks.json"


def cut(at, by):
    return TEXT[:at]


def changed_there(at, by):
    return TEXT[:at] + bytes([TEXT[at] ^ by]) + TEXT[at + 1 :]


def put_in(at, by):
    return TEXT[:at] + bytes([by]) * (1 + by % 9) + TEXT[at:]


@pytest.mark.parametrize("damage", [cut, changed_there, put_in])
@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, len(TEXT) - 1), by=st.integers(1, 255))
def test_a_book_that_was_cut_off_changed_or_added_to_anywhere_is_refused(place, damage, at, by):
    is_refused(place, damage(at, by))


def test_two_cards_exchanged_are_noticed_though_it_is_a_deck(path):
    is_refused(
        path, TEXT.replace(b'"As"', b'"??"').replace(b'"Ks"', b'"As"').replace(b'"??"', b'"Ks"')
    )


def test_a_damaged_book_names_the_one_before_it(path):
    made(path)
    change_decks(path, lambda decks: decks.retired("red"))
    path.write_bytes(b"{}")
    with pytest.raises(
        BadDeckBook, match=rf"As it was before the last change it lies in {path}\.before\.$"
    ):
        load_decks(path)


@pytest.mark.parametrize("what", ["folder", "too large", "nowhere"])
def test_a_book_that_cannot_be_had_is_a_sentence(tmp_path, what):
    path = tmp_path / "decks.json" if what != "nowhere" else tmp_path / "none" / "decks.json"
    if what == "folder":
        path.mkdir()
    elif what == "too large":
        path.write_bytes(b"x" * (1 << 21))
    with pytest.raises(BadDeckBook) as why:
        change_decks(path, lambda decks: decks.added(RED))
    assert (
        str(why.value)
        == f"The deck book {path} "
        + {
            "folder": "cannot be read: Is a directory. Name the file in it.",
            "too large": "cannot be read: This is larger than 1,048,576 bytes.",
            "nowhere": "cannot be written: No such file or directory.",
        }[what]
    )


def test_a_deck_is_written_for_others_and_read_again():
    stored = stored_deck(RED)
    assert (stored.name, stored.retired, dict(list(stored.cards.items())[:1])) == (
        "red",
        False,
        {"0004000000000001": "2c"},
    )
    assert parse_deck(stored) == RED


def test_a_tag_that_is_there_twice_in_two_ways_of_writing_is_a_sentence():
    with pytest.raises(BadDeck, match=r"^The tag de:ad:be:ef is there twice, as As and as Ks\.$"):
        parse_deck(StoredDeck("red", {"DEADBEEF": "As", "de:ad:be:ef": "Ks"}))
