"""Whatever is asked of the pages, the answer is a page of ours or a sentence; the log says nothing,
and no key counts as pressed.
"""

import pytest

from tablectl.web import guard, server as serving
from tests.claims import tried
from tests.service.phoned import SEATS, phones_at_a_table

from .fuzzed import SIDE_BY_SIDE, Fuzzer, fuzzed_request
from .test_server import at_pages

FEW, MANY = 1_500, 50_000


@pytest.fixture
def fuzz(monkeypatch, caplog):
    """`fuzz(seed, requests)`: how often which status came; the journal is as it was."""
    monkeypatch.setattr(serving, "MOST_OF_ADDRESS", 10 * SIDE_BY_SIDE)
    monkeypatch.setattr("tablectl.web.seats.OF_OTHERS", (1e9, 1_000_000_000))
    monkeypatch.setattr("tablectl.web.seats.OTHERS_APART_S", 0)
    monkeypatch.setattr(guard, "BODY_S", 0.2)

    def run(seed, requests):
        found = {}
        with phones_at_a_table() as asker:
            journal = asker.service_phones._rows.journal
            before = journal.head.n

            async def scenario(pages):
                pages.table.stop()
                pages.table._answer = lambda _, line: asker.service_phones._answer(None, line)
                pages.table.start()
                presses = [asker.signed(seat, "fold", key_bytes=bytes(16)) for seat in SEATS]
                fuzzer = Fuzzer(pages.port)
                await fuzzer.run(seed, requests, lambda chance: fuzzed_request(chance, presses))
                found.update(fuzzer.statuses)

            at_pages(scenario)
            assert journal.head.n == before, "a key was pressed"
        logged = [record for record in caplog.records if record.name != "tablectl.service"]
        assert [record.getMessage() for record in logged] == []
        return found

    return run


@pytest.mark.parametrize(
    ("seed", "requests"), [(1, FEW), pytest.param(2, MANY, marks=pytest.mark.slow)]
)
def test_whatever_is_asked_is_a_page_or_a_sentence_and_presses_nothing(seed, requests, fuzz):
    found = fuzz(seed, requests)
    tried(requests, "requests")
    assert {200, 400, 403, 404, 405, 409, 413, 415, 421} <= found.keys()
    assert sum(found.values()) > requests * 0.8


@pytest.mark.soak
def test_whatever_is_asked_for_a_long_time_presses_nothing(soaking, fuzz):
    for seed in soaking:
        fuzz(seed, 5_000)
        tried(5_000, "requests")


def test_control_a_table_that_checks_no_mac_is_pressed(fuzz, monkeypatch):
    monkeypatch.setattr("tablectl.service.phones.seats_socket.is_signed", lambda *_: True)
    with pytest.raises(AssertionError, match="a key was pressed"):
        fuzz(1, FEW)


def test_control_an_answer_without_its_headers_is_found(fuzz, monkeypatch):
    monkeypatch.setattr("tablectl.web.site.with_headers", list)
    with pytest.raises(AssertionError, match="content-security-policy"):
        fuzz(1, FEW)
