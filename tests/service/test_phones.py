"""Phones at their socket: who may press, what a press must carry, and how a seat gets its phone."""

import subprocess
import sys

import pytest
from msgspec.structs import replace

from tablectl.engine.events import PhoneFreed
from tablectl.journal.record import DamagedJournal
from tablectl.present.reasons import say_notice
from tablectl.service.books.phones import BadPairings, PairingBook
from tablectl.service.phones.codes import (
    FIRST_WAIT_MS,
    LONGEST_WAIT_MS,
    MOST_WRONG,
    QUIET_MS,
    Codes,
)
from tablectl.service.phones.seat_phones import ASKED_MS
from tablectl.simulation.stage.sim_phones import pair_request

from .phoned import Asker, phones_at_a_table

KEY = bytes(range(16))


@pytest.fixture
def ask():
    with phones_at_a_table() as asker:
        yield asker


def test_a_press_with_another_key_changes_nothing(ask):
    rows = ask.stage.look().rows
    answer = ask.press(ask.to_act, "call", key_bytes=KEY)
    assert (answer["ok"], answer["code"], ask.stage.look().rows) == (False, "not_paired", rows)


def test_what_a_press_says_cannot_be_altered_on_its_way(ask):
    whole = ask.signed(ask.to_act, "call")
    for change in ({"key": "fold"}, {"amount": 40}, {"number": 2}, {"on": ""}, {"epoch": 2}):
        assert ask(**(whole | change))["code"] == "not_paired", change
    assert ask(**whole)["counted"]


def test_a_number_is_used_once_and_the_next_one_is_named(ask):
    seat = ask.to_act
    assert ask.press(seat, "call", 3)["text"] == f"The next press of seat {seat} has the number 1."
    assert ask.press(seat, "call", 1)["counted"]
    again = ask.press(seat, "call_floor", 1)
    assert (again["code"], again["text"]) == ("number", f"Press 1 of seat {seat} was another one.")


def test_an_older_number_with_another_key_is_refused_too_and_a_right_repeat_is_told_what_became_of_it(
    ask,
):
    seat = ask.to_act
    said = [ask.press(seat, key, n) for n, key in enumerate(("call", "call_floor", "fold"), 1)]
    assert [one["counted"] for one in said] == [True, True, False]
    assert [ask.press(seat, key, n) for n, key in enumerate(("call", "call_floor"), 1)] == said[:2]
    assert ask.press(seat, "fold", 1)["text"] == f"Press 1 of seat {seat} was another one."
    assert ask.press(seat, "call", 1, amount=20)["code"] == "number"


def test_a_press_that_comes_again_from_before_what_is_looked_through_is_not_told_that_it_counted(
    ask, monkeypatch
):
    seat = ask.to_act
    press = ask.signed(seat, "call")
    assert ask(**press)["counted"]
    monkeypatch.setattr("tablectl.service.phones.attach.ROWS_RECALLED", 0)
    assert ask(**press)["text"] == f"Press 1 of seat {seat} was too long ago."


def test_a_phone_that_calls_the_floor_again_adds_nothing_until_the_floor_has_come(ask):
    """As at any other seat; each press is answered, and counts under its number."""
    seat = ask.to_act
    assert all(ask.press(seat, "call_floor", number)["counted"] for number in (1, 2, 3))
    notices = [one.code for one in ask.stage._running.rows.recent_notices]
    assert notices.count("floor_called") == 1
    assert ask.press(seat, "call", 4)["counted"]


def test_a_damaged_row_that_is_looked_at_again_is_said_and_ends_nothing(ask, monkeypatch):
    press = ask.signed(ask.to_act, "call")
    assert ask(**press)["counted"]

    def damaged(edge):
        raise DamagedJournal("Row 7 holds facts that cannot be read.")

    monkeypatch.setattr(ask.service_phones, "_recall", damaged)
    assert ask(**press)["code"] == "not_known"
    assert ask.press(ask.to_act, "call_floor")["counted"]


def test_presses_that_come_again_without_end_are_looked_for_eight_times_a_second(ask):
    """Whoever recorded one on its way can send it again, and each costs a look at the disk."""
    seat = ask.to_act
    press = ask.signed(seat, "call")
    assert ask(**press)["counted"]
    again = [ask(**press) for _ in range(9)]
    assert [answer["ok"] for answer in again] == [True] * 8 + [False]
    assert again[-1]["code"] == "too_fast"
    assert ask.press(seat, "call_floor", 2)["counted"]  # the phone itself is not slowed


def test_a_lost_book_of_phones_gives_a_new_phone_no_number_that_the_journal_has(ask):
    seat = ask.to_act
    assert ask.press(seat, "call")["counted"]
    (ask.stage.directory / "phones.json").unlink()
    ask.stage.loop.run_until_complete(ask.stage.restart())
    ask = Asker(ask.stage)
    assert ask.phones[seat].epoch == 2
    fold = ask.press(seat, "fold", 1)
    assert (fold["counted"], fold["code"]) == (False, "out_of_turn")


def test_a_phone_whose_pairing_was_not_answered_asks_again_and_is_answered_the_same(ask):
    ask.seat_phones.free(2)
    code = ask.seat_phones.codes()[2]
    key, request = pair_request(ask.stage.config.table.name, 2, code.key)
    first = ask(do="pair", **request)
    assert ask(do="pair", **request) == first
    ask.phones[2].key, ask.phones[2].epoch = key, first["epoch"]
    assert ask.press(2, "call_floor")["counted"]
    assert ask(do="pair", **request) == first | {"number": 2}
    assert ask(do="pair", **request | {"mac": "00" * 8})["code"] == "seat_has_phone"


def test_who_has_a_picture_of_a_code_has_nothing_of_the_phone_that_read_it(ask):
    """Not its seat a second time, and none of its presses: the phone added bits of its own."""
    ask.seat_phones.free(2)
    code, name = ask.seat_phones.codes()[2], ask.stage.config.table.name
    _, scanned = pair_request(name, 2, code.key, "a1" * 16)
    first = ask(do="pair", **scanned)
    key, later = pair_request(name, 2, code.key, "b2" * 16)
    assert ask(do="pair", **later)["code"] == "seat_has_phone"
    for forged in (code.key, key):
        ask.phones[2].key, ask.phones[2].epoch = forged, first["epoch"]
        assert ask.press(2, "call_floor")["code"] == "not_paired"


def test_who_has_a_picture_of_a_code_has_nothing_of_the_phone_whose_digits_were_typed(ask):
    ask.seat_phones.free(2)
    code = ask.seat_phones.codes()[2]
    typed = ask(do="digits", digits=code.digits)
    for forged in (code.key, pair_request(ask.stage.config.table.name, 2, code.key)[0]):
        ask.phones[2].key, ask.phones[2].epoch = forged, typed["epoch"]
        assert ask.press(2, "call_floor")["code"] == "not_paired"
    ask.phones[2].key = bytes.fromhex(typed["key"])
    assert ask.press(2, "call_floor")["counted"]


def test_more_than_eight_keys_a_second_are_not_taken(ask):
    answers = [ask.press(1, "call_floor", number) for number in range(1, 10)]
    assert [answer["ok"] for answer in answers] == [True] * 8 + [False]
    assert answers[-1]["code"] == "too_fast"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"do": "press"}, "bad_line"),
        ({"do": "dance"}, "bad_line"),
        ({"do": "page", "seat": 1, "is_open": True}, "bad_line"),
        ({"do": "page", "seat": 7, "epoch": 1, "mac": "", "is_open": True}, "no_such_seat"),
        ({"do": "page", "seat": 1, "epoch": 1, "mac": "00", "is_open": False}, "not_paired"),
        ({"do": "keep", "seat": 1, "epoch": 1, "mac": "00"}, "not_paired"),
        ({"do": "ask_seat", "seat": 7}, "no_such_seat"),
        ({"do": "approve", "seat": 1, "epoch": 1, "of": 2, "mac": "00"}, "bad_line"),
        ({"do": "approve", "seat": 1, "epoch": 1, "of": 2, "yes": True, "mac": "00"}, "not_paired"),
        ({"do": "pair", "seat": 1, "mac": "00"}, "bad_line"),
        ({"do": "pair", "seat": 7, "nonce": "00" * 16, "mac": ""}, "no_such_seat"),
        ({"do": "pair", "seat": 1, "nonce": "00" * 16, "mac": "00"}, "seat_has_phone"),
        ({"do": "digits", "digits": "12345"}, "bad_line"),
        ({"do": "digits", "digits": "1234"}, "wrong_code"),
        ({"do": "give_up", "seat": 1, "epoch": 1, "mac": "00"}, "not_paired"),
    ],
)
def test_a_request_that_fits_nothing_is_refused_with_a_sentence(ask, request_, code):
    rows = ask.stage.look().rows
    answer = ask(**request_)
    assert (answer["ok"], answer["code"], ask.stage.look().rows) == (False, code, rows)
    assert answer["text"].endswith(".")


def test_a_code_opens_its_seat_once_by_key_or_by_digits(ask):
    ask.seat_phones.free(2)
    code = ask.seat_phones.codes()[2]
    _, request = pair_request(ask.stage.config.table.name, 2, code.key)
    assert ask(do="pair", **request | {"mac": "00" * 8})["code"] == "wrong_code"
    assert ask(do="pair", **request)["epoch"] == 2
    _, other = pair_request(ask.stage.config.table.name, 2, KEY)
    assert ask(do="pair", **other)["code"] == "seat_has_phone"
    ask.seat_phones.free(2)
    code = ask.seat_phones.codes()[2]
    typed = ask(do="digits", digits=code.digits)
    assert (typed["seat"], typed["epoch"], typed["key"]) == (2, 3, code.key_for_digits.hex())


def test_a_phone_that_typed_digits_is_told_from_one_that_scanned(ask):
    assert not ask.stage.look().view.seats["2"].phone.typed
    ask.seat_phones.free(2)
    ask(do="digits", digits=ask.seat_phones.codes()[2].digits)
    assert ask.stage.look().view.seats["2"].phone.typed


def test_a_page_hears_its_mark_and_which_press_of_its_phone_came_last(ask):
    seat = ask.to_act
    mark = ask.seat_phones.pairing(seat).mark
    assert ask(**ask.page(seat)) == {"ok": True, "seat": seat, "number": 0, "mark": mark}
    ask.press(seat, "call")
    assert ask(**ask.page(seat))["number"] == 1
    assert ask(do="alive") == {"ok": True}


def test_a_page_of_a_phone_that_has_the_seat_no_more_is_told_so(ask):
    page = ask.page(2)
    ask.seat_phones.free(2)
    ask(do="digits", digits=ask.seat_phones.codes()[2].digits)
    answer = ask(**page)
    assert (answer["code"], answer["text"]) == ("not_paired", "Another phone has seat 2 now.")


def test_the_floor_frees_a_seat_and_the_journal_says_who_and_why(ask):
    """Clauses: G-12."""
    would = ask.say(frees=2, would=True)
    assert (would["effect"], ask.seat_phones.pairing(2) is not None) == (
        "Seat 2 has no phone then: the board shows its code.",
        True,
    )
    assert ask.say(frees=2, why="its battery is dead")["ok"]
    assert [row["mark"] for row in ask.say(phones=True)["phones"]][1] is None
    freed = [
        record.event
        for record in ask.stage._running.journal.rows()
        if isinstance(record.event, PhoneFreed)
    ]
    assert [(one.seat, one.who, one.why) for one in freed] == [(2, "floor", "its battery is dead")]
    assert ask.say(frees=2)["code"] == "no_phone"
    assert ask.say(frees=7)["text"] == "No phone has seat 7."


def test_nobody_asks_for_a_seat_that_has_no_phone(ask):
    ask.seat_phones.free(2)
    assert ask(do="ask_seat", seat=2)["code"] == "no_phone"


def test_a_question_for_a_seat_says_how_long_it_can_be_answered(ask):
    assert ask.seat_phones.list_phones()[2].left_s is None
    ask(do="ask_seat", seat=2)
    assert 0 < ask.seat_phones.list_phones()[2].left_s <= ASKED_MS // 1_000


def test_after_five_wrong_digits_all_codes_are_new_and_none_is_taken_for_a_while():
    codes = Codes(60_000, new_key=iter([bytes([n] * 16) for n in range(1, 99)]).__next__)
    first = dict(codes.offer_codes([3], 0))
    wrong = "0000" if first[3].digits != "0000" else "0001"
    assert [codes.seat_of_digits(wrong, 0) for _ in range(MOST_WRONG)] == [None] * MOST_WRONG
    second = dict(codes.offer_codes([3], 1))
    assert second[3].digits != first[3].digits
    assert codes.seat_of_digits(second[3].digits, 1) is None
    assert codes.seat_of_digits(second[3].digits, FIRST_WAIT_MS) == second[3]


def digits_that_no_seat_shows(ask):
    shown = {code.digits for code in ask.seat_phones.codes().values()}
    return next(digits for digits in ("0000", "0001", "0002") if digits not in shown)


def type_wrong_digits(ask, times=MOST_WRONG):
    for _ in range(times):
        answer = ask(do="digits", digits=digits_that_no_seat_shows(ask))
        assert (answer["code"], answer["text"]) == ("wrong_code", "No seat shows these digits.")


def seconds_to_wait(ask):
    """As the table says them; digits that are right are not taken then either."""
    answer = ask(do="digits", digits=ask.seat_phones.codes()[2].digits)
    assert (answer["code"], answer["text"]) == ("too_many", "Too many wrong digits.")
    return answer["wait_s"]


def test_who_types_wrong_digits_without_end_waits_longer_each_time(ask):
    ask.seat_phones.free(2)
    waits = []
    for _ in range(8):
        type_wrong_digits(ask)
        waits.append(seconds_to_wait(ask))
        ask.wait(1_000 * waits[-1])
    assert waits == [10, 20, 40, 80, 160, 320, 320, 320]
    assert ask(do="digits", digits=ask.seat_phones.codes()[2].digits)["seat"] == 2


def test_right_digits_in_between_shorten_no_wait_and_a_quiet_while_does(ask):
    ask.seat_phones.free(2)
    type_wrong_digits(ask)
    ask.wait(FIRST_WAIT_MS)
    assert ask(do="digits", digits=ask.seat_phones.codes()[2].digits)["seat"] == 2
    ask.seat_phones.free(2)
    type_wrong_digits(ask)
    assert seconds_to_wait(ask) == 2 * FIRST_WAIT_MS // 1_000
    ask.wait(2 * FIRST_WAIT_MS + QUIET_MS)
    type_wrong_digits(ask)
    assert seconds_to_wait(ask) == FIRST_WAIT_MS // 1_000


def test_in_an_hour_of_guesses_few_are_looked_at():
    """Of six seats that show digits, by somebody who types as fast as the table takes them."""
    codes, now_ms, looked_at = Codes(60_000), 0, 0
    while now_ms < 3_600_000:
        codes.offer_codes(range(1, 7), now_ms)
        looked_at += codes.may_type(now_ms) and codes.seat_of_digits("none", now_ms) is None
        now_ms += 100
    assert looked_at == 5 * (6 + -(-(3_600_000 - 630_000) // LONGEST_WAIT_MS))


def test_a_code_ends_with_its_time_and_with_its_seat():
    codes = Codes(60_000)
    code = codes.offer_codes([3, 4], 0)[3]
    assert codes.seat_of_digits(code.digits, 60_000) is None
    assert codes.offer_codes([3], 60_000)[3] != code
    assert set(codes.offer_codes([4], 60_000)) == {4}


def test_who_has_which_seat_is_known_after_a_restart_and_a_damaged_book_is_left_alone(tmp_path):
    path = tmp_path / "phones.json"
    PairingBook(path).change(lambda book: book.with_phone(3, KEY))
    found = PairingBook(path).now.of_seat(3)
    assert (found.key, found.epoch) == (KEY.hex(), 1)
    path.write_text(path.read_text().replace('"epoch": 1', '"epoch": 2'))
    with pytest.raises(BadPairings, match="is not as it was written"):
        PairingBook(path)


def test_a_key_that_is_none_is_not_read_from_a_book(tmp_path):
    path = tmp_path / "phones.json"
    PairingBook(path).change(lambda book: replace_key(book.with_phone(3, KEY), "no key"))
    with pytest.raises(BadPairings, match="is not as it was written"):
        PairingBook(path)


def replace_key(book, key):
    return replace(book, known=tuple(replace(one, key=key) for one in book.known))


def test_a_book_that_cannot_be_written_is_said_and_the_seat_keeps_its_code(ask, monkeypatch):
    ask.seat_phones.free(2)
    code = ask.seat_phones.codes()[2]

    def full(change):
        raise BadPairings("The book of phones cannot be written: No space left on device.")

    with monkeypatch.context() as patched:
        patched.setattr(ask.seat_phones.book, "change", full)
        answer = ask(do="digits", digits=code.digits)
    assert (answer["ok"], answer["code"]) == (False, "not_stored")
    assert ask(do="digits", digits=code.digits)["seat"] == 2


def test_a_table_whose_book_of_phones_is_damaged_says_so_and_does_not_start(tmp_path):
    path = tmp_path / "phones.json"
    PairingBook(path).change(lambda book: book.with_phone(3, KEY))
    path.write_text(path.read_text().replace('"epoch": 1', '"epoch": 2'))
    config = tmp_path / "table.toml"
    config.write_text(
        "[table.seats]\n1 = 500\n2 = 500\n[table.stakes]\nsmall_blind = 5\n[table.options]\nchips_sensed = false\n"
        "[shoe]\ndriver = 'sim'\nport = 'shoe'\n[[seat]]\nnumber = 1\ndriver = 'phone'\n[[seat]]\nnumber = 2\ndriver = 'phone'\n"
        "[phones]\nbook = 'phones.json'\n[journal]\npath = 'table.db'\n"
    )
    ended = run_tablectl(tmp_path, "run", "--config", str(config))
    assert (ended.returncode, "is not as it was written" in ended.stderr) == (2, True), ended.stderr


def run_tablectl(folder, *words):
    return subprocess.run(
        [sys.executable, "-m", "tablectl", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_control_a_table_that_checks_no_mac_takes_a_press_of_anybody(ask, monkeypatch):
    monkeypatch.setattr("tablectl.service.phones.seats_socket.is_signed", lambda *of: True)
    assert ask.press(ask.to_act, "call", key_bytes=KEY)["counted"]


def test_it_is_told_who_has_left_and_not_that_the_seat_has_no_phone_any_more(ask):
    """Clauses: F-7, G-7."""
    ask.say(floor="void", why="chance")
    ask.say(seat=2, leaves=True)
    ask.rest()
    assert ask.seat_phones.pairing(2) is None
    assert [notice.code for notice in ask.service_phones._rows.notices] == ["leaves"]


def test_the_board_says_by_whose_yes_a_seat_wants_a_phone():
    """Clauses: G-7."""
    with phones_at_a_table(approval="player") as ask:
        ask(do="ask_seat", seat=2)
        ask.phones[1].answer_for(2, yes=True)
        ask.rest()
        assert ask.seat_phones.pairing(2) is None
        (notice,) = ask.service_phones._rows.notices
        said = say_notice(notice, ask.service_phones._names())
    assert said == "Seat 1 has said yes: another phone may scan the code of seat 2."
