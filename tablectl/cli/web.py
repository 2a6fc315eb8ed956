"""The command `web`: the pages of a table, by its configuration."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from typer import Exit

from tablectl.cli.output import configured_path, err, usage_error
from tablectl.cli.systemd import log_to_stderr
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.loading import load_config
from tablectl.service.config.values import Config, WebConfig
from tablectl.service.config.web_address import listen_address
from tablectl.service.process import JOURNAL_FAILED, WRONG_USE
from tablectl.web.app import WebOptions
from tablectl.web.server import CannotListen, Listening, serve_pages

VIEWS = "/run/tablectl/screen/screen.sock"


def serve(config: Path, listen: str | None) -> None:
    """Until it is stopped."""
    whole = load_config(config)
    served = _web_config(whole, config, listen)
    views = configured_path(whole.views, "[screen] socket", VIEWS)
    try:
        host, port = listen_address(served.listen)
    except ValueError as error:
        usage_error(str(error))
    log_to_stderr()
    try:
        asyncio.run(
            serve_pages(
                web_options(whole, served, views),
                Listening(host, port, served.tls_cert, served.tls_key),
            )
        )
    except CannotListen as error:
        err.print(str(error))
        raise Exit(WRONG_USE if error.is_lasting else JOURNAL_FAILED) from None


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
        pages=served.pages,
        url=served.url,
    )
