"""Where phones are told that the pages are."""

import socket

import pytest

from tablectl.service.config.values import Config, WebConfig
from tablectl.service.config.web_address import web_url


class NoNetwork(socket.socket):
    """As under tablectl.service, which lets the table speak Unix sockets alone."""

    def __init__(self, family=-1, *more):
        raise OSError(97, "Address family not supported by protocol")


@pytest.mark.parametrize(
    ("web", "url"),
    [
        (WebConfig(), "http://table.local:8080"),
        (WebConfig("0.0.0.0:80"), "http://table.local"),
        (WebConfig("[::]:443", tls_cert="cert.pem"), "https://table.local"),
        (WebConfig("192.168.1.5:8080"), "http://192.168.1.5:8080"),
        (WebConfig(url="http://192.168.1.9:8080/"), "http://192.168.1.9:8080"),
    ],
)
def test_a_table_without_a_network_tells_phones_its_name(web, url, monkeypatch):
    monkeypatch.setattr(socket, "socket", NoNetwork)
    monkeypatch.setattr(socket, "gethostname", lambda: "table.house.example")
    assert web_url(Config(web=web)) == url


def test_without_pages_there_is_no_address():
    assert web_url(Config()) == ""
