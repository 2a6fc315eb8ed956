"""strips: a string of pixels along the rail, a span of it for each seat, in place of ten rings on
nodes of their own.

What is shown is lamps.py's: the same patterns, colours and levels as on a ring. A frame is the
pixels of the whole strip at a moment, kept below what the supply can give (cap.py), and encoded for
the pixels' own wire: apa102.py (recommended: any clock, and gaps do no harm) or ws2812.py (one
wire, and a gap shows half a frame). All of that is pure; strip.py alone opens an SPI device,
spidev's, imported when it is opened. pins_rgb.py has one lamp of three colours a seat on pins, by
way of gpio/. Who drives lights need not know which (lights.py).

    picture = Picture({1: Span(0), 2: Span(24)}, count=48, limit_ma=2_000)
    strip = Strip(picture, "apa102")
    why = strip.open()                         # None, or a sentence
    strip.set_lamp(1, Lamp(AMBER, "drain", 200), now_ms)
    strip.show(now_ms)                         # sends a frame if it is another one
    strip.next_at_ms(now_ms)                   # when to show again, None: nothing moves

The supply is the strip's own, with the Pi's ground; no current comes through the Pi, and 3.3 V into
a strip of 5 V wants a 74AHCT125 between. Never tried on hardware: the bytes are held against
decoders of the tests, nothing else. Absent on purpose: clocks, threads, what a seat's lamp means.
"""
