"""`tablectl web`: where it serves, what is wrong with it in a sentence, and how it ends."""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from tablectl.cli.app import app
from tablectl.service.process import bind_child
from tests.web.test_server import free_port

TABLE = {"table": {"seats": {"1": 100, "2": 100}}, "screen": {"socket": "screen.sock"}}


@pytest.fixture
def config(tmp_path):
    """`config(web={..})`: the file of a table with these parts."""

    def write(**parts):
        path = tmp_path / "table.json"
        path.write_text(json.dumps(TABLE | parts))
        return str(path)

    return write


def said(*words):
    done = CliRunner().invoke(app, ["web", "--config", *words])
    return done.exit_code, done.stderr.strip()


def test_a_table_without_pages_serves_none(config):
    code, sentence = said(config())
    assert code == 2
    assert sentence.endswith(
        "has no [web], so nothing is served: write [web] there, or give --listen 0.0.0.0:8080."
    )


def test_pages_need_the_views_of_the_table(config):
    code, sentence = said(config(web={}, screen={}))
    assert code == 2
    assert sentence.startswith("The configuration names no [screen] socket:")


@pytest.mark.parametrize("listen", ["8080", "0.0.0.0", "0.0.0.0:0", "::1:80", "here:80", ""])
def test_an_address_that_is_none_is_a_sentence(config, listen):
    code, sentence = said(config(), "--listen", listen)
    assert (code, sentence.endswith(".")) == (2, True)


@pytest.mark.parametrize(
    ("web", "sentence"),
    [
        ({"listen": "8080"}, '[web] listen: "8080" is no address with a port'),
        ({"url": "table.local:8080"}, '[web] url is "table.local:8080"; it is as http://'),
        ({"url": "http://table.local/seat"}, '[web] url is "http://table.local/seat"; it is as'),
        ({"url": "http://a@table.local"}, '[web] url is "http://a@table.local"; it is as'),
        ({"url": "http://table.local:99999"}, "[web] url is"),
        ({"tls_key": "key.pem"}, "[web] has a tls_key and no tls_cert."),
        ({"pages": []}, "[web] pages names no page: leave [web] out to serve none."),
        ({"pages": ["floor"]}, "[web] pages"),
        ({"port": 80}, "[web]"),
        ({"floor": {"listen": "0.0.0.0:81"}}, "beyond this machine, and over http anybody"),
        ({"floor": {"listen": "81"}}, '[web.floor] listen: "81" is no address with a port'),
        ({"floor": {"tls_key": "key.pem"}}, "[web.floor] has a tls_key and no tls_cert."),
        ({"floor": {"idle_min": 0}}, "idle_min"),
    ],
)
def test_what_is_wrong_with_its_part_of_the_configuration_is_a_sentence(config, web, sentence):
    code, heard = said(config(web=web))
    assert code == 2
    assert sentence in heard


def test_an_address_of_another_program_is_exit_3_and_one_of_no_machine_exit_2(config):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        code, sentence = said(config(), "--listen", f"127.0.0.1:{other.getsockname()[1]}")
    assert (code, "another program listens there" in sentence) == (3, True)
    code, sentence = said(config(), "--listen", "192.0.2.1:8080")
    assert (code, sentence.startswith("No page can be served at 192.0.2.1:8080")) == (2, True)


def test_the_floor_s_page_is_served_where_it_is_configured_and_nowhere_else(config):
    code, sentence = said(config(web={}), "--floor")
    assert (code, "has no [web.floor], so the floor's page is not served" in sentence) == (2, True)
    floor = {"control": {"socket": "control.sock"}, "web": {"floor": {}}}
    code, sentence = said(config(**floor), "--floor", "--listen", "0.0.0.0:8081")
    assert (code, "over http anybody on the network" in sentence) == (2, True)
    code, sentence = said(config(web={"floor": {}}), "--floor")
    assert (code, sentence.startswith("The configuration names no [control] socket")) == (2, True)


def test_the_floor_s_page_goes_beyond_this_machine_where_the_house_says_so(config):
    """Over https, or in plain words."""
    floor = {"control": {"socket": "control.sock"}}
    open_ones = ({"plain_http": True}, {"tls_cert": "cert.pem"})
    for said_so in open_ones:
        web = {"floor": {"listen": "192.0.2.1:8081", **said_so}}
        code, sentence = said(config(web=web, **floor), "--floor")
        assert (code, "over http anybody" in sentence) == (2, False), said_so
        assert "[web.floor]" in sentence  # there is no such address, and no such certificate


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_without_its_table_and_ends_at_a_signal(config, number):
    port = free_port()
    path = config(web={"listen": f"127.0.0.1:{port}"})
    command = [sys.executable, "-m", "tablectl", "web", "--config", path]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=bind_child()
    ) as process:
        assert (
            process.stderr.readline() == f"The pages of Table 1 are served at 127.0.0.1:{port}.\n"
        )
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        with contextlib.closing(asking):
            asking.request("GET", "/stream")
            assert asking.getresponse().readline() == b"event: hello\n"
            process.send_signal(number)
            assert process.wait(30) == 0
        assert process.stderr.read() == ""
