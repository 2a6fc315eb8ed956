"""facts: the results of every decision, and how each changes the table.

Each fact says how it is applied, in the file of its subject. Applying one runs no rule, so recovery
does not depend on the rules. Nothing else changes a table. Start with hand.py.
"""

from functools import reduce
from operator import or_
from typing import Any

from tablectl.engine.facts.betting import *
from tablectl.engine.facts.clocks import *
from tablectl.engine.facts.coming import *
from tablectl.engine.facts.dealing import *
from tablectl.engine.facts.fact import *
from tablectl.engine.facts.halts import *
from tablectl.engine.facts.hand import *
from tablectl.engine.facts.house import *
from tablectl.engine.facts.points import *
from tablectl.engine.facts.stacks import *
from tablectl.engine.facts.standstill import *
from tablectl.engine.facts.undo import *

BASES = (Fact, OfSeat, OutOfShoe, Told)
# The union of all of them, for a decoder.
ANY_FACT: Any = reduce(
    or_, [kind for base in BASES for kind in base.__subclasses__() if kind not in BASES]
)
