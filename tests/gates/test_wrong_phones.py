"""What phones and guests do wrong, or to do harm: each gets a clear sentence, nothing changes, and
whoever is to act is not slowed.

The table, its web process and the pages of its phones are those of the gate of phones, in virtual
time. What needs a browser is in tests/web/browser: the way back while an amount is chosen, a
browser that keeps nothing, and names as they are drawn.
"""

import re
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace

from tablectl.games.catalog import preset
from tablectl.service.phones.presses import Press, mac_of
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.simulation.stage.sim_phones import pair_request
from tests.clauses.rulebook import ROOT
from tests.doors.limited import is_sentence

from .phone_faults import NO_CLOCKS, PhoneStage, table_of
from .web_in_memory import HERE, MemorySockets, Request, scope_of

GUEST = "10.0.7.7"
PROMPT_MS = 200  # there and back, at most
HOUR_MS = 3_600_000


@contextmanager
def a_hand_on_phones(game="canterbury", **options):
    """Four phones and their pages; the hand has begun."""
    table = replace(table_of(game, {**NO_CLOCKS, **options}), button=1)
    with temporary_directory() as directory, patch("tablectl.web.table_link.socket", MemorySockets):
        made = PlayedOnPhones(table, directory)
        try:
            made.run(made.stage.open())
            made.run(made.stage.say({"start": True}))
            made.wait(1_000)
            yield made
        finally:
            made.stage.close()


class PlayedOnPhones:
    """A table, and what anybody may ask of its web process."""

    def __init__(self, table, directory):
        seats = [int(n) for n in table.seats]
        self.stage = PhoneStage(table, directory, seats, preset(table.preset).deck, phones=seats)
        self.stage.sim_devices.load(())
        self.phones = self.stage.sim_devices.phones
        self.network = self.stage.network

    def run(self, work):
        return self.stage.loop.run_until_complete(work)

    def wait(self, ms):
        self.run(self.stage.loop.advance(ms))

    @property
    def rows(self):
        return self.stage.look().rows

    @property
    def to_act(self):
        return self.stage.look().view.to_act

    def ask(self, do, request, address=GUEST):
        """Status and answer."""
        heard = []
        self.network.post(
            address, do, request, lambda *answer: heard.append(answer), partial(heard.append, None)
        )
        for _ in range(5_000):
            if heard:
                break
            self.wait(1)
        status, body = heard[0]
        return status, msgspec.json.decode(body)

    def get(self, path, method="GET"):
        heard = []
        scope = scope_of(GUEST, method, path, [])
        Request(self.network, scope, b"", lambda *answer: heard.append(answer), list)
        self.wait(PROMPT_MS)
        return heard[0]

    def signed(self, seat, key, **changes):
        """A press of this phone, next in its order; its changes are signed, too."""
        phone = self.phones[seat]
        pairing = phone.pairing
        fields = {"number": pairing["next"], "on": phone.page.keys_id, "amount": 0}
        fields = {**fields, "epoch": pairing["epoch"], **changes}
        made = Press(seat=seat, key=key, mac="", **fields)
        name = self.stage.config.table.name
        mac = mac_of(bytes.fromhex(pairing["key"]), made.text(name))
        return msgspec.to_builtins(made) | {"mac": mac}

    def refuses(self, do, request, code):
        """In a sentence; nothing changes, and the phone of the seat to act is answered as soon."""
        rows = self.rows
        status, answer = self.ask(do, request)
        assert (answer["ok"], answer["code"]) == (False, code), answer
        assert status >= 400
        assert is_sentence(answer["text"]), answer
        assert self.rows == rows
        return answer["text"]

    def empty_seat(self, seat):
        for line in ({"floor": "void", "why": "somebody leaves"}, {"seat": seat, "leaves": True}):
            answer = self.run(self.stage.say(line))
            assert answer["ok"], answer

    def plays_on(self):
        """The seat to act presses a key, and it counts at once."""
        seat, began_ms = self.to_act, self.stage.loop.now_ms
        status, answer = self.ask("press", self.signed(seat, "call"), f"10.0.1.{seat}")
        assert (status, answer["counted"]) == (200, True), answer
        assert self.stage.loop.now_ms - began_ms <= PROMPT_MS
        assert self.to_act != seat


def test_a_press_of_another_table_is_refused():
    with a_hand_on_phones() as other:
        press = other.signed(other.to_act, "call")
    with a_hand_on_phones() as table:  # of the same name, with the same seats
        table.refuses("press", press, "not_paired")
        table.plays_on()


def test_a_press_of_a_phone_that_had_the_seat_before_is_refused():
    with a_hand_on_phones() as table:
        seat = table.to_act
        old = table.signed(seat, "call")
        phone = table.phones[seat]
        table.stage.look()
        table.stage._running.seat_phones.free(seat)
        table.refuses("press", old, "not_paired")
        phone.pair(table.stage._running.seat_phones.codes()[seat])
        table.wait(2_000)
        assert phone.pairing["epoch"] == 2
        assert "Another phone" in table.refuses("press", old, "not_paired")
        table.plays_on()


@pytest.mark.parametrize("change", [{"number": 9}, {"number": 2**53 - 1}])
def test_a_number_that_is_not_the_next_is_refused_and_the_next_is_named(change):
    with a_hand_on_phones() as table:
        text = table.refuses("press", table.signed(table.to_act, "call", **change), "number")
        assert "has the number 1" in text
        table.plays_on()


def test_a_number_of_another_press_is_refused_and_the_same_press_is_answered_as_before():
    with a_hand_on_phones() as table:
        seat = table.to_act
        press, other = table.signed(seat, "call"), table.signed(seat, "fold")
        first = table.ask("press", press)
        rows = table.rows
        assert table.ask("press", press) == first == (200, first[1])
        assert table.rows == rows
        table.refuses("press", other, "number")
        table.plays_on()


def test_a_press_without_its_key_s_mac_is_refused():
    with a_hand_on_phones() as table:
        right = table.signed(table.to_act, "call")
        for wrong in ({"mac": "00" * 8}, {"mac": ""}, {"key": "fold"}, {"amount": 500}):
            table.refuses("press", right | wrong, "not_paired")
        table.plays_on()


def test_a_press_out_of_turn_or_on_an_old_view_is_told_so_and_moves_nothing():
    with a_hand_on_phones() as table:
        seat = table.to_act
        other = next(n for n in table.phones if n != seat)
        status, answer = table.ask("press", table.signed(other, "call"))
        assert (status, answer["counted"], answer["code"]) == (200, False, "out_of_turn")
        assert is_sentence(answer["text"])
        status, answer = table.ask("press", table.signed(seat, "call", on="0123abcd"))
        assert (status, answer["counted"], answer["code"]) == (200, False, "old_view")
        assert is_sentence(answer["text"])
        assert table.to_act == seat
        table.phones[seat].load()  # it learns the number that the table has
        table.wait(1_000)
        table.plays_on()


def test_a_body_of_ten_megabytes_is_refused_before_it_is_read():
    with a_hand_on_phones() as table:
        text = table.refuses("press", {"seat": 1, "x": "x" * (10 << 20)}, "too_long")
        assert "1,024 bytes" in text
        table.plays_on()


def test_two_phones_that_race_for_one_seat_one_has_it_and_the_other_is_told():
    with a_hand_on_phones() as table:
        seat = next(n for n in table.phones if n != table.to_act)
        phones = table.stage._running.seat_phones
        phones.free(seat)
        code, name = phones.codes()[seat], table.stage.config.table.name
        heard = []
        for request in (
            ("pair", pair_request(name, seat, code.key)[1]),
            ("digits", {"digits": code.digits}),
        ):
            table.network.post(
                GUEST, *request, lambda _, body: heard.append(msgspec.json.decode(body)), list
            )
        table.wait(PROMPT_MS)
        won, lost = sorted(heard, key=lambda answer: not answer["ok"])
        assert won["seat"] == seat
        assert lost["code"] in ("seat_has_phone", "wrong_code")
        assert is_sentence(lost["text"])
        table.plays_on()


def test_a_link_that_a_chat_opens_spends_no_code():
    """Its key stands behind the #, which no request has; only a phone's own page spends it."""
    with a_hand_on_phones() as table:
        seat = next(n for n in table.phones if n != table.to_act)
        phones = table.stage._running.seat_phones
        phones.free(seat)
        before, rows = dict(phones.codes()), table.rows
        for path in ("/", f"/seat/{seat}", f"/api/pair?seat={seat}", "/stream"):
            for method in ("GET", "HEAD"):
                scope = scope_of(GUEST, method, path, [])
                request = Request(table.network, scope, b"", lambda *heard: None, list)
                table.wait(PROMPT_MS)
                request.close()
        assert (phones.codes(), table.rows) == (before, rows)
        table.phones[seat].pair(phones.codes()[seat])
        table.wait(1_000)
        assert table.phones[seat].pairing["epoch"] == 2


def test_a_browser_that_has_kept_nothing_watches_and_gets_its_seat_again_between_hands():
    """A private window that was closed, or a phone that was wiped."""
    with a_hand_on_phones(away_s=5) as table:
        seat = table.to_act
        phone = table.phones[seat]
        phone.leave()
        phone._kept = []
        table.wait(6_000)
        assert table.stage.look().view.seats[str(seat)].away
        phones = table.stage._running.seat_phones
        assert seat not in phones.codes()  # in the hand nobody can have it
        nobody = {"seat": seat, "nonce": "00" * 16, "mac": "00" * 8}
        table.refuses("pair", nobody, "seat_has_phone")
        table.run(table.stage.say({"floor": "void", "why": "its phone is gone"}))
        phone.load()
        phone.pair(phones.codes()[seat])
        table.wait(2_000)
        assert phone.pairing["epoch"] == 2
        assert not table.stage.look().view.seats[str(seat)].away


def test_while_there_are_no_pages_every_phone_is_away_and_with_them_back():
    with a_hand_on_phones(away_s=5) as table:

        def away():
            return {seat.away for seat in table.stage.look().view.seats.values()}

        table.network.kill_process()
        table.wait(4_000)
        assert away() == {False}
        table.wait(2_000)
        assert away() == {True}
        table.network.later(1, table.network.start_process)
        table.wait(3_000)
        assert away() == {False}
        table.plays_on()


@pytest.mark.parametrize(
    "hours",
    [
        0.1,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(8, marks=pytest.mark.soak),
    ],
)
def test_a_page_that_is_left_open_overnight_shows_the_present_and_presses_at_once(hours):
    with a_hand_on_phones() as table:
        tasks = len(table.network.process.tasks)
        table.wait(round(hours * HOUR_MS))
        assert len(table.network.process.tasks) <= tasks + len(table.phones)
        assert table.phones[table.to_act].page.keys_id == table.stage._keys_id(table.to_act)
        table.plays_on()


def test_a_page_that_slept_overnight_has_the_present_within_a_second():
    with a_hand_on_phones() as table:
        seat = table.to_act
        page = table.phones[seat].page
        page.hide()
        table.wait(8 * HOUR_MS // 100)
        page.show()
        table.wait(1_000)
        assert page.keys_id == table.stage._keys_id(seat)
        table.plays_on()


def test_no_page_asks_its_phone_for_the_time():
    """A phone's clock may be wrong: what is left comes with the view, and goes on by itself."""
    pages = (ROOT / "tablectl/web/pages/static").glob("*.js")
    assert [page.name for page in pages if re.search(r"\bDate\b", page.read_text())] == []
    assert not [name for name in Press.__struct_fields__ if "time" in name or "ms" in name]


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "Ann & Bo", 'O\'Neill "X"'])
def test_a_name_that_contains_html_is_text_wherever_it_comes(name):
    with a_hand_on_phones() as table:
        table.empty_seat(1)
        answer = table.run(table.stage.say({"seat": 1, "sits": 500, "name": name}))
        assert answer["ok"], answer
        table.wait(500)
        view = msgspec.json.decode(table.network.process.app._view)
        assert view["seats"]["1"]["name"] == name
        for path in ("/", "/seat/1", "/watch"):  # shells alone: no view is written into them
            assert name.encode() not in table.get(path)[1]


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\x00", "\u2028"])
def test_a_name_that_turns_the_line_around_is_refused_in_a_sentence(sign):
    with a_hand_on_phones() as table:
        table.empty_seat(1)
        answer = table.run(table.stage.say({"seat": 1, "sits": 500, "name": f"A{sign}B"}))
        assert not answer["ok"]
        assert is_sentence(str(answer["text"]))


def test_guests_that_ask_without_end_are_told_to_wait_and_the_seats_are_not_slowed():
    with a_hand_on_phones() as table:
        statuses = []
        for n in range(400):
            address = f"10.0.8.{n % 20}"
            request = {"seat": 1 + n % 4, "mac": "00" * 8}
            table.network.post(
                address, "pair", request, lambda status, _: statuses.append(status), list
            )
        table.plays_on()
        table.wait(10_000)
        assert len(statuses) == 400
        assert 429 in statuses
        table.plays_on()


def test_where_two_tables_are_on_one_host_each_page_keeps_its_own():
    """Their ports tell them apart, so a browser keeps them apart; their names do, besides."""
    source = (ROOT / "tablectl/web/pages/static/pairing.js").read_text()
    assert "`tablectl.${table}.seat.${seat}`" in source
    assert HERE[1] != 80
