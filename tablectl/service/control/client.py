"""Other programs ask a running table here, at its control socket, how it stands."""

import socket
from pathlib import Path
from typing import Any

import msgspec

SILENT_AT_MOST_S = 5
REPLY_BYTES = 1 << 20


def status_at(control: Path) -> dict[str, Any] | None:
    """The status of status.py; None: no table answers. Raises PermissionError where its socket
    is another user's.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
        door.settimeout(SILENT_AT_MOST_S)
        try:
            door.connect(str(control))
            door.sendall(b'{"status": true}\n')
            reply = msgspec.json.decode(door.makefile("rb").readline(REPLY_BYTES))
        except PermissionError:
            raise
        except (OSError, ValueError, msgspec.DecodeError):
            return None
    status = reply.get("status") if isinstance(reply, dict) else None
    return status if isinstance(status, dict) else None
