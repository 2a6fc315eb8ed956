"""The screen's model is the view: field for field, type for type, default for default, but for what the screen leaves out.
And it refuses what no table says: cards that are none, numbers without end.

They are written twice, for the screen imports nothing else of tablectl; this test keeps them equal.
"""

from collections.abc import Iterator
from typing import Annotated, Any, get_args

import msgspec
import pytest
from msgspec import NODEFAULT, Meta, Struct
from msgspec.inspect import (
    DictType,
    Field,
    IntType,
    LiteralType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from tablectl.rules.cards import CARDS, CUT, FOREIGN, FOREIGN_JOKER, JOKER, UNREADABLE
from tablectl.screen.model import HIDDEN, Card, Model, SlipKind, Tries, Whole
from tablectl.views.view import View

LEFT_OUT = {                                    # of the view: why the screen has no use for it
    "burned": "the board is shown, not what lies beside it",
    "deadline_ms": "in the table's own time, which the screen does not have: it counts down clock_left_ms",
    "notice": "notices has them all", "notice_seat": "notices has them all", "notice_code": "notices has them all",
    "is_refusal": "notices has them all",
    "irregularity.why": "the panel tells it in the view's sentence",
    "unsensed": "a matter of how the table is fitted out, which the floor reads in rule status",
    "result.*.text": "the screen tells a result in pages, with words of its own",
}
NARROWER = [type_info(one) for one in (Card, SlipKind, Tries, Whole)]


def fields_of(kind: StructType) -> dict[str, Field]:
    return {field.encode_name: field for field in kind.fields}


def differences(view: Type, model: Type, at: str = "") -> Iterator[str]:
    """Each place in which the two are not the same, as `seats.*.bets: what is different`."""
    match view, model:
        case StructType(), StructType():
            ours, theirs = fields_of(view), fields_of(model)
            for name in sorted(ours.keys() | theirs.keys()):
                yield from of_a_field(ours.get(name), theirs.get(name), f"{at}.{name}".lstrip("."))
        case VarTupleType(), VarTupleType():
            yield from differences(view.item_type, model.item_type, f"{at}.*")
        case DictType(), DictType():
            yield from differences(view.key_type, model.key_type, f"{at} (key)")
            yield from differences(view.value_type, model.value_type, f"{at}.*")
        case TupleType(), TupleType() if len(view.item_types) == len(model.item_types):
            for one, other in zip(view.item_types, model.item_types, strict=True):
                yield from differences(one, other, f"{at}.*")
        case UnionType(), UnionType() if len(view.types) == len(model.types):
            for one, other in zip(view.types, model.types, strict=True):
                yield from differences(one, other, at)
        case LiteralType(), StrType() if all(isinstance(word, str) for word in view.values):
            return                      # a screen is not ended by a word that it does not know yet
        case StrType(), LiteralType() if model in NARROWER:
            return                      # what no table says is refused
        case IntType(), IntType() if view == IntType() and model in NARROWER:
            return
        case _ if view != model:
            yield f"{at}: {view} in the view, {model} in the model"


def of_a_field(ours: Field | None, theirs: Field | None, at: str) -> Iterator[str]:
    if ours is None or theirs is None:
        yield f"{at}: not in the {'view' if ours is None else 'model'}"
        return
    yield from differences(ours.type, theirs.type, at)
    is_given = ours.required or (ours.default, ours.default_factory) == (theirs.default, theirs.default_factory)
    if theirs.required or not is_given:
        yield f"{at}: {shown(ours)} in the view, {shown(theirs)} in the model where it is left out"


def shown(field: Field) -> str:
    return "nothing" if field.required else repr(field.default if field.default is not NODEFAULT else field.default_factory)


def test_the_model_of_the_screen_is_the_view_but_for_what_it_leaves_out() -> None:
    said = list(differences(type_info(View), type_info(Model)))
    assert sorted(said) == sorted(f"{name}: not in the model" for name in LEFT_OUT)


def test_the_screen_knows_all_that_a_table_calls_a_card_and_no_more() -> None:
    assert sorted(get_args(Card)) == sorted((*CARDS, JOKER, HIDDEN, FOREIGN, FOREIGN_JOKER, UNREADABLE, CUT))


def test_every_number_in_the_model_has_bounds() -> None:
    numbers = [one for one in types_in(type_info(Model)) if isinstance(one, IntType)]
    assert len(numbers) > 50
    assert [one for one in numbers if one not in NARROWER] == []


def types_in(kind: Type) -> Iterator[Type]:
    """The type itself, and all that it is made of."""
    yield kind
    match kind:
        case StructType():
            parts = [field.type for field in kind.fields]
        case VarTupleType():
            parts = [kind.item_type]
        case TupleType():
            parts = list(kind.item_types)
        case DictType():
            parts = [kind.key_type, kind.value_type]
        case UnionType():
            parts = list(kind.types)
        case _:
            parts = []
    for part in parts:
        yield from types_in(part)


# Controls: each kind of difference is found

Fields = dict[str, tuple[Any, Any]]             # a field's type and its default
CHAIR: Fields = {"stack": (int, 0), "cards": (tuple[str, ...], ())}


def struct(fields: Fields) -> type[Struct]:
    return msgspec.defstruct("Thing", [(name, *how) for name, how in fields.items()])


def table(chair: Fields = CHAIR, **more: tuple[Any, Any]) -> Fields:
    return {"pot": (int, 0), "level": (int | None, None), "chairs": (tuple[struct(chair), ...], ()), **more}


@pytest.mark.parametrize(("model", "said"), [
    (table(), []),
    ({"pot": (int, 0), "level": (int | None, None)}, ["chairs: not in the model"]),
    (table(blinds=(int, 0)), ["blinds: not in the view"]),
    (table(pot=(Whole, 0)), []),
    (table(pot=(Annotated[int, Meta(ge=1)], 0)), [f"pot: {type_info(int)} in the view, IntType(gt=None, ge=1, lt=None, le=None, "
                                                  "multiple_of=None) in the model"]),
    (table(pot=(float, 0)), [f"pot: {type_info(int)} in the view, {type_info(float)} in the model"]),
    (table(level=(int | None, 1)), ["level: None in the view, 1 in the model where it is left out"]),
    (table({"stack": (int, 0)}), ["chairs.*.cards: not in the model"]),
], ids=["the same", "gone", "more", "with bounds", "with other bounds", "another type", "another default", "gone below"])
def test_control_a_model_that_is_not_the_view_is_found(model: Fields, said: list[str]) -> None:
    assert list(differences(type_info(struct(table())), type_info(struct(model)))) == said
