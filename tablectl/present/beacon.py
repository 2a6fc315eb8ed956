"""The beacon over the table: lit while the floor is wanted at it."""

from tablectl.view import View


def is_floor_wanted(view: View) -> bool:
    """Whether the table is halted, something holds or locks it, or a player has called the floor
    and nobody has come.
    """
    return view.phase == "halted" or view.current_hold is not None or bool(view.called)
