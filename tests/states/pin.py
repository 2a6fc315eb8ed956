"""Writes pins.py anew, with every search that is pinned searched again: `python -m tests.states.pin`."""

from pathlib import Path

from .runs import QUICK, SLOW, search

PINS = Path(__file__).with_name("pins.py")
OPENS = "STATES: dict[str, int] = {\n"


def main() -> None:
    lines = []
    for run in (*QUICK, *SLOW):
        searched = search(run)
        print(f"{run}: {searched}", *searched.found.values(), sep="\n  ", flush=True)
        lines.append(f'    "{run}": {searched.states},\n')
    head = PINS.read_text().partition(OPENS)[0]
    PINS.write_text(head + OPENS + "".join(lines) + "}\n")


if __name__ == "__main__":
    main()
