"""How many states each search visits. A changed count is a changed rule: where the change is meant, it is pinned anew.

`python -m tests.states.pin` searches all of these again and writes this file.
"""

STATES: dict[str, int] = {
}
