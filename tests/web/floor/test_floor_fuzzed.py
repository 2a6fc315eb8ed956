"""Whatever is asked of the floor's page, with a session and without one: nothing changes at the table
without both tokens, the page's own origin and host, and a body that no form sends; no session
begins without a PIN, and none ends.
"""

import asyncio

import pytest

from tablectl.service.books import operators as operatorfile
from tablectl.simulation.stage.scratch import temporary_directory
from tablectl.web import guard, server as serving
from tablectl.web.floor.site import FloorOptions, FloorSite
from tablectl.web.server import Listening, PageServer
from tests.claims import tried
from tests.web.fuzzed import SIDE_BY_SIDE, Fuzzer
from tests.web.test_server import free_port

from .fuzzed import fuzzed_request, sign_in
from .served import ANN, IDLE_S, Table

FEW, MANY, LONG = 1_500, 50_000, 1_000_000
A_REQUEST_MS = 50  # the table's clock goes on
NOT_PROVEN = "somebody ruled, signed in or signed out who has not proven it"


class AskedTable(Table):
    """For whom each of its events was asked."""

    def __init__(self, loop, folder):
        super().__init__(loop, folder)
        self.asked_for = []

    def _take(self, happened):
        self.asked_for += [event.on_behalf_of for event in happened]
        return super()._take(happened)


@pytest.fixture
def fuzz(monkeypatch, caplog):
    """`fuzz(seed, requests)`: how often which status came."""
    monkeypatch.setattr(serving, "MOST_OF_ADDRESS", 10 * SIDE_BY_SIDE)
    monkeypatch.setattr(operatorfile, "COST", 2)
    monkeypatch.setattr(guard, "BODY_S", 0.2)
    for name in ("SIGN_INS_PER_S", "SIGN_INS_AT_ONCE"):
        monkeypatch.setattr(f"tablectl.web.floor.site.{name}", 1_000_000_000)

    def run(seed, requests):
        with temporary_directory() as folder:
            found = asyncio.run(_fuzzed(folder, seed, requests))
        said = [record for record in caplog.records if record.name != "tablectl.service"]
        assert [record.getMessage() for record in said] == []
        return found

    return run


async def _fuzzed(folder, seed, requests):
    table = AskedTable(asyncio.get_running_loop(), folder)
    options = FloorOptions("Table 1", "en", table.views, table.socket, IDLE_S)
    listening = Listening("127.0.0.1", free_port())
    server = PageServer(lambda drop: FloorSite(options, drop=drop), listening)
    try:
        await server.open()
        fuzzer = Fuzzer(listening.port)
        tokens = [await sign_in(listening.port, name) for name in (ANN, "Bob")]
        before = {*server._web._sessions._open}

        def make_request(chance):
            table.now_ms += A_REQUEST_MS
            return fuzzed_request(chance, *tokens)

        await fuzzer.run(seed, requests, make_request)
        after = {*server._web._sessions._open}
    finally:
        await server.close()
        table.close()
        await asyncio.sleep(0)
    assert {*table.asked_for} == {ANN}, NOT_PROVEN
    assert after == before, NOT_PROVEN
    return fuzzer.statuses


@pytest.mark.parametrize(
    ("seed", "requests"), [(1, FEW), pytest.param(2, MANY, marks=pytest.mark.slow)]
)
def test_nothing_changes_without_pin_and_origin(seed, requests, fuzz):
    found = fuzz(seed, requests)
    tried(requests, "requests")
    assert {200, 400, 401, 403, 404, 405, 409, 415, 421} <= found.keys()
    assert sum(found.values()) > requests * 0.8


@pytest.mark.soak
def test_nothing_changes_in_a_million_requests(soaking, fuzz):
    first = next(soaking)
    for n in range(LONG // MANY):
        fuzz(first + n, MANY)
        tried(MANY, "requests")


def test_control_a_page_that_does_not_look_at_the_token_is_found(fuzz, monkeypatch):
    monkeypatch.setattr("tablectl.web.floor.sessions.Session.has_header", lambda *_: True)
    with pytest.raises(AssertionError, match=NOT_PROVEN):
        fuzz(1, FEW)


def test_control_a_page_that_does_not_look_at_the_origin_is_found(fuzz, monkeypatch):
    monkeypatch.setattr("tablectl.web.site.check_origin", lambda *_: None)
    with pytest.raises(AssertionError, match=NOT_PROVEN):
        fuzz(1, FEW)


def test_control_a_page_that_does_not_look_at_the_host_is_found(fuzz, monkeypatch):
    monkeypatch.setattr("tablectl.web.site.check_host", lambda *_: None)
    with pytest.raises(AssertionError, match=NOT_PROVEN):
        fuzz(1, FEW)
