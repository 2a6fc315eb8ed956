"""Whether the table has a screen, and what hangs on the Pi's own pins."""

from tablectl.service.config.wiring import STRIPS
from tablectl.setup.interview.desk import NO, YES, YES_OR_NO, BadAnswer, Desk, Question, shorten
from tablectl.text import T

KEYS = ("screen", "pins")
STOP = "emergency_stop"
ON_PINS = (*STRIPS, STOP)


def ask_screen(desk: Desk, *, is_simulated: bool) -> None:
    asked = T("Has the table a screen?")
    desk.ask(Question("screen", asked, YES, YES_OR_NO))
    if not is_simulated:
        asked = T(
            "What hangs on the Pi's own pins, with commas: {words}, or no?",
            words=", ".join(ON_PINS),
        )
        desk.ask(Question("pins", asked, NO, read=read_pins))


def read_pins(line: str) -> str:
    """As words with commas. Raises BadAnswer."""
    words = [word for word in line.casefold().replace(",", " ").split() if word != NO]
    for word in words:
        if word not in ON_PINS:
            raise BadAnswer(
                T(
                    '"{answer}" is none of these: {words}.',
                    answer=shorten(word),
                    words=", ".join(ON_PINS),
                )
            )
    if len({*words} & {*STRIPS}) > 1:
        raise BadAnswer(T("There is one strip, apa102 or ws2812."))
    return ",".join(dict.fromkeys(words)) or NO


def strip_and_pins(answer: str) -> tuple[str, tuple[str, ...]]:
    words = [word for word in answer.split(",") if word != NO]
    strip = next((word for word in words if word in STRIPS), "")
    return strip, tuple(word for word in words if word not in STRIPS)
