"""What hangs on the Pi itself, by the configuration: its pins and what each is for, and each seat's
span of a strip.

The values that firmware_io's gpio and strips are made with, and the checks of them, by key.
"""

import re
from collections.abc import Iterator, Mapping

from firmware_io.gpio.purposes import LAMPS, OUTPUTS, Pin, Purpose, why_not_wired
from firmware_io.lamps import PIXELS
from firmware_io.strips.picture import Picture, Span, why_not_laid
from firmware_io.strips.strip import KINDS
from tablectl.rules.bounds import Key, Problem
from tablectl.rules.fitting import key_in_words
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config, LampsConfig, Problems, SeatConfig

ON_PINS = "pins"  # `[lamps] driver`: a lamp of three colours a seat
STRIPS = tuple(KINDS)
DEVICE = re.compile(r"/dev/spidev(\d{1,2})\.(\d{1,2})", re.ASCII)
# GPIOs of each bus; its chip selects among them
OF_SPI: Mapping[int, range] = {0: range(7, 12), 1: range(16, 22)}
# Those of a table; each is a key of [gpio].
ALONE: tuple[Purpose, ...] = tuple(
    purpose for purpose in Purpose if purpose is not Purpose.KEY and purpose not in LAMPS
)
INVERTED: Mapping[str, tuple[Purpose, ...]] = {
    **{purpose.value: (purpose,) for purpose in ALONE if purpose in OUTPUTS},
    "lamp": LAMPS,
}

# the key of the configuration, as a sentence names it, and its pin
Wired = tuple[Key, str, Pin]


# Pins


def wired_pins(config: Config) -> Iterator[Wired]:
    """Every pin that the configuration names, by its key."""
    inverted = {purpose for name in config.gpio.inverted for purpose in INVERTED.get(name, ())}
    for purpose in ALONE:
        if (number := getattr(config.gpio, purpose.value)) is not None:
            yield (
                (of := ("gpio", purpose.value)),
                key_in_words(of),
                Pin(number, purpose, is_inverted=purpose in inverted),
            )
    for place, seat in enumerate(config.seat):
        for key, number in seat.keys.items():
            yield (
                ("seat", place, "keys", key),
                f"seat {seat.number} keys.{key}",
                Pin(number, Purpose.KEY, seat.number, key),
            )
        for path, purpose, number in _outputs_of(seat):
            pin = Pin(number, purpose, seat.number, is_inverted=purpose in inverted)
            yield ("seat", place, *path), f"seat {seat.number} {'.'.join(path)}", pin


def _outputs_of(seat: SeatConfig) -> Iterator[tuple[tuple[str, ...], Purpose, int]]:
    if seat.buzzer is not None:
        yield ("buzzer",), Purpose.BUZZER, seat.buzzer
    if (lamp := seat.lamp) is not None:
        for colour, purpose, number in zip(
            ("red", "green", "blue"), LAMPS, (lamp.red, lamp.green, lamp.blue), strict=True
        ):
            yield ("lamp", colour), purpose, number


def configured_pins(config: Config) -> tuple[Pin, ...]:
    return tuple([pin for _, _, pin in wired_pins(config)])


def pin_misfits(config: Config) -> Problems:
    for place, seat in enumerate(config.seat):
        yield from (
            Problem(("seat", place, name), f"seat {seat.number} has {why}")
            for name, why in _key_misfits(seat)
        )
    pins = list(wired_pins(config))
    for count, (key, name, pin) in enumerate(pins, 1):
        if why := why_not_wired([one for _, _, one in pins[:count]]):
            yield Problem(key, f"{name}: {why}")
        elif (bus := _spi_bus(config.lamps)) is not None and pin.number in OF_SPI.get(bus, ()):
            yield Problem(
                key,
                f"{name}: GPIO{pin.number} is the strip's: {config.lamps.device} has "
                f"{_gpio_range(OF_SPI[bus])}.",
            )


def _key_misfits(seat: SeatConfig) -> Iterator[tuple[str, str]]:
    is_on_pins = DRIVERS[seat.driver].is_on_pins
    if is_on_pins and not seat.keys:
        yield (
            "keys",
            f"the driver {seat.driver}, and no keys: keys = {{ fold = 5, check_call = 6 }}.",
        )
    if is_on_pins and seat.port:
        yield "port", f"the port {seat.port}; {seat.driver} have none."
    if DRIVERS[seat.driver].is_phone and seat.port:
        yield "port", f"the port {seat.port}; a phone has none."
    if seat.keys and not is_on_pins:
        yield "keys", f"keys on pins, and the driver {seat.driver}, which has its own."


def _gpio_range(numbers: range) -> str:
    return f"GPIO{numbers[0]} to GPIO{numbers[-1]}"


# Lamps


def strip_device(lamps: LampsConfig) -> tuple[int, int] | None:
    """Bus and device of the strip; None: there is no strip, or its device is none."""
    found = DEVICE.fullmatch(lamps.device) if lamps.driver in STRIPS else None
    return (int(found[1]), int(found[2])) if found else None


def _spi_bus(lamps: LampsConfig) -> int | None:
    spi = strip_device(lamps)
    return spi[0] if spi is not None else None


def pixel_count(config: Config) -> int:
    """How many the strip has."""
    return config.lamps.pixels or PIXELS * len(config.seat)


def seat_spans(config: Config) -> dict[int, Span]:
    """Each seat's span: as it says itself, or even ones in the order of the seats' numbers."""
    named = {seat.number: span for seat in config.seat if (span := seat.span) is not None}
    own = {number: Span(span.first, span.count, span.backwards) for number, span in named.items()}
    if own or not config.seat:
        return own
    each = pixel_count(config) // len(config.seat)
    return {
        number: Span(place * each, each)
        for place, number in enumerate(sorted(seat.number for seat in config.seat))
    }


def strip_picture(config: Config) -> Picture:
    """Of a configuration whose `[lamps] driver` is a strip, and that has no faults."""
    return Picture(seat_spans(config), pixel_count(config), config.lamps.limit_ma)


def lamp_misfits(config: Config) -> Problems:
    lamps = config.lamps
    if lamps.driver in STRIPS:
        yield from _strip_misfits(config)
    for place, seat in enumerate(config.seat):
        if (lamps.driver == ON_PINS) != (seat.lamp is not None):
            has = "has a" if seat.lamp is not None else "has no"
            sentence = (
                f"seat {seat.number} {has} lamp on pins, and [lamps] has the driver "
                f'"{lamps.driver}".'
            )
            yield Problem(("seat", place, "lamp"), sentence)
        if seat.span is not None and lamps.driver not in STRIPS:
            sentence = (
                f'seat {seat.number} has a span, and [lamps] has the driver "{lamps.driver}", '
                "which is no strip."
            )
            yield Problem(("seat", place, "span"), sentence)


def _strip_misfits(config: Config) -> Problems:
    lamps, most = config.lamps, KINDS[config.lamps.driver].pixels_most
    bare = [(place, seat.number) for place, seat in enumerate(config.seat) if seat.span is None]
    if most is not None and lamps.pixels > most:
        yield Problem(
            ("lamps", "pixels"),
            f"[lamps] pixels is at most {most:,} with {lamps.driver}, not {lamps.pixels:,}.",
        )
    elif 0 < len(bare) < len(config.seat):
        (place, number), *_ = bare
        sentence = (
            f"seat {number} has no span of the strip, and others have: name all of them, or none."
        )
        yield Problem(("seat", place, "span"), sentence)
    elif pixel_count(config) < len(config.seat):
        yield Problem(
            ("lamps", "pixels"), f"[lamps] pixels is {lamps.pixels}, fewer than there are seats."
        )
    else:
        yield from _span_misfits(config)


def _span_misfits(config: Config) -> Problems:
    laid = dict[int, Span]()
    places = {seat.number: place for place, seat in enumerate(config.seat)}
    for number, span in seat_spans(config).items():
        laid[number] = span
        if why := why_not_laid(laid, pixel_count(config)):
            yield Problem(("seat", places[number], "span"), f"span: {why}")
            return
