"""Other programs send lines to a running table here, at its control socket."""

import socket
from pathlib import Path
from typing import Any

import msgspec

from tablectl.structs import JsonObject

REPLY_BYTES = 1 << 20


class NoTable(Exception):
    """No table listens at that socket; the cause says why."""


def send_request(control: Path, request: bytes, silent_at_most_s: float) -> bytes:
    """The reply to a line; empty: the table has gone. Raises NoTable, and TimeoutError where it is
    silent.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        end.settimeout(silent_at_most_s)
        try:
            end.connect(str(control))
        # a path too long, or with a NUL, raises ValueError
        except (OSError, ValueError) as error:
            raise NoTable from error
        end.sendall(request + b"\n")
        return end.makefile("rb").readline(REPLY_BYTES)


def status_at(control: Path) -> JsonObject | None:
    """The status of status.py; None: no table answers. Raises PermissionError where its socket
    is another user's.
    """
    try:
        reply: Any = msgspec.json.decode(send_request(control, b'{"status": true}', 5))
    except NoTable as error:
        if isinstance(error.__cause__, PermissionError):
            raise error.__cause__ from None
        return None
    except (OSError, msgspec.DecodeError):
        return None
    status = reply.get("status") if isinstance(reply, dict) else None
    return status if isinstance(status, dict) else None


def is_answering(control: Path) -> bool:
    """Whether a program listens at `control`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
        try:
            end.connect(str(control))
        except (OSError, ValueError):
            return False
    return True
