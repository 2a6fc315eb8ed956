"""The pages for phones: which address phones are told, and what answers there.

What lies between a phone and this machine, a Wi-Fi that keeps its guests apart for one, nobody
finds out from this machine: what to try with a phone is said instead.
"""

import json
import ssl
from collections.abc import Iterator, Set
from contextlib import suppress
from http.client import HTTPException
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

from tablectl.games.game import as_played
from tablectl.games.settings import BadSetting
from tablectl.service.config.loading import game_of
from tablectl.service.config.values import Config, FloorPageConfig, WebConfig
from tablectl.service.config.web_address import is_loopback, listen_address, page_urls
from tablectl.service.devices.machine import Machine
from tablectl.setup.checking_pages import page_misfits, phone_seats
from tablectl.setup.doctor.probes import Finding, Findings, mend, note, well
from tablectl.setup.example import SOCKETS
from tablectl.structs import Frozen

ABOUT = "pages"
ANSWERS_S = 3
ADDRESSES = ("ip", "-json", "address")
# how a network's adapter is called that no phone in the room is in: VPNs, containers, virtual ones
NOT_THE_ROOM = ("tun", "tap", "wg", "tailscale", "zt", "ppp", "docker", "br-", "veth", "virbr")
TRY_A_PHONE = (
    "Whether a phone gets here, no machine finds out by itself. Open {url} on a phone: if no page "
    "comes, and this doctor has one, the Wi-Fi keeps its guests apart (guest network, client or AP "
    "isolation), or the phone is not in it but on mobile data. Take a network without that, or let "
    "this machine be the access point."
)
UNIT = "sudo systemctl enable --now tablectl-web; journalctl -u tablectl-web says why it ends."


class Pages(Frozen):
    """What a web process says of its table."""

    table: str
    has_table: bool  # it reaches the table's sockets


class NoPages(Exception):
    """Nothing of ours answers. The message is what does, in the middle of a sentence."""


class RefusedName(NoPages):
    """Our pages, by a name that they do not go by."""


def ask_pages(url: str) -> Pages:
    """What answers at this address. Raises NoPages."""
    said = ask_stream(f"{url}/stream", {"hello", "alive"})
    return Pages(str(said["hello"]["table"]), said["alive"]["table"] is True)


def ask_stream(url: str, wanted: Set[str]) -> dict[str, dict[str, Any]]:
    """The first of each kind of event that a stream of ours begins with. Raises NoPages."""
    # no proxy lies between; whose certificate it is, is the phones' to judge
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=ssl._create_unverified_context()))
    asked = Request(url, headers={"accept": "text/event-stream"})
    said: dict[str, dict[str, Any]] = {}
    try:
        with opener.open(asked, timeout=ANSWERS_S) as stream:
            kind, ends_s = "", monotonic() + ANSWERS_S
            while monotonic() < ends_s:
                name, _, value = stream.readline(1 << 20).decode().strip().partition(": ")
                kind = value if name == "event" else kind
                if name == "data":
                    said[kind] = json.loads(value)
                if wanted <= said.keys() and all("table" in said[one] for one in wanted):
                    return said
    except HTTPError as error:
        if error.code == 421:
            raise RefusedName("it does not go by that name") from None
        raise NoPages("another program does") from None
    except URLError as error:
        why = error.reason
        if isinstance(why, ConnectionRefusedError):
            raise NoPages("nobody does") from None
        raise NoPages(f"nobody does: {str(getattr(why, 'strerror', why) or why).lower()}") from None
    except (OSError, ValueError, KeyError, TypeError, HTTPException):
        pass
    raise NoPages("another program does")


def probe_pages(machine: Machine, config: Config, *, is_running: bool) -> Findings:
    """`is_running`: the table runs, so its pages should have it."""
    web = config.web
    if web is None:
        return
    if faults := [*page_misfits(config)]:
        yield from (
            mend(ABOUT, f"{fault.sentence[0].upper()}{fault.sentence[1:]}", "Correct that first.")
            for fault in faults
        )
        return
    has_phones = bool(phone_seats(config))
    adapters = own_adapters(machine)
    *addresses, name = page_urls(web)
    url = web.url.rstrip("/") or (name if _is_of_unit(config) else [*addresses, name][0])
    if not web.url and has_phones and _is_of_unit(config):
        yield _guessed_url(name, *addresses[:1])
    yield from _answer_findings(url, config, is_running=is_running)
    yield from _address_findings(url, adapters)
    if has_phones:
        yield from _phone_findings(url, config)


def _is_of_unit(config: Config) -> bool:
    """Whether the table is run by its unit, which has no network to look an address up."""
    return Path(config.views).is_relative_to(SOCKETS)


def _guessed_url(url: str, address: str = "http://192.168.1.5:8080") -> Finding:
    return mend(
        ABOUT,
        "[web] has no url, and the unit of the table has no network to look its address up: the "
        f"codes at the seats name {url}, which some phones do not find.",
        f'Write url = "{address}" under [web], and let the router give this machine that address '
        "always.",
        url=url,
    )


def _answer_findings(url: str, config: Config, *, is_running: bool) -> Findings:
    assert config.web is not None
    try:
        found = ask_pages(url)
    except RefusedName:
        yield mend(
            ABOUT,
            f"The pages are at {url}, and do not answer by that name.",
            "Start the web process again: it knows the names of this machine since its start.",
        )
        return
    except NoPages as why:
        yield _silence_finding(url, str(why), config)
        return
    if found.table != config.table.name:
        yield mend(
            ABOUT,
            f"At {url} are the pages of {found.table}, not of {config.table.name}.",
            "Two tables on one machine have two ports: [web] listen, and url.",
        )
    elif is_running and not found.has_table:
        yield mend(
            ABOUT,
            f"{url} answers, and its pages have lost the table, which runs.",
            "The web process does not reach [screen] socket or [phones] socket: is its user in the "
            "group tablectl-views? sudo systemctl restart tablectl-web",
        )
    else:
        yield well(ABOUT, f"{url} answers, as the codes at the seats have it.", url=url)


def _silence_finding(url: str, why: str, config: Config) -> Finding:
    """The pages may be there all the same, at the address that they listen at."""
    assert config.web is not None
    here = url_here(config.web)
    try:
        ask_pages(here)
    except RefusedName:
        pass
    except NoPages as nearer:
        if "another" in str(nearer):
            return mend(
                ABOUT,
                f"Port {listen_address(config.web.listen)[1]} of this machine is another "
                "program's: the pages are not there.",
                "sudo ss -ltnp says whose it is. Stop that, or write another port into [web] "
                "listen and url.",
            )
        return mend(ABOUT, f"Nobody serves the pages: at {url} {why}.", UNIT)
    return mend(
        ABOUT,
        f"The pages are served, and not at {url}, which the codes at the seats name: there {why}.",
        "Write this machine's address into [web] url, or see to what lies between: a firewall, a "
        "router, a name that nobody knows.",
    )


def url_here(served: WebConfig | FloorPageConfig) -> str:
    """Where a program of this machine reaches it."""
    host, port = listen_address(served.listen)
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    scheme = "https" if served.tls_cert else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


# Addresses


class Adapter(Frozen):
    name: str
    address: str

    @property
    def is_of_the_room(self) -> bool:
        return not self.name.startswith(NOT_THE_ROOM)


def own_adapters(machine: Machine) -> tuple[Adapter, ...]:
    """Those that are up, with their IPv4 addresses; none where `ip` is not there."""
    with suppress(ValueError, KeyError, TypeError):
        return tuple(
            Adapter(link["ifname"], one["local"])
            for link in json.loads(machine.run(ADDRESSES) or "[]")
            for one in link["addr_info"]
            if one["family"] == "inet" and not is_loopback(one["local"])
        )
    return ()


def _address_findings(url: str, adapters: tuple[Adapter, ...]) -> Findings:
    host = urlsplit(url).hostname or ""
    listed = ", ".join(f"{one.address} ({one.name})" for one in adapters)
    rooms = [one for one in adapters if one.is_of_the_room]
    of_url = next((one for one in adapters if one.address == host), None)
    if of_url is not None and not of_url.is_of_the_room:
        yield mend(
            ABOUT,
            f"The codes name {host}, which is this machine's address in {of_url.name}, a VPN or a "
            "network of its own programs: no phone of the room is in it.",
            f"Write the room's address into [web] url: {_choice_text(rooms)}.",
        )
    elif _is_private(host) and adapters and of_url is None:
        yield mend(
            ABOUT,
            f"The codes name {host}, which this machine does not have; it has {listed}.",
            f"Write its address into [web] url: {_choice_text(rooms)}; and let the router give it "
            "that one always.",
        )
    elif len(adapters) > 1:
        yield note(
            ABOUT,
            f"This machine is in several networks: {listed}. The codes name {host}: phones have "
            "to be in that one.",
        )


def _is_private(host: str) -> bool:
    with suppress(ValueError):
        address = ip_address(host)
        return isinstance(address, IPv4Address) and address.is_private
    return False


def _choice_text(rooms: list[Adapter]) -> str:
    return " or ".join(one.address for one in rooms) or "it has none at present"


# Phones


def _phone_findings(url: str, config: Config) -> Iterator[Finding]:
    yield note(ABOUT, TRY_A_PHONE.format(url=url))
    if url.startswith("http:"):
        yield note(
            ABOUT,
            "The pages are at plain http: whoever can alter packets in this network can alter a "
            "page, and some phones neither stay awake for such a page nor buzz. A tls_cert helps "
            "against both.",
        )
    yield note(
        ABOUT,
        f"A phone that sleeps is away after {_away_s(config)} s, and its clock runs. Let the "
        "players set their displays to stay on for ten minutes or more, and bring a charger.",
    )


def _away_s(config: Config) -> int:
    with suppress(BadSetting):
        return as_played(game_of(config.table), config.table.options).settings.away_s
    return 0
