"""What keeps phones from a table although each setting by itself is one: faults between `[web]`,
`[phones]`, `[screen]` and the seats. The table would start, and nobody could play.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from tablectl.rules.bounds import Problem
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config, Problems, WebConfig
from tablectl.service.config.web_address import is_loopback, listen_address, web_misfits
from tablectl.setup.checking_tls import tls_misfits

THEIR_SOCKET = "/run/tablectl/seats/seats.sock"
CODES_SOCKET = "/run/tablectl/codes/codes.sock"
VIEWS_SOCKET = "/run/tablectl/screen/screen.sock"


def page_misfits(config: Config) -> Problems:
    phones = phone_seats(config)
    if phones and not config.phones.socket:
        yield Problem(
            ("phones", "socket"),
            f"{_seats_text(phones)}, and [phones] names no socket, by which a press gets to the "
            f'table: write socket = "{THEIR_SOCKET}" there.',
        )
    if phones and not any(screen.pairing for screen in config.screens):
        codes = "" if config.phones.codes else f', and codes = "{CODES_SOCKET}" under [phones]'
        yield Problem(
            ("screen", "pairing"),
            f"{_seats_text(phones)}, and no screen shows the codes by which a phone gets a seat: "
            f"write pairing = true under [screen]{codes}.",
        )
    if config.web is None:
        if phones:
            yield Problem(
                ("web",),
                f"{_seats_text(phones)}, and nobody serves a phone its page: write [web], and "
                "run tablectl web --config table.toml beside the table.",
            )
        return
    if not config.views:
        yield Problem(
            ("screen", "socket"),
            "[web] shows what the board shows, and [screen] names no socket for that: write "
            f'socket = "{VIEWS_SOCKET}" there.',
        )
    if phones and "seat" not in config.web.pages:
        yield Problem(
            ("web", "pages"), f'{_seats_text(phones)}, and [web] pages has no "seat" for them.'
        )
    if not any(web_misfits(config)):
        yield from _address_misfits(config.web, has_phones=bool(phones))
        yield from tls_misfits(config.web, ("web",), "tablectl-web")


def page_notes(config: Config) -> Iterator[str]:
    """What is no fault, and should be meant."""
    if config.web is None:
        return
    host, port = listen_address(config.web.listen)
    if not is_loopback(host):
        way = "over https" if config.web.tls_cert else "and may read what is sent, for it is http"
        yield f"Everybody who reaches port {port} of this machine sees its pages, {way}."
    if phone_seats(config) and not config.phones.book:
        yield "[phones] names no book: after a restart every phone has to read a code again."


def phone_seats(config: Config) -> list[int]:
    return [seat.number for seat in config.seat if DRIVERS[seat.driver].is_phone]


def _seats_text(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"seat {numbers[0]} is a phone"
    *others, last = map(str, numbers)
    return f"seats {', '.join(others)} and {last} are phones"


def _address_misfits(web: WebConfig, *, has_phones: bool) -> Problems:
    host, _ = listen_address(web.listen)
    if not web.url:
        if has_phones and is_loopback(host):
            yield Problem(
                ("web", "listen"),
                f'[web] listens at {web.listen}, where no phone can come: write listen = "0.0.0.0:'
                '8080", or the url of what passes requests on to it.',
            )
        return
    url = urlsplit(web.url)
    if has_phones and (is_loopback(url.hostname or "") or url.hostname in ("0.0.0.0", "::")):
        yield Problem(
            ("web", "url"),
            f"[web] url is {web.url}, which a phone takes for itself: write an address of this "
            "machine in the network of the room.",
        )
    if url.scheme == "http" and web.tls_cert:
        yield Problem(
            ("web", "url"),
            f"[web] url is {web.url}, and with a tls_cert the pages are at https alone.",
        )
    if url.scheme == "https" and not web.tls_cert and not is_loopback(host):
        yield Problem(
            ("web", "url"),
            f"[web] url is {web.url}, and there is no tls_cert: the pages are at http. Name a "
            'tls_cert; or, where another program has it, write listen = "127.0.0.1:8080".',
        )
