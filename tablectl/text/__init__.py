"""text: a sentence as a value, written in English where it is needed, and put into words of a
language when a view is made.

    T("{seat}: call {amount:,}, or fold.", seat=3, amount=8)              a text with its values:
        "Seat 3: call 8, or fold."
    plural("one card", "{count} cards", count, count=count)               one of two texts, by a
        number
    listed(parts), either(parts), one_of(parts), joined(parts)            several values as one:
        "Hanna, Luca and Noor"

A value is a number (`{amount:,}` has the separators of the language), a name, a text of its own, a
`Player`. A number whose field is called `seat` or `other` is a player; `{at}` is a seat as a place.
A value whose field has a capital begins with one: `{Hand}` is "Two pair" where `{hand}` is "two
pair". A player without a name is "Seat 3" everywhere, as if that were a name, so that no language
needs an article there. The English text is the msgid of the catalogues (tablectl/locale), so it is
a constant, in one piece, in a call of `T` or `plural`: tests/extract.py reads them there. A text
that is chosen first and filled later is called with its values: `PAY(amount=8)`.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from tablectl.locale import ENGLISH, Translator
from tablectl.locale.translator import capitalize_first
from tablectl.structs import Frozen, Light

Value: TypeAlias = (
    "int | float | str | Text | Player | Capitalized | Amount | Ordinal | Several "
    "| WithoutStop | IfNamed | None"
)
Plain = int | float | str | None


class Names(Frozen):
    """A language, and the names of those players who have one, by seat. A name is the same in
    each language.
    """

    tr: Translator
    known: Mapping[int, str]


unnamed = Names(ENGLISH, {})  # English, where nobody's name is known


def player_names(tr: Translator, *at: str | None) -> Names:
    """The names at the seats, from seat 1 on; None or a blank: that player has none."""
    return Names(tr, {number: name for number, name in enumerate(at, 1) if name and name.strip()})


class Text(Light):
    """A text and the values of its fields. `many`: the text for any number but one, if there are
    two of them.
    """

    text: str
    values: Mapping[str, Value]
    many: str = ""
    number: int = 1

    def __call__(self, **values: Value) -> "Text":
        """The same text, with these values."""
        return Text(self.text, values, self.many, self.number)

    def say_in(self, names: Names) -> str:
        """Raises KeyError where it takes a field that is not there."""
        tr = names.tr
        template = (
            tr.plural_text(self.text, self.many, self.number) if self.many else tr.text(self.text)
        )
        return tr.fill_in(
            template,
            {field: _fill_field(field, value, names) for field, value in self.values.items()},
        )


class Player(Light):
    """Who sits there: by name, or "Seat 3", which is a name, too."""

    seat: int

    def say_in(self, names: Names) -> str:
        return names.known.get(self.seat) or UNNAMED(number=self.seat).say_in(names)


class Capitalized(Light):
    """A value at the start of a sentence."""

    value: Value

    def say_in(self, names: Names) -> str:
        first, words = self.value, say(self.value, names)
        while isinstance(first, Several) and first.parts:
            first = first.parts[0]
        # a name begins as it is written
        return words if isinstance(first, Player | Capitalized) else capitalize_first(words)


class Amount(Light):
    """A number that is part of a list: "1,200"."""

    number: int

    def say_in(self, names: Names) -> str:
        return names.tr.number(self.number)


class Ordinal(Light):
    """A place: "1st"."""

    number: int

    def say_in(self, names: Names) -> str:
        return names.tr.ordinal(self.number)


class Several(Light):
    """Values as one, by the rules of the language, where there is at least one of them; or what
    stands between them.
    """

    parts: tuple[Value, ...]
    how: Literal["and", "either", "or", "between"]
    between: Value = ""

    def say_in(self, names: Names) -> str:
        parts = [say(part, names) for part in self.parts]
        if self.how == "and":
            return names.tr.join_with_and(parts)
        if self.how == "either":
            return names.tr.join_choices(parts)
        return (
            names.tr.join_with_or(parts)
            if self.how == "or"
            else say(self.between, names).join(parts)
        )


class WithoutStop(Light):
    """A sentence inside another one."""

    value: Value

    def say_in(self, names: Names) -> str:
        return say(self.value, names).rstrip(".")


class IfNamed(Light):
    """One text for a player with a name, one for who is called by a number."""

    seat: int
    named: Text
    unnamed: Text

    def say_in(self, names: Names) -> str:
        return (self.named if self.seat in names.known else self.unnamed).say_in(names)


class Explained(ValueError):
    """A fault that people are told of: `sentence` in any language; the message is it in English."""

    def __init__(self, sentence: Text | str) -> None:
        super().__init__(say(sentence))
        self.sentence = sentence


def say(value: Value, names: Names = unnamed) -> str:
    """The words of a value, in the language of the names."""
    return str(value) if isinstance(value, Plain) else value.say_in(names)


def _fill_field(field: str, value: Value, names: Names) -> Plain:
    """A value as its field wants it: `{Hand}` at the start of a sentence, `{SEAT}` in capitals,
    a number as a number.
    """
    if type(value) is int and field.lower() in OF_A_PLAYER:
        value = Player(value)
    if field.islower():
        return value if isinstance(value, Plain) else value.say_in(names)
    return say(value, names).upper() if field.isupper() else Capitalized(value).say_in(names)


def T(text: str, /, **values: Value) -> Text:
    return Text(text, values)


def plural(one: str, many: str, number: int, /, **values: Value) -> Text:
    """One text of two, by the number; `one` may leave the number out."""
    return Text(one, values, many, number)


def join_with_and(parts: Iterable[Value]) -> Several:
    """ "Hanna, Luca and Noor"; of one part, itself."""
    return Several(tuple(parts), "and")


def join_choices(parts: Iterable[Value]) -> Several:
    """ "call 8, raise to 16, or fold"."""
    return Several(tuple(parts), "either")


def join_with_or(parts: Iterable[Value]) -> Several:
    """ "any queen or K♥"."""
    return Several(tuple(parts), "or")


def join_parts(parts: Iterable[Value], between: Value = " ") -> Several:
    return Several(tuple(parts), "between", between)


def list_players(seats: Iterable[int]) -> list[Player]:
    return [Player(seat) for seat in seats]


def number_word(number: int) -> Text | str:
    """ "two", "seven", "12": small numbers are words in a sentence."""
    return COUNTS.get(number) or str(number)


OF_A_PLAYER = ("seat", "other")  # fields whose number is a seat
UNNAMED = T("Seat {number}")
COUNTS = {
    0: T("no"),
    1: T("one"),
    2: T("two"),
    3: T("three"),
    4: T("four"),
    5: T("five"),
    6: T("six"),
    7: T("seven"),
}
