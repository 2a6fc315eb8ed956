"""Sends a ruling to the running table, after showing its effect and asking on a terminal; and
prints the state of the table.
"""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import typer
from typer import Exit

from tablectl.cli.output import as_usage_error, out, say_json, usage_error
from tablectl.engine.floor import RULINGS, Correction, Misdeal, OfACase, Ruling, Void
from tablectl.engine.floor_json import BadRuling, read_ruling
from tablectl.service.control.client import NoTable, send_request, status_at
from tablectl.service.process import FAILED
from tablectl.structs import JsonObject

SILENT_AT_MOST_S = 10
WHERE_TO_LOOK = "What may be ruled now: tablectl rule status."
# commands with lines of their own on the socket; all others are rulings
PEOPLE = ("sits", "buys", "leaves")
# prompted for here; the socket takes the first two without a reason
NEEDS_WHY = (Void, Misdeal, Correction)


def carry_out(name: str, given: JsonObject) -> None:
    """Carries a ruling out; the exit status says whether the table took it."""
    control, is_prompted = given.pop("control"), is_terminal() and not given["yes"]
    del given["yes"]
    if given.get("seats"):
        given["seats"] = [find_seat(word, control) for word in given["seats"].split(",")]
    line = make_line(name.replace("-", "_"), given)
    if "floor" in line:
        _add_reason(line, name, is_prompted=is_prompted)
    if is_prompted:
        would = send_ruling(control, {**line, "would": True})
        out.print(str(would["effect"]) or f"{name}: nothing else changes.")
        if not typer.confirm("Rule it?", default=False):
            out.print("Nothing was ruled.")
            raise Exit(FAILED)
        if "number" not in line and would["case"] and _is_ruling(line, OfACase):
            line["number"] = would["case"]  # the halt whose effect was shown, not a later one
    reply = send_ruling(control, line)
    texts = [str(one["text"]) for one in reply["said"]]
    for text in texts or [f"Ruled: {name}. {reply.get('did') or ''}".rstrip()]:
        out.print(text)


def find_seat(word: str, control: Path) -> int:
    """The seat of this number, or of the player with this name. Ends the program where
    nobody is.
    """
    if word.isdigit():
        return int(word)
    named = ask_accepted(control, {"status": True})["status"]["names"]
    found = [int(seat) for seat, name in named.items() if name.casefold() == word.casefold()]
    if len(found) != 1:
        who = (
            ", ".join(f"{name} (seat {seat})" for seat, name in named.items())
            or "nobody has a name"
        )
        usage_error(
            f'{"Nobody is" if not found else "More than one is"} called "{word}" here: {who}.'
        )
    return found[0]


def _add_reason(line: JsonObject, name: str, *, is_prompted: bool) -> None:
    """Adds the reason, if one is needed. Ends the program if it is no ruling."""
    if _is_ruling(line, *NEEDS_WHY) and not (line.get("why") or "").strip():
        line["why"] = ask_reason(name, is_prompted=is_prompted)
    with as_usage_error(BadRuling):
        read_ruling(line)


def _is_ruling(line: JsonObject, *kinds: type[Ruling]) -> bool:
    return "floor" in line and issubclass(RULINGS[line["floor"]], kinds)


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def make_line(name: str, given: JsonObject) -> JsonObject:
    """The line for the control socket; options that were not given are left out."""
    fields = {key: value for key, value in given.items() if value is not None}
    if (case := fields.pop("case", None)) is not None and fields.setdefault("number", case) != case:
        usage_error(f"Which case is meant, {case} or {fields['number']}?")
    if name == "start":
        return {"start": True}
    if name in PEOPLE:
        amount = fields.pop("amount", True)
        player = {"name": fields["player"]} if "player" in fields else {}
        return {"seat": fields["seat"], name: amount, **player}
    return {"floor": name, **fields}


def ask_reason(name: str, *, is_prompted: bool) -> str:
    """The reason for the record; a terminal is prompted for it."""
    why = typer.prompt("Why?").strip() if is_prompted else ""
    return why or usage_error(
        f'{name} needs a reason for the record: tablectl rule {name} … --why "…".'
    )


def ask_accepted(control: Path, line: JsonObject) -> Any:
    """Its reply to a line that the table takes; of one that it refuses the sentence, as wrong
    use.
    """
    reply = send_line(control, line)
    return reply if reply["ok"] else usage_error(str(reply["text"]))


def send_ruling(control: Path, line: JsonObject) -> Any:
    """The same of a ruling; of one that is refused also where to look for those that are not."""
    reply = send_line(control, line)
    return reply if reply["ok"] else usage_error(f"{reply['text']} {WHERE_TO_LOOK}")


def send_line(control: Path, line: JsonObject) -> Any:
    """Sends a line to the socket `control` and returns the reply."""
    look = "look at its screen whether it has ruled."
    try:
        answer = send_request(control, msgspec.json.encode(line), SILENT_AT_MOST_S)
    except UnicodeEncodeError:
        usage_error("What was typed holds bytes that are no text.")
    except NoTable as error:
        why = error.__cause__
        reason = "that is a folder" if control.is_dir() else getattr(why, "strerror", None) or why
        usage_error(
            f"No table answers at {control}: {reason}. Start it with tablectl run --config "
            "table.toml, or name the control.sock of another with --socket or TABLECTL_SOCKET."
        )
    except TimeoutError:
        usage_error(f"The table at {control} is silent for {SILENT_AT_MOST_S} s: {look}")
    if not answer:
        usage_error(f"The table at {control} has gone without an answer: {look}")
    return msgspec.json.decode(answer)


# How the table stands


def news_at(control: Path) -> list[JsonObject]:
    """The latest rulings and notices of a table, the newest last; none where no table answers."""
    with suppress(PermissionError):
        return list((status_at(control) or {"last": ()})["last"])
    return []


def show_status(control: Path, behind: str = "", *, json: bool) -> None:
    """`behind`: what each command needs behind it to reach this table."""
    found = ask_accepted(control, {"status": True})["status"]
    if json:
        say_json(found)
        return
    out.print(
        f"{found['table']}, hand {found['hand']}: "
        f"{found['phase']}{', paused' if found['paused'] else ''}."
    )
    if found["test"]:
        out.print("A test: nothing of it counts.")
    case = found["wrong"]
    if case is None:
        has_headline = found["prompt"].startswith(found["headline"])  # "Place your bets: Ben."
        headline = "" if has_headline else f"{found['headline']}. "
        out.print(f"Nothing is halted.\n  {headline}{found['prompt']}")
    else:
        since = f", for {case['for_s']:,} s" if case["for_s"] is not None else ""
        clause = f" ({case['clause']})" if case["clause"] else ""
        out.print(
            f"Case {case['number']}{since}:\n  {case['what']}\nThe rulebook{clause}:\n  "
            f"{case['remedy']}"
        )
    if found["hold"] is not None:
        out.print(f"On hold:\n  {found['hold']['what']} {found['hold']['clears']}")
    if found["lock"] is not None:
        out.print(
            f"Locked:\n  {found['lock']['what']} {found['lock']['clears']}\n  tablectl operator "
            f"clear{behind}"
        )
    for one in found["devices"]:
        if one["silent_ms"] is not None:
            out.print(f"{one['name']} has been silent for {one['silent_ms']:,} ms.")
    wrong = (*found["troubles"], *filter(None, (found["mirror"],)), *found["unused"])
    for one in (*wrong, *(row for row in found["devices"] if "part" in row)):
        out.print(f"{one['finding']} {one['remedy']}")
    for one in found["stacks"]:
        out.print(
            f"Seat {one['seat']}: {one['sensed']:,} lie in its stack, {one['ledger']:,} should."
        )
    if found["unsensed"]:
        seats = ", ".join(map(str, found["unsensed"]))
        out.print(f"Seats that do not sense their stack, and cannot be compared with it: {seats}.")
    out.print("\nWhat may be ruled now:")
    for one in found["open"]:
        out.print(f"  tablectl {one['command']}{behind}\n      {one['effect']}")
    if found["last"]:
        out.print("\nThe last rulings and notices:")
    for news in found["last"]:
        out.print(f"  {news['at'][11:19]}  {news['text']}")
