"""The types of the compiled core of a node; its contracts are the headers in firmware_io/mcu/."""

from typing import Any

lib: Any
ffi: Any
