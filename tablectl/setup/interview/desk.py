"""The one place that asks, and the file that remembers what was answered, so that the next run goes
on where this one was ended.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from tablectl.locale import LANGUAGES, get_translator
from tablectl.service.books.files import NotThere, Unreadable, only_writer, read_file, replace_file
from tablectl.structs import Frozen, Strict
from tablectl.text import T, Text, player_names, say

MOST_BYTES = 1 << 16
MOST_SHOWN = 40  # characters of an answer that is no answer
LANGUAGE = "language"  # the answer that says in which words the others are asked for
YES, NO = "yes", "no"


class BadAnswer(Exception):
    """`why`: a sentence."""

    def __init__(self, why: Text | str) -> None:
        super().__init__(why)
        self.why = why


class BadRecord(ValueError):
    """The file of answers cannot be read or written: a sentence."""


class Choice(Frozen):
    """`word` is the answer as it is kept; `also`: other words for it."""

    word: str
    text: str | Text = ""
    also: tuple[str, ...] = ()


YES_OR_NO = (Choice(YES, "", ("y", "s", "si", "sí")), Choice(NO, "", ("n",)))


class Question(Frozen):
    """`default`: what an empty line means; `unattended`: what is taken where nobody is asked,
    if it is something else. `read`: the answer as it is kept, or raises BadAnswer.
    """

    key: str
    text: Text
    default: str
    choices: tuple[Choice, ...] = ()
    read: Callable[[str], str] | None = None
    unattended: str | None = None


class Record(Strict):
    """`before`: the answers of an earlier run, which are defaults now. `steps`: what was done after
    the last question.
    """

    answers: dict[str, str] = {}
    before: dict[str, str] = {}
    steps: tuple[str, ...] = ()
    is_finished: bool = False


class Desk:
    """`prompt`: shows a text and returns a line; `show`: prints one. `is_unattended`: nobody is
    asked, every default is taken. `repeats_known`: shows what was answered before, too.
    """

    def __init__(
        self,
        file: Path,
        prompt: Callable[[str], str],
        show: Callable[[str], None],
        *,
        language: str,
        is_unattended: bool = False,
        repeats_known: bool = True,
    ) -> None:
        self.file, self.is_unattended, self._repeats_known = file, is_unattended, repeats_known
        self._prompt, self._show, self._language = prompt, show, language
        self._record = load_record(file)

    @property
    def answers(self) -> Mapping[str, str]:
        return self._record.answers

    @property
    def has_begun(self) -> bool:
        return bool(self._record.answers or self._record.before)

    @property
    def is_finished(self) -> bool:
        return self._record.is_finished

    def begin_anew(self) -> None:
        """Every question again; what was answered before is what an empty line means."""
        record = self._record
        self._keep(Record(before={**record.before, **record.answers}))

    def forget(self, keys: Sequence[str], steps: Sequence[str]) -> None:
        """These questions and steps again."""
        record, gone = self._record, {key for key in self.answers if key.startswith(tuple(keys))}
        self._keep(
            Record(
                {key: said for key, said in record.answers.items() if key not in gone},
                {**record.before, **{key: record.answers[key] for key in gone}},
                tuple(step for step in record.steps if step not in steps),
            )
        )

    def is_done(self, step: str) -> bool:
        return step in self._record.steps

    def note_step(self, step: str) -> None:
        self._keep(msgspec.structs.replace(self._record, steps=(*self._record.steps, step)))

    def note_end(self) -> None:
        self._keep(msgspec.structs.replace(self._record, is_finished=True))

    def note_answer(self, key: str, answer: str) -> None:
        """What needed no question."""
        self._keep(msgspec.structs.replace(self._record, answers={**self.answers, key: answer}))

    def tell(self, text: Text | str) -> None:
        self._show(self.say(text))

    def say(self, text: Text | str) -> str:
        language = self.answers.get(LANGUAGE, self._language)
        tr = get_translator(language if language in LANGUAGES else self._language)
        return text if isinstance(text, str) else str(say(text, player_names(tr)))

    def ask(self, question: Question, *, is_kept: bool = True) -> str:
        """The answer; of a question that was answered before, that one. Raises BadAnswer where
        nobody is asked, and the default is no answer.
        """
        key = question.key
        if is_kept and key in self.answers:
            try:
                answer = read_answer(question, self.answers[key])
            except BadAnswer:
                pass  # the file was changed by hand, or another answer was
            else:
                if self._repeats_known:
                    self._tell_answer(question, answer)
                return answer
        default = self._default_answer(question)
        if self.is_unattended:
            given = question.unattended if question.unattended is not None else default
            answer = read_answer(question, given)
            self._tell_answer(question, answer)
        else:
            answer = self._ask_until_answered(question, default)
        if is_kept:
            self.note_answer(key, answer)
        return answer

    def _tell_answer(self, question: Question, answer: str) -> None:
        word = self._say_word(answer) if question.choices is YES_OR_NO else answer
        self.tell(f"{self.say(question.text)} {word}")

    def _default_answer(self, question: Question) -> str:
        try:
            return read_answer(question, self._record.before[question.key])
        except (KeyError, BadAnswer):
            return question.default

    def _ask_until_answered(self, question: Question, default: str) -> str:
        lines = [
            f"  {number}  {choice.word:<12} {self.say(choice.text)}".rstrip()
            for number, choice in enumerate(question.choices, 1)
            if question.choices is not YES_OR_NO
        ]
        shown = self._say_word(default) if question.choices is YES_OR_NO else default
        text = "\n".join((self.say(question.text), *lines, f"[{shown}] "))
        while True:
            line = self._prompt(text if lines else f"{self.say(question.text)} [{shown}] ")
            try:
                return read_answer(question, line.strip() or default)
            except BadAnswer as bad:
                self.tell(bad.why)

    def _say_word(self, word: str) -> str:
        return self.say(T("yes") if word == YES else T("no"))

    def _keep(self, record: Record) -> None:
        try:
            with only_writer(self.file) as folder:
                data = msgspec.json.format(msgspec.json.encode(record), indent=1)
                replace_file(self.file, data, folder, has_backup=False)
        except OSError as error:
            raise BadRecord(f"{self.file} cannot be written: {error.strerror}.") from None
        self._record = record


def load_record(file: Path) -> Record:
    """An empty one where there is none yet. Raises BadRecord."""
    try:
        return msgspec.json.decode(read_file(file, MOST_BYTES), type=Record)
    except NotThere:
        return Record()
    except (Unreadable, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(
            f"{file} is no record of answers: {str(error).rstrip('.')}. Put it away, and the "
            "questions begin anew."
        ) from None


def read_answer(question: Question, line: str) -> str:
    """Raises BadAnswer."""
    if not question.choices:
        return question.read(line) if question.read is not None else line
    word = line.casefold()
    for number, choice in enumerate(question.choices, 1):
        is_number = word == str(number) and question.choices is not YES_OR_NO
        if word == choice.word or word in choice.also or is_number:
            return choice.word
    if question.choices is YES_OR_NO:
        raise BadAnswer(T('"{answer}" is neither yes nor no.', answer=shorten(line)))
    words = ", ".join(choice.word for choice in question.choices)
    raise BadAnswer(T('"{answer}" is none of these: {words}.', answer=shorten(line), words=words))


def read_number(least: int, most: int) -> Callable[[str], str]:
    """Reads a whole number from `least` to `most`."""

    def read(line: str) -> str:
        is_number = line.isascii() and line.isdigit() and len(line) <= MOST_SHOWN
        if not is_number or not least <= int(line) <= most:
            raise BadAnswer(
                T(
                    'A whole number from {least:,} to {most:,} is wanted, not "{answer}".',
                    least=least,
                    most=most,
                    answer=shorten(line),
                )
            )
        return str(int(line))

    return read


def shorten(line: str) -> str:
    """As a sentence may show it: without what moves the cursor, and not without end."""
    seen = "".join("?" if unicodedata.category(sign)[0] == "C" else sign for sign in line)
    return seen if len(seen) <= MOST_SHOWN else f"{seen[:MOST_SHOWN]}.."
