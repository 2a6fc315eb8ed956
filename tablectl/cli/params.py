"""How words on the command line are read, the same for every command: one voice for usage errors,
`-h`, and "did you mean".

typer's messages differ by version, so usage errors are sentences of our own, as are
errors of the other rooms.
"""

import difflib
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import typer
from typer import BadParameter, Exit, Option
from typer.core import TyperGroup

from tablectl.cli.output import usage_error
from tablectl.journal.record import JournalFailed
from tablectl.rules.cards import BadCards
from tablectl.service.journals.open_table import TABLE_ERRORS
from tablectl.service.process import JOURNAL_FAILED, WRONG_USE
from tablectl.simulation.scenario.script import BadScript

INPUT_ERRORS = (*TABLE_ERRORS, BadScript, BadCards)
# click's, or typer's own: by its version
UsageError: type[Any] = BadParameter.__mro__[1]
NEAR = 0.6  # how similar a word must be for "did you mean"
NEAR_OPTION = 0.75  # higher: all options share their dashes
MOST_DIGITS = 30  # of a number
CLOSED = re.compile(r"'(.*)' is not readable")
EXTRA = re.compile(r"extra arguments?(?:\(s\))? \((.*)\)")


def command_group(help: str, **settings: Any) -> typer.Typer:
    """Commands that belong together."""
    return typer.Typer(
        cls=Commands,
        no_args_is_help=True,
        help=help,
        context_settings={"help_option_names": ["-h", "--help"]},
        # locals hold face-down cards
        pretty_exceptions_show_locals=False,
        pretty_exceptions_enable=False,
        **settings,
    )


class Commands(TyperGroup):
    """A group of commands: `-` and `_` are one in their names, and an error is a sentence
    and exit 2.
    """

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found: Any = super().get_command(ctx, cmd_name) or super().get_command(
            ctx, cmd_name.replace("_", "-")
        )
        if found is not None:
            _say_flags_without_values(found.get_params(ctx))
        return found

    def get_params(self, ctx: Any) -> Any:
        params = super().get_params(ctx)
        _say_flags_without_values(params)
        return params

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            names = [name for name in self.list_commands(ctx) if not self.commands[name].hidden]
            usage_error(unknown_word(self.called, args[0], names))
        return super().resolve_command(ctx, args)

    @property
    def called(self) -> str:
        return "ruling" if self.name == "rule" else "command"

    def main(self, *words: Any, **settings: Any) -> Any:
        """Runs the command line and returns the exit status."""
        settings["standalone_mode"] = False
        try:
            ended = super().main(*words, **settings)
        except UsageError as error:
            print_error(usage_sentence(error))
            ended = WRONG_USE
        except INPUT_ERRORS as error:
            print_error(str(error))
            ended = WRONG_USE
        except JournalFailed as failed:
            print_error(str(failed))
            ended = JOURNAL_FAILED
        except typer.Abort:
            ended = WRONG_USE
        sys.exit(ended if isinstance(ended, int) else 0)


def _say_flags_without_values(params: Iterable[Any]) -> None:
    """typer would write <bool> behind each flag, as if a word had to follow."""
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""


def print_error(sentence: str) -> None:
    try:
        usage_error(sentence)
    except Exit:  # we are at the end already
        return


def unknown_word(what: str, word: str, words: Iterable[str], of: str = "") -> str:
    """A sentence that names the most similar word; if none is similar, all words."""
    known = list(words)
    cutoff = NEAR_OPTION if word.startswith("--") else NEAR
    alike = difflib.get_close_matches(word.replace("_", "-").lower(), known, n=1, cutoff=cutoff)
    more = f'Did you mean "{alike[0]}"?' if alike else f"There is {', '.join(known)}."
    return f'There is no {what} "{word}"{of}. {more}'


def usage_sentence(error: Any) -> str:
    """A sentence of our own for an error of typer's."""
    param = getattr(error, "param", None)
    match type(error).__name__:
        case "NoSuchOption" if error.option_name[1:].isdecimal():
            return f'"{error.option_name}" is below 0, and no number is that is wanted there.'
        case "NoSuchOption":
            names = [
                name
                for one in error.ctx.command.params
                for name in (*one.opts, *one.secondary_opts)
            ]
            known = [name for name in names if name.startswith("--")]
            return unknown_word(
                "option", error.option_name, [*known, "--help"], f" of {error.ctx.command_path}"
            )
        case "MissingParameter" if param is not None:
            return end_sentence(
                f"{param_name(param)} is "
                f"missing{': ' + param.help if getattr(param, 'help', None) else ''}"
            )
        case "BadOptionUsage":
            return (
                f"{error.option_name} needs a value behind it."
                if "requires" in error.message
                else end_sentence(error.message)
            )
        case "BadParameter" if closed := CLOSED.search(error.message):
            return f"{closed[1]}: Permission denied. Run it as who may read that."
        case "BadParameter" if param is not None:
            return f"{param_name(param)} is {end_sentence(error.message)}"
        case "NoArgsIsHelpError":
            return f"Name a command; {error.ctx.command_path} --help lists them."
    if extra := EXTRA.search(error.message):
        where = error.ctx.command_path if error.ctx is not None else "it"
        return f'"{extra[1]}" is one word too many for {where}.'
    if "Missing command" in error.message:
        return "Name a command: --help lists them."
    return end_sentence(error.message)


def end_sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text}."


def param_name(param: Any) -> str:
    options = [name for name in param.opts if name.startswith("--")]
    return options[0] if options else str(param.metavar or param.name).strip("[]").upper()


# Numbers and words on the command line


def number_option(help: str, least: int | None = None, most: int | None = None, *names: str) -> Any:
    """An option that is a whole number; without `names` it is called as its parameter is."""
    return Option(*names, parser=number_parser(least, most), metavar="N", help=help)


def choice_option(what: str, words: Sequence[str], help: str) -> Any:
    """An option that is one of the words."""
    return Option(parser=word_parser(what, words), metavar="|".join(words), help=help)


def number_parser(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number from `least` to `most`."""
    bounds = (
        ""
        if least is None
        else f" of {least:,} or more"
        if most is None
        else f" from {least:,} to {most:,}"
    )

    def read(text: str) -> int:
        plain = str(text)
        if not re.fullmatch(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}", plain):
            raise BadParameter(f'a whole number{bounds}, not "{plain}".')
        number = int(plain)
        if (least is not None and number < least) or (most is not None and number > most):
            raise BadParameter(f"a whole number{bounds}, not {number:,}.")
        return number

    read.__name__ = "N"
    return read


def word_parser(what: str, words: Sequence[str]) -> Callable[[str], str]:
    """Reads one of the words."""

    def read(text: str) -> str:
        if text not in words:
            usage_error(unknown_word(what, text, words))
        return text

    read.__name__ = what.upper()
    return read
