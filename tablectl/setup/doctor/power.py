"""Whether the Pi gets enough power: what it counts itself, through vcgencmd or the kernel."""

import re
from collections.abc import Iterator
from typing import Final

from tablectl.setup.doctor.finding import Finding, mend, note, well
from tablectl.setup.doctor.machine import Machine

NOW: Final = {0: "its voltage is too low", 1: "its clock is held down", 2: "it is throttled", 3: "it is too hot"}
SINCE_START: Final = 16                 # the same four bits, of any time since the start
SUPPLY: Final = "Take the Pi's own supply (5.1 V, 3 A; a Pi 5: 5 A) and a short thick cable; lamps have a supply of their own."
THROTTLED: Final = "sys/devices/platform/soc/soc:firmware/get_throttled"
ALARM: Final = "sys/class/hwmon/hwmon*/in0_lcrit_alarm"


def probe(machine: Machine) -> Iterator[Finding]:
    bits = _bits(machine)
    if bits is None:
        alarms = [machine.text(str(path.relative_to(machine.root))) for path in machine.found(ALARM)]
        bits = None if not alarms else 1 if "1" in alarms else 0
    if bits is None:
        yield note("power", "This machine does not say how its power is: it is no Raspberry Pi, or vcgencmd is not there.")
        return
    now = [words for bit, words in NOW.items() if bits >> bit & 1]
    before = [words for bit, words in NOW.items() if bits >> bit + SINCE_START & 1 and words not in now]
    if now or before:
        says = "; ".join([*(f"now {words}" for words in now), *(f"since the start {words}, once at least" for words in before)])
        yield mend("power", f"Of the Pi: {says}.", SUPPLY, bits=bits)
    else:
        yield well("power", "The Pi has had enough power since its start.", bits=bits)


def _bits(machine: Machine) -> int | None:
    told = machine.run(("vcgencmd", "get_throttled")) or machine.text(THROTTLED)
    match = re.fullmatch(r"(?:throttled=)?(?:0x)?([0-9a-fA-F]+)", told or "")
    return int(match[1], 16) if match else None
