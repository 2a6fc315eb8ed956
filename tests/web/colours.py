"""Makes the colours of the pages from those of the screen: `python -m tests.web.colours`, from the
project's root.
"""

from pathlib import Path

from tablectl.screen.drawing.canvas import DIM_INK
from tablectl.screen.drawing.palette import (
    ALL_IN,
    BACK,
    BACK_STRIPE,
    BLACK,
    BRASS,
    CARD_BOTTOM,
    CARD_TOP,
    CHIP,
    DIM_BOTTOM,
    DIM_TOP,
    DUE_BACK,
    FAULT,
    INK,
    IVORY,
    SUITS,
    TO_ACT,
    WINNER,
    mix,
    palette,
)
from tablectl.screen.drawing.themes import CONTRAST, FELT, THEMES

CSS = Path(__file__).resolve().parents[2] / "tablectl/web/pages/static/colours.css"
HUES = {
    "ivory": IVORY,
    "brass": BRASS,
    "act": TO_ACT,
    "win": WINNER,
    "due": DUE_BACK,
    "allin": ALL_IN,
    "fault": FAULT,
    "card-t": CARD_TOP,
    "card-b": CARD_BOTTOM,
    "dim-t": DIM_TOP,
    "dim-b": DIM_BOTTOM,
    "back": BACK,
    "stripe": BACK_STRIPE,
    "chip": CHIP,
}
SUIT_NAMES = {"s": "spade", "h": "heart", "d": "diamond", "c": "club", "k": "joker"}
HEAD = """/* The colours of the pages: those of the screen, by preset and theme. Made from
   tablectl/screen/drawing by `python -m tests.web.colours`. */
"""
PRESET, THEME = '[data-preset="{}"]', '[data-theme="{}"]'


def hues_of(colours):
    """The variables that a theme sets, whatever the felt."""
    found = {name: colours.colour(hue) for name, hue in HUES.items()} | {"ink": INK}
    for kind, hue in SUITS.items():
        name, colour = SUIT_NAMES[kind], colours.colour(hue)
        found[name] = colour
        found[f"{name}-dim"] = mix(BLACK, colour, DIM_INK)
    return written(found) | lines_of(colours.theme)


def lines_of(theme):
    """What stands around a plate: a theme for poor eyes has a line, and neither glow nor shadow."""
    if theme.edge is None:
        return {"line": "1px", "edge": "#ffffff22", "shade": "#00000073", "glow": "12px"}
    return {"line": "2px", "edge": as_hex(theme.edge), "shade": "transparent", "glow": "0px"}


def shades_of(colours):
    """The variables that follow from the felt."""
    return written(
        {
            "felt-c": colours.centre,
            "felt-e": colours.edge,
            "glass-t": colours.glass[0],
            "glass-b": colours.glass[1],
            "key-t": colours.key[0],
            "key-b": colours.key[1],
            "ivory2": colours.ivory2,
            "folded": colours.folded,
        }
    )


def written(colours):
    return {name: as_hex(colour) for name, colour in colours.items()}


def as_hex(colour):
    return "#{:02x}{:02x}{:02x}".format(*colour)


def rule(selector, variables, indent=""):
    lines = [f"{indent}  --{name}: {value};" for name, value in variables.items()]
    return "\n".join((f"{indent}{selector} {{", *lines, f"{indent}}}"))


def css():
    """The file. The felt of a preset is the theme `felt`'s; any other theme has one for all."""
    usual = palette(FELT, "tournament")
    rules = [rule(":root", hues_of(usual) | shades_of(usual))]
    for preset in FELT.felts:
        if preset != "tournament":
            rules.append(rule(f":root{PRESET.format(preset)}", shades_of(palette(FELT, preset))))
    for theme in THEMES.values():
        if theme is not FELT:
            colours = palette(theme, "tournament")
            both = hues_of(colours) | shades_of(colours)
            rules.append(rule(f":root{THEME.format(theme.name)}", both))
    strong = palette(CONTRAST, "tournament")
    asked = rule(":root:not([data-theme])", hues_of(strong) | shades_of(strong), "  ")
    rules.append(f"@media (prefers-contrast: more) {{\n{asked}\n}}")
    return HEAD + "\n" + "\n\n".join(rules) + "\n"


if __name__ == "__main__":
    CSS.write_text(css())
