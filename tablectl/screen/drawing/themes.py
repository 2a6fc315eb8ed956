"""The four themes. Each hue was chosen by its contrasts (WCAG 2) and its differences to the others (CIEDE2000)."""


from tablectl.screen.drawing.palette import Colour, Hue, Theme, hexed

SAME = {Hue.BACK: "22345C", Hue.BACK_STRIPE: "546CA0", Hue.CHIP: "B9832F"}


def _hues(ivory: str, brass: str, states: str, cards: str, dimmed: str, suits: str) -> tuple[tuple[Hue, Colour], ...]:
    """Each a list of hexadecimal colours, in the order of the roles."""
    roles = {Hue.IVORY: ivory, Hue.BRASS: brass}
    roles |= dict(zip((Hue.TO_ACT, Hue.ALL_IN, Hue.WINNER, Hue.DUE_BACK, Hue.FAULT), states.split(), strict=True))
    roles |= dict(zip((Hue.CARD_TOP, Hue.CARD_BOTTOM), cards.split(), strict=True))
    roles |= dict(zip((Hue.DIM_TOP, Hue.DIM_BOTTOM), dimmed.split(), strict=True))
    roles |= dict(zip((Hue.SPADE, Hue.HEART, Hue.DIAMOND, Hue.CLUB, Hue.JOKER), suits.split(), strict=True))
    return tuple((role, hexed(colour)) for role, colour in (roles | SAME).items())


FELT = Theme(
    "felt",
    _hues("F6F2E6", "E9C883", "FFC93C F2A0D2 8CF2C4 5AAEFF FF7557", "FFFDF6 F3EEE1", "B4B0A5 A8A499",
          "15181C C91617 0C3DC3 097B5D 6B2C91"),
    felts=(
        ("tournament", (hexed("0E5C42"), hexed("031B15"))),
        ("canterbury", (hexed("174F68"), hexed("041925"))),
        ("texas6plus", (hexed("3A3D7E"), hexed("10102A"))),
        ("casino", (hexed("6A2239"), hexed("1E0710"))),
        ("pool", (hexed("0B566B"), hexed("031D26")))))

DARK = Theme(
    "dark",
    _hues("D9D4C7", "CDB077", "F7C93A D787B3 79DDAA 5C90FE F4653B", "D8D4C9 CBC6B9", "9C9990 96938A",
          "050606 86130A 042DF8 034E4F 58237A"),
    felt=(hexed("1D2126"), hexed("08090B")))

CONTRAST = Theme(
    "contrast",
    _hues("FFFFFF", "FFE08A", "FFE824 E2A7C2 1AFEB5 7F9DF3 FB7C4D", "FFFFFF FFFFFF", "9A9A9A 9A9A9A",
          "000000 940C0A 0B34FF 114E52 5B1C80"),
    ivory2=hexed("E4E4E4"), folded=hexed("C4C4C4"), glass=hexed("000000"), edge=hexed("969696"), is_flat=True)

COLOURBLIND = Theme(
    "colourblind",
    _hues("F6F2E6", "E9C883", "F9E109 EE9FC3 83F3B8 569AFF FC6D4D", "FFFDF6 F3EEE1", "B4B0A5 A8A499",
          "050606 AC0E02 001BA2 117A6B 7A2E8E"),
    felt=(hexed("2A3542"), hexed("0A0F15")))

THEMES = {theme.name: theme for theme in (FELT, DARK, CONTRAST, COLOURBLIND)}
