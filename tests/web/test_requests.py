"""Which requests the pages answer: those of our own pages, at an address of this machine."""

import asyncio

import msgspec
import pytest

from tablectl.web.guard import HEADERS, MOST_ADDRESSES, Rates, host_name
from tablectl.web.site import read_pages

from .serving import HOST, pages

PRESS = {"seat": 2, "epoch": 1, "number": 1, "on": "ab", "key": "fold", "mac": "00"}


@pytest.mark.parametrize("path", ["/", "/seat/2", "/watch", "/static/theme.css"])
def test_a_page_is_served_with_the_headers_that_shut_it(path):
    with pages() as served:
        answer = served.get(path)
        assert answer.status == 200
        assert HEADERS.items() <= answer.headers.items()
        assert answer.headers["cache-control"] == "no-store"


def test_head_is_answered_as_get():
    with pages() as served:
        assert served.get("/", method="HEAD").status == 200
        assert served.get("/stream", method="HEAD").status == 200


def test_fonts_may_be_kept_and_nothing_else():
    with pages() as served:
        for path in read_pages():
            if path.startswith("static/"):
                keeps = served.get(f"/{path}").headers["cache-control"] != "no-store"
                assert keeps == path.endswith((".woff2", ".png", ".svg")), path


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/",
        "/static",
        "/static/../../view/schema.json",
        "/static/\x00",
        "/seat/2/",
        "/index.html",
        "/api",
        "/nowhere",
    ],
)
def test_what_is_no_page_is_not_found(path):
    with pages() as served:
        answer = served.get(path)
        assert answer.status == 404
        assert answer.body == b"There is no such page.\n"
        assert HEADERS.items() <= answer.headers.items()


@pytest.mark.parametrize("seat", ["1", "4", "0", "02", "x", "-2", "2.0", "²", "9" * 400])
def test_a_seat_that_no_phone_can_have_is_a_sentence(seat):
    with pages() as served:
        answer = served.get(f"/seat/{seat}")
        assert answer.status == 404
        assert answer.body.decode().endswith(".\n")
        assert served.get(f"/stream?seat={seat}&epoch=1&mac={'0' * 16}").status == 404


@pytest.mark.parametrize("host", [HOST, "10.0.0.5", "10.0.0.5:9", "TABLE.example:8080"])
def test_this_machine_is_asked_by_its_own_names(host):
    with pages(url="http://table.example:8080") as served:
        assert served.get("/", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "10.0.0.6:8080",
        "localhost",
        "127.0.0.1",
        "10.0.0.5.evil.example",
        "",
        "[::1",
    ],
)
def test_a_name_that_was_made_to_point_here_is_refused(host):
    with pages() as served:
        answer = served.get("/", host=host)
        assert answer.status == 421
        assert b"use the address that it shows" in answer.body
        assert HEADERS.items() <= answer.headers.items()


def test_the_name_in_the_network_is_this_machine_s():
    from socket import gethostname

    with pages() as served:
        assert served.get("/", host=f"{gethostname().partition('.')[0]}.local:8080").status == 200


@pytest.mark.parametrize(
    ("authority", "host"),
    [
        ("Pi.Local:8080", "pi.local"),
        ("[::1]:80", "::1"),
        ("[::ffff:10.0.0.5]", "10.0.0.5"),
        ("010.0.0.5", "010.0.0.5"),
        ("a:b", ""),
        ("a@b", ""),
        ("a:123456", ""),
        ("[fe80::1%25eth0]:8080", "fe80::1"),
    ],
)
def test_a_host_is_read_without_its_port(authority, host):
    assert host_name(authority) == host


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": f"https://{HOST}"},
        {"origin": "http://10.0.0.5:8081"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_cannot_press(headers):
    with pages() as served:
        answer = served.post("press", PRESS, headers=headers)
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (403, "wrong_origin")
        assert served.table.asked == []


def test_another_site_cannot_open_streams():
    with pages() as served:
        headers = {"origin": "http://evil.example"}
        assert served.get("/stream", headers=headers).status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_form_cannot_press(kind):
    with pages() as served:
        answer = served.post("press", PRESS, headers={"content-type": kind})
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (415, "wrong_type")
        assert served.table.asked == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"null", b'"do"', b"[" * 900, b"\xff{}"])
def test_what_is_no_object_is_not_handed_on(body):
    with pages() as served:
        answer = served.post("press", body)
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (400, "bad_line")
        assert served.table.asked == []


def test_a_long_body_is_not_read():
    with pages() as served:
        for body, length in ((b"{}" + b" " * 1_023, None), (b"{}", "1025"), (b"{}", "9" * 30)):
            headers = {} if length is None else {"content-length": length}
            answer = served.post("press", body, headers=headers)
            assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (413, "too_long")
        parts = [b"{" + b" " * 600, b" " * 600 + b"}"]
        assert served.post("press", b"", parts=parts, headers={"content-length": "0"}).status == 413
        assert served.table.asked == []


def test_a_request_that_would_be_a_longer_line_to_the_table_is_not_handed_on():
    with pages() as served:
        assert served.post("ask_seat", {"seat": "\u00e9" * 490}).status == 200
        fields = {"x": "a" * 1_010}
        assert served.post("ask_seat", fields).status == 413


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/watch", "GET, HEAD"),
        ("GET", "/api/press", "POST"),
        ("PUT", "/api/press", "POST"),
        ("POST", "/stream", "GET, HEAD"),
    ],
)
def test_another_method_is_a_sentence(method, path, allowed):
    with pages() as served:
        answer = served.get(path, method=method, headers={"origin": f"http://{HOST}"})
        assert (answer.status, answer.headers["allow"]) == (405, allowed)
        assert b"That cannot be asked so." in answer.body


def test_a_request_is_handed_on_and_its_answer_comes_back():
    with pages() as served:
        served.table.answers["press"] = lambda _: {"ok": True, "seat": 2, "counted": True}
        answer = served.post("press", PRESS | {"do": "give_up"})
        assert (answer.status, msgspec.json.decode(answer.body)["counted"]) == (200, True)
        assert served.table.asked == [PRESS | {"do": "press"}]
        refusal = {"ok": False, "code": "not_paired", "text": "Scan its code."}
        served.table.answers["press"] = lambda _: refusal
        answer = served.post("press", PRESS)
        assert (answer.status, msgspec.json.decode(answer.body)) == (409, refusal)


@pytest.mark.parametrize("what", ["alive", "nothing", "", "press/"])
def test_nothing_else_is_asked_of_the_table(what):
    with pages() as served:
        answer = served.post(what, {})
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (404, "not_found")
        assert served.table.asked == []


def test_while_the_table_is_gone_a_request_says_so():
    with pages(starts=False) as served:
        answer = served.post("press", PRESS)
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (503, "table_lost")


def test_who_asks_too_often_waits_and_others_do_not(monkeypatch):
    monkeypatch.setattr("tablectl.web.seats.OF_OTHERS", (0.001, 20))
    with pages() as served:
        answers = [served.post("press", PRESS).status for _ in range(30)]
        assert answers == [200] * 20 + [429] * 10
        assert served.post("press", PRESS, address="10.0.0.21").status == 200


def test_a_crowd_that_asks_cannot_keep_a_phone_from_asking(monkeypatch):
    """Each of 60 has eight requests waiting, while the table takes its time."""
    with pages() as served:
        monkeypatch.setattr(served.web._seats._others, "_pace_s", 0.002)

        async def scenario():
            crowd = [
                served.asks("press", PRESS, address=f"10.0.1.{n}")
                for n in range(60)
                for _ in "12345678"
            ]
            asking = [served.loop.create_task(one) for one in crowd]
            await served.loop.create_task(served.asks("press", PRESS, address="10.0.0.77"))
            phone = await served.asks("press", PRESS, address="10.0.0.77")
            return phone, await asyncio.gather(*asking)

        phone, crowd = served.run(scenario())
        assert phone.status == 200
        assert {answer.status for answer in crowd} == {200, 429}


def test_what_an_address_may_ask_comes_back_with_time():
    now = [0.0]
    rates = Rates(4, 20, lambda: now[0])
    assert [rates.take("a") for _ in range(21)] == [True] * 20 + [False]
    assert rates.take("b")
    now[0] = 0.5
    assert [rates.take("a") for _ in range(3)] == [True, True, False]
    for n in range(MOST_ADDRESSES):
        rates.take(str(n))
    assert len(rates._left) == MOST_ADDRESSES


def test_without_phones_there_is_nothing_to_ask():
    with pages(seats="", phones=()) as served:
        assert served.get("/seat/2").status == 404
        assert served.post("press", PRESS).status == 404
        assert served.get("/watch").status == 200


def test_only_the_configured_pages_are_served():
    with pages(pages=("seat",)) as served:
        assert (served.get("/watch").status, served.get("/seat/2").status) == (404, 200)
    with pages(pages=("watch",)) as served:
        assert (served.get("/watch").status, served.get("/seat/2").status) == (200, 404)


def test_a_refusal_speaks_the_language_of_the_table():
    with pages() as served:
        served.table.show(msgspec.structs.replace(served.table.view, language="es"))
        served.wait_for(lambda: served.web._known.language == "es")
        assert served.get("/nowhere").body.decode() == "No existe esa página.\n"


def test_a_fault_of_ours_is_a_sentence_and_quotes_nothing(caplog):
    with pages() as served:
        served.web.file = lambda path: {}["a key: 4711"]
        answer = served.get("/")
        assert (answer.status, answer.body.startswith(b"The pages have a fault.")) == (500, True)
        assert "KeyError in test_requests.py, line" in caplog.text
        assert "4711" not in caplog.text
