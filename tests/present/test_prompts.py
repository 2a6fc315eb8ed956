"""Every prompt is true: in all states that runs lead to, sentence, headline, keys lit and keys
accepted say one thing.

The states come from runs: play by chance in all games with things going wrong, and scenario files
through the whole stack.
"""

import re
from collections import Counter
from functools import cache

import msgspec
import pygame
import pytest
from msgspec.structs import replace

from tablectl.engine.engine import handle
from tablectl.engine.events import FloorRuled, LockCleared
from tablectl.engine.facts import Refused
from tablectl.engine.floor_json import read_ruling
from tablectl.engine.questions import cut_awaited, wager_in_front
from tablectl.games.catalog import PRESETS
from tablectl.locale import get_translator
from tablectl.locale.translator import capitalize_first
from tablectl.present.asks.ask import KINDS
from tablectl.present.asks.holding import first_lock
from tablectl.present.keys import asked_seats
from tablectl.present.news import ReadOut
from tablectl.present.public import public_view
from tablectl.present.reasons import say_notice, table_names
from tablectl.rules.cards import CODE
from tablectl.screen.drawing.palette import palette
from tablectl.screen.drawing.themes import FELT
from tablectl.screen.layout.places import USUAL_BAR, Scale
from tablectl.screen.model import decode
from tablectl.screen.parts.bar import paint_bar
from tablectl.screen.parts.part import Part
from tablectl.screen.presenter.bar_text import (
    KEYS,
    OF_A_SEAT,
    OF_ALL,
    SAID_BY,
    make_bar,
    player_name,
)
from tablectl.screen.presenter.moment import Moment
from tablectl.screen.words import in_language as labels_in, view_language
from tablectl.view import Key
from tests.harvest import of_chance, of_scenarios
from tests.present.speech import SPEECH
from tests.present.stated import REASONS, false_reasons
from tests.present.test_keys import wrong_at
from tests.screen.proving import ProvingCanvas
from tests.tiers import tiered

NAMES = (
    "Hanna",
    "Luca",
    "Brigitte",
    "Noor",
    "",
    "Amara",
    "Tomek",
    "Maximiliana Wolfgang",
    "Omar",
    "Sofia",
)
SOME = (
    "chips-declared-raise-in-several-motions",
    "chips-10-half-a-raise-must-be-completed",
    "chips-08-less-than-a-bet",
    "chips-05-short-call-completed",
    "chips-taken-out-are-named-until-they-are-back",
    "seat-newcomer-posts-at-once",
    "seat-who-was-passed-posts-both-blinds",
    "show-last-hand-left-in-limit-must-be-shown",
    "casino-bets-by-chips",
    "casino-calls-by-chips",
    "casino-decide-together",
    "a-break-after-a-level",
    "card-premature-flop",
    "a-seat-unplugged-at-its-turn-holds-the-table",
    "device-lost-with-a-wager-begun",
    "floor-gives-the-pots",
    "blind-not-posted-in-time",
    "a-re-deal-has-the-same-players",
    "device-lost-and-not-needed",
    "ante-blind-on-the-button",
    "pool-a-game-of-so-many-hands",
    "a-blind-posted-with-too-large-a-chip",
    "chips-called-while-some-came-out-of-turn",
    "showdown-an-all-in-hand-is-never-mucked",
)


BETWEEN_HANDS = ("come", "cut")  # one at a time is asked, though several are waited for
# kinds whose sentence names each key that is lit
SPEAKS_OF_KEYS = ("act", "post", "muck", "decide", "come", "flat_bets")


def with_names(t):
    return replace(
        t,
        seats=tuple(
            replace(seat, name=NAMES[seat.number - 1] or None) if seat.status != "empty" else seat
            for seat in t.seats
        ),
    )


def wrong_in(t, view):
    """Where ask, sentence and keys do not go together."""
    ask, names, speech = view.ask, {key.key for key in view.keys}, SPEECH[view.language]
    numbers = [*asked_seats(t)]
    if ask.kind not in KINDS or not view.prompt:
        yield f"{ask.kind!r} is no kind, or has no sentence"
    if ask.kind in OF_A_SEAT and ask.kind not in BETWEEN_HANDS and list(ask.seats) != numbers:
        yield f"{ask.kind} is of {ask.seats}, and {numbers} are asked"
    if ask.kind in OF_ALL and list(ask.seats) != numbers:
        yield f"{ask.kind} is of {ask.seats}, and {numbers} are asked"
    cut = (cut_awaited(t), "confirm")  # is taken whatever is asked between hands
    if ask.kind not in (*OF_A_SEAT, *OF_ALL, "void", "over") and any(
        (key.seat, key.key) != cut for key in view.keys
    ):
        yield f"{names} are accepted, and the table says {ask.kind}: {view.prompt}"
    if ask.command and not is_taken(t, ask.command):
        yield f"{ask.command} is refused: {view.prompt}"
    yield from (
        f"{due} lies there out of turn: {view.prompt}"
        for number in ask.seats
        if ask.kind == "awaited"
        if (due := view.seats[str(number)].due_back)
        and wager_in_front(t, number) <= 0
        and f"{due:,}".replace(",", speech.group)
        not in view.prompt.partition(" ")[2].partition(speech.then)[0]
    )
    lost = [number for number in ask.seats if not t.seat(number).is_connected]
    if lost and ask.kind in OF_A_SEAT and t.to_act in lost:
        yield f"seat {lost[0]} has no connection, and is asked: {view.prompt}"
    if speech.never.search(without_others(f"{ask.headline} {view.prompt}")):
        yield f"no such sentence: {ask.headline} {view.prompt}"
    yield from (
        f"seat {seat.number} has a name: {view.prompt}"
        for seat in t.seats
        if seat.name
        and re.search(
            rf"{speech.seat} {seat.number}\b(?!{speech.unless})", f"{ask.headline}. {view.prompt}"
        )
        and ask.kind not in ("halted", "reload")
    )
    if view.language == "en":
        yield from false_reasons(t, view, ask.headline)
        yield from false_reasons(t, view, view.prompt)
    # there the chips say it
    if ask.kind in SPEAKS_OF_KEYS and not (ask.kind == "post" and t.settings.chips_sensed):
        yield from wrong_words(
            view.prompt, [key for key in view.keys if key.seat in ask.seats], speech
        )


def without_others(text, cause=""):
    """A deck file's names of shots are in its own words, and so is what the floor says, and what
    it types.
    """
    return (
        re.sub('«.*?»|"[a-z-]+"', "", text).replace(capitalize_first(cause), "").replace(cause, "")
    )


def reason_of(told):
    """The floor's own words in a notice."""
    return (
        ""
        if isinstance(told, ReadOut)
        else str(told.values.get("cause") or told.values.get("of") or "")
    )


def is_taken(t, command):
    """Whether the table takes the ruling that the bar names, or an operator clears a lock; what
    lies wrong is put right first.
    """
    _, whose, word, *_ = command.split()
    if whose == "operator":
        return is_cleared(t)
    ruling = word.replace("-", "_")
    chips_first = t.irregularity is not None and t.irregularity.remedy in ("put_right", "as_known")
    if ruling in ("start", "go_on", "award") or chips_first:
        return True
    if ruling in ("act", "chips"):
        return is_taken_as_typed(t, command)
    card = next((card for card in t.game.deck.cards if not t.seen >> CODE[card] & 1), None)
    said = read_ruling({"floor": ruling, "card": card if ruling == "card" else None})
    return not is_refused(t, FloorRuled(at_ms=0, ruling=said))


def is_taken_as_typed(t, command):
    """A command that is ready: nothing is left to be filled in but the reason."""
    _, _, word, *options = command.replace('"…"', "counted").split()
    said = {
        option.removeprefix("--"): int(value) if value.lstrip("-").isdigit() else value
        for option, value in zip(options[::2], options[1::2], strict=True)
    }
    return "…" not in said.values() and not is_refused(
        t, FloorRuled(at_ms=0, ruling=read_ruling({"floor": word, **said}))
    )


def is_cleared(t):
    """Whether an operator takes away the lock that is shown."""
    lock = first_lock(t)
    if lock is None:
        return False
    after, _ = handle(t, (LockCleared(at_ms=0, kind=lock.kind, who="operator"),))
    return lock not in after.holds


def is_refused(t, event):
    _, rows = handle(t, (event,))
    return any(isinstance(fact, Refused) for fact in rows[0].facts)


def wrong_words(prompt, keys, speech=SPEECH["en"]):
    """A choice that is named and not accepted, or accepted and not named; amounts that are no
    key's.
    """
    keys = list(keys)
    names = {key.key for key in keys}
    asked_for = prompt.partition(": ")[2] or prompt
    said = {
        next((key for key in may_be if key in names), may_be[0])
        for pattern, may_be in speech.says.items()
        if re.search(pattern, asked_for)
    }
    meant = {
        name
        for name in names - {"undo", "all_in"}
        if not any(other in names for other in SAID_BY.get(name, ()))
    }
    if said != meant:
        yield f"{sorted(said)} are said and {sorted(meant)} meant: {prompt}"
    of_keys = [amount for key in keys for amount in (key.amount, key.most) if amount is not None]
    amounts = {f"{amount:,}".replace(",", speech.group) for amount in of_keys}
    named = re.findall(speech.amounts, prompt)
    yield from (f"{amount} is no key's: {prompt}" for amount in named if amount not in amounts)


def wrong_on_the_bar(view, model, bar):
    """The bar lights what is accepted, says what the view says, and its seat is who is asked."""
    ask = model.ask
    accepted = {label for key in view.keys for label in labels_of(key, view_language(model))}
    yield from (
        f"{key.label} is lit, and not accepted: {view.prompt}"
        for key in bar.keys
        if key.label not in accepted
    )
    if bar.keys and ask.kind not in (*OF_A_SEAT, *OF_ALL):
        yield f"keys are lit while {ask.kind}"
    if ask.kind in OF_A_SEAT and (bar.block.kind, bar.block.seats) != ("seat", ask.seats):
        yield f"the block is {bar.block}, and {ask.seats} is asked"
    if ask.kind in OF_A_SEAT and not (bar.keys or bar.headline):
        yield f"nothing is asked: {view.prompt}"
    if ask.kind in (*OF_A_SEAT, *OF_ALL) and bar.sentence != view.prompt:
        yield f"the bar says {bar.sentence!r}, the view {view.prompt!r}"


def wrong_of_the_result(view, model):
    """A pot may be won because the others mucked, or be given by the floor: then nobody folded."""
    told = make_bar(model, Moment())
    held = [
        player_name(model, int(number))
        for number, seat in view.seats.items()
        if seat.cards and seat.status != "folded" and int(number) not in told.block.seats
    ]
    if told.sentence == view_language(model)("Everybody else folded.") and held:
        yield f"{held} did not fold: {told.sentence}"


def labels_of(key, tr):
    """What the key is called; that which takes the whole stack is an all-in."""
    whole_stack = {
        "call": {tr("CALL ALL-IN")},
        "bet": {tr("ALL-IN")},
        "raise": {tr("ALL-IN"), tr("ALL-IN TO")},
    }
    return {tr(KEYS[key.key]), *whole_stack.get(key.key, ())}


@cache
def cut_texts(bar, code):
    """Texts on the bar that do not fit; a name that is longer than its block may end in dots."""
    proofs = []
    surface = pygame.Surface((1920, 1080), 0, 32)
    canvas = ProvingCanvas(
        surface, Scale.of((1920, 1080)), palette(FELT, "tournament"), labels_in(code), proofs=proofs
    )
    Part("bar", USUAL_BAR.bar, paint_bar, (bar, USUAL_BAR)).paint(canvas)
    cut = [
        written.text
        for written in proofs
        if written.text.endswith("…")
        and not written.text.startswith("tablectl ")
        and not bar.block.name.startswith(written.text[:-1])
    ]
    beyond = [
        f"{written.text} leaves {written.within}"
        for written in proofs
        if not written.within.contains(written.ink)
    ]
    return (*cut, *beyond)


def walk(states, code="en"):
    """What was visited, and all that is wrong; a view that was there before is passed over."""
    seen = Counter()
    wrong = []
    views = set()
    sentences = set()
    language, never = get_translator(code), SPEECH[code].never
    for table, now_ms, said in states:
        wrong += [
            f"no such sentence: {told}"
            for one in said
            if never.search(
                without_others(
                    told := say_notice(one, table_names(table, language)), reason_of(one)
                )
            )
        ]
        t = with_names(table)
        view = public_view(t, now_ms, language=language)
        packet = msgspec.json.encode(replace(view, clock_left_ms=None, deadline_ms=None, hand=0))
        if packet in views:
            continue
        views.add(packet)
        model = decode(msgspec.json.encode(view))
        bar = make_bar(model, Moment(is_result_over=True))
        seen[view.ask.kind] += 1
        sentences.add(f"{view.ask.headline} {view.prompt}")
        found = [
            *wrong_at(t),
            *wrong_in(t, view),
            *wrong_on_the_bar(view, model, bar),
            *wrong_of_the_result(view, model),
            *[f"cut: {text}" for text in cut_texts(bar, code)],
        ]
        wrong += [f"{view.ask.kind} {view.ask.headline}: {one}" for one in found]
    seen.update(views=len(views), sentences=len(sentences))
    return seen, wrong


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_every_prompt_is_true_wherever_chance_leads(name):
    """Clauses: T-3, T-7, T-15, L-9, D-1, D-3, M-1, M-4."""
    seen, wrong = walk(
        state for seed in range(3) for state in of_chance(name, f"prompts {seed}", hands=3)
    )
    assert (seen["views"] > 80, wrong) == (True, [])


@pytest.mark.slow
def test_every_prompt_is_true_where_chips_and_people_come_and_go(tmp_path):
    """Clauses: G-8, L-9, L-30, L-35, F-5, F-9."""
    seen, wrong = walk(of_scenarios(SOME, tmp_path))
    wanted = (
        "post",
        "awaited",
        "complete",
        "motion",
        "come",
        "take_back",
        "break",
        "void",
        "show",
        "lost",
    )
    assert [kind for kind in wanted if not seen[kind]] == []
    assert wrong == []


@pytest.mark.parametrize("name", tiered(PRESETS, ["tournament"]))
def test_every_prompt_is_true_in_spanish_too(name):
    seen, wrong = walk(of_chance(name, "prompts in Spanish", hands=8), "es")
    assert (seen["views"] > 40, wrong) == (True, [])


def test_a_false_prompt_would_be_found():
    assert list(wrong_words("Noor: call 8, or fold.", [Key(4, "fold"), Key(4, "call", 6)])) == [
        "8 is no key's: Noor: call 8, or fold."
    ]
    assert list(wrong_words("Noor: press SHOW, or press MUCK.", [Key(4, "show")])) == [
        "['muck', 'show'] are said and ['show'] meant: Noor: press SHOW, or press MUCK."
    ]
    assert list(
        wrong_words("Noor: iguala 8 o no vayas.", [Key(4, "fold"), Key(4, "call", 6)], SPEECH["es"])
    ) == ["8 is no key's: Noor: iguala 8 o no vayas."]


def test_a_false_reason_would_be_found():
    """Said of a table at which nobody has bet yet, and everybody is there."""
    t, *_ = next(
        state
        for state in of_chance("tournament", "reasons", hands=1)
        if state[0].to_act is not None
    )
    t = with_names(t)
    view = public_view(t, 0)
    first = next(iter(view.seats.values())).name or "Seat 1"
    planted = (
        f"{first} is all-in: turn all your cards up, then press SHOW.",
        "No more betting. Noor: turn all your cards up.",
        "Everybody else is all-in: call 10, or fold.",
        "Four bets are in: call 10, or fold.",
        "The short all-in does not reopen the betting: call 10, or fold.",
        "Noor: put 7 in front of you: the small blind.",
        f"Seat {next(iter(view.seats))} has no connection",
        "The shoe has no connection",
        "The floor has paused play",
        "All-in: two cards to come",
        "The call is 10; you have 3: fold.",
        "Noor wins the tournament",
        f"{first}: no raise is allowed any more. Press UNDO.",
    )
    assert [text for text in planted if not list(false_reasons(t, view, text))] == []
    assert len(planted) > len(REASONS) - 2
