"""The sentence for a device that this user may not open: which group may, and the command that
joins it.
"""


def may_not_open(what: str, group: str) -> str:
    """A clause without a full stop. `group`: as Raspberry Pi OS and 60-tablectl.rules name it."""
    return (
        f"this user may not open {what}: sudo usermod -aG {group} $USER, then log out and in again"
    )
