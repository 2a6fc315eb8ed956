"""Source text as a tree: each file is parsed once, for all the rules that are read off it."""

import ast
import gc
from functools import cache


@cache
def parsed(text):
    """The tree of a source text. Without the collector, which would look through all trees
    before it again and again.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


@cache
def nodes(text):
    """All nodes of a source text, in no particular order."""
    return tuple(ast.walk(parsed(text)))
