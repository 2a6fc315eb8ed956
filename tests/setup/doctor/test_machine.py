"""What the machine itself says: power, clock, display, the strip's bus, number pads, rights;
each over files of its own.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tablectl.service.devices.machine import (
    THROTTLED,
    Machine,
    MachineWatch,
    find_machine_troubles,
    read_room,
    run_nothing,
)
from tablectl.setup.doctor import probes
from tablectl.setup.doctor.probes import (
    TRANSFER,
    _disk_finding,
    clock_jumped,
    probe_clock,
    probe_disk,
    probe_display,
    probe_heat,
    probe_journal,
    probe_pads,
    probe_power,
    probe_rights,
    probe_speech,
    probe_strip,
)
from tablectl.text import say
from tests.firmware_io.fake_evdev import FakeEvdev, Pad

ZONE = "sys/class/thermal/thermal_zone0/temp"
PAD_KEYS = [*range(71, 84), 55, 74, 78, 96, 98]
PC_KEYS = [*range(1, 84), 96, 98]


def written(root, **files):
    """`files`: by path with __ for /."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine(root, lambda command: None, list)


def states(findings):
    return [finding.state for finding in findings]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("throttled=0x0", "The Pi has had enough power since its start."),
        ("throttled=0x50005", "The Pi's voltage is too low."),
        ("throttled=0x10000", "The Pi's voltage was too low, once at least since its start."),
        (
            "VCHI initialization failed",
            "This machine does not say how its power is: it is no Raspberry Pi, or vcgencmd is not "
            "there.",
        ),
    ],
)
def test_power_as_the_pi_counts_it(told, said, tmp_path):
    (finding,) = probe_power(
        Machine(tmp_path, lambda command: told if command[0] == "vcgencmd" else None)
    )
    assert finding.says == said
    assert (finding.state == "mend") is ("voltage" in said)


@pytest.mark.parametrize(
    ("told", "milli", "said"),
    [
        ("throttled=0x80008", "61000", "The Pi is so hot that it runs slower."),
        (
            "throttled=0xe0000",
            "61000",
            "The Pi was so hot, once at least since its start, that it ran slower.",
        ),
        ("throttled=0x0", "83400", "The processor has 83 degrees Celsius."),
        ("throttled=0x0", "79999", None),
        ("throttled=0x0", "no number", None),
        (None, "83400", "The processor has 83 degrees Celsius."),
    ],
)
def test_a_pi_that_is_too_hot_is_told_with_what_to_do(told, milli, said, tmp_path):
    written(tmp_path, **{ZONE.replace("/", "__"): milli})
    found = [*probe_heat(Machine(tmp_path, lambda command: told))]
    hot = [one for one in found if one.state == "mend"]
    assert [one.says for one in hot] == ([said] if said else [])
    assert all("fan" in one.mend for one in hot)


@pytest.mark.parametrize(
    ("files", "state"),
    [
        ({THROTTLED.replace("/", "__"): "50005"}, "mend"),
        ({THROTTLED.replace("/", "__"): "0"}, "well"),
        ({}, "note"),
    ],
)
def test_power_without_vcgencmd(files, state, tmp_path):
    machine = Machine(tmp_path, lambda command: None)
    for name, text in files.items():
        path = tmp_path / name.replace("__", "/")
        path.parent.mkdir(parents=True)
        path.write_text(text)
    assert states([*probe_power(machine)]) == [state]


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        (["45277"], [("well", "The processor has 45 degrees Celsius.")]),
        (["45277", "80001"], [("mend", "The processor has 80 degrees Celsius.")]),
        (["-5000"], [("well", "The processor has -5 degrees Celsius.")]),
        ([], []),
        (["", "warm"], []),
    ],
)
def test_the_warmest_part_of_the_processor_is_named(zones, told, tmp_path):
    files = {f"sys__class__thermal__thermal_zone{n}__temp": text for n, text in enumerate(zones)}
    found = [*probe_heat(written(tmp_path, **files))]
    assert [(one.state, one.says) for one in found] == told


def test_the_kernel_s_alarm_is_heard(tmp_path):
    assert states(
        [*probe_power(written(tmp_path, sys__class__hwmon__hwmon2__in0_lcrit_alarm="1\n"))]
    ) == ["mend"]
    assert states(
        [*probe_power(written(tmp_path, sys__class__hwmon__hwmon2__in0_lcrit_alarm="0\n"))]
    ) == ["well"]


@pytest.mark.parametrize(("told", "state"), [("yes", "well"), ("no", "mend"), (None, "note")])
def test_whether_the_clock_is_set_by_the_network(told, state, tmp_path):
    machine = Machine(written(tmp_path, dev__rtc0="").root, lambda command: told)
    assert states([*probe_clock(machine)]) == [state]


def test_a_clock_that_jumps_or_stands_before_the_journal_is_told():
    assert [*clock_jumped(1_000.0, 1_100.0)] == []
    assert states([*clock_jumped(1_000.0, 3_601_000.0)]) == ["mend"]
    assert [*probe_journal(5_000, 6_000)] == [*probe_journal(None, 6_000)] == []
    (late,) = probe_journal(65_000, 5_000)
    assert late.says == "The clock is 60 s before the newest row of the journal."


def test_a_disk_that_is_slow_or_hangs_is_to_be_mended(tmp_path):
    assert _disk_finding([2.0, 3.0, 40.0], tmp_path).state == "well"
    assert _disk_finding([2.0, 3.0, 1_400.0], tmp_path).state == "mend"
    assert _disk_finding([120.0, 130.0, 140.0], tmp_path).state == "mend"
    assert states([*probe_disk(tmp_path / "nowhere")]) == ["mend"]


def test_a_display_is_known_by_its_connector(tmp_path):
    folder = tmp_path / "sys/class/drm/card1-HDMI-A-1"
    folder.mkdir(parents=True)
    (folder / "status").write_text("connected\n")
    (folder / "modes").write_text("1920x1080\n1280x720\n")
    assert [one.says for one in probe_display(Machine(tmp_path))] == [
        "A display is connected at card1-HDMI-A-1, 1920x1080."
    ]
    assert states([*probe_display(Machine(tmp_path), "kmsdrm")]) == ["mend", "well"]


def test_a_screen_s_driver_that_has_nothing_behind_it_is_to_be_mended(tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert states([*probe_display(Machine(tmp_path), "x11")]) == ["mend", "note"]
    monkeypatch.setenv("DISPLAY", ":0")
    assert states([*probe_display(Machine(tmp_path), "x11")]) == ["note"]


def test_the_strip_s_bus(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "spidev" else object()
    )
    assert states([*probe_strip(Machine(tmp_path))]) == ["note"]
    assert states([*probe_strip(Machine(tmp_path), "/dev/spidev0.0")]) == ["mend", "mend"]
    machine = written(tmp_path, **{"dev__spidev0.0": "", TRANSFER.replace("/", "__"): "4096"})
    assert [one.says for one in probe_strip(machine)] == [
        "SPI is there: /dev/spidev0.0, 4096 bytes at once.",
        "spidev is not installed.",
    ]


def test_a_table_that_is_to_speak_wants_a_program_that_can():
    named, known = (
        Machine(run=lambda command, answer=answer: answer)
        for answer in (None, "eSpeak NG text-to-speech: 1.51")
    )
    assert [states([*probe_speech(machine, is_wanted=True)]) for machine in (named, known)] == [
        ["mend"],
        ["well"],
    ]
    assert [*probe_speech(named, is_wanted=False)] == []


def test_number_pads_are_told_from_keyboards_by_what_they_have(tmp_path, monkeypatch):
    machine = written(
        tmp_path,
        **{
            "dev__input__by-path__usb-0:1.1-event-kbd": "",
            "dev__input__by-path__usb-0:1.2-event-kbd": "",
        },
    )
    pad, keyboard = (str(path) for path in machine.find_files("dev/input/by-path/*"))
    evdev = FakeEvdev(**{pad: Pad("Numeric Keypad", PAD_KEYS), keyboard: Pad("Keyboard", PC_KEYS)})
    monkeypatch.setitem(sys.modules, "evdev", evdev)
    assert [(one.state, one.says) for one in probe_pads(machine)] == [
        ("well", f'Numeric Keypad. [[seat]] driver = "keypad", port = "{pad}"'),
        (
            "note",
            "Keyboard lists all keys of a keyboard, as many number pads do too. If it is a pad, "
            "write its line, and press "
            "5 on it in tablectl doctor --config table.toml --try keys, which says whose it is. "
            f'[[seat]] driver = "keypad", port = "{keyboard}"',
        ),
    ]
    assert evdev.pads[pad].grabs == 0
    monkeypatch.setitem(sys.modules, "evdev", None)
    assert states([*probe_pads(machine)]) == ["mend"]


def test_what_this_user_may_not_open_is_told_with_its_group(tmp_path, monkeypatch):
    machine = written(tmp_path, **{"dev__gpiochip0": "", "dev__spidev0.0": ""})
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("gpiochip0"))
    monkeypatch.setattr(probes, "group_of", lambda path: "tty")
    shut, well = probe_rights(machine)
    assert (shut.state, shut.says) == (
        "mend",
        f"This user may not open {tmp_path}/dev/gpiochip0 (pins).",
    )
    assert shut.mend.startswith("sudo usermod -aG tty ")
    assert (well.state, well.says) == ("well", "This user may open the strip's bus: 1 of them.")


class Later:
    """A loop whose time passes by hand."""

    def __init__(self):
        self.waiting = []

    def call_later(self, seconds, call):
        self.waiting.append(call)
        return self

    def cancel(self):
        self.waiting.clear()

    def pass_time(self):
        self.waiting.pop()()


def test_a_running_table_reads_files_alone_beside_its_loop_and_is_quiet_when_well(tmp_path):
    """A reading that hangs keeps one thread, and the status has what was read before it."""
    machine = written(tmp_path, **{ZONE.replace("/", "__"): "50000"})
    is_running, may_end = Event(), Event()

    class Hanging:
        def __init__(self, root):
            self.root, self.count = root, 0

        def read_text(self, path):
            if path == ZONE:
                self.count += 1
                is_running.set()
                may_end.wait(60)
            return machine.read_text(path)

        def find_files(self, pattern):
            return machine.find_files(pattern)

        run = staticmethod(run_nothing)

    hanging, loop = Hanging(tmp_path), Later()
    with ThreadPoolExecutor(1) as beside:
        watch = MachineWatch(loop, tmp_path, beside, hanging)
        watch.open()
        assert is_running.wait(60)
        loop.pass_time()
        loop.pass_time()
        assert (hanging.count, dict(watch.troubles)) == (1, {})
        written(tmp_path, **{ZONE.replace("/", "__"): "91000", THROTTLED.replace("/", "__"): "1"})
        may_end.set()
        beside.submit(int).result(60)
        loop.pass_time()
        beside.submit(int).result(60)
        assert {*watch.troubles} == {"supply", "temperature"}
        watch.close()
        assert loop.waiting == []


def test_a_table_without_a_thread_beside_it_reads_nothing(tmp_path):
    loop = Later()
    MachineWatch(loop, tmp_path, None).open()
    assert loop.waiting == []


def test_a_disk_that_is_nearly_full_is_told_by_the_doctor_and_the_table(tmp_path, monkeypatch):
    room = os.statvfs(tmp_path)
    few = os.statvfs_result([*room[:4], (150 << 20) // room.f_frsize, *room[5:]])
    monkeypatch.setattr(os, "statvfs", lambda path: few)
    (trouble,) = find_machine_troubles(read_room(tmp_path)).values()
    assert say(trouble.finding) == f"150 MiB are free in {tmp_path}."
    told = [one for one in probe_disk(tmp_path) if one.state == "mend"]
    assert [(one.says, one.mend) for one in told] == [(say(trouble.finding), say(trouble.remedy))]


def test_a_room_that_cannot_be_asked_for_is_not_known(tmp_path):
    assert find_machine_troubles(read_room(tmp_path / "gone")) == {}
