"""The options of how a screen is set up: `screen` takes them instead of what is configured,
`demo` for window and picture.
"""

from typing import Annotated, get_args

from typer import Option

from tablectl.cli.params import choice_option
from tablectl.locale import LANGUAGES
from tablectl.service.config import values

THEMES, LAYOUTS, TURNS = (get_args(kind) for kind in (values.Theme, values.Layout, values.Turn))
Theme = Annotated[str | None, choice_option("theme", THEMES, "Colours of the screen.")]
Layout = Annotated[
    str | None,
    choice_option(
        "layout",
        LAYOUTS,
        "two_sided: read from both sides; portrait: of a display that stands upright.",
    ),
]
Rotate = Annotated[
    str | None, choice_option("turn", [*map(str, TURNS)], "How the display hangs, clockwise.")
]

Language = Annotated[
    str | None, choice_option("language", LANGUAGES, "What the table speaks; else as configured.")
]

Reduced = Annotated[
    bool, Option("--reduced-motion", help="Nothing flies on the screen: changes are cuts.")
]


def screen_words(*, reduced_motion: bool = False, **options: str | None) -> tuple[str, ...]:
    """For the screen's process: those that were given."""
    given = {key: value for key, value in options.items() if value is not None}
    words = tuple(word for key, value in given.items() for word in (f"--{key}", value))
    return (*words, "--reduced-motion") if reduced_motion else words
