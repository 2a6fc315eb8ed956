"""The sentence for a missing library that only a Pi has, with what to
install.
"""

INSTALL = "pip install 'tablectl[pi]'"


def not_installed(library: str, why: ImportError) -> str:
    return f"{library} is not installed ({why}): {INSTALL}."
