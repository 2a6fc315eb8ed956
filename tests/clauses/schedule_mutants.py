"""The mutants of levels, breaks and places, and of a flop that is turned at once."""

from .mutant import Mutant

SCHEDULE_MUTANTS = (
    Mutant("T-18", "engine/state/changes.py", "one.place <= back", "one.place >= back", "places-of-who-leaves-with-chips"),
    Mutant("T-18", "engine/between/ending.py", "taken = places({n: began[n] for n in lost}, len(left))",
           "taken = dict[int, int]()",
           "places-of-who-leaves-with-chips"),
    Mutant("T-18", "views/seats.py", "return next((one.place for one in reversed(t.gone) if one.seat == s.number), None)",
           "return None", "place-of-the-beaten-who-leaves"),
    Mutant("T-4", "engine/engine.py", "levels.begin_break(play)", "pass", "break-begins-when-the-hand-is-over"),
    Mutant("T-4", "engine/between/levels.py", "or t.in_hand or t.drawn_for or is_redeal(t):", "or t.in_hand or t.drawn_for:",
           "break-waits-for-the-re-deal"),
    Mutant("T-4", "engine/play/clocks.py", "t.stacks.due_ms, break_due_ms(t))", "t.stacks.due_ms)",
           "break-begins-between-hands-by-its-time"),
    Mutant("T-12", "engine/state/table.py", "return self.board if lying >= row.board else", "return self.board if row else",
           "views/test_flop_at_once.py::test_a_flop_is_shown_when_its_third_card_has_come"),
    Mutant("F-14", "engine/facts/coming.py", "now.began_ms + self.by_ms", "now.began_ms", "floor-sets-the-level-and-the-break"),
    Mutant("F-14", "engine/between/scheduling.py", "max(by_ms, -_left_ms(t, now_ms))", "by_ms", "floor-shortens-a-level-to-now"),
    Mutant("F-14", "engine/between/scheduling.py", "if t.in_hand or t.drawn_for:\n        return Why.LEVEL_BETWEEN_HANDS()",
           "if t.drawn_for:\n        return Why.LEVEL_BETWEEN_HANDS()", "floor-sets-no-level-that-is-none"),
)
