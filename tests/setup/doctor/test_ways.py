"""What lies between a table and its ports: a network that its unit has not, and voltage that a
pin does not bear.
"""

import re
from pathlib import Path

from tablectl.service.config.values import Config, ShoeConfig, TableConfig
from tablectl.service.devices.machine import Machine
from tablectl.setup.doctor.probes import ALLOW, probe_ways

ROOT = Path(__file__).resolve().parents[3]
FAR, NEAR = "socket://192.0.2.7:4001", "/dev/shoe"
UNIT = (ROOT / "deploy/tablectl.service").read_text()
FED_WITH_5_V = ("2", "4")  # pins of the header


def told(port, place):
    config = Config(table=TableConfig(seats={"1": 100}), shoe=ShoeConfig(driver="pn532", port=port))
    return [
        found.says for found in probe_ways(Machine(root=place), config) if found.about == "ports"
    ]


def test_of_a_port_over_tcp_is_said_that_an_installed_unit_does_not_hear_it(tmp_path):
    assert told(FAR, tmp_path) == [f"{FAR} is reached over TCP. {ALLOW}"]
    assert told(NEAR, tmp_path) == []


def test_what_is_to_be_allowed_is_what_the_unit_forbids_and_the_page_of_the_kit_says_so_too():
    page = (ROOT / "firmware_io/KIT.md").read_text()
    for setting in ("PrivateNetwork", "RestrictAddressFamilies"):
        (shut,) = re.findall(rf"^{setting}=(.*)$", UNIT, re.MULTILINE)
        (opened,) = re.findall(rf"{setting}=([A-Z_0-9 ]*[A-Z0-9]|no)", ALLOW)
        assert opened != shut
        assert f"{setting}={opened}" in page
    assert "IPAddressDeny=any" in UNIT
    assert "IPAddressAllow=" in ALLOW


def test_no_reader_whose_answers_go_straight_to_a_pin_is_fed_with_5_v():
    """As the pages have it: the drawing feeds a PN532 from pin 1, and what wants 5 V is named
    with its divider.
    """
    page = (ROOT / "firmware_io/README.md").read_text()
    drawing = page.split("```")[1]
    feeds = [line.split()[0] for line in drawing.splitlines() if line.rstrip().endswith("-  VCC")]
    assert feeds == ["1"]
    assert not [
        line
        for line in drawing.splitlines()
        if line.split()[:1] and line.split()[0] in FED_WITH_5_V
    ]
    assert "1 kohm from it to GPIO15, 2 kohm from GPIO15 to GND" in page
    assert "An RDM6300 does need 5 V (pin 2), and its TX such a divider." in page
