"""Where the pages of a table are: the address that `[web]` listens at, and the one that phones are
told.
"""

import socket
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from tablectl.rules.bounds import Problem
from tablectl.service.config.values import Config, FloorPageConfig, Problems, WebConfig

ANYWHERE = ("", "0.0.0.0", "::")
PORTS = range(1, 65_536)
# documentation's (RFC 5737, RFC 3849): nothing is sent there, the kernel says from where it would
ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def listen_address(listen: str) -> tuple[str, int]:
    """Host and port of ADDRESS:PORT, an IPv6 address in brackets. Raises ValueError, a sentence."""
    host, colon, port = listen.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""
    if not colon or not (port.isascii() and port.isdigit() and int(port) in PORTS):
        raise ValueError(
            f'"{listen}" is no address with a port from 1 to 65,535, as 0.0.0.0:8080 or [::]:8080.'
        )
    if host not in ("", "localhost"):
        try:
            ip_address(host)
        except ValueError:
            raise ValueError(
                f'"{host}" is no address of a machine, as 0.0.0.0 or 192.168.1.5: a name is not '
                "listened at."
            ) from None
    return host or "0.0.0.0", int(port)


def web_url(config: Config) -> str:
    """Where phones find the pages, without a slash at its end; empty: nothing is served."""
    web = config.web
    if web is None:
        return ""
    return web.url.rstrip("/") or page_urls(web)[0]


def page_urls(web: WebConfig | FloorPageConfig) -> list[str]:
    """Addresses at which the pages are found from another machine, the likeliest first."""
    host, port = listen_address(web.listen)
    scheme, usual = ("https", 443) if web.tls_cert else ("http", 80)
    if host in ANYWHERE:
        hosts = [*own_addresses(has_ipv6=":" in host), f"{host_name()}.local"]
    else:
        hosts = [host]
    return [f"{scheme}://{_in_url(one)}{f':{port}' if port != usual else ''}" for one in hosts]


def own_addresses(*, has_ipv6: bool) -> list[str]:
    """Those from which this machine would speak to others; empty: it has no network, or its unit
    lets this process have none.
    """
    found = []
    for family, elsewhere in ELSEWHERE[: 1 + has_ipv6]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((elsewhere, 9))
            found.append(str(asking.getsockname()[0]))
    return found


def host_name() -> str:
    return socket.gethostname().partition(".")[0] or "localhost"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def web_misfits(config: Config) -> Problems:
    web = config.web
    if web is None:
        return
    try:
        listen_address(web.listen)
    except ValueError as error:
        yield Problem(("web", "listen"), f"[web] listen: {error}")
    if web.url and not _is_url(web.url):
        yield Problem(
            ("web", "url"),
            f'[web] url is "{web.url}"; it is as http://table.local:8080, and no more.',
        )
    if web.tls_key and not web.tls_cert:
        yield Problem(("web", "tls_key"), "[web] has a tls_key and no tls_cert.")
    if not web.pages:
        yield Problem(("web", "pages"), "[web] pages names no page: leave [web] out to serve none.")
    if web.floor is not None and (why := why_not_served(web.floor)):
        yield Problem(("web", "floor", "listen"), why)


def why_not_served(floor: FloorPageConfig) -> str | None:
    """Why the floor's page is not served so; None: it is."""
    try:
        host, _ = listen_address(floor.listen)
    except ValueError as error:
        return f"[web.floor] listen: {error}"
    if floor.tls_key and not floor.tls_cert:
        return "[web.floor] has a tls_key and no tls_cert."
    if is_loopback(host) or floor.tls_cert or floor.plain_http:
        return None
    return (
        f"[web.floor] listens at {floor.listen}, beyond this machine, and over http anybody on the "
        "network can read the PINs: give it a tls_cert, or write plain_http = true."
    )


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0
            and parts.username is None
            and parts.path in ("", "/")
            and not (parts.query or parts.fragment)
            and text.isascii()
            and text.isprintable()
            and " " not in text
        )
    except ValueError:
        return False
