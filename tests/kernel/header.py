"""The simulated header: contacts that pull its lines, and what its outputs are, through the
files of gpio-sim.
"""

from pathlib import Path

BANK = Path("/sys/kernel/config/gpio-sim/header/bank")
NOT_HERE = "no simulated pins here: tests/kernel/run.sh makes a kernel that has them"


def is_here():
    return (BANK / "chip_name").exists()


class Header:
    def __init__(self):
        device = (BANK.parent / "dev_name").read_text().strip()
        chip = (BANK / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / chip

    def close_contact(self, number):
        """Joins the pin to ground."""
        (self._lines / f"sim_gpio{number}/pull").write_text("pull-down")

    def open_contact(self, number):
        (self._lines / f"sim_gpio{number}/pull").write_text("pull-up")

    def is_high(self, number):
        return (self._lines / f"sim_gpio{number}/value").read_text().strip() == "1"
