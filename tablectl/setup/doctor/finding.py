"""What a probe found: well, worth knowing, or to be mended, with the sentence that says how."""

from typing import Any, Literal

from tablectl.structs import Frozen

State = Literal["well", "note", "mend"]


class Finding(Frozen):
    """`about`: a port, "disk", "seat 3". `values`: the same for programs, times in ms unless
    their names say otherwise.
    """

    about: str
    state: State
    says: str
    mend: str = ""  # what to do; only where something is to be mended
    values: dict[str, Any] = {}


def well(about: str, says: str, **values: Any) -> Finding:
    return Finding(about, "well", says, "", values)


def note(about: str, says: str, **values: Any) -> Finding:
    return Finding(about, "note", says, "", values)


def mend(about: str, says: str, how: str, **values: Any) -> Finding:
    return Finding(about, "mend", says, how, values)
