"""Requests to the floor's page by a seed. Ann's are right in everything but what they ask. Of Bob's
each lacks something, by chance: a token, his own origin, the page's host, a type, his PIN.
"""

import asyncio

import msgspec

from tests.web.fuzzed import struck
from tests.web.test_server import read_answer

from .served import PIN, WRONG

HOST = "127.0.0.1"
PATHS = (
    "/floor",
    "/floor/",
    "/floor/line/",
    "/floor/in?x",
    "/floor/stream",
    "/floor//line",
    "/floor/%6cine",
    "/static/floor/main.js",
    "/static/../floor/line",
    "/api/press",
    "/",
    "*",
    "http://127.0.0.1/floor/line",
)
RULINGS = (
    {"floor": "pause"},
    {"floor": "go_on"},
    {"floor": "exposed", "seat": 1},
    {"floor": "resume"},
    {"floor": "confirm"},
    {"floor": "void", "why": "cards mixed"},
    {"floor": "undo"},
    {"floor": "chips", "seat": 2, "stack": 90, "why": "counted"},
    {"start": True},
    {"sits": 100, "seat": 4},
    {"buys": 10, "seat": 1},
    {"leaves": True, "seat": 3},
    {"status": True},
    {"proves": "Bob", "pin": PIN},
)
FIELDS = ("floor", "seat", "number", "why", "would", "on_behalf_of", "on", "card", "stack", "x")
VALUES = (0, 1, 2, -1, 99, 2**53, 2**70, 1.5, "", "void", "Bob", "Ann", None, True, [], {})
ORIGINS = ("http://evil.example", "null", "", "https://127.0.0.1", "http://127.0.0.1:1", None)
HOSTS = ("evil.example", "", "[::1]", "127.0.0.1.evil.example", None)
TYPES = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None)
WRONGS = ("cookie", "token", "origin", "host", "type", "method", "site")
# a byte less, and what was lacking is not: no name of a header, no port of an origin
STRUCK_RIGHT = {"origin", "site"}
WRONG_AT = {
    "/floor/line": WRONGS,
    "/floor/out": tuple(wrong for wrong in WRONGS if wrong != "type"),  # it has no body
    "/floor/in": ("pin", "origin", "host", "type", "method", "site"),
}


class Tokens:
    """Of somebody who has signed in: the cookie as a browser sends it, and that of the header."""

    def __init__(self, cookie, token):
        self.cookie, self.token = cookie, token


def fuzzed_request(chance, ann, bob):
    """The bytes of one request, and whether it may lack its end."""
    if chance.random() < 0.25:
        return request_bytes("/floor/line", own_headers(ann), _line(chance, odd=0.5)), False
    text, lacks = _lacking(chance, ann, bob)
    if chance.random() < 0.2 and not (lacks and lacks <= STRUCK_RIGHT):
        return struck(chance, text), True
    return text, False


def _lacking(chance, ann, bob):
    """The bytes, and what of Bob's is not right in them; none: he does not ask anything there."""
    at = chance.random()
    headers = own_headers(bob)
    path = "/floor/line" if at < 0.6 else "/floor/out" if at < 0.7 else "/floor/in"
    line, method, lacks = _line(chance, odd=0.2), "POST", set()
    if at < 0.9:
        lacks = set(chance.sample(WRONG_AT[path], 1 if chance.random() < 0.7 else 2))
        if path == "/floor/in":
            pin = WRONG if "pin" in lacks else PIN
            line = {"name": chance.choice(("Bob", "Ann", "Nobody")), "pin": pin}
        _take_away(chance, headers, lacks, ann)
        method = chance.choice(("GET", "PUT", "HEAD", "BREW")) if "method" in lacks else "POST"
    else:
        path, method = chance.choice(PATHS), chance.choice(("GET", "HEAD", "DELETE", "TRACE"))
    return request_bytes(path, headers, line, method), lacks


def _take_away(chance, headers, lacks, ann):
    """Of what makes Bob's request his own."""
    others_token = "" if "cookie" in lacks else ann.token  # both were Ann, who may ask
    instead = {
        "cookie": ("cookie", (None, "", ann.cookie, _altered(ann.cookie), "a=b")),
        "token": ("x-tablectl", (None, "", others_token, "0" * 32, "\u00e9")),
        "origin": ("origin", ORIGINS),
        "host": ("host", HOSTS),
        "type": ("content-type", TYPES),
        "site": ("sec-fetch-site", ("cross-site", "same-site")),
    }
    for lack in sorted(lacks & instead.keys()):  # a seed is the same requests each time
        name, values = instead[lack]
        headers[name] = chance.choice(values)
        if lack == "host" and headers[name] and chance.random() < 0.5:
            headers["origin"] = f"http://{headers[name]}"  # a name that points here: rebinding


def _altered(cookie):
    """Another digit at its end."""
    return f"{cookie[:-1]}{'1' if cookie.endswith('0') else '0'}"


def own_headers(who):
    return {
        "host": HOST,
        "origin": f"http://{HOST}",
        "content-type": "application/json",
        "cookie": who.cookie,
        "x-tablectl": who.token,
    }


def _line(chance, odd):
    """What the table would do, if anybody might ask; or nearly so."""
    line = dict(chance.choice(RULINGS))
    if chance.random() < odd:
        line |= {chance.choice(FIELDS): chance.choice(VALUES) for _ in range(chance.randint(1, 3))}
    return line


def request_bytes(path, headers, line, method="POST"):
    body = msgspec.json.encode(line)
    head = f"{method} {path} HTTP/1.1\r\ncontent-length: {len(body)}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
    return f"{head}\r\n".encode("latin-1") + body


async def sign_in(port, name):
    """The tokens of the session."""
    line = {"name": name, "pin": PIN}
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request_bytes("/floor/in", own_headers(Tokens("", "")), line))
    status, headers, body = await read_answer(reader)
    writer.close()
    assert status == 200, body
    token = body.decode().partition('"token":"')[2].partition('"')[0]
    return Tokens(headers["set-cookie"].partition(";")[0], token)
