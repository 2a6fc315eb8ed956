"""The types of the compiled evaluator; its contracts are the headers in native/."""

from typing import Any

lib: Any
ffi: Any
