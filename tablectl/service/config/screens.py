"""What is wrong with the values of `[screen]`, or of one of several `[[screen]]`: a sentence for each, which names the key."""

from collections.abc import Iterator

from tablectl.service.config.values import Config, ScreenConfig

TEXTS = (1.0, 1.15, 1.3)
SIDES = range(160, 7_681)        # pixels


def wrong_with_screens(config: Config) -> Iterator[str]:
    several = isinstance(config.screen, tuple)
    if not config.screens:
        yield "There is no [[screen]] in the list of them; without a screen leave it out."
    for number, screen in enumerate(config.screens, 1):
        where = "[screen]" if not several else f"[[screen]] {screen.name or number}"
        yield from (f"{where} has {why}" for why in _wrong_with(screen))
    if len({screen.socket for screen in config.screens if screen.socket}) > 1:
        yield "[[screen]] names two sockets: all screens of a table fetch their views at one."
    names = [screen.name for screen in config.screens if screen.name]
    yield from (f'[[screen]] has the name "{name}" twice.' for name in sorted({name for name in names if names.count(name) > 1}))


def _wrong_with(screen: ScreenConfig) -> Iterator[str]:
    sides = screen.size.split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and len(side) <= 4 and int(side) in SIDES for side in sides):
        yield f'the size "{screen.size}"; it is two sides of {SIDES[0]} to {SIDES[-1]}, as 1920x1080.'
    if screen.text not in TEXTS:
        yield f"text = {screen.text:g}; text is {', '.join(map(str, TEXTS))} times as large as usual."
    if screen.name[:1] == "-" or not screen.name.isprintable():
        yield f"the name {screen.name!r}; a name is printed, and begins with no dash."
