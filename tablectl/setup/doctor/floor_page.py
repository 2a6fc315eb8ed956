"""The floor's page: what answers where it should be, and whether its user reaches the table."""

import os
import pwd
from pathlib import Path

from tablectl.service.books.operators import BadOperators, load_operators
from tablectl.service.config.values import Config, ControlConfig, FloorPageConfig
from tablectl.service.config.web_address import listen_address, page_urls
from tablectl.service.devices.machine import Machine
from tablectl.setup.checking_floor_page import floor_page_misfits, is_read_along
from tablectl.setup.doctor.pages import NoPages, RefusedName, ask_stream, url_here
from tablectl.setup.doctor.probes import Finding, Findings, group_of, mend, note, well

ABOUT = "floor's page"
UNIT = (
    "sudo systemctl enable --now tablectl-console; journalctl -u tablectl-console says why it ends."
)
START_AGAIN = "sudo systemctl restart tablectl-console"


def ask_floor_page(url: str) -> str:
    """The name of the table whose floor's page answers there. Raises NoPages."""
    return str(ask_stream(f"{url}/floor/stream", {"hello"})["hello"]["table"])


def probe_floor_page(machine: Machine, config: Config) -> Findings:
    floor = config.web.floor if config.web is not None else None
    if floor is None:
        return
    if faults := [*floor_page_misfits(config)]:
        yield from (mend(ABOUT, fault.sentence, "Correct that first.") for fault in faults)
        return
    yield _answer_finding(floor, config.table.name)
    if is_read_along(floor):
        yield note(
            ABOUT,
            f"It listens at {floor.listen}, beyond this machine, without TLS ([web.floor] "
            "plain_http = true): whoever is on that network can read the PINs of operators, and "
            "rule. A tls_cert answers that.",
        )
    yield from _reach_findings(machine, config.control)
    yield from _operator_findings(Path(config.control.operators))


def _answer_finding(floor: FloorPageConfig, table: str) -> Finding:
    url, here = page_urls(floor)[0], url_here(floor)
    try:
        found = ask_floor_page(here)
    except RefusedName:
        return mend(ABOUT, f"It is at {here}, and does not answer by that name.", f"{START_AGAIN}.")
    except NoPages as why:
        if "another" not in str(why):
            return mend(ABOUT, f"Nobody serves it: at {here} {why}.", UNIT)
        return mend(
            ABOUT,
            f"Port {listen_address(floor.listen)[1]} of this machine is another program's: the "
            "floor's page is not there.",
            "sudo ss -ltnp says whose it is. Stop that, or write another port into [web.floor] "
            "listen.",
        )
    if found != table:
        return mend(
            ABOUT,
            f"At {here} is the page of {found}, not of {table}.",
            "Two tables on one machine have two ports: [web.floor] listen.",
        )
    return well(ABOUT, f"{url}/floor answers.", url=url)


def _reach_findings(machine: Machine, control: ControlConfig) -> Findings:
    """Whether the user that the page runs as may enter the folder of the control socket, and use
    the socket.
    """
    name, socket = control.page_user, machine.root / control.socket.lstrip("/")
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        yield mend(
            ABOUT,
            f"There is no user {name}, as whom it has to run ([control] page_user): the table "
            "would not take from it for whom it rules.",
            "sudo systemd-sysusers makes the users of tablectl.sysusers; or write there as whom it "
            "runs.",
        )
        return
    groups = os.getgrouplist(name, user.pw_gid)
    for path, bit in ((socket.parent, 0o1), (socket, 0o2)):
        try:
            found = path.stat()
        except OSError:  # no table has run here, or this user may not look
            return
        if not _may(user.pw_uid, groups, found, bit):
            group = group_of(path)
            yield mend(
                ABOUT,
                f"It runs as {name}, who does not reach {control.socket}: {path.name} is for its "
                f"owner and the group {group}.",
                f"sudo usermod -aG {group} {name}; {START_AGAIN}",
                group=group,
            )
            return
    yield well(ABOUT, f"{name}, as whom it runs, reaches {control.socket}.")


def _may(user: int, groups: list[int], found: os.stat_result, bit: int) -> bool:
    if user in (0, found.st_uid):
        return True
    return bool(found.st_mode & (bit << 3 if found.st_gid in groups else bit))


def _operator_findings(file: Path) -> Findings:
    if not os.access(file.parent, os.X_OK) or (file.exists() and not os.access(file, os.R_OK)):
        return  # the table's user alone may look
    try:
        if load_operators(file).known:
            return
    except BadOperators as error:
        yield mend(ABOUT, str(error), "See to the file, or put it away and add them anew.")
        return
    yield mend(
        ABOUT,
        "Nobody can sign in: the table knows no operator yet.",
        "sudo -u tablectl /opt/tablectl/.venv/bin/tablectl operator add NAME --config "
        "/etc/tablectl/table.toml",
    )
