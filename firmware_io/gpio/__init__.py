"""gpio: the Raspberry Pi's pins, and nothing outside this package knows them.

A pin is a number (BCM, as in GPIO17) with a purpose: a contact that is watched, or something that
is switched. What changes is reported as a value, `PinChanged`, and never as a level: whether it
opens or closes its contact stands in purposes.py alone.

    pins = Pins([Pin(17, Purpose.EMERGENCY_STOP), Pin(22, Purpose.KEY, seat=3, key="fold"), Pin(5,
    Purpose.BUZZER)])
    why = pins.open(loop, on_change)         # None, or a sentence: what to install, what is in use
    pins.switch_output(Purpose.BEACON, True)
    pins.start_beeps(YOUR_TURN)
    pins.close()                             # every pin is free again

Start with purposes.py, then pins.py and settling.py (what edge and level together mean).
rpi_lines.py speaks to the pins in RPi.GPIO's API, as rpi-lgpio has it, chip_lines.py through gpiod;
library.py takes one. Their libraries are imported when pins are opened, never before, so that all
of this imports anywhere. Never tried on hardware: no Pi was at hand; what is said here of the
libraries was read in their source (rpi-lgpio 0.6, lgpio 0.2.2, gpiod 2.5, the kernel's
gpiolib-cdev.c). Absent on purpose: messages of the wire, what a key means, SPI (strips/), threads
but for one hand-over.
"""
