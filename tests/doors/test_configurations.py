"""Configurations made wrong by chance: each is refused in a sentence, or it is a table that
plays.
"""

import asyncio
import os
import sqlite3
import tomllib
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from tablectl import locale
from tablectl.engine import events
from tablectl.engine.engine import handle
from tablectl.engine.play.clocks import next_deadline_ms
from tablectl.engine.play.wanted import next_place
from tablectl.games.catalog import PRESETS
from tablectl.journal.place import why_no_journal
from tablectl.journal.record import BadJournal, JournalFailed, encode_values
from tablectl.journal.store import Journal
from tablectl.present.public import public_view
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.fitting import key_in_words
from tablectl.service.config.loading import BadConfig, load_config
from tablectl.service.journals.open_table import TABLE_ERRORS, open_journal, opened_table
from tablectl.service.serve import Service
from tablectl.setup.checking import check_config
from tablectl.simulation.stage.scratch import temporary_directory

from .changing import Changes
from .limited import at_most, is_sentence, refused_of

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
LIMIT_S = 10  # it takes milliseconds; the machine may be busy
STEPS = 60  # in a hand in which only clocks run out and cards come
# neither is made by chance here
OF_THE_PLACE = (" no journal: ", "No socket can be made", " for a socket")

SCHEDULE = [
    {"small_blind": 50, "big_blind": 100, "minutes": 20, "break_minutes": 5},
    {"small_blind": 100, "big_blind": 200, "hands": 4},
    {"small_blind": 100, "big_blind": 200, "ante": 25},
]


def of_a_preset(name):
    """A configuration that names every key."""
    chips = 0 if PRESETS[name].plays_for == "points" else 500
    settings = msgspec.to_builtins(PRESETS[name].settings)
    return {
        "table": {
            "preset": name,
            "name": "Table 1",
            "language": "en",
            "seats": {"1": chips, "2": chips, "3": chips},
            "names": {"1": "Ada"},
            "button": 1,
            "stakes": {
                "small_blind": 5,
                "big_blind": 10,
                "ante": 1,
                "small_bet": 10,
                "big_bet": 20,
            },
            "chips": [1, 5, 25],
            "options": {key: value for key, value in settings.items() if value is not None},
            "deck_file": "",
        },
        "shoe": {"driver": "node", "port": "/dev/null", "node": 100},
        "seat": [
            {"number": number, "driver": "node", "port": "auto", "node": number}
            for number in (1, 2, 3)
        ],
        "gpio": {
            "library": "gpiod",
            "emergency_stop": 17,
            "made": 24,
            "buzzer": 21,
            "inverted": ["buzzer"],
        },
        "lamps": {
            "driver": "apa102",
            "brightness": 0.4,
            "device": "/dev/spidev0.0",
            "pixels": 72,
            "limit_ma": 2_000,
        },
        "journal": {"path": "table.db"},
        "control": {"socket": "c"},
        "screen": {
            "socket": "s",
            "size": "1920x1080",
            "fullscreen": True,
            "driver": "",
            "theme": "felt",
        },
        "service": {"between_hands_s": 8, "sound": True},
    }


def with_all_that_hangs_at_it():
    """Keys on pins, bet areas, showing spots and a shoe at one reader, lamps on pins, books."""
    document = of_a_preset("tournament")
    document["table"]["chip_book"] = "chips.json"
    document["shoe"] = {
        "driver": "pepper",
        "port": "/dev/reader",
        "antenna": 8,
        "deck_book": "decks.json",
    }
    document["seat"] = [
        {
            "number": 1,
            "driver": "buttons",
            "keys": {"fold": 5, "check_call": 6, "call_floor": 12},
            "buzzer": 13,
            "bets": {"driver": "pepper", "port": "/dev/reader", "antenna": 1},
            "lamp": {"red": 7, "green": 8, "blue": 9},
        },
        {
            "number": 2,
            "driver": "node",
            "port": "auto",
            "node": 2,
            "lamp": {"red": 10, "green": 11, "blue": 14},
            "spot": {"driver": "pn532", "port": "/dev/spot"},
        },
    ]
    document["table"]["seats"] = {"1": 500, "2": 500}
    document["gpio"] = {
        "library": "auto",
        "debounce_ms": 20,
        "lid": 18,
        "logic_door": 19,
        "key_switch": 20,
        "gate_lock": 22,
        "beacon": 23,
        "inverted": ["lamp", "beacon"],
    }
    document["lamps"] = {"driver": "pins", "brightness": 1.0}
    return document


def with_spans():
    document = of_a_preset("casino")
    document["lamps"] = {
        "driver": "ws2812",
        "device": "/dev/spidev0.1",
        "pixels": 60,
        "limit_ma": 1,
    }
    for place, seat in enumerate(document["seat"]):
        seat["span"] = {"first": 20 * place, "count": 20, "backwards": place == 1}
    return document


RIGHT = [
    *(
        tomllib.loads(path.read_text())
        for path in (DEPLOY / "table.toml", DEPLOY / "examples" / "one-by-one.toml")
    ),
    *map(of_a_preset, PRESETS),
    with_all_that_hangs_at_it(),
    with_spans(),
    {"table": {"seats": {"1": 500, "2": 500}, "options": {"levels": SCHEDULE}}},
]


def played(config):
    """Opens the table and lets cards and clocks play: what is decided can be remembered and
    shown.
    """
    table, row = opened_table(config.table, tuple(seat.number for seat in config.seat))
    encode_values(row.facts)
    now, deck = 0, iter(table.game.deck.cards)
    table = told(table, events.StartAsked(at_ms=now))
    for _ in range(STEPS):
        deadline = next_deadline_ms(table)
        if next_place(table) is not None and (card := tuple(islice(deck, 1))):
            table = told(table, events.CardOff(at_ms=now, cards=card, pull=table.shoe.pulls + 1))
        elif deadline is not None:
            now = max(now, deadline)
            table = told(table, events.ClockRanOut(at_ms=now))
        else:
            return


def told(table, event):
    table, rows = handle(table, (event,))
    for row in rows:
        encode_values(row.event)
        encode_values(row.facts)
    msgspec.json.encode(public_view(table, event.at_ms))
    return table


def attached(config):
    """All that `tablectl run` makes of the configuration before a port is opened."""
    _, row = opened_table(config.table, tuple(seat.number for seat in config.seat))
    with (
        temporary_directory() as folder,
        closing(asyncio.new_event_loop()) as loop,
        Journal.create(folder / "table.db", (row,)) as journal,
    ):
        Service(config, loop, journal, epoch=1, list_ports=list)


def outcome(file):
    """None where a table plays by it, else the sentence that refuses it. A check finds something
    wrong where it is refused.
    """
    try:
        with at_most(LIMIT_S):
            config = load_config(file)
            played(config)
            attached(config)
    except TABLE_ERRORS as wrong:
        said = str(wrong)
    else:
        said = None
    found = [problem.sentence for problem in check_config(file).problems]
    of_the_place = [
        sentence for sentence in found if any(words in sentence for words in OF_THE_PLACE)
    ]
    assert (found != of_the_place) == (said is not None), (said, found)
    assert all(map(is_sentence, found)), found
    return said


def changed(seed):
    changes = Changes(seed)
    document = changes.tree(RIGHT[seed % len(RIGHT)], most=2)
    text = changes.toml(document if isinstance(document, dict) else {"table": document}).encode()
    return changes.text(text) if seed % 5 == 0 else text


def test_what_is_right_plays(tmp_path):
    file = tmp_path / "table.toml"
    for document in RIGHT:
        file.write_text(Changes(0).toml(document))
        assert (outcome(file), check_config(file).problems) == (None, ())


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(1_000, 1_200), marks=pytest.mark.slow),
        pytest.param(range(1_200, 21_000), marks=pytest.mark.soak),
    ],
)
def test_configurations_that_are_wrong_by_chance_are_refused_in_a_sentence_or_play(seeds, tmp_path):
    """Many are refused and many accepted: the changes test both."""
    assert 0.5 < refused_of(seeds, tmp_path / "table.toml", changed, outcome) / len(seeds) < 0.97


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[table.seats]\n1 = 18446744073709551615", "table.seats.1 is at most 1,000,000,000"),
        (
            f"[table.seats]\n1 = {MOST_AMOUNT + 1}",
            "table.seats.1 is at most 1,000,000,000, not 1,000,000,001.",
        ),
        (
            "[table]\nbutton = " + "9" * 5_000,
            "Exceeds the limit (4300 digits) for integer string conversion",
        ),
        (
            "[service]\nbetween_hands_s = inf",
            "service.between_hands_s is a number of at most 1,000,000,000, not inf.",
        ),
        ("[service]\nbetween_hands_s = nan", "not nan."),
        ("[service]\nbetween_hands_s = -1", "[service] between_hands_s is 0 to 86,400, not -1."),
        ("[lamps]\nbrightness = 1.5", "[lamps] brightness is 0 to 1, not 1.5."),
        ("table = " + "[" * 3_000, "It is nested too deep to be read."),
        (
            '[table.seats]\n"٣" = 5',
            '[table.seats] has the key "٣", which is not a seat number, 1 to 10.',
        ),
        (
            '[table.names]\n1 = "A\\u0000da"',
            "has the character U+0000 in it, which nobody can read.",
        ),
        ('[table]\nname = ""', "[table] name is no name: there is nothing in it."),
        ('[table]\nlanguage = "fr"', '[table] has the language "fr"; there is en, es.'),
        (
            '[table.names]\nx = "Ada"',
            '[table.names] has the key "x", which is not a seat number, 1 to 10.',
        ),
        ("[[seat]]\nnumber = 11", ":2: [[seat]] number is 1 to 10, not 11."),
        ("[[seat]]\nnumber = 1\nnode = 255", ":3: [[seat]] node is 1 to 254, not 255."),
        (
            '[shoe]\ndriver = "pn532"\nport = "auto"',
            '[shoe] has the port "auto", by which nodes are found; pn532 is no node.',
        ),
        (
            '[shoe]\nport = "auto"\nnode = 1\n[[seat]]\nnumber = 1',
            "[shoe] and seat 1 both look for node 1: a node is one device.",
        ),
        ("[sound]\nfloor = 2", "[sound] floor is 0 to 1, not 2."),
        (
            '[screen]\nsize = "0x0"',
            '[screen] has the size "0x0"; it is two sides of 160 to 7680, as 1920x1080.',
        ),
        (
            '[screen]\ntheme = "neon"',
            ':2: [screen] theme: There is no "neon"; there is colourblind, contrast, dark, felt.',
        ),
        ('[screen]\nview = "wall"', '[screen] view: There is no "wall"; there is clock, table.'),
        (
            "[screen]\ntext = 2.0",
            "[screen] has text = 2; text is 1.0, 1.15, 1.3 times as large as usual.",
        ),
        (
            '[screen]\nlayout = "round"',
            '[screen] layout: There is no "round"; there is one_sided, portrait, two_sided.',
        ),
        ("[screen]\nrotate = 45", '[screen] rotate: There is no "45"; there is 0, 90, 180, 270.'),
        ("[screen]\nfirst_seat = 0", "[screen] first_seat is 1 to 10, not 0."),
        (
            '[[screen]]\n[[screen]]\nname = "rail"\ndisplay = 16',
            ":4: [[screen]] display is 0 to 15, not 16.",
        ),
        (
            '[[screen]]\nname = "rail"\n[[screen]]\nname = "rail"',
            '[[screen]] has the name "rail" twice.',
        ),
        (
            '[[screen]]\nsocket = "a"\n[[screen]]\nsocket = "b"',
            "[[screen]] names two sockets: all screens of a table fetch their views at one.",
        ),
        (
            "screen = []",
            "There is no [[screen]] in the list of them; without a screen leave it out.",
        ),
        ('[[screen]]\nthem = "felt"', ':2: [[screen]] has no key "them". Did you mean "theme"?'),
        (
            '[control]\nsocket = "table.db"',
            "[journal] path and [control] socket are the same, table.db.",
        ),
        (
            f'[control]\nsocket = "{"s" * 108}"',
            "[control] socket is longer than the 107 bytes that a socket's address has room for.",
        ),
        ('[journal]\npath = ""', "[journal] path is empty."),
    ],
)
def test_what_is_out_of_bounds_is_named(text, sentence, tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(BadConfig) as wrong:
        load_config(file)
    assert sentence in str(wrong.value)


def test_a_catalogue_that_cannot_be_used_is_named_before_the_table_opens(tmp_path, monkeypatch):
    (tmp_path / "es" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "es" / "LC_MESSAGES" / "tablectl.po").write_text("no catalogue")
    monkeypatch.setattr(locale, "DIRECTORY", tmp_path)
    locale.get_translator.cache_clear()
    file = tmp_path / "table.toml"
    file.write_text('[table]\nlanguage = "es"')
    with pytest.raises(
        BadConfig, match=r'has the language "es"\. The catalogue .*tablectl\.po cannot be read: '
    ):
        load_config(file)
    locale.get_translator.cache_clear()


def test_a_check_raises_nothing_where_a_name_is_of_no_seat(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(
        Changes(0).toml(
            {**of_a_preset("casino"), "table": {"preset": "casino", "names": {"None": "Ada"}}}
        )
    )
    assert '[table.names] has the key "None", which is not a seat number, 1 to 10.' in (
        [problem.sentence for problem in check_config(file).problems]
    )


def test_what_is_exactly_the_most_is_taken(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(f"[table.seats]\n1 = {MOST_AMOUNT}\n2 = 5\n[table.stakes]\nbig_blind = 2")
    assert outcome(file) is None


def paths_that_cannot_be_read(folder):
    (folder / "ring").symlink_to("ring")
    (folder / "folder").mkdir()
    return [
        "x" * 300,
        "é" * 200,
        "ring",
        "ring/in",
        "folder",
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/proc/self/mem",
    ]


def test_a_key_of_characters_that_nobody_sees_is_named_by_their_codes():
    assert key_in_words(("seat", "\x00", "[")) == "[seat.\\x00] ["
    assert key_in_words(("Stühle",)) == "[Stühle]"


@pytest.mark.parametrize(
    "key", ["shoe.deck_book", "table.chip_book", "table.deck_file", "phones.book"]
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(key, tmp_path):
    section, name = key.split(".")
    document = of_a_preset("pool")
    document["shoe"] = {"driver": "pn532", "port": "/dev/reader"}
    for path in paths_that_cannot_be_read(tmp_path):
        file = tmp_path / "table.toml"
        file.write_text(
            Changes(0).toml({**document, section: {**document.get(section, {}), name: path}})
        )
        said, found = outcome(file), [problem.sentence for problem in check_config(file).problems]
        assert said is not None, path
        assert found != []
        assert all(map(is_sentence, [said, *found])), (path, said, found)


def places_of_a_journal(folder):
    """Where something of each kind lies, or nothing."""
    (folder / "ring").symlink_to("ring")
    (folder / "lost").symlink_to("none")
    (folder / "away").symlink_to("none/in")
    (folder / "folder").mkdir()
    (folder / "text").write_text("no journal")
    (folder / "empty").touch()
    (folder / "gone.db-wal").write_bytes(bytes(4_152))
    os.mkfifo(folder / "pipe")
    with closing(sqlite3.connect(folder / "other.db")) as other:
        other.execute("CREATE TABLE meta (key TEXT, value INTEGER)")
    with closing(sqlite3.connect(folder / "later.db")) as later:
        later.executescript(
            "CREATE TABLE meta (key TEXT, value INTEGER); INSERT INTO meta VALUES ('format', 9);"
        )
    Journal.create(
        folder / "good.db", (opened_table(load_config(DEPLOY / "table.toml").table, (1, 2))[1],)
    ).close()
    return [
        "x" * 300,
        "é" * 200,
        "ring",
        "ring/in",
        "lost",
        "away",
        "folder",
        "folder/in",
        "text",
        "text/in",
        "empty",
        "pipe",
        "other.db",
        "later.db",
        "good.db",
        "good.db/in",
        "gone.db",
        "new.db",
        "none/in",
        "/dev/null",
        "/dev/null/in",
        "/dev/zero",
        "/dev/ptmx",
        "/proc/self/mem",
        "/proc/self/in",
    ]


def why_not_opened(config):
    try:
        with at_most(LIMIT_S):
            open_journal(config, 0).close()
    except (BadJournal, JournalFailed) as wrong:
        return str(wrong)
    return None


def test_what_lies_where_the_journal_is_to_be_is_told_before_the_table_runs(tmp_path):
    """And nothing is made or changed by asking. A folder that is not there is made by nobody but
    systemd.
    """
    places, file = places_of_a_journal(tmp_path), tmp_path / "table.toml"
    before = sorted(tmp_path.iterdir())
    told = {}
    for name in places:
        file.write_text(
            Changes(0).toml({**of_a_preset("casino"), "journal": {"path": str(tmp_path / name)}})
        )
        checked = check_config(file)
        told[name] = [problem.sentence for problem in checked.problems]
        assert all(map(is_sentence, told[name])), (name, told[name])
        is_whole = checked.config is None or (tmp_path / name).parent.exists()
        refused = why_not_opened(load_config(file))
        assert refused is None or is_sentence(refused), (name, refused)
        assert (refused is None) == (is_whole and not told[name]) or name == "/proc/self/in", (
            name,
            refused,
        )
        for made in {*tmp_path.iterdir()} - {*before, file}:
            made.unlink()
    assert told["folder"] == [f"{tmp_path / 'folder'} can be no journal: it is a folder."]
    assert told["later.db"] == [
        f"{tmp_path / 'later.db'} is a journal of format 9, which another version of the program "
        "wrote: it is not read. To begin anew, name another journal or put this one away."
    ]
    assert told["gone.db"][0].startswith(
        f"{tmp_path / 'gone.db'} is gone, and {tmp_path / 'gone.db-wal'} with its newest rows"
    )
    assert [name for name, said in told.items() if not said] == [
        "folder/in",
        "good.db",
        "new.db",
        "/proc/self/in",
    ]


def test_a_check_of_a_journal_leaves_nothing_beside_it(tmp_path):
    places_of_a_journal(tmp_path)
    before = sorted(tmp_path.iterdir())
    for path in before:
        why_no_journal(path)
    assert sorted(tmp_path.iterdir()) == before
