"""Which requests are answered: those of our own pages, at an address of this machine, short and not
too often. The others get a sentence.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from starlette.types import Receive, Scope

from tablectl.locale.translator import N_
from tablectl.structs import Frozen, JsonObject

LONGEST_BODY = 1_024
BODY_S = 5.0  # a body that has not come by then is not waited for
MOST_ADDRESSES = 4_096  # that are counted at a time

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
NO_STORE = {"cache-control": "no-store"}


class Refusal(Exception):
    """A request that is not answered. `code` is for programs, `text` a sentence with `fields`."""

    def __init__(self, status: int, code: str, text: str, **fields: object) -> None:
        super().__init__(code)
        self.status, self.code, self.text, self.fields = status, code, text, fields


class Names(Frozen):
    """The names by which this machine is called, and the origin that its pages may have besides."""

    hosts: frozenset[str]
    origin: str = ""

    @classmethod
    def of_machine(cls, url: str) -> "Names":
        """`url`: where the pages are found, if that was configured."""
        name = socket.gethostname().partition(".")[0].lower()
        local = {f"{name}.local"} if name else set()
        origin, host = "", ""
        if url:
            scheme, _, rest = url.partition("://")
            authority = rest.partition("/")[0].lower()
            origin, host = f"{scheme.lower()}://{authority}", host_name(authority)
        return cls(frozenset(local | {host} - {""}), origin)


def host_name(authority: str) -> str:
    """The host of `host:port`, an address in its usual form; empty: it is none."""
    host = authority.strip().lower()
    if host.startswith("["):
        host, _, port = host[1:].partition("]")
        port = port.removeprefix(":")
    else:
        host, _, port = host.partition(":")
    if port and not (port.isascii() and port.isdigit() and len(port) <= 5):
        return ""
    return _plain_address(host) or (host if _is_name(host) else "")


def _is_name(host: str) -> bool:
    plain = host.replace("-", "").replace(".", "")
    return 0 < len(host) <= 253 and plain.isascii() and plain.isalnum()


def _plain_address(host: str) -> str:
    """An address as it is written everywhere here; empty: it is none."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def client_address(scope: Scope) -> str:
    """Whose request it is. Of IPv6 the network: a phone has as many addresses there as it likes."""
    client = scope.get("client")
    host = _plain_address(client[0]) if client else ""
    if ":" in host:
        return str(ipaddress.ip_network(f"{host}/64", strict=False).network_address)
    return host


def request_headers(scope: Scope) -> dict[str, str]:
    """By their names in small letters. Raises Refusal where one of ours is there twice."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1")
        if key in found and key in ("host", "origin", "content-type", "content-length"):
            raise Refusal(400, "bad_request", N_("The header {key} may be there once."), key=key)
        found[key] = value.decode("latin-1")
    return found


def check_host(scope: Scope, headers: Mapping[str, str], names: Names) -> None:
    """Against pages that have made their own name point here. Raises Refusal."""
    host = host_name(headers.get("host", ""))
    server = scope.get("server")
    here = _plain_address(server[0]) if server else ""
    loops_back = here in ("127.0.0.1", "::1")
    if host and (host in names.hosts or host == here or (loops_back and host == "localhost")):
        return
    raise Refusal(
        421,
        "wrong_host",
        N_("This table is not called so: use the address that it shows, or set url under [web]."),
    )


def check_origin(scope: Scope, headers: Mapping[str, str], names: Names) -> None:
    """What another site's page asks is not answered. Raises Refusal."""
    origin = headers.get("origin")
    own = f"{scope['scheme']}://{headers.get('host', '')}".lower()
    is_needed = scope["method"] not in ("GET", "HEAD")
    is_own = origin is not None and origin.lower() in {own, names.origin} - {""}
    is_foreign = headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    if (origin is not None or is_needed) and not is_own:
        raise Refusal(403, "wrong_origin", N_("Only the table's own pages may ask this."))
    if is_foreign and is_needed:
        raise Refusal(403, "wrong_origin", N_("Only the table's own pages may ask this."))


async def read_object(headers: Mapping[str, str], receive: Receive) -> JsonObject:
    """The JSON object of a request's body. Raises Refusal."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "wrong_type", N_("A request is application/json."))
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or len(length) > 9 or int(length) > LONGEST_BODY:
        raise too_long()
    body = await _read_body(receive)
    try:
        found = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Refusal(400, "bad_line", N_("That is no JSON object.")) from None
    if not isinstance(found, dict):
        raise Refusal(400, "bad_line", N_("That is no JSON object."))
    return found


async def _read_body(receive: Receive) -> bytes:
    body: bytes = b""
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise Refusal(400, "bad_request", N_("The request ended too early."))
                body += message.get("body", b"")
                if len(body) > LONGEST_BODY:
                    raise too_long()
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        raise Refusal(
            408, "too_slow", N_("A request is there within {seconds} s."), seconds=round(BODY_S)
        ) from None


def too_long() -> Refusal:
    return Refusal(413, "too_long", N_("A request has at most {most:,} bytes."), most=LONGEST_BODY)


class Rates:
    """How often each address may ask: `per_s` on average, `burst` at once."""

    def __init__(self, per_s: float, burst: int, now_s: Callable[[], float]) -> None:
        self._per_s, self._burst, self._now_s = per_s, burst, now_s
        self._left: dict[str, tuple[float, float]] = {}  # at that time; the last asked last

    def take(self, address: str) -> bool:
        """Whether it may ask now; then it has asked."""
        now = self._now_s()
        left, since = self._left.pop(address, (float(self._burst), now))
        left = min(float(self._burst), left + (now - since) * self._per_s)
        may = left >= 1
        self._left[address] = (left - 1 if may else left, now)
        if len(self._left) > MOST_ADDRESSES:
            self._left.pop(next(iter(self._left)))
        return may


def with_headers(extra: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """An answer's headers with those that every answer has, unless it says otherwise."""
    given = list(extra)
    there = {name.lower() for name, _ in given}
    every: dict[str, Any] = {**HEADERS, **NO_STORE}
    return given + [
        (name.encode(), value.encode())
        for name, value in every.items()
        if name.encode() not in there
    ]
