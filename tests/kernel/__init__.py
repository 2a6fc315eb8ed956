"""kernel: the drivers for pins, number pads and serial ports against a kernel's own devices, which
it makes up by itself.

They want gpio-sim, uinput and a USB gadget, and root; where those are not there the tests skip and
say so. `run.sh` builds a kernel of User-Mode Linux that has all of them and runs this folder in it:
no module, no root of the machine, no hardware.
"""
