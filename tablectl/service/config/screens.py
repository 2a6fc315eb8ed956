"""What is wrong with the values of `[screen]`, or of one of several `[[screen]]`: a sentence for each, which names the key."""

from collections.abc import Iterator

from tablectl.service.config.values import Config, ScreenConfig

THEMES = ("felt", "dark", "contrast", "colourblind")
VIEWS = ("table", "clock")
TEXTS = (1.0, 1.15, 1.3)
LAYOUTS = ("one_sided", "two_sided", "portrait")
TURNS = (0, 90, 180, 270)
SIDES = range(160, 7_681)        # pixels
SEATS = range(1, 11)
DISPLAYS = range(16)


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


def wrong_with_sound(config: Config) -> Iterator[str]:
    for key in ("volume", "floor", "events", "clock", "table"):
        if not 0 <= (volume := getattr(config.sound, key)) <= 1:
            yield f"[sound] {key} is 0 to 1, not {volume:g}."


def _wrong_with(screen: ScreenConfig) -> Iterator[str]:
    if screen.theme not in THEMES:
        yield f'the theme "{screen.theme}"; there is {", ".join(THEMES)}.'
    sides = screen.size.split("x")
    if len(sides) != 2 or not all(side.isascii() and side.isdigit() and len(side) <= 4 and int(side) in SIDES for side in sides):
        yield f'the size "{screen.size}"; it is two sides of {SIDES[0]} to {SIDES[-1]}, as 1920x1080.'
    if screen.view not in VIEWS:
        yield f'the view "{screen.view}"; there is {", ".join(VIEWS)}.'
    if screen.text not in TEXTS:
        yield f"text = {screen.text:g}; text is {', '.join(map(str, TEXTS))} times as large as usual."
    if screen.layout not in LAYOUTS:
        yield f'the layout "{screen.layout}"; there is {", ".join(LAYOUTS)}.'
    if screen.rotate not in TURNS:
        yield f"rotate = {screen.rotate}; a picture is turned by {', '.join(map(str, TURNS))} degrees."
    if screen.first_seat not in SEATS:
        yield f"first_seat = {screen.first_seat}; seats are 1 to {SEATS[-1]}."
    if screen.display not in DISPLAYS:
        yield f"display = {screen.display}; displays are 0 to {DISPLAYS[-1]}."
    if screen.name[:1] == "-" or not screen.name.isprintable():
        yield f"the name {screen.name!r}; a name is printed, and begins with no dash."
