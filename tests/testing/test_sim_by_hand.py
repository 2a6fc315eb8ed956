"""All five games can be played by hand with `tablectl sim table` and `sim do`: a hand of each,
at the real service.
"""

import pytest

from firmware_io.kit.table.sim_table import CHIPS, Game, SimTable
from firmware_io.kit.table.verbs import do_verb
from tablectl.cli.sim import hole_cards, make_table, table_rows
from tablectl.games.catalog import PRESETS
from tablectl.present.public import public_view
from tablectl.service.config.loading import load_config
from tablectl.service.journals.open_table import open_journal
from tablectl.service.serve import Service
from tests.tiers import tiered

RATHER = ("post", "check", "call", "made", "show", "ante", "bet", "confirm")
MOST_STEPS = 120


def typed(view):
    """What the people at the table type next: the answer of whoever is asked, else the chips
    that are to be moved.
    """
    if view.keys:
        offered = {key.key: key for key in reversed(view.keys)}
        key = next((offered[word] for word in RATHER if word in offered), view.keys[0])
        yield (
            f"seat {key.seat} press "
            f"{key.key}{f' {key.amount}' if key.amount and key.key in ('ante', 'bet') else ''}"
        )
        if key.key in ("post", "call", "ante") and view.seats[str(key.seat)].stack:
            yield f"seat {key.seat} put {key.amount}"
        return
    for move in view.moves:
        giver, taker = (name.removeprefix("seat-") for name in (move.giver, move.taker))
        if not move.done:
            yield (
                f"seat {giver} take {move.amount}"
                if giver == taker
                else (
                    f"seat {giver} sweep"
                    if giver.isdigit()
                    else f"seat {taker} receive {move.amount}"
                )
            )


@pytest.mark.parametrize("preset", tiered(sorted(PRESETS), ["casino", "texas6plus"]))
def test_a_hand_of_each_game_is_played_by_hand(preset, loop, tmp_path):
    """Each seat sees its own two cards, and those of no folded or finished hand."""
    wanted = make_table(preset, [1, 2], ["Ada", "Ben"], None if preset == "pool" else 500, 0)
    deck = PRESETS[preset].deck.all_cards
    stacks = {int(seat): chips for seat, chips in wanted.seats.items()}
    with SimTable(
        loop, tmp_path, stacks, seed=4, game=Game(table_rows(wanted), deck, CHIPS)
    ) as table:
        config = load_config(table.write_config())
        service = Service(config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0)
        service.start()
        seen, log = {}, []
        for _ in range(MOST_STEPS):
            loop.run_for(2_000)
            view = public_view(service.table, 0)
            if (
                not seen
                and service.table.in_hand
                and all(len(service.table.player(number).cards) == 2 for number in (1, 2))
            ):
                seen = {
                    number: hole_cards(tmp_path, number, do_verb(table, "status"))
                    for number in ("1", "2")
                }
            if (
                service.table.hands
                and not service.table.in_hand
                and not any(not move.done for move in view.moves)
            ):
                break
            for line in typed(view):
                log.append((view.prompt, line))
                do_verb(table, line)
                loop.run_for(1_000)
        assert (service.table.hands, service.table.in_hand, service.table.halts) == (1, False, 0), (
            log
        )
        assert (config.table.preset, view.seats["1"].name) == (preset, "Ada")
        dealt = [*seen["1"], *seen["2"]]
        assert (len(dealt), set(dealt) <= set(deck)) == (4, True)
        assert hole_cards(tmp_path, "1", do_verb(table, "status")) == ()
        service.stop()
        service.journal.close()
