"""What is wrong with the values of `[screen]`, or of one of several `[[screen]]`, besides their
types.
"""

from collections.abc import Iterator

from tablectl.rules.bounds import Key, Problem
from tablectl.service.config.values import Config, ScreenConfig

TEXTS = (1.0, 1.15, 1.3)
SIDES = range(160, 7_681)  # pixels


def wrong_with_screens(config: Config) -> Iterator[Problem]:
    several = isinstance(config.screen, tuple)
    if not config.screens:
        yield Problem(
            ("screen",),
            "There is no [[screen]] in the list of them; without a screen leave it out.",
        )
    sockets, names = set[str](), set[str]()
    for place, screen in enumerate(config.screens):
        key: Key = ("screen", place) if several else ("screen",)
        where = "[screen]" if not several else f"[[screen]] {screen.name or place + 1}"
        yield from (
            Problem((*key, name), f"{where} has {why}") for name, why in _wrong_with(screen)
        )
        if screen.name in names:
            yield Problem((*key, "name"), f'[[screen]] has the name "{screen.name}" twice.')
        if screen.socket and sockets - {screen.socket}:
            yield Problem(
                (*key, "socket"),
                "[[screen]] names two sockets: all screens of a table fetch their views at one.",
            )
        sockets |= {screen.socket} - {""}
        names |= {screen.name} - {""}


def _wrong_with(screen: ScreenConfig) -> Iterator[tuple[str, str]]:
    """By key."""
    sides = screen.size.split("x")
    if len(sides) != 2 or not all(
        side.isascii() and side.isdigit() and len(side) <= 4 and int(side) in SIDES
        for side in sides
    ):
        yield (
            "size",
            f'the size "{screen.size}"; it is two sides of {SIDES[0]} to {SIDES[-1]}, '
            "as 1920x1080.",
        )
    if screen.text not in TEXTS:
        yield (
            "text",
            f"text = {screen.text:g}; text is {', '.join(map(str, TEXTS))} times as "
            "large as usual.",
        )
    if screen.name[:1] == "-" or not screen.name.isprintable():
        yield "name", f"the name {screen.name!r}; a name is printed, and begins with no dash."
