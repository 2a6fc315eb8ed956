"""How each language says what the keys do, for the tests that hold sentence and keys together."""

import re
from typing import NamedTuple


class Speech(NamedTuple):
    # what a sentence may say of a choice, and the keys that it may be
    says: dict[str, tuple[str, ...]]
    never: re.Pattern[str]  # no such sentence
    # what a player with a name is never called; the number follows
    seat: str
    unless: str  # but where this follows
    amounts: str  # an amount that is a key's, by what stands before it
    group: str  # between thousands
    then: str  # before what is done after chips have been taken back


ENGLISH = Speech(
    says={
        r"\bcheck\b": ("check",),
        r"\bfold\b": ("fold",),
        r"\bcall\b(?! is)": ("call",),
        r"\bbet (at least|all-in|\d)": ("bet",),
        r"\braise (to|all-in)": ("raise",),
        r"\bpost\b": ("post",),
        r"\bwait for\b": ("wait",),
        r"\bbuy the button\b": ("buy_button",),
        r"\bpress MUCK\b": ("muck",),
        r"\bpress SHOW\b": ("show",),
        r"\bpass\b": ("pass",),
    },
    never=re.compile(
        r"\b(he|she|his|her|told|heard|motion|is to)\b|\bput right\b|As above", re.IGNORECASE
    ),
    seat=r"\b[Ss]eat",
    unless=" has no connection",
    amounts=r"(?:at least|to|with|post|call|bet) ([\d,]*\d)",
    group=",",
    then="hen put",
)
SPANISH = Speech(
    says={
        r"\bpasar?\b": ("check", "pass"),
        r"\bno (vayas|ir)\b": ("fold",),
        r"\biguala(r\b(?! cuesta)|\b)": ("call",),
        r"\bapuesta (al menos|all-in|\d)|\bapostar \d": ("bet",),
        r"\bsube (a|al menos a|all-in a) ": ("raise",),
        r"\bpon\b(?!.* delante de ti)": ("post",),
        r"\bespera a la ciega\b": ("wait",),
        r"\bcompra el botón\b": ("buy_button",),
        r"\bpulsa NO MOSTRAR\b": ("muck",),
        r"\bpulsa MOSTRAR\b": ("show",),
    },
    # Words of English, of who plays as a man or a woman, and articles that stand alone or twice.
    never=re.compile(
        r"\b(the|and|or|your|you|press|is|seat|chips?|take|put|hand|todos)\b"
        r"|\b(a|de) el\b|\b(el|al|del) el\b|\b(?-i:(a|de) asiento)\b",
        re.IGNORECASE,
    ),
    seat=r"\b[Aa]siento",
    unless=" no tiene conexión",
    amounts=r"(?:al menos|al menos a|sube a|con|pon|iguala|apuesta) ([\d.]*\d)",
    group=".",
    then="espués pon",
)
SPEECH = {"en": ENGLISH, "es": SPANISH}
