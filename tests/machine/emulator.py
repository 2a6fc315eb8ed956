"""A whole machine with systemd, emulated: it is started, told commands, and its power is cut."""

import base64
import json
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tablectl.service.process import bind_child

MACHINES = {  # by Debian's word for the processor
    "arm64": ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72"),
    "amd64": ("qemu-system-x86_64", "-M", "q35", "-cpu", "max"),
}
CONSOLES = {"arm64": "ttyAMA0", "amd64": "ttyS0"}
BOOTS_WITHIN_S = 900
ANSWERS_WITHIN_S = 600
PACKAGES = "/run/packages"


class CommandFailedError(Exception):
    pass


class Machine:
    """Its disks and logs lie in `folder`: root.img, vmlinuz and initrd.img (image.sh); data.img,
    which is /var/lib/tablectl; and packages.img.
    """

    def __init__(self, architecture: str, folder: Path) -> None:
        self.architecture, self.folder = architecture, folder
        self.emulator: subprocess.Popen[bytes] | None = None
        self.replies = b""

    def make_disks(self, packages: Path) -> None:
        """The empty one, and one with the files of a folder."""
        self._make_disk("data.img", "-L", "tablectl")
        self._make_disk("packages.img", "-d", packages)

    def _make_disk(self, image: str, *options: str | Path) -> None:
        with (self.folder / image).open("wb") as file:
            file.truncate(512 << 20)
        subprocess.run(["mke2fs", "-q", "-t", "ext4", *options, self.folder / image], check=True)

    def start(self, root: str, date: str, ports: dict[str, Path]) -> None:
        """Boots with the root "rw" or "ro", with `date` in its clock, and with a USB serial adapter
        for each port, whose serial number is the name.
        """
        agent = self.folder / "agent.sock"
        agent.unlink(missing_ok=True)
        self.emulator = subprocess.Popen(
            [
                *MACHINES[self.architecture],
                *("-nodefaults", "-display", "none", "-smp", "2", "-m", "1024", "-no-reboot"),
                *("-serial", f"file:{self.folder / 'console.log'}"),
                *("-rtc", f"base={date}", "-device", "virtio-rng-pci"),
                *("-kernel", str(self.folder / "vmlinuz")),
                *("-initrd", str(self.folder / "initrd.img")),
                *("-append", f"root=/dev/vda {root} console={self.console} quiet panic=-1"),
                *self._disk_options("root.img"),
                *self._disk_options("data.img"),
                *self._disk_options("packages.img"),
                *("-device", "virtio-serial-pci"),
                *("-chardev", f"socket,id=agent,path={agent},server=on,wait=off"),
                *("-device", "virtserialport,chardev=agent,name=agent"),
                *("-device", "qemu-xhci"),
                *(
                    word
                    for name, port in ports.items()
                    for word in (
                        *("-chardev", f"serial,id={name},path={port}"),
                        *("-device", f"usb-serial,chardev={name},serial=tablectl-{name}"),
                    )
                ),
            ],
            preexec_fn=bind_child(),
        )
        self._connect(agent)

    @property
    def console(self) -> str:
        return CONSOLES[self.architecture]

    def _disk_options(self, image: str) -> tuple[str, ...]:
        name = image.partition(".")[0]
        file = f"file={self.folder / image},format=raw,if=none,id={name}"
        return ("-drive", file, "-device", f"virtio-blk-pci,drive={name}")

    def _connect(self, agent: Path) -> None:
        deadline = time.monotonic() + BOOTS_WITHIN_S
        while not agent.exists():
            self.rest()
        self.agent = socket.socket(socket.AF_UNIX)
        self.agent.connect(str(agent))
        self.replies = b""
        self.agent.settimeout(deadline - time.monotonic())
        self.run("true")
        self.agent.settimeout(ANSWERS_WITHIN_S)

    def rest(self) -> None:
        """A moment, unless the emulator has ended."""
        with suppress(subprocess.TimeoutExpired):
            self.emulator.wait(0.2)
            raise CommandFailedError("The emulator has ended; why stands above.")

    def try_to_run(self, command: str) -> tuple[int, str]:
        """The exit and the output of a command of root's shell."""
        self.agent.sendall(json.dumps(command).encode() + b"\n")
        while b"\n" not in self.replies:
            if not (more := self.agent.recv(65_536)):
                raise CommandFailedError(f"The machine has ended; see {self.folder}/console.log")
            self.replies += more
        line, _, self.replies = self.replies.partition(b"\n")
        answer = json.loads(line)
        return answer["exit"], answer["output"].strip()

    def run(self, command: str) -> str:
        code, output = self.try_to_run(command)
        if code != 0:
            raise CommandFailedError(f"{command}: exit {code}\n{output}")
        return output

    def write(self, path: str, text: str) -> None:
        """A file, over what there is."""
        coded = base64.b64encode(text.encode()).decode()
        self.run(f"echo {coded} | base64 --decode >{path}")

    def install(self, name: str) -> None:
        """A package of the third disk; what it needs is there already."""
        self.run(f"mkdir -p {PACKAGES} && mount -o ro /dev/vdc {PACKAGES}")
        self.run(f"DEBIAN_FRONTEND=noninteractive dpkg --install {PACKAGES}/{name}")
        self.run(f"umount {PACKAGES}")

    def cut_power(self) -> None:
        if self.emulator is not None:
            self.emulator.kill()
            self.emulator.wait()
            self.agent.close()
            self.emulator = None
