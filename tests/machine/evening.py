"""An evening on an emulated machine under a live systemd: `python -m tests.machine.evening arm64`.

The package is installed, a hand is played by devices on USB, the package is upgraded in the middle
of the next one, and in the one after it the power is cut. The machine comes back with a wrong clock
and a root that nobody may write, and with the hand. As root; make test-arm64 calls it.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tablectl.service.process import bind_child
from tests.machine.emulator import MACHINES, Machine

ROOT = Path(__file__).resolve().parents[2]
TABLECTL = ROOT / ".venv/bin/tablectl"
SHOWN_WITHIN_S = 900
HANDS = {"arm64": 10, "amd64": 20}  # over which what is written is measured
EVENING = 200  # hands
SECTOR = 512
PACKAGE, NEXT = "tablectl.deb", "next.deb"
SEATS = (1, 2)
CONTROL = "/run/tablectl/floor/control.sock"
GIVEN = r"Seat (\d) \((\d+)\)"
PLACES = {  # of sockets: whose, of which group, for whom
    "screen": "tablectl:tablectl-views:2750",
    "codes": "tablectl:tablectl-screen:2750",
    "seats": "tablectl:tablectl-web:2750",
    "story": "tablectl:tablectl-story:2750",
    "floor": "tablectl:tablectl-floor:2750",
    "screen/screen.sock": "tablectl:tablectl-views:660",
    "floor/control.sock": "tablectl:tablectl-floor:660",
}
UNITS = {"tablectl": "tablectl", "tablectl-screen": "tablectl-screen", "tablectl-story": "tablectl"}
CONFIG = """
[table]
seats = { 1 = 1000, 2 = 1000 }
preset = "tournament"
chips = [1, 5, 25, 100, 500]
stakes = { small_blind = 5, big_blind = 10 }
options = { action_clock_s = 0 }
[shoe]
driver = "sim"
port = "/dev/tablectl/shoe"
[[seat]]
number = 1
driver = "sim"
port = "/dev/tablectl/seat-1"
[[seat]]
number = 2
driver = "sim"
port = "/dev/tablectl/seat-2"
[screen]
socket = "/run/tablectl/screen/screen.sock"
driver = "kmsdrm"
[story]
socket = "/run/tablectl/story/story.sock"
[journal]
path = "/var/lib/tablectl/table.db"
[control]
socket = "/run/tablectl/floor/control.sock"
"""

BEGAN_S = time.monotonic()


def say(text: str) -> None:
    print(f"[{time.monotonic() - BEGAN_S:5.0f} s] {text}", flush=True)


def expect(found: object, wanted: object, what: str) -> None:
    if found != wanted:
        raise SystemExit(f"FAILED: {what}: {found!r}, not {wanted!r}")


class Evening:
    def __init__(self, machine: Machine, bench: Path) -> None:
        self.machine, self.bench = machine, bench

    def wait_until(self, what: str, is_seen: Callable[[], object]) -> None:
        deadline = time.monotonic() + SHOWN_WITHIN_S
        while not is_seen():
            if time.monotonic() > deadline:
                raise SystemExit(f"FAILED: {what} is not seen")
            self.machine.rest()

    def status(self) -> dict:
        """What the running table says of itself; empty where it does not answer."""
        code, text = self.machine.try_to_run(f"tablectl rule status --json --socket {CONTROL}")
        return json.loads(text) if code == 0 else {}

    def act(self, *words: str | int) -> None:
        command = [TABLECTL, "sim", "do", self.bench, *map(str, words)]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)

    def play_until(self, is_reached: Callable[[dict], bool], what: str) -> dict:
        """Puts blinds, folds and shares pots, as the table asks for it."""
        deadline, asked = time.monotonic() + SHOWN_WITHIN_S, ""
        while not is_reached(status := self.status()):
            if time.monotonic() > deadline:
                raise SystemExit(f"FAILED: {what} is not seen; the table says {asked!r}")
            before, asked = asked, f"{status.get('headline')} {status.get('prompt')}"
            if asked != before:
                self.do_what_is_asked(asked)
        return status

    def do_what_is_asked(self, asked: str) -> None:
        amounts = [(int(seat), int(chips)) for seat, chips in re.findall(GIVEN, asked)]
        if "To your stack" in asked:
            for seat in SEATS:
                self.act("seat", seat, "sweep")
            for seat, chips in amounts:
                self.act("seat", seat, "receive", chips)
        elif blind := re.search(r"Seat (\d): put (\d+)", asked):
            self.act("seat", blind[1], "put", blind[2])
        elif turn := re.search(r"Seat (\d): call", asked):
            self.act("seat", turn[1], "press", "fold")

    def to_mid_hand(self) -> str:
        """What the table says in a hand with both blinds before the players."""
        status = self.play_until(is_in_mid_hand, "the middle of a hand")
        return self.moment(status)

    def moment(self, status: dict) -> str:
        return f"hand {status.get('hand')}: {status.get('prompt')} lock: {status.get('lock')}"

    def expect_same_moment(self, wanted: str) -> None:
        self.wait_until("the table that is back", lambda: "hand" in self.status())
        self.wait_until("the same moment of the hand", lambda: self.moment(self.status()) == wanted)

    def install(self) -> None:
        say("the package is installed; nothing of it runs")
        self.machine.install(PACKAGE)
        for unit in UNITS:
            is_active = self.machine.try_to_run(f"systemctl is-active {unit}")[1]
            expect(is_active, "inactive", f"{unit} after the package was installed")
        self.machine.write("/etc/tablectl/table.toml", CONFIG)
        self.machine.run("tablectl config check /etc/tablectl/table.toml")
        say("units are enabled and started")
        self.machine.run(f"systemctl enable --now {' '.join(UNITS)} 2>&1")

    def check_units(self) -> None:
        say("users, sockets and ports are as the units say")
        for unit, user in UNITS.items():
            pid = f"$(systemctl show --property=MainPID --value {unit})"
            self.wait_until(f"{unit} runs", lambda pid=pid: self.machine.run(f"echo {pid}") != "0")
            owner = f"stat --format=%U /proc/{pid}"
            self.wait_until(f"{unit} is {user}'s", lambda o=owner, u=user: self.runs_as(o, u))
        for place, wanted in PLACES.items():
            found = self.machine.run(f"stat --format=%U:%G:%a /run/tablectl/{place}")
            expect(found, wanted, f"/run/tablectl/{place}")
        for port in ("shoe", *(f"seat-{seat}" for seat in SEATS)):
            command = f"stat --dereference --format=%G:%a /dev/tablectl/{port}"
            self.wait_until(
                f"/dev/tablectl/{port}, for the group dialout",
                lambda c=command: self.machine.try_to_run(c) == (0, "dialout:660"),
            )

    def runs_as(self, command: str, user: str) -> bool:
        return self.machine.try_to_run(command) == (0, user)

    def examine(self) -> None:
        """The doctor, with what a Pi says of its power and heat in folders of ours."""
        say("the doctor names too little power and too much heat")
        self.machine.run(
            "mount -t tmpfs tmpfs /sys/class/hwmon && mkdir /sys/class/hwmon/hwmon0 && "
            "echo 1 >/sys/class/hwmon/hwmon0/in0_lcrit_alarm && "
            "mount -t tmpfs tmpfs /sys/class/thermal && mkdir /sys/class/thermal/thermal_zone0 && "
            "echo 86400 >/sys/class/thermal/thermal_zone0/temp"
        )
        report = self.machine.try_to_run("tablectl doctor --config /etc/tablectl/table.toml")[1]
        for words in ("its voltage is too low", "86 degrees"):
            if words not in report:
                raise SystemExit(f"FAILED: the doctor does not say {words!r}:\n{report}")
        self.machine.run("umount /sys/class/hwmon /sys/class/thermal")

    def look_at_screen(self) -> None:
        """There is no display: the screen says so in a sentence, and is tried again."""
        log = "journalctl --no-pager --output=cat --unit=tablectl-screen"
        self.wait_until("the screen's sentence", lambda: "No display" in self.machine.run(log))
        text = self.machine.run(log)
        expect("Traceback" in text, False, f"a traceback of the screen\n{text}")
        say(f"the screen: {next(x for x in text.splitlines() if 'No display' in x)}")

    def upgrade(self) -> None:
        before = self.to_mid_hand()
        say(f"an upgrade in the middle of it: {before}")
        self.machine.install(NEXT)
        self.expect_same_moment(before)
        rows = self.machine.run("tablectl journal events /var/lib/tablectl/table.db")
        expect("The program was upgraded" in rows, True, "a row of the upgrade in the journal")

    def lose_power(self) -> None:
        hand = self.status()["hand"]
        self.play_until(lambda status: status.get("hand", 0) > hand, "the next hand")
        before = self.to_mid_hand()
        say(f"the power is cut: {before}")
        self.machine.cut_power()
        say("it starts with a clock of 1999 and a root that nobody may write")
        self.machine.start("ro", "1999-12-31", ports_of(self.bench))
        self.expect_same_moment(before)
        expect("ro" in self.machine.run("findmnt -no OPTIONS /").split(","), True, "read-only root")
        say(f"it is back, on {self.machine.run('date --iso-8601=seconds')}: {before}")
        self.check_units()

    def measure_writes(self) -> None:
        """What a hand costs the disk of the journal."""
        hands = HANDS[self.machine.architecture]
        first, before = self.status()["hand"], self.written()
        began = time.monotonic()
        self.play_until(lambda status: status.get("hand", 0) >= first + hands, f"{hands} hands")
        bytes_a_hand = (self.written() - before) / hands
        say(
            f"{hands} hands in {time.monotonic() - began:.0f} s wrote {bytes_a_hand:,.0f} bytes "
            f"each to the journal's disk: {bytes_a_hand * EVENING / 1e6:.1f} MB in an evening of "
            f"{EVENING} hands"
        )

    def written(self) -> int:
        """Bytes, to the disk that is /var/lib/tablectl, since the start."""
        fields = self.machine.run("sync; cat /sys/block/vdb/stat").split()
        return int(fields[6]) * SECTOR


def is_in_mid_hand(status: dict) -> bool:
    return "raise to at least 20" in (status.get("prompt") or "")


def ports_of(bench: Path) -> dict[str, Path]:
    names = ("shoe", *(f"seat-{seat}" for seat in SEATS))
    return {name: (bench / name).resolve() for name in names}


def add_next_package(packages: Path) -> None:
    """The same, of a version that is one later and has another program."""
    opened = packages / "opened"
    subprocess.run(["dpkg-deb", "--raw-extract", packages / PACKAGE, opened], check=True)
    (program,) = opened.glob("opt/tablectl/.venv/lib/python3*/site-packages/tablectl/__init__.py")
    program.write_text(program.read_text() + "# the next version\n")
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    row = "  tablectl/__init__.py"
    for file, pattern, text in (
        (opened / "opt/tablectl/files/tablectl.sha256", f"^.*{row}$", digest + row),
        (opened / "DEBIAN/control", "^(Version: .*)$", r"\1.1"),
    ):
        file.write_text(re.sub(pattern, text, file.read_text(), flags=re.MULTILINE))
    command = [
        "dpkg-deb",
        "-Zgzip",
        "-z1",
        "--root-owner-group",
        "--build",
        opened,
        packages / NEXT,
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(opened)


@contextmanager
def simulated_devices(bench: Path) -> Iterator[None]:
    seats = ",".join(map(str, SEATS))
    command = [TABLECTL, "sim", "table", "--dir", bench, "--seats", seats]
    with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=bind_child()) as devices:
        try:
            devices.stdout.readline()  # that the ports are there
            yield
        finally:
            devices.terminate()


def play_evening(architecture: str, suite: str) -> None:
    folder = ROOT / "build" / "machine" / f"{suite}-{architecture}"
    found = [*(ROOT / "build/debian").glob(f"{suite}*/tablectl_*_{architecture}.deb")]
    if not found:
        raise SystemExit(f"There is no package: make deb SUITE={suite} ARCH={architecture}")
    shutil.rmtree(folder, ignore_errors=True)
    say(f"Debian {suite} for {architecture} is made")
    image = [ROOT / "tests/machine/image.sh", suite, architecture, folder]
    subprocess.run(image, check=True)
    machine = Machine(architecture, folder)
    packages = folder / "packages"
    packages.mkdir()
    shutil.copy(found[0], packages / PACKAGE)
    add_next_package(packages)
    machine.make_disks(packages)
    bench = folder / "bench"
    with simulated_devices(bench):
        evening = Evening(machine, bench)
        try:
            say("it starts, with a clock of 2001")
            machine.start("rw", "2001-01-01", ports_of(bench))
            say(f"it runs, on {machine.run('date --iso-8601=seconds')}")
            evening.install()
            evening.wait_until("the table is up", lambda: "hand" in evening.status())
            evening.check_units()
            evening.look_at_screen()
            evening.examine()
            say("a hand is played")
            evening.play_until(lambda status: status.get("hand", 0) >= 2, "a second hand")
            evening.upgrade()
            evening.lose_power()
            evening.measure_writes()
        finally:
            machine.cut_power()
    say(f"all good; what it left is in {folder}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in MACHINES:
        raise SystemExit("usage: python -m tests.machine.evening arm64|amd64 [trixie|bookworm]")
    play_evening(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "trixie")
