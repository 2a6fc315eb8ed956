"""What the doctor says of the pages for phones: the address that codes name, and what answers there.

A real web process, on a port of its own; adapters are those that a pretended `ip` lists.
"""

import json
import re
import socket
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tablectl.service.config.loading import load_config
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor import pages
from tablectl.setup.doctor.pages import TRY_A_PHONE, NoPages, Pages, ask_pages, probe_pages
from tablectl.setup.example import Wanted, example_config
from tests.web.browser.processes import Process, wait_until
from tests.web.browser.real_table import free_port

URL = "http://192.168.1.5:8080"
WLAN = ("wlan0", "192.168.1.5")


def configured(folder, *, url="", listen="0.0.0.0:8080", seat="phone"):
    text = example_config(Wanted(seats=2, seat=seat, folder=str(folder), url=url))
    more = f'[web]\nlisten = "{listen}"\n'
    text = re.sub(r"^\[web\]$", more, text, flags=re.MULTILINE) if seat == "phone" else text
    (folder / "table.toml").write_text(text)
    return load_config(folder / "table.toml")


def machine(*adapters):
    links = [
        {"ifname": name, "addr_info": [{"family": "inet", "local": address}]}
        for name, address in (("lo", "127.0.0.1"), *adapters)
    ]
    return Machine(run=lambda command: json.dumps(links) if command[0] == "ip" else None)


def found(config, *adapters, is_running=False):
    return [
        (one.state, one.says, one.mend)
        for one in probe_pages(machine(*adapters), config, is_running=is_running)
    ]


@pytest.fixture
def answering(monkeypatch):
    """What answers, by address; else nobody."""
    at = {}

    def ask(url):
        answer = at.get(url, NoPages("nobody does"))
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(pages, "ask_pages", ask)
    return at


def only(findings, state):
    return [(says, how) for one, says, how in findings if one == state]


def test_pages_that_answer_are_well_and_the_rest_is_what_to_know(tmp_path, answering):
    answering[URL] = Pages("Table 1", True)
    told = found(configured(tmp_path, url=URL), WLAN, is_running=True)
    assert only(told, "mend") == []
    assert only(told, "well") == [(f"{URL} answers, as the codes at the seats have it.", "")]
    notes = [says for says, _ in only(told, "note")]
    assert notes[0] == TRY_A_PHONE.format(url=URL)
    assert ["plain http" in notes[1], "away after 30 s" in notes[2], len(notes)] == [True, True, 3]


def test_of_a_table_without_pages_nothing_is_said(tmp_path):
    assert found(configured(tmp_path, seat="keypad"), WLAN) == []


def test_what_config_check_finds_is_said_first_and_alone(tmp_path, answering):
    told = found(configured(tmp_path, listen="127.0.0.1:8080"), WLAN)
    assert [(state, how) for state, _, how in told] == [("mend", "Correct that first.")]
    assert told[0][1].startswith("[web] listens at 127.0.0.1:8080, where no phone can come")


def test_a_unit_that_cannot_look_its_address_up_is_told_which_to_write(
    tmp_path, answering, monkeypatch
):
    """A table that somebody runs by hand has a network, and finds its address."""
    name = "http://table.local:8080"
    monkeypatch.setattr(pages, "page_urls", lambda web: [URL, name])
    answering |= {URL: Pages("Table 1", True), name: Pages("Table 1", True)}
    assert only(found(configured(tmp_path), WLAN), "mend") == []
    (tmp_path / "table.toml").write_text(example_config(Wanted(seats=2, seat="phone")))
    told = found(load_config(tmp_path / "table.toml"), WLAN)
    ((says, how),) = only(told, "mend")
    assert f"the codes at the seats name {name}, which some phones do not find." in says
    assert how.startswith(f'Write url = "{URL}" under [web]')
    assert only(told, "well")[0][0].startswith(f"{name} answers")


@pytest.mark.parametrize(
    ("adapters", "says", "how"),
    [
        (
            (("wlan0", "192.168.1.7"),),
            "The codes name 192.168.1.5, which this machine does not have; it has 192.168.1.7 "
            "(wlan0).",
            "Write its address into [web] url: 192.168.1.7; and let the router give it that one "
            "always.",
        ),
        (
            (("tailscale0", "192.168.1.5"), ("eth0", "192.168.1.7")),
            "The codes name 192.168.1.5, which is this machine's address in tailscale0, a VPN or "
            "a network of its own programs: no phone of the room is in it.",
            "Write the room's address into [web] url: 192.168.1.7.",
        ),
    ],
    ids=["the router gave another", "a VPN's"],
)
def test_an_address_that_no_phone_of_the_room_reaches_is_named(
    tmp_path, answering, adapters, says, how
):
    answering[URL] = Pages("Table 1", True)
    assert only(found(configured(tmp_path, url=URL), *adapters), "mend") == [(says, how)]


def test_of_two_networks_is_said_which_one_the_phones_have_to_be_in(tmp_path, answering):
    answering[URL] = Pages("Table 1", True)
    told = found(configured(tmp_path, url=URL), WLAN, ("eth0", "10.0.0.4"))
    assert only(told, "mend") == []
    assert only(told, "note")[0][0] == (
        "This machine is in several networks: 192.168.1.5 (wlan0), 10.0.0.4 (eth0). The codes "
        "name 192.168.1.5: phones have to be in that one."
    )


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({}, f"Nobody serves the pages: at {URL} nobody does."),
        (
            {"http://127.0.0.1:8080": Pages("Table 1", True)},
            f"The pages are served, and not at {URL}, which the codes at the seats name: there "
            "nobody does.",
        ),
        (
            {"http://127.0.0.1:8080": NoPages("another program does")},
            "Port 8080 of this machine is another program's: the pages are not there.",
        ),
        (
            {URL: Pages("Table 2", True)},
            f"At {URL} are the pages of Table 2, not of Table 1.",
        ),
        (
            {URL: Pages("Table 1", False)},
            f"{URL} answers, and its pages have lost the table, which runs.",
        ),
        (
            {URL: pages.RefusedName("it does not go by that name")},
            f"The pages are at {URL}, and do not answer by that name.",
        ),
    ],
    ids=["no web process", "a firewall", "a used port", "another table", "table lost", "a name"],
)
def test_what_answers_in_place_of_the_pages_is_told_apart(tmp_path, answering, answers, says):
    answering |= answers
    config = configured(tmp_path, url=URL)
    ((told, how),) = only(found(config, WLAN, is_running=True), "mend")
    assert told == says
    assert how != ""


def test_pages_without_a_table_are_well_while_none_runs(tmp_path, answering):
    answering[URL] = Pages("Table 1", False)
    assert only(found(configured(tmp_path, url=URL), WLAN), "mend") == []


# What really answers


@contextmanager
def another_program(answer):
    """A web server of somebody else, on a port of its own."""

    class Other(BaseHTTPRequestHandler):
        def do_GET(self):
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


OK = b"HTTP/1.0 200 OK\r\n\r\n"


@pytest.mark.parametrize(
    "answer",
    [
        OK + b"<html>",
        OK + b"event: hello\ndata: 3\n\nevent: alive\ndata: []\n\n",
        OK + b"event: hello\ndata: {\n",
        b"HTTP/1.0 404 Not Found\r\n\r\n",
        b"\x00\xff" * 50,
        b"",
    ],
    ids=["a page", "other values", "half an event", "not found", "noise", "nothing"],
)
def test_another_program_at_the_port_is_no_table(answer):
    with another_program(answer) as url, pytest.raises(NoPages, match="another program does"):
        ask_pages(url)


def test_where_nobody_listens_nobody_does():
    with pytest.raises(NoPages, match="nobody does"):
        ask_pages(f"http://127.0.0.1:{free_port()}")
    with pytest.raises(NoPages, match="nobody does: "):
        ask_pages("http://no-such-table.invalid")


def test_the_pages_of_a_real_web_process_are_known_and_that_their_table_is_not_there(tmp_path):
    port = free_port()
    config = configured(tmp_path, url=f"http://127.0.0.1:{port}", listen=f"127.0.0.1:{port}")
    process = Process(("web", "--config", str(tmp_path / "table.toml")), tmp_path / "web.txt")
    try:
        wait_until(lambda: can_connect(port), "The web process takes connections")
        assert ask_pages(config.web.url) == Pages("Table 1", False)
        with pytest.raises(NoPages):
            ask_pages(f"http://localhost.localdomain:{port}")
    finally:
        process.end()


def can_connect(port):
    with closing(socket.socket()) as knocking:
        return knocking.connect_ex(("127.0.0.1", port)) == 0
