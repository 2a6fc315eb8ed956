"""The four themes. Each hue was chosen by its contrasts (WCAG 2) and its differences to the
others (CIEDE2000).
"""

from tablectl.screen.drawing.palette import Colour, Hue, Shades, Theme, read_hex

# of a card and its stripes, and the chip's: in all themes the same
BACKS = " 22345C 546CA0 B9832F"


def _read_hues(colours: str) -> dict[str, Colour]:
    """Hexadecimal, in the order of the hues."""
    return dict(zip(Hue, map(read_hex, (colours + BACKS).split()), strict=True))


def _read_fall(centre: str, edge: str) -> Shades:
    return read_hex(centre), read_hex(edge)


FELT = Theme(
    "felt",
    _read_hues(
        "F6F2E6 E9C883 FFC93C F2A0D2 8CF2C4 5AAEFF FF7557 FFFDF6 F3EEE1 B4B0A5 A8A499 15181C "
        "C91617 0C3DC3 097B5D 6B2C91"
    ),
    felts={
        "tournament": _read_fall("0E5C42", "031B15"),
        "canterbury": _read_fall("174F68", "041925"),
        "texas6plus": _read_fall("3A3D7E", "10102A"),
        "casino": _read_fall("6A2239", "1E0710"),
        "pool": _read_fall("0B566B", "031D26"),
    },
)

DARK = Theme(
    "dark",
    _read_hues(
        "D9D4C7 CDB077 F7C93A D787B3 79DDAA 5C90FE F4653B D8D4C9 CBC6B9 9C9990 96938A 050606 "
        "86130A 042DF8 034E4F 58237A"
    ),
    felt=_read_fall("1D2126", "08090B"),
)

CONTRAST = Theme(
    "contrast",
    _read_hues(
        "FFFFFF FFE08A FFE824 E2A7C2 1AFEB5 7F9DF3 FB7C4D FFFFFF FFFFFF 9A9A9A 9A9A9A 000000 "
        "940C0A 0B34FF 114E52 5B1C80"
    ),
    ivory2=read_hex("E4E4E4"),
    folded=read_hex("C4C4C4"),
    flat=read_hex("000000"),
    edge=read_hex("969696"),
    is_flat=True,
)

COLOURBLIND = Theme(
    "colourblind",
    _read_hues(
        "F6F2E6 E9C883 F9E109 EE9FC3 83F3B8 569AFF FC6D4D FFFDF6 F3EEE1 B4B0A5 A8A499 050606 "
        "AC0E02 001BA2 117A6B 7A2E8E"
    ),
    felt=_read_fall("2A3542", "0A0F15"),
)

THEMES = {theme.name: theme for theme in (FELT, DARK, CONTRAST, COLOURBLIND)}
