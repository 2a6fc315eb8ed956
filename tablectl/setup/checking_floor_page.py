"""What keeps an operator from ruling by the floor's page although each setting by itself is one:
faults between `[web.floor]`, `[control]` and `[web]`.
"""

from collections.abc import Iterator

from tablectl.rules.bounds import Problem
from tablectl.service.config.values import (
    CONTROL_SOCKET,
    Config,
    ControlConfig,
    FloorPageConfig,
    Problems,
)
from tablectl.service.config.web_address import (
    ANYWHERE,
    is_loopback,
    listen_address,
    web_misfits,
    why_not_served,
)
from tablectl.setup.checking_tls import tls_misfits

OPERATORS = "/var/lib/tablectl/operators.json"
PAGE_USER = ControlConfig().page_user


def floor_page_misfits(config: Config) -> Problems:
    web = config.web
    if web is None or web.floor is None:
        return
    for key, lack, instead in (
        ("socket", "rules over the control socket, and [control] names none", CONTROL_SOCKET),
        ("operators", "asks for an operator's PIN, and [control] names no file of them", OPERATORS),
        ("page_user", "rules for operators, and [control] names nobody who may", PAGE_USER),
    ):
        if not getattr(config.control, key):
            yield Problem(("control", key), f'[web.floor] {lack}: write {key} = "{instead}" there.')
    if not any(web_misfits(config)):
        yield from _port_misfits(web.listen, web.floor)
        yield from tls_misfits(web.floor, ("web", "floor"), PAGE_USER)


def _port_misfits(pages: str, floor: FloorPageConfig) -> Problems:
    """Two programs do not listen at one port of one address."""
    (host, port), (other, same) = listen_address(pages), listen_address(floor.listen)
    if port == same and (host == other or host in ANYWHERE or other in ANYWHERE):
        yield Problem(
            ("web", "floor", "listen"),
            f"[web] and [web.floor] both listen at port {port}: give the floor's page another, as "
            f'listen = "{FloorPageConfig().listen}".',
        )


def floor_page_notes(config: Config) -> Iterator[str]:
    """What is no fault, and should be meant."""
    floor = config.web.floor if config.web is not None else None
    if floor is not None and is_read_along(floor):
        yield (
            f"[web.floor] plain_http = true: whoever is on the network of {floor.listen} can read "
            "the PINs of operators, and rule."
        )


def is_read_along(floor: FloorPageConfig) -> bool:
    """Whether others on the network may read what is typed there."""
    if why_not_served(floor) or floor.tls_cert:
        return False
    return not is_loopback(listen_address(floor.listen)[0])
