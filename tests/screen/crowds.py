"""Full tables of long names and large amounts, in every situation: `crowds.json` says how each
differs from a view of the folder.

`each` is so of every seat, `in_turn` of one after the other; `won` is each seat's result. A pot is
an amount and the place from which on its seats are named. `like`: it begins as another situation.
"""

import json
from functools import partial
from pathlib import Path

from tests.screen.proofs import merged, view

CROWDS = json.loads(Path(__file__).with_name("crowds.json").read_bytes())
LONG_NAME = "Maximiliana Wolfgang"  # 20 characters
LONG_SHOT = CROWDS["rack"]["with"]["shot"]["name"]
LARGE_STACK = 1_250_000


def crowd(kind, seats, situation):
    of = CROWDS[kind]
    shown = view(of["view"])
    template = {**shown["seats"][of["seat"]], "name": LONG_NAME}
    shown["seats"] = {str(number): dict(template) for number in range(1, seats + 1)}
    shown["button"] = seats if kind == "ring" else shown.get("button")
    for change in (of, *changes(of["situations"], situation)):
        shown = changed(shown, change)
    return shown


def changes(situations, name):
    change = situations[name]
    return (*(changes(situations, change["like"]) if "like" in change else ()), change)


def changed(shown, change):
    """The view in that situation."""
    numbers = [int(number) for number in shown["seats"]]
    for number, seat in zip(numbers, shown["seats"].values(), strict=True):
        seat.update(change.get("each", {}), **in_turn(change.get("in_turn", [{}]), number))
    shown = merged(shown, change.get("with", {}))
    if "won" in change:
        shown["result"] = [{"seat": n, **in_turn(change["won"], n)} for n in numbers]
    if "winners" in change:
        shown["result"] = shown["result"][: change["winners"]]
    if "pots" in change:
        shown["pots"] = [
            {"amount": amount, "seats": numbers[place:]} for amount, place in change["pots"]
        ]
    return shown


def in_turn(values, number):
    return values[(number - 1) % len(values)]


def each(**changes):
    """The same at every seat."""

    def change(shown):
        for seat in shown["seats"].values():
            seat.update(changes)

    return change


SITUATIONS, HOUSE, RACK = (CROWDS[kind]["situations"] for kind in ("ring", "house", "rack"))
crowded, crowded_house, crowded_rack = (partial(crowd, kind) for kind in CROWDS)
