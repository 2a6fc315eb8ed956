"""The command `web`: the pages of a table, by its configuration."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from typer import Exit

from tablectl.cli.output import configured_path, err, usage_error
from tablectl.cli.systemd import log_to_stderr
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import CONTROL_SOCKET, Config, FloorPageConfig, WebConfig
from tablectl.service.config.web_address import is_loopback, listen_address, why_not_served
from tablectl.service.process import JOURNAL_FAILED, WRONG_USE
from tablectl.web.app import Web, WebOptions
from tablectl.web.floor.site import FloorOptions, FloorSite
from tablectl.web.server import CannotListen, Listening, MakeSite, serve_pages

VIEWS = "/run/tablectl/screen/screen.sock"


def serve(config: Path, listen: str | None, *, is_floor: bool, is_simulated: bool = False) -> None:
    """Until it is stopped."""
    whole = load_config(config)
    table = whole.table.name
    if is_floor:
        page = _floor_config(whole, config, listen)
        options = floor_options(whole, page)
        _serve_until_stopped(table, lambda drop: FloorSite(options, drop=drop), page)
        return
    served = _web_config(whole, config, listen)
    views = configured_path(whole.views, "[screen] socket", VIEWS)
    web = replace(web_options(whole, served, views), is_simulated=is_simulated)
    _serve_until_stopped(table, lambda drop: Web(web, drop=drop), served)


def _serve_until_stopped(
    table: str, make_site: MakeSite, served: WebConfig | FloorPageConfig
) -> None:
    try:
        host, port = listen_address(served.listen)
    except ValueError as error:
        usage_error(str(error))
    log_to_stderr()
    section = "[web]" if isinstance(served, WebConfig) else "[web.floor]"
    listening = Listening(host, port, served.tls_cert, served.tls_key, section)
    try:
        asyncio.run(serve_pages(table, make_site, listening))
    except CannotListen as error:
        err.print(str(error))
        raise Exit(WRONG_USE if error.is_lasting else JOURNAL_FAILED) from None


def _floor_config(whole: Config, file: Path, listen: str | None) -> FloorPageConfig:
    page = whole.web.floor if whole.web is not None else None
    if page is None and listen is None:
        usage_error(
            f"{file} has no [web.floor], so the floor's page is not served: write [web.floor] "
            "there, or give --listen 127.0.0.1:8081."
        )
    page = page or FloorPageConfig()
    page = page if listen is None else replace(page, listen=listen)
    if why := why_not_served(page):
        usage_error(why)
    return page


def floor_options(whole: Config, page: FloorPageConfig) -> FloorOptions:
    is_safe = bool(page.tls_cert)
    return FloorOptions(
        table=whole.table.name,
        language=whole.table.language,
        views=str(configured_path(whole.views, "[screen] socket", VIEWS)),
        control=str(configured_path(whole.control.socket, "[control] socket", CONTROL_SOCKET)),
        idle_s=60 * page.idle_min,
        story=whole.story.socket,
        is_plain=not is_safe and not is_loopback(listen_address(page.listen)[0]),
        is_safe=is_safe,
    )


def _web_config(whole: Config, file: Path, listen: str | None) -> WebConfig:
    if whole.web is None and listen is None:
        usage_error(
            f"{file} has no [web], so nothing is served: write [web] there, or give --listen "
            "0.0.0.0:8080."
        )
    served = whole.web or WebConfig()
    return served if listen is None else replace(served, listen=listen)


def web_options(whole: Config, served: WebConfig, views: Path) -> WebOptions:
    return WebOptions(
        table=whole.table.name,
        language=whole.table.language,
        views=str(views),
        seats=whole.phones.socket,
        phones=tuple(seat.number for seat in whole.seat if DRIVERS[seat.driver].is_phone),
        digits=whole.phones.digits,
        pages=served.pages,
        url=served.url,
    )
