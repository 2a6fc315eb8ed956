"""What may happen while the table is halted for a remedy: the rows of ALLOWS, read column by
column.
"""

from msgspec.structs import fields

from tablectl.engine.halts.remedies import REMEDIES
from tablectl.present.readout import CONFIRMED
from tablectl.rules.irregular import Allows, Remedy


def test_each_column_names_the_remedies_that_it_is_true_of():
    """Clauses: G-10, G-13, F-5, L-18, L-22."""
    columns = {
        field.name: {remedy.value for remedy in Remedy if getattr(remedy.allows, field.name)}
        for field in fields(Allows)
    }
    assert columns == {
        "is_dropped": {"present", "put_right", "put_aside", "early"},
        "is_never_void": {"present", "put_right", "as_known", "put_aside"},
        "card_is_named": {"present"},
        "more_cards_join": {"early", "redeal"},
        "chips_are_put_right": {"put_right", "as_known"},
        "kills_a_hand": {"dead"},
    }


def test_each_remedy_is_carried_out_and_read_out():
    assert set(REMEDIES) == set(CONFIRMED) == set(Remedy)
