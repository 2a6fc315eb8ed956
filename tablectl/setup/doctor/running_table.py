"""A table that runs has its ports: it answers over its control socket, and nothing that it has is
opened beside it.
"""

import os
import time
from pathlib import Path

from firmware_io.port import AUTO
from tablectl.journal.locks import is_being_written
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.nodes import SHOE_NODE
from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.service.control.client import status_at
from tablectl.service.devices.findings import find_trouble
from tablectl.setup.doctor.devices import about_text
from tablectl.setup.doctor.probes import Finding, Findings, mend, note, well
from tablectl.structs import Frozen, JsonObject
from tablectl.text import say

# between two questions: the pings of the first are answered by then
PINGED_S = 0.5


class RunningTable(Frozen):
    """`status`: what it answers; None: it runs, and has no socket that it answers at."""

    status: JsonObject | None = None

    def has_port(self, port: str) -> bool:
        """Whether the port is one of the table's, by whatever name; of a table that does not
        answer each may be.
        """
        if self.status is None:
            return True
        ports = {
            os.path.realpath(path)
            for row in self.status["devices"]
            for path in row["ports"]
            if path
        }
        return os.path.realpath(port) in ports

    @property
    def unused_ports(self) -> set[str]:
        """The ports of which it says itself that the node there is not used."""
        return {one["port"] for one in (self.status or {}).get("unused", ())}

    def node_ports(self, config: Config) -> dict[int, str]:
        """The port at which the table hears each node that the configuration names by its id, or
        looks for.
        """
        heard = {
            row["seat"]: row["port"]
            for row in (self.status or {"devices": ()})["devices"]
            if row["is_heard"] and "part" not in row
        }
        devices: list[tuple[int | None, ShoeConfig | SeatConfig, int]] = [
            (None, config.shoe, SHOE_NODE)
        ]
        devices += [(seat.number, seat, seat.number) for seat in config.seat]
        return {
            device.node or own_id: heard[seat]
            for seat, device, own_id in devices
            if seat in heard
            and DRIVERS[device.driver].is_node
            and (device.node or device.port == AUTO)
        }


def find_running(control: Path | None, journal: Path | None = None) -> RunningTable | None:
    """The table that has this socket, or writes this journal; None: none runs."""
    try:
        if control is not None and status_at(control) is not None:
            time.sleep(PINGED_S)
            if (status := status_at(control)) is not None:
                return RunningTable(status)
    # the socket is another user's, and so is the table: it may well have every port
    except PermissionError:
        return RunningTable()
    if journal is not None and is_being_written(journal):
        return RunningTable()
    return None


def probe_table(table: RunningTable) -> Findings:
    if table.status is None:
        yield note(
            "table",
            "The table runs, and this user is not answered by it: no port was opened, and nothing "
            "is known of its devices. Ask as its own user, sudo -u tablectl, or read its log.",
        )
        return
    yield note(
        "table",
        f"{table.status['table']} runs: its devices were asked through it, and no port of it was "
        "opened.",
    )
    # of the machine itself the doctor has told already
    yield from (_device_finding(row) for row in table.status["devices"] if "part" not in row)
    mirror = table.status.get("mirror")
    wrong = [
        *(("the Pi", one) for one in table.status.get("troubles", ())),
        *([("mirror", mirror)] if mirror else []),
        *((one["port"], one) for one in table.status.get("unused", ())),
    ]
    for about, one in wrong:
        yield mend(about, one["finding"], one["remedy"])


def _device_finding(row: JsonObject) -> Finding:
    about, at = (
        row["name"].lower(),
        f"{row['driver']} at {row['port']}" if row["port"] else row["driver"],
    )
    if (trouble := find_trouble(row)) is not None:
        return mend(about, say(trouble.finding), say(trouble.remedy), **row)
    trip = f", answers in {row['round_trip_ms']} ms" if row["round_trip_ms"] is not None else ""
    return well(
        about,
        f"{row['name']} ({at}) is heard{trip}{about_text(row.get('node'))}{_anchor_text(row)}.",
        **row,
    )


def _anchor_text(row: JsonObject) -> str:
    keeps = row.get("keeps")
    return f"; it keeps row {keeps:,}" if keeps is not None else ""
