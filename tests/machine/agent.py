"""Runs in the emulated machine: one JSON text a line is a command of the shell; its output and exit
are the answer.
"""

import json
import subprocess
from pathlib import Path

PORT = Path("/dev/virtio-ports/agent")

with PORT.open("r+b", buffering=0) as port:
    while True:
        line = b""
        while not line.endswith(b"\n"):
            line += port.read(4096) or b""
        done = subprocess.run(
            json.loads(line),
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        answer = {"exit": done.returncode, "output": done.stdout.decode(errors="replace")}
        port.write(json.dumps(answer).encode() + b"\n")
