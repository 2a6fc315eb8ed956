"""What a setting may be, where it is one of a few words, or yes or no."""

from msgspec import inspect

from tablectl.games.settings import Settings
from tablectl.rules.fitting import possible_types, struct_fields

KINDS = {field.name: possible_types(field.type) for field in struct_fields(Settings)}


def words_of(name: str) -> tuple[object, ...]:
    """Empty: it is a number, a text or a table."""
    match KINDS[name]:
        case (inspect.LiteralType(values=words),):
            return words
        case (inspect.BoolType(),):
            return (True, False)
    return ()


CHOICES = {
    name: words_of(name)
    for name in KINDS
    if isinstance(getattr(Settings(), name), str) and words_of(name)
}
