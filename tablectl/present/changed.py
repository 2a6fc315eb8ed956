"""What is told of rules that the house has changed, until the first hand that is played by them
has begun (L-36).
"""

from tablectl.engine.facts import Noticed, make_message
from tablectl.engine.questions import new_rules
from tablectl.engine.state.table import Table


def rule_notices(t: Table) -> tuple[Noticed, ...]:
    """The notice that stands; none where no rules are new."""
    changes = new_rules(t)
    return (make_message(Noticed, changes),) if changes is not None else ()
