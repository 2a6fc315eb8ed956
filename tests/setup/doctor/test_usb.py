"""What hangs at USB and is none of the table's, and the rules for usbguard, by a kernel's files of
devices that nobody plugged in here.
"""

import pytest

from tablectl.service.config.values import Config, SeatConfig, ShoeConfig
from tablectl.setup.doctor.probes import probe_unused
from tablectl.setup.usb import list_usb, unused_devices, usbguard_rules


def plug(root, port, id, name="", serial="", *interfaces):
    """A device; of each interface its class, and below it the names of its files."""
    at = root / "sys/bus/usb/devices" / port
    at.mkdir(parents=True)
    vendor, product = id.split(":")
    for file, text in {"idVendor": vendor, "idProduct": product, "product": name}.items():
        (at / file).write_text(f"{text}\n")
    if serial:
        (at / "serial").write_text(f"{serial}\n")
    for number, (kind, *files) in enumerate(interfaces):
        name = f"{port.removeprefix('usb')}-0:1.0" if "usb" in port else f"{port}:1.{number}"
        (at / name).mkdir()
        for part, text in zip(("Class", "SubClass", "Protocol"), kind.split(":"), strict=True):
            (at / name / f"bInterface{part}").write_text(f"{text}\n")
        for file in files:
            (at / name / file).mkdir(parents=True)


@pytest.fixture
def root(tmp_path):
    """A Pico as the shoe, an adapter without a number as seat 1's node, a pad, and three that are
    nobody's: another adapter, a keyboard, a reader of cards.
    """
    plug(tmp_path, "usb1", "1d6b:0002", "xHCI", "0000:01:00.0", ("09:00:00",))
    plug(tmp_path, "1-1", "2109:3431", "USB2.0 Hub", "", ("09:00:01",))
    plug(tmp_path, "1-1.1", "2e8a:000a", "Pico", "E66", ("02:02:01", "tty/ttyACM0"), ("0a:00:00",))
    plug(tmp_path, "1-1.2", "1a86:7523", 'Say "USB"', "", ("ff:01:02", "ttyUSB0"))
    plug(tmp_path, "1-1.3", "1a86:7523", "USB Serial", "", ("ff:01:02", "ttyUSB1"))
    plug(
        tmp_path,
        "1-2",
        "04d9:1203",
        "Pad",
        "",
        ("03:01:01", "0003:04D9:1203.0001/input/input3/event3"),
    )
    plug(
        tmp_path,
        "1-3",
        "046d:c31c",
        "Keyboard",
        "",
        ("03:01:01", "0003:046D:C31C.0002/input/input4/event4"),
    )
    plug(tmp_path, "1-4", "072f:2200", "ACR122U", "", ("0b:00:00",))
    plug(tmp_path, "1-5", "0781:5581", "Ultra", "4C53", ("08:06:50",))
    return tmp_path


CONFIG = Config(
    shoe=ShoeConfig(port="/dev/ttyACM0"),
    seat=(
        SeatConfig(number=1, port="/dev/ttyUSB0"),
        SeatConfig(number=2, driver="keypad", port="/dev/input/event3"),
        SeatConfig(number=3, port="/dev/ttyUSB7"),
    ),
)


def test_devices_are_what_their_interfaces_say(root):
    assert {one.port: (one.kind, one.names) for one in list_usb(root) if one.kind} == {
        "1-1.1": ("serial port", ("/dev/ttyACM0",)),
        "1-1.2": ("serial port", ("/dev/ttyUSB0",)),
        "1-1.3": ("serial port", ("/dev/ttyUSB1",)),
        "1-2": ("keyboard", ("/dev/input/event3",)),
        "1-3": ("keyboard", ("/dev/input/event4",)),
        "1-4": ("reader of cards", ()),
    }


def test_what_the_configuration_does_not_use_is_named(root):
    used = {"/dev/ttyACM0", "/dev/ttyUSB0", "/dev/input/event3"}
    assert [one.port for one in unused_devices(root, used)] == ["1-1.3", "1-3", "1-4"]
    assert [one.says for one in probe_unused(root, used)] == [
        "The serial port at USB 1-1.3 (USB Serial, 1a86:7523, /dev/ttyUSB1) is used by nothing in "
        "the configuration.",
        "The keyboard at USB 1-3 (Keyboard, 046d:c31c, /dev/input/event4) is used by nothing in "
        "the configuration.",
        "The reader of cards at USB 1-4 (ACR122U, 072f:2200) is used by nothing in the "
        "configuration.",
    ]


def test_usbguard_lets_in_what_is_configured_and_the_hubs_before_it(root):
    rules, notes = usbguard_rules(root, CONFIG)
    assert [line for line in rules.splitlines() if line.startswith("allow")] == [
        'allow id 2109:3431 name "USB2.0 Hub" via-port "1-1" '
        "with-interface none-of { 03:*:* 08:*:* e0:*:* }",
        'allow id 1d6b:0002 serial "0000:01:00.0" name "xHCI" '
        "with-interface none-of { 03:*:* 08:*:* e0:*:* }",
        'allow id 04d9:1203 name "Pad" via-port "1-2" with-interface none-of { 08:*:* e0:*:* }',
        'allow id 2e8a:000a serial "E66" name "Pico" '
        "with-interface none-of { 03:*:* 08:*:* e0:*:* }",
        r'allow id 1a86:7523 name "Say \x22USB\x22" via-port "1-1.2" '
        "with-interface none-of { 03:*:* 08:*:* e0:*:* }",
    ]
    assert notes == ["/dev/ttyUSB7 is not plugged in: it has no rule, and would be blocked."]


def test_with_auto_every_serial_port_that_is_there_gets_a_rule(root):
    rules, _ = usbguard_rules(root, Config(shoe=ShoeConfig(port="auto")))
    assert rules.count('# for port = "auto"') == 3
    assert "04d9:1203" not in rules


def test_a_machine_without_usb_has_no_rules(tmp_path):
    assert usbguard_rules(tmp_path, CONFIG)[0] == ""
