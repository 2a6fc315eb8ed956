"""Whether this user may open what a table opens: ports, pins, the strip's bus, number pads."""

import grp
import os
import pwd
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tablectl.setup.doctor.finding import Finding, mend, well
from tablectl.setup.doctor.machine import Machine

KINDS: Final = {                        # what it is -> the files that are opened for it
    "serial ports": (), "pins": ("dev/gpiochip*",), "the strip's bus": ("dev/spidev*",), "number pads": ("dev/input/event*",),
}


def probe(machine: Machine) -> Iterator[Finding]:
    for what, patterns in KINDS.items():
        files = [path for pattern in patterns for path in machine.found(pattern)]
        files += [Path(port) for port in machine.ports()] if what == "serial ports" else []
        shut = [path for path in files if path.exists() and not os.access(path, os.R_OK | os.W_OK)]
        if shut:
            yield _may_not(what, shut[0])
        elif files:
            yield well("rights", f"This user may open the {what.removeprefix('the ')}: {len(files)} of them.")


def _may_not(what: str, path: Path) -> Finding:
    group, user = _group_of(path), pwd.getpwuid(os.getuid()).pw_name
    if group is None or group == "root":
        how = f"Give {path} a group by a udev rule, as 60-tablectl.rules does, and the user that group."
    elif user in grp.getgrnam(group).gr_mem:
        how = f"{user} is in the group {group} since after this login: log out and in again."
    else:
        how = f"sudo usermod -aG {group} {user}, then log out and in again."
    return mend("rights", f"This user may not open {path} ({what}).", how, path=str(path), group=group)


def _group_of(path: Path) -> str | None:
    try:
        return grp.getgrgid(path.stat().st_gid).gr_name
    except (OSError, KeyError):
        return None
