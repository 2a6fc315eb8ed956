"""A house's own palette: a TOML file whose colours are laid over a theme. One that cannot be read on a screen is refused."""

import re
from pathlib import Path
from typing import Any

from tablectl.screen.drawing.contrast import pairs
from tablectl.screen.drawing.palette import Colour, Hue, Theme, hexed, palette

MOST_BYTES = 1 << 16
HEX = re.compile(r"#?[0-9A-Fa-f]{6}")
MIXED = ("ivory2", "folded", "glass", "edge")        # else mixed from the felt, and from the theme's


class BadPalette(ValueError):
    """The message is a sentence that names the file and what is wrong in it."""


def own_theme(file: Path, base: Theme) -> Theme:
    """The theme with the colours of a house's file. Raises BadPalette.

    The file has a line `to_act = "FFC93C"` for each colour that is another one (the names are those of `Hue`, and ivory2, folded,
    glass and edge), and `felt = ["0E5C42", "031B15"]`, centre and edge, or a table `[felts]` with such a line for a preset.
    """
    import tomllib  # here, for it takes its time, and hardly any table has colours of its own

    try:
        with file.open("rb") as opened:
            found = tomllib.loads(opened.read(MOST_BYTES).decode())
        theme = laid_over(base, found, file.stem)
    except OSError as wrong:
        raise BadPalette(f"{file}: {wrong.strerror}.") from None
    except ValueError as wrong:                              # TOMLDecodeError and UnicodeDecodeError are some
        raise BadPalette(f"{file}: {str(wrong).rstrip('.')}.") from None
    if why := why_unreadable(theme):
        raise BadPalette(f"{file}: {why}")
    return theme


def laid_over(base: Theme, found: dict[str, Any], name: str) -> Theme:
    """Raises ValueError with a sentence."""
    hues, mixed = dict(base.hues), {role: getattr(base, role) for role in MIXED}
    felt, felts = base.felt, dict(base.felts)
    for key, value in found.items():
        if key == "felt":
            felt, felts = _felt(key, value), {}
        elif key == "felts":
            if not isinstance(value, dict):
                raise ValueError("felts is a table, with a line of two colours for each preset")
            felts |= {preset: _felt(f"felts.{preset}", two) for preset, two in value.items()}
        elif key in MIXED:
            mixed[key] = _colour(key, value)
        elif key in [hue.value for hue in Hue]:
            hues[Hue(key)] = _colour(key, value)
        else:
            known = ", ".join([hue.value for hue in Hue] + [*MIXED, "felt", "felts"])
            raise ValueError(f'There is no colour "{key}"; there is {known}')
    return Theme(name, tuple(hues.items()), tuple(felts.items()), felt, is_flat=base.is_flat, **mixed)


def _colour(key: str, value: object) -> Colour:
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise ValueError(f'{key} is no colour: write six hexadecimal digits, as "FFC93C"')
    return hexed(value.lstrip("#"))


def _felt(key: str, value: object) -> tuple[Colour, Colour]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f'{key} is two colours, of the centre and of the edge, as ["0E5C42", "031B15"]')
    return _colour(key, value[0]), _colour(key, value[1])


def why_unreadable(theme: Theme) -> str | None:
    """A sentence that names the pair of colours with the least contrast; None: everything can be read."""
    felts = {preset: [*pairs(palette(theme, preset))] for preset in [*dict(theme.felts), "tournament"]}
    failing = {preset: [pair for pair in of_felt if pair.contrast < pair.least] for preset, of_felt in felts.items()}
    faults = [(pair, preset) for preset, of_felt in failing.items() for pair in of_felt]
    if not faults:
        return None
    worst, preset = min(faults, key=lambda fault: fault[0].contrast / fault[0].least)
    where = "" if all(failing.values()) else f" ({preset})"
    return (f"{worst.written} on {worst.ground}{where} has a contrast of {worst.contrast:.1f}; "
            f"{worst.least:.1f} is the least that can be read.")
