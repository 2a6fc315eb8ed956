"""Some fifty ways to break a clause, each with the test that names the clause and must notice.

A mutant is one piece of source text that carries a clause, and what it is broken into. `text` stands once in its file; where
the code has moved on, put here what carries the clause now.
"""

from typing import NamedTuple


class Mutant(NamedTuple):
    clause: str
    file: str                   # below tablectl/
    text: str
    broken: str
    test: str                   # a scenario's name, or file::test below tests/

    @property
    def node(self) -> str:
        """What pytest calls the test."""
        if "::" in self.test:
            return f"tests/{self.test}"
        return f"tests/test_scenarios.py::test_a_scenario_goes_as_its_file_says[{self.test}]"


MUTANTS = (
    Mutant("T-1", "rules/seating.py",
           "best = max(drawn.values())", "best = min(drawn.values())", "button-draw-highest-rank"),
    Mutant("T-1", "rules/seating.py",
           "return clockwise_from(seats, max(seats))", "return clockwise_from(seats, min(seats))",
           "button-draw-ties-draw-again"),
    Mutant("T-2", "rules/seating.py", 'return (button, other) if heads_up_button == "small"',
           'return (button, other) if heads_up_button == "big"', "button-moves-past-who-is-out"),
    Mutant("T-17", "rules/seating.py",
           "return clockwise_from(seats, button)[0]", "return clockwise_from(seats, button)[-1]",
           "button-moves-past-who-is-out"),
    Mutant("T-18", "rules/seating.py",
           "sum(other > began for", "sum(other >= began for", "out-in-one-hand-by-stacks"),
    Mutant("G-5", "rules/pots.py", "return (most, put[most] - second) if put[most] > second else None", "return None",
           "example-5-uncalled-and-layers"),
    Mutant("G-6", "rules/pots.py", "seats = tuple(sorted(seat for seat in live if put.get(seat, 0) >= ceiling))",
           "seats = tuple(sorted(live))", "short-blinds-are-owed-in-full-by-the-others"),
    Mutant("G-6", "rules/pots.py",
           "for p in put.values())\n        seats", "for s, p in put.items() if s in live)\n        seats",
           "folded-chips-stay-in-the-layers"),
    Mutant("G-13", "rules/pots.py", "floor, carried = 0, dead_chips", "floor, carried = 0, 0",
           "rules/test_pots.py::test_dead_blinds_go_whole_to_the_main_pot"),
    Mutant("T-16", "rules/pots.py", "shares[winners[0]] += rest", "shares[winners[-1]] += rest",
           "example-6-odd-chips-to-the-first-winner"),
    Mutant("T-16", "rules/pots.py", "share = amount // len(winners) // unit * unit", "share = amount // len(winners)",
           "odd-chips-to-the-first"),
    Mutant("T-16", "rules/pots.py", 'if odd_chips == "one_each":', "if not odd_chips:", "odd-chips-one-each"),
    Mutant("T-15", "rules/showdown.py",
           "return order[first:] + order[:first]", "return order", "showdown-last-bettor-first"),
    Mutant("G-9", "rules/showdown.py", "best = max(strengths[seat]", "best = min(strengths[seat]", "cards-speak"),
    Mutant("T-3", "rules/forced.py", "ante = min(self.ante, stack)", "ante = 0", "antes-come-before-the-blinds"),
    Mutant("T-4", "rules/forced.py",
           "began_ms += round(level.minutes * MINUTE_MS)", "began_ms = now_ms", "levels-by-minutes"),
    Mutant("T-4", "rules/forced.py",
           "hands_played >= level.hands", "hands_played > level.hands", "antes-come-before-the-blinds"),
    Mutant("T-6", "rules/dealing.py",
           "seat = dealt[held.index(fewest)]", "seat = dealt[-1 - held[::-1].index(fewest)]",
           "one-card-at-a-time-from-the-left"),
    Mutant("T-12", "rules/dealing.py", "if burned < burn:", "if burned > burn:", "one-card-at-a-time-from-the-left"),
    Mutant("T-8", "rules/limits.py", '(raise_to if limits.min_raise == "double" else added)', "added",
           "a-raise-is-to-double-the-bet"),
    Mutant("T-8", "rules/limits.py", "is_full = raise_to >= least_raise(limits, round)", "is_full = True",
           "several-short-all-ins-add-up"),
    Mutant("T-13", "rules/limits.py",
           "and faced >= round.full)", "and faced > 0)", "a-short-all-in-reopens-player-by-player"),
    Mutant("G-11", "rules/limits.py", "if who.faces_only_all_ins or who.stack", "if who.stack",
           "all-in-hands-are-turned-up-before-the-board"),
    Mutant("T-10", "rules/limits.py",
           "return who.acted_at < round.fulls or", "return", "the-big-blind-has-the-option"),
    Mutant("T-10", "engine/rounds/betting.py",
           "if seat.acted_at < 0 or seat.bet < t.round.bet:", "if seat.bet < t.round.bet:",
           "the-big-blind-has-the-option"),
    Mutant("G-7", "engine/rounds/betting.py", "elif to_call == 0:", "elif to_call < 0:", "clock-runs-out"),
    Mutant("T-17", "engine/rounds/betting.py",
           "if seat.bet == play.table.round.bet and not", "if not", "absent-players-are-dealt-in"),
    Mutant("G-7", "engine/clocks.py", "\nWARNING_MS = 5_000", "\nWARNING_MS = 4_000", "clock-runs-out"),
    Mutant("G-7", "engine/halting.py", "    clocks.stop(play)\n", "", "clock-stands-still-while-halted"),
    Mutant("G-7", "engine/devices.py", "            clocks.stop(play)\n", "            pass\n",
           "clock-stands-still-while-the-seat-is-lost"),
    Mutant("T-14", "engine/rounds/showing.py", " if is_showdown and is_shown(s)}", "}", "last-one-in-wins-unseen"),
    Mutant("G-3", "engine/rounds/showing.py",
           "best_hand((*s.cards, *t.board), t.game.deck)", "best_hand((*s.cards, *t.board[:4]), t.game.deck)",
           "five-cards-only"),
    Mutant("T-15", "engine/rounds/showing.py", 'if seat.status == "all_in" or t.is_tabling:', "if t.is_tabling:",
           "showdown-an-all-in-hand-is-never-mucked"),
    Mutant("T-15", "engine/rounds/showing.py",
           "    turn_up(play, play.seat(seat))", "    play.say(f.Mucked(seat=seat))",
           "showdown-clock-turns-the-hand-up"),
    Mutant("T-19", "engine/rounds/showing.py", 'for s in claims]) > 1', 'for s in claims]) >= 1',
           "all-in-hands-are-turned-up-before-the-board"),
    Mutant("T-5", "engine/dealing.py", 'if card == CUT:', 'if card == "the cut card":', "cut-card-on-the-turn"),
    Mutant("G-2", "engine/dealing.py",
           "if t.seen >> CODE[card] & 1:", "if card in t.board:", "duplicate-card-in-the-deal"),
    Mutant("G-10", "engine/apply.py", "return replace(t, is_deck_foul=True)", "return t", "foreign-card-on-the-flop"),
    Mutant("G-10", "engine/starting.py",
           "if t.is_deck_foul:", "if t.is_deck_foul and t.in_hand:", "foreign-card-on-the-flop"),
    Mutant("G-4", "engine/starting.py", "if not levels or is_redeal(t):", "if not levels:",
           "a-void-hand-keeps-button-blinds-and-level"),
    Mutant("G-4", "engine/apply.py",
           "voided=t.dealt, **no_turn()", "voided=(), **no_turn()", "a-re-deal-has-the-same-players"),
    Mutant("G-4", "engine/apply.py",
           "acted_at=round.fulls, has_acted=True,", "acted_at=round.fulls,", "misdeal-until-two-have-acted"),
    Mutant("G-8", "engine/keys.py", 'elif t.phase != "betting" or t.to_act != seat:', 'elif t.phase != "betting":',
           "out-of-turn-by-key-and-by-chips"),
    Mutant("G-12", "engine/rulings.py", "why=event.why, seat=event.seat", "why=None, seat=event.seat",
           "clauses/test_rulings_are_recorded.py::test_a_void_is_written_with_its_ruler_its_cause_and_both_tables"),
    Mutant("G-1", "engine/audit.py", "if stacks + bets + t.middle != t.total:", "if stacks + bets + t.middle < 0:",
           "clauses/test_chips_add_up.py::test_a_table_that_does_not_add_up_locks"),
    Mutant("T-9", "engine/apply.py", ', t.round, 0, "folded", by_key', ', t.round, 0, "in", by_key', "last-one-in-wins-unseen"),
    Mutant("T-11", "engine/rounds/betting.py",
           "layers(put, [s.number for s in t.live], t.dead)", "layers(put, [t.live[0].number], t.dead)",
           "one-card-at-a-time-from-the-left"),
    Mutant("T-7", "engine/rounds/betting.py",
           'if opens == "left_of_blinds" else t.button', "if not opens else t.button",
           "one-card-at-a-time-from-the-left"),
)
