"""What hangs on the Pi itself, by the configuration: its pins and what each is for, and each seat's span of a strip.

The values that firmware_io's gpio and strips are made with, and what is wrong with them, in sentences that name the key.
"""

import re
from collections.abc import Iterator, Mapping

from firmware_io.gpio.choosing import LIBRARIES
from firmware_io.gpio.purposes import LAMPS, OUTPUTS, Pin, Purpose, why_not_wired
from firmware_io.lamps import PIXELS
from firmware_io.messages import KEYS
from firmware_io.strips.picture import Picture, Span, why_not_laid
from firmware_io.strips.strip import KINDS
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.config.values import Config, LampsConfig, SeatConfig

ON_PINS = "pins"                 # `[lamps] driver`: a lamp of three colours a seat
STRIPS = tuple(KINDS)
LIGHTS = ("", *STRIPS, ON_PINS)
DEVICE = re.compile(r"/dev/spidev(\d{1,2})\.(\d{1,2})", re.ASCII)
OF_SPI: Mapping[int, range] = {0: range(7, 12), 1: range(16, 22)}     # GPIOs of each bus; its chip selects among them
PIXELS_MOST = 2_000
# Those of a table; each is a key of [gpio].
ALONE: tuple[Purpose, ...] = tuple(purpose for purpose in Purpose if purpose is not Purpose.KEY and purpose not in LAMPS)
INVERTED: Mapping[str, tuple[Purpose, ...]] = {
    **{purpose.value: (purpose,) for purpose in ALONE if purpose in OUTPUTS}, "lamp": LAMPS}

Named = tuple[str, Pin]                 # the key of the configuration, and its pin


# Pins

def wired(config: Config) -> Iterator[Named]:
    """Every pin that the configuration names, by its key."""
    inverted = {purpose for name in config.gpio.inverted for purpose in INVERTED.get(name, ())}
    for purpose in ALONE:
        if (number := getattr(config.gpio, purpose.value)) is not None:
            yield f"[gpio] {purpose.value}", Pin(number, purpose, is_inverted=purpose in inverted)
    for seat in config.seat:
        for key, number in seat.keys.items():
            yield f"seat {seat.number} keys.{key}", Pin(number, Purpose.KEY, seat.number, key)
        for name, purpose, number in _outputs_of(seat):
            yield f"seat {seat.number} {name}", Pin(number, purpose, seat.number, is_inverted=purpose in inverted)


def _outputs_of(seat: SeatConfig) -> Iterator[tuple[str, Purpose, int]]:
    if seat.buzzer is not None:
        yield "buzzer", Purpose.BUZZER, seat.buzzer
    if (lamp := seat.lamp) is not None:
        for colour, purpose, number in zip(("red", "green", "blue"), LAMPS, (lamp.red, lamp.green, lamp.blue), strict=True):
            yield f"lamp.{colour}", purpose, number


def pins_of(config: Config) -> tuple[Pin, ...]:
    return tuple([pin for _, pin in wired(config)])


def wrong_with_pins(config: Config) -> Iterator[str]:
    """Sentences."""
    gpio = config.gpio
    if gpio.library not in LIBRARIES:
        yield f'[gpio] has the library "{gpio.library}"; there is {", ".join(LIBRARIES)}.'
    for name in gpio.inverted:
        if name not in INVERTED:
            yield f'[gpio] inverted has "{name}"; there is {", ".join(INVERTED)}.'
    for seat in config.seat:
        yield from _wrong_with_keys(seat)
    named = list(wired(config))
    for count, (name, pin) in enumerate(named, 1):
        if why := why_not_wired([one for _, one in named[:count]]):
            yield f"{name}: {why}"
        elif (bus := _bus(config.lamps)) is not None and pin.number in OF_SPI.get(bus, ()):
            yield f"{name}: GPIO{pin.number} is the strip's: {config.lamps.device} has {_row(OF_SPI[bus])}."


def _wrong_with_keys(seat: SeatConfig) -> Iterator[str]:
    is_on_pins = seat.driver in DRIVERS and DRIVERS[seat.driver].is_on_pins
    if is_on_pins and not seat.keys:
        yield f"seat {seat.number} has the driver {seat.driver}, and no keys: keys = {{ fold = 5, check_call = 6 }}."
    if is_on_pins and seat.port:
        yield f"seat {seat.number} has the port {seat.port}; {seat.driver} have none."
    if seat.keys and not is_on_pins:
        yield f"seat {seat.number} has keys on pins, and the driver {seat.driver}, which has its own."
    for key in seat.keys:
        if key not in KEYS:
            yield f'seat {seat.number} has the key "{key}"; there is {", ".join(KEYS)}.'


def _row(numbers: range) -> str:
    return f"GPIO{numbers[0]} to GPIO{numbers[-1]}"


# Lamps

def spi_of(lamps: LampsConfig) -> tuple[int, int] | None:
    """Bus and device of the strip; None: there is no strip, or its device is none."""
    found = DEVICE.fullmatch(lamps.device) if lamps.driver in STRIPS else None
    return (int(found[1]), int(found[2])) if found else None


def _bus(lamps: LampsConfig) -> int | None:
    spi = spi_of(lamps)
    return spi[0] if spi is not None else None


def pixels_of(config: Config) -> int:
    """How many the strip has."""
    return config.lamps.pixels or PIXELS * len(config.seat)


def spans_of(config: Config) -> dict[int, Span]:
    """Each seat's span: as it says itself, or even ones in the order of the seats' numbers."""
    named = {seat.number: span for seat in config.seat if (span := seat.span) is not None}
    own = {number: Span(span.first, span.count, span.backwards) for number, span in named.items()}
    if own or not config.seat:
        return own
    each = pixels_of(config) // len(config.seat)
    return {number: Span(place * each, each) for place, number in enumerate(sorted(seat.number for seat in config.seat))}


def picture_of(config: Config) -> Picture:
    """Of a configuration whose `[lamps] driver` is a strip, and that is not wrong."""
    return Picture(spans_of(config), pixels_of(config), config.lamps.limit_ma)


def wrong_with_lamps(config: Config) -> Iterator[str]:
    """Sentences."""
    lamps = config.lamps
    if lamps.driver not in LIGHTS:
        yield f'[lamps] has the driver "{lamps.driver}"; there is {", ".join(LIGHTS[1:])}, or none: the rings of the nodes.'
    elif lamps.driver in STRIPS:
        yield from _wrong_with_strip(config)
    for seat in config.seat:
        if (lamps.driver == ON_PINS) != (seat.lamp is not None):
            has = "has a" if seat.lamp is not None else "has no"
            yield f'seat {seat.number} {has} lamp on pins, and [lamps] has the driver "{lamps.driver}".'
        if seat.span is not None and lamps.driver not in STRIPS:
            yield f'seat {seat.number} has a span, and [lamps] has the driver "{lamps.driver}", which is no strip.'


def _wrong_with_strip(config: Config) -> Iterator[str]:
    lamps, most = config.lamps, KINDS[config.lamps.driver].pixels_most or PIXELS_MOST
    if spi_of(lamps) is None:
        yield f'[lamps] has the device "{lamps.device}"; a strip hangs on one like /dev/spidev0.0.'
    if not 0 <= lamps.pixels <= most:
        yield f"[lamps] pixels is at most {most:,} with {lamps.driver}, not {lamps.pixels:,}."
    elif why := _why_no_spans(config):
        yield why


def _why_no_spans(config: Config) -> str | None:
    bare = [seat.number for seat in config.seat if seat.span is None]
    if bare and len(bare) < len(config.seat):
        return f"seat {bare[0]} has no span of the strip, and others have: name all of them, or none."
    if pixels_of(config) < len(config.seat):
        return f"[lamps] pixels is {config.lamps.pixels}, fewer than there are seats."
    why = why_not_laid(spans_of(config), pixels_of(config))
    return f"span: {why}" if why else None
