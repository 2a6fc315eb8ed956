"""Every key of every table of a configuration, made wrong in every way: what is told names that
key and its line.
"""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec import inspect

from tablectl.games.settings import Settings
from tablectl.rules.amounts import MOST_AMOUNT
from tablectl.rules.fitting import field_meaning, possible_types, struct_fields
from tablectl.service.config import lines
from tablectl.service.config.lines import Lines
from tablectl.service.config.loading import BadConfig, ConfigFile, parse_config
from tablectl.service.config.values import Config
from tablectl.setup.example import to_toml

VALUES = (True, 7, 2.5, "odd", [1], {"odd": 1}, "date")  # of every type that TOML has
AS_IS = {"date": "1979-05-27"}
WORDS = {"size": "1920x1080", "device": "/dev/spidev0.0", "preset": "tournament", "language": "en"}
FILE = Path("table.toml")
LAYOUTS = ("headers", "dotted", "inline")


def right(kind, name=""):
    """Some value of this type."""
    match kind:
        case inspect.Metadata():
            example = field_meaning(kind).example
            return (
                right(kind.type, name)
                if example is None or isinstance(example, dict | tuple)
                else example
            )
        case inspect.UnionType():
            return right(next(one for one in kind.types if one != inspect.NoneType()), name)
        case inspect.StructType():
            return right_table(kind.fields)
        case inspect.VarTupleType(item_type=item):
            return [right(item, name), right(item, name)]
        case inspect.DictType(key_type=key):
            return (
                {"fold": 5}
                if isinstance(key, inspect.LiteralType)
                else {"1": right(kind.value_type)}
            )
        case inspect.LiteralType():
            return next(value for value in kind.values if value != "")
        case inspect.IntType() | inspect.FloatType():
            return max(1, kind.ge or 0) if name != "display" else 0
        case inspect.BoolType():
            return True
        case _:
            return WORDS.get(name, "x")


def right_table(fields):
    return {field.name: right(field.type, field.name) for field in fields}


def everything():
    """A document with every key of every table. What does not go together in it is told as well,
    at other keys or as values.
    """
    document = right_table(struct_fields(Config))
    document["table"]["options"] = right_table(struct_fields(Settings))
    document["screen"] = [document["screen"], dict(document["screen"])]
    return document


def kinds():
    """The type of every key, by its path without places."""
    found = {}

    def walk(fields, at):
        for field in fields:
            found[(*at, field.name)] = field
            for kind in possible_types(field.type):
                for inner in (kind, getattr(kind, "item_type", None)):
                    if isinstance(inner, inspect.StructType):
                        walk(inner.fields, (*at, field.name))

    walk(struct_fields(Config), ())
    walk(struct_fields(Settings), ("table", "options"))
    return found


KINDS = kinds()


def plain(key):
    return tuple(part for part in key if isinstance(part, str))


def written(document, layout):
    """The document as TOML, and the line of each of its keys."""
    text, at = [], {}

    def inline(value, key):
        """On one line, and so are all its keys."""
        at.setdefault(key, len(text) + 1)
        if isinstance(value, dict):
            return (
                "{"
                + ", ".join(
                    f"{name} = {inline(inner, (*key, name))}" for name, inner in value.items()
                )
                + "}"
            )
        if isinstance(value, list):
            return (
                "["
                + ", ".join(inline(inner, (*key, place)) for place, inner in enumerate(value))
                + "]"
            )
        return AS_IS.get(value) or to_toml(value) if isinstance(value, str) else to_toml(value)

    def is_rows(value):
        return isinstance(value, list) and value and all(isinstance(row, dict) for row in value)

    def headed(table, key, path):
        below = {}
        for name, value in table.items():
            if isinstance(value, dict) or is_rows(value):
                below[name] = value
            else:
                text.append(f"{name} = {inline(value, (*key, name))}")
        for name, value in below.items():
            rows = list(enumerate(value)) if is_rows(value) else [(None, value)]
            for place, row in rows:
                inner, header = (*key, name), ".".join((*path, name))
                own = inner if place is None else (*inner, place)
                text.extend(["", "# " + "key = 1"])
                text.append(f"[{header}]" if place is None else f"[[{header}]]")
                at[own] = len(text)
                at.setdefault(inner, len(text))
                headed(row, own, (*path, name))

    def dotted(table, key, path):
        for name, value in table.items():
            at.setdefault((*key, name), len(text) + 1)
            if isinstance(value, dict) and value:
                dotted(value, (*key, name), (*path, name))
            else:
                text.append(f"{'.'.join((*path, name))} = {inline(value, (*key, name))}")

    if layout == "headers":
        headed(document, (), ())
    elif layout == "dotted":
        dotted(document, (), ())
    else:
        for name, value in document.items():
            text.append(f"{name} = {inline(value, (name,))}")
    return "\n".join(text) + "\n", at


def with_value(document, key, value):
    """The document with another value there; without the key, where it is None."""
    if not key:
        return value
    first, *rest = key
    if isinstance(document, list):
        return [
            with_value(one, rest, value) if place == first else one
            for place, one in enumerate(document)
        ]
    if not rest and value is None:
        return {name: one for name, one in document.items() if name != first}
    return {**document, first: with_value(document.get(first), rest, value)}


def keys_of(value, key=()):
    """Every key of a document that is a field of a table."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if plain((*key, name)) in KINDS:
                yield (*key, name)
            yield from keys_of(inner, (*key, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from keys_of(inner, (*key, place))


def out_of_bounds(kind):
    for one in possible_types(kind):
        match one:
            case inspect.IntType() | inspect.FloatType():
                yield from (one.le + 1,) if one.le is not None else ()
                yield from (one.ge - 1,) if one.ge is not None else ()
                yield from (one.gt,) if one.gt is not None else ()
            case inspect.LiteralType():
                yield "nonsense" if isinstance(one.values[0], str) else 45
            case inspect.StrType(min_length=1):
                yield ""
            case inspect.StrType() if one.pattern:
                yield "nonsense"


def wrong_types(kind):
    fits = {
        type(value) for value in VALUES if any(is_of(value, one) for one in possible_types(kind))
    }
    return [value for value in VALUES if value == "date" or type(value) not in fits]


def is_of(value, kind):
    words = {
        inspect.BoolType: bool,
        inspect.IntType: int,
        inspect.StrType: str,
        inspect.VarTupleType: list,
        inspect.DictType: dict,
        inspect.StructType: dict,
    }
    if isinstance(kind, inspect.LiteralType):
        return type(value) is type(kind.values[0])
    if isinstance(kind, inspect.FloatType):
        return type(value) in (int, float)
    return type(value) is words.get(type(kind), type(value))


EVERYTHING = everything()
KEYS = [*keys_of(EVERYTHING)]


def told_of(text):
    """What is wrong with the text of a configuration, by key and line."""
    try:
        file = ConfigFile(text.encode(), FILE)
    except BadConfig as wrong:
        return {(wrong.problem.key, wrong.problem.line): wrong.problem.sentence}
    problems, _ = file.check_values()
    return {(told.key, told.line): told.sentence for told in map(file.located_problem, problems)}


def path_of(key):
    return re.sub(
        r"\.\[", "[", ".".join(f"[{part}]" if isinstance(part, int) else part for part in key)
    )


def missing_at(key, at, told):
    """What is wrong with what was told of that key, which stands there; None: it is named with
    its line.
    """
    sentence = told.get((path_of(key), at))
    if sentence is None:
        return f"{path_of(key)} is not told with line {at}: {told}"
    return (
        None
        if key[-1] in sentence or f"[{'.'.join(plain(key))}]" in sentence
        else f"{sentence} does not name {key[-1]}"
    )


def rounds(key):
    """Values that do not fit a key, one a round."""
    kind = KINDS[plain(key)].type
    return [*wrong_types(kind), *out_of_bounds(kind)]


def is_bounded(value):
    """Whether it is no larger than any number may be: what is larger is told, and nothing else."""
    return not isinstance(value, int) or value <= MOST_AMOUNT


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_values_that_do_not_fit_are_told_at_once_each_with_its_key_and_line(layout):
    """Of every type that it is not, and on both sides of its bounds; what holds other keys is
    tried below.
    """
    leaves = [
        key for key in KEYS if not any(key == other[: len(key)] for other in KEYS if other != key)
    ]
    count = 0
    for place in range(max(len(rounds(key)) for key in leaves)):
        wrong = {
            key: rounds(key)[place]
            for key in leaves
            if place < len(rounds(key)) and is_bounded(rounds(key)[place])
        }
        document = EVERYTHING
        for key, value in wrong.items():
            document = with_value(document, key, value)
        text, at = written(document, layout)
        told = told_of(text)
        assert [why for key in wrong if (why := missing_at(key, at[key], told))] == []
        count += len(wrong)
    assert count > 700


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_value_that_does_not_fit_is_told_with_its_key_and_line(layout):
    """The same one by one."""
    tried, failed = 0, []
    for key in KEYS:
        values = rounds(key)
        for value in values if layout == "headers" else values[-1:]:
            text, at = written(with_value(EVERYTHING, key, value), layout)
            tried += 1
            if why := missing_at(key, at[key], told_of(text)):
                failed.append((value, why))
    assert failed == []
    assert tried > 150


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_unknown_neighbour_of_each_key_is_told(layout):
    document, odd = EVERYTHING, [(*key[:-1], f"{key[-1]}q") for key in KEYS]
    for key in odd:
        document = with_value(document, key, 1)
    text, at = written(document, layout)
    told = told_of(text)
    assert [why for key in odd if (why := missing_at(key, at[key], told))] == []


def test_a_key_that_must_be_there_and_is_not_is_told_at_its_table():
    needed = [key for key in KEYS if KINDS[plain(key)].required]
    for key in needed:
        text, at = written(with_value(EVERYTHING, key, None), "headers")
        assert missing_at(key, at[key[:-1]], told_of(text)) is None
    assert {plain(key)[-1] for key in needed} >= {
        "number",
        "red",
        "first",
        "driver",
        "port",
        "name",
    }


def test_a_key_that_is_there_twice_is_told_with_both_lines():
    """Once in its own table and once more, a line below; a table's header likewise."""
    text, at = written(EVERYTHING, "headers")
    given = text.splitlines()
    for key in KEYS[::5]:
        line = at[key]
        if "=" not in given[line - 1]:
            continue
        twice = "\n".join([*given[:line], given[line - 1], *given[line:]])
        told = told_of(twice)
        assert list(told) == [(path_of(key), line + 1)], key
        assert f"line {line} has it already" in told[path_of(key), line + 1]
    told = told_of(text + "\n[lamps]\n")
    assert list(told) == [("lamps", len(given) + 2)]


def test_where_the_text_goes_wrong_earlier_no_key_is_taken_for_a_second_one():
    ((told,),) = (told_of("[lamps\npixels = 1\npixels = 2\n"),)
    assert told == ("", 1)


def test_where_a_row_is_none_no_other_row_is_taken_for_it():
    assert told_of('seat = [\n  3,\n  {number = 1, port = "auto", driver = "keypad"},\n]\n') == {
        ("seat[0]", 2): "[seat] holds a whole number, and each in it is a table."
    }


def test_a_table_that_starts_tells_the_same_first():
    for key in KEYS[::9]:
        text, at = written(with_value(EVERYTHING, key, "date"), "headers")
        with pytest.raises(BadConfig) as wrong:
            parse_config(text.encode(), FILE)
        if plain(key)[:2] != ("table", "options") or len(key) == 2:
            assert str(wrong.value).startswith(f"{FILE}:{at[key]}: ")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_line_is_found_for_every_key_of_any_layout(layout):
    text, at = written(EVERYTHING, layout)
    assert tomllib.loads(text) == EVERYTHING
    found = Lines(text)
    assert {key: found.line_of(key) for key in at} == at
    assert found.twice == {}


@pytest.mark.parametrize(
    "text",
    [
        'a = """\nb = 1\n"""\nb = 2',
        "a = '''\nb = 1\n'''\nb = 2",
        "# b = 1\n\n\nb = 2",
        'a = "# [x]"\n[c] # b\nd = 1\n[e]\n"b" = 2',
        "a = [\n  1, # b = 1\n  2.5,\n]\nb = 2",
        'a = "\\"b = 1"\n\n\n"b" = 2',
        "a.b = 1\n\n\nb = 2",
        "a = 1979-05-27 07:32:00Z\n\n\nb = 2",
        'a = """x\\\n"""\n\nb = 2',
        "a = {b = 1, c = [{b = 1}]}\n\n\nb = 2",
    ],
)
def test_a_line_is_not_taken_from_a_text_a_comment_or_a_table_within(text):
    document = tomllib.loads(text)
    key = ("b",) if "b" in document else ("e", "b")
    assert Lines(text).line_of(key) == 1 + text[: text.rindex("b")].count("\n")


def test_a_line_that_is_one_off_would_be_found(monkeypatch):
    """The control."""
    text, at = written(with_value(EVERYTHING, ("lamps", "pixels"), -1), "headers")
    assert missing_at(("lamps", "pixels"), at["lamps", "pixels"], told_of(text)) is None
    monkeypatch.setattr(
        lines,
        "_split_words",
        lambda text, own=lines._split_words: ((word, line + 1) for word, line in own(text)),
    )
    assert missing_at(("lamps", "pixels"), at["lamps", "pixels"], told_of(text)) is not None


def test_a_field_without_bounds_would_be_found():
    """The control: each way of being wrong has keys that it is tried with."""
    assert sum(1 for key in KEYS for _ in out_of_bounds(KINDS[plain(key)].type)) > 150
    assert all(wrong_types(field.type) for field in KINDS.values())
