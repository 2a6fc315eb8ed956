"""The rulings that are open now, and what each would do: every ruling is tried on a copy of the
table that nobody sees.

A ruling that the engine refuses is not open. The effect of `confirm` is given as the rulebook
prescribes it, not as the trial came out: that might depend on a card that lies face down (L-15).
"""

from collections.abc import Callable, Iterator, Set
from typing import TypeVar

from tablectl.engine import floor
from tablectl.engine.engine import handle
from tablectl.engine.events import AnyEvent, FloorRuled, StartAsked
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.questions import is_ruling_open, stacks_in_the_way
from tablectl.engine.state.stacks import Difference
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Why
from tablectl.present import schedule
from tablectl.present.asks import acting_for
from tablectl.present.asks.acting_for import WHY
from tablectl.present.forms import OpenRuling, form_fields, possible_rulings
from tablectl.present.readout import name_ruling
from tablectl.present.reasons import notice_text, table_names
from tablectl.present.reasons.fields import text_fields
from tablectl.present.reloading import remedy_sentence
from tablectl.present.rulings_help import HELP
from tablectl.present.rulings_people import OF_PEOPLE, effect_on_people, people_views
from tablectl.present.stacks import is_pot_missing
from tablectl.rules.irregular import Remedy
from tablectl.rules.wagers import chip_value
from tablectl.structs import JsonObject
from tablectl.text import Names, T, Text, Value, say
from tablectl.view import Ruling, RulingView

Told = TypeVar("Told")

DOES = {  # the effect of rulings that lead to no notice
    "pause": T("All clocks stand, and nobody may act until go-on."),
    "go_on": T("Play goes on; cards and chips that moved meanwhile are read now."),
    "reshuffled": T("The deal goes on from the shoe as it is loaded now."),
    "deck_checked": T("The deck counts as checked: the next hand may begin."),
    "close_bets": T("No more bets are taken in this round."),
    "card": T("The card that could not be read is this one."),
    "made": T("The shot counts as made."),
    "missed": T("The try counts as missed."),
    "new_game": T("A new game begins: all points are 0."),
}
# What `resume` comes to, by the remedy that is not carried out.
DROPPED: dict[Remedy, Text] = {
    Remedy.PRESENT: T(
        "The card that could not be read is laid aside: the next card takes its place."
    ),
    Remedy.PUT_RIGHT: T("The chips stay as they lie: the table counts what it knew."),
    Remedy.EARLY: T(
        "What left the shoe too early goes back into it unseen: play goes on as it was."
    ),
    Remedy.PUT_ASIDE: T("What failed stays aside: play goes on as the table knows it."),
}
REPORTS = tuple(
    floor.ruling_name(kind)
    for kind in (
        floor.Exposed,
        floor.WrongCount,
        floor.FoundJoker,
        floor.Misplaced,
        floor.DealerExposed,
    )
)
WITHOUT_REASON: dict[str, Text] = {  # the effect, without the missing reason
    Why.HAND_VOID: T("Hand {hand} is void: {back}."),
    Why.HAND_MISDEAL: T("Hand {hand} is a misdeal: {back}."),
}
# rulings without values, and their commands
PLAIN: tuple[tuple[floor.AnyRuling, str], ...] = (
    (floor.Confirm(), "confirm{case}"),
    (floor.Reshuffled(), "reshuffled{case}"),
    (floor.Resume(), "resume{case}"),
    (floor.DeckChecked(), "deck-checked"),
    (floor.Misdeal(why=WHY), 'misdeal{case} --why "…"'),
    (floor.Void(why=WHY), 'void{case} --why "…"'),
    (floor.CloseBets(), "close-bets"),
    (floor.ShotMade(), "made"),
    (floor.ShotMissed(), "missed"),
    (floor.GoOn(), "go-on"),
    (floor.Undo(), "undo"),
    (floor.Pause(), "pause"),
    (floor.NewGame(), "new-game"),
)
# rulings with values: command and effect
FORMS: tuple[tuple[type[floor.Ruling], str, Text], ...] = (
    (
        floor.DeclareDead,
        'dead --seat … --why "…"',
        T("That hand is dead; what it put in stays in the pot, the others play on."),
    ),
    (
        floor.Award,
        'award --pot 0 --seats … --why "…"',
        T("That pot goes to these seats; the hand ends with the last pot."),
    ),
    (
        floor.SetStack,
        'chips --seat … --stack … --why "…"',
        T("The stack of that seat is set to what was counted."),
    ),
    (
        floor.NameCard,
        "card{case} --card …",
        T("The card that could not be read is this one; play goes on with it."),
    ),
    (
        floor.Exposed,
        "exposed --seat …",
        T("The table halts; confirm then replaces the card, or it is a misdeal."),
    ),
    (
        floor.WrongCount,
        "wrong-count --seat … --cards …",
        T("The table halts; confirm then makes it a misdeal, or the hand dead."),
    ),
    (
        floor.FoundJoker,
        "joker --seat …",
        T("The table halts; confirm then replaces the joker, or the hand is foul."),
    ),
    (
        floor.Misplaced,
        "misplaced --seats …",
        T("The table halts; confirm then puts right that two hands lie exchanged."),
    ),
    (
        floor.DealerExposed,
        "dealer-exposed",
        T("The table halts; confirm then cancels the hand: the dealer's cards were seen."),
    ),
    (
        floor.ColourUp,
        'colour-up --chip … --why "…"',
        T("That chip goes out of play; what a stack has of it is rounded up."),
    ),
    (
        floor.SetLevel,
        'level --minutes … --why "…"',
        T(
            "The level, or the break that is on, is so many minutes longer; with a negative number "
            "shorter."
        ),
    ),
    (
        floor.SetBreak,
        'break --minutes … --why "…"',
        T("The table is on a break for so many minutes from now; with 0 the break ends."),
    ),
    (
        floor.PutButton,
        'button --seat … --why "…"',
        T("The next hand's button is at that seat."),
    ),
)


# those that move chips, whatever the cards are
OF_CHIPS_ALONE = (floor.Misdeal, floor.Void, floor.Award, floor.SetStack, floor.ColourUp)
# those that may name the halt
NUMBERED = (floor.OfACase, floor.DeclareDead, floor.SetStack, floor.Award)


def open_rulings(t: Table, now_ms: int, names: Names | None = None) -> tuple[Ruling, ...]:
    """All open rulings, first what the rulebook prescribes."""
    names = names or table_names(t)
    return tuple([Ruling(*_ruling_fields(one, names)) for one in _list_open(t, now_ms, names)])


def ruling_views(t: Table, now_ms: int, names: Names | None = None) -> tuple[RulingView, ...]:
    """The same, with what a form for each holds; and who may come, buy chips and go."""
    names = names or table_names(t)
    return (
        *[_ruling_view(t, now_ms, one, names) for one in _list_open(t, now_ms, names)],
        *people_views(t, now_ms, names, lambda event: _is_taken(t, event)),
    )


def _ruling_view(t: Table, now_ms: int, one: OpenRuling, names: Names) -> RulingView:
    values = {**one.values, **_case_number(t, one.kind)}
    tag = {"start": True} if one.kind is None else {"floor": one.ruling}
    help = HELP[one.ruling]
    return RulingView(
        *_ruling_fields(one, names),
        values,
        form_fields(t, now_ms, one),
        {**tag, **values},
        help.group,
        say(help.sentence, names),
        help.clause,
        say(one.title, names),
    )


def _ruling_fields(one: OpenRuling, names: Names) -> tuple[str, str, str]:
    return one.ruling, say(one.effect, names), f"rule {one.command}"


def _case_number(t: Table, kind: type[floor.Ruling] | None) -> dict[str, int]:
    """The number of the halt, if there is one: another may come before the floor has filled a
    form in.
    """
    return {"number": t.case} if t.case and kind is not None and issubclass(kind, NUMBERED) else {}


def _list_open(t: Table, now_ms: int, names: Names) -> list[OpenRuling]:
    found = (
        *_plain_rulings(t, now_ms, names),
        *_act_rulings(t, now_ms),
        *_stack_rulings(t),
        *_level_rulings(t, now_ms, names),
        *_form_rulings(t, now_ms),
    )
    return sorted(found, key=lambda one: one.ruling not in ("confirm", "card"))


def redundant_rulings(t: Table, rulings: Set[str]) -> Iterator[str]:
    """Of these, which are open, those that would do no more than another of them; each is taken
    all the same.
    """
    irregularity = t.irregularity
    is_ended_by_confirm = (
        "confirm" in rulings
        and irregularity is not None
        and irregularity.remedy in (Remedy.MISDEAL, Remedy.VOID)
    )
    if "misdeal" in rulings or is_ended_by_confirm:
        yield "void"
    if is_ended_by_confirm:
        yield "misdeal"
    is_of_one_report = (
        irregularity is not None
        and irregularity.is_report
        and t.halt is not None
        and not t.halt.further
    )
    if is_of_one_report and "resume" in rulings and t.undo.ruled in REPORTS:
        yield "undo"


class RulingCache:
    """Caches `rulings_open` of one table: a view is made several times before the table changes."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._language = ""
        self._open: tuple[Ruling, ...] = ()

    def get_rulings(self, t: Table, now_ms: int, names: Names) -> tuple[Ruling, ...]:
        if t is not self._table or names.tr.code != self._language:
            self._table, self._language, self._open = (
                t,
                names.tr.code,
                open_rulings(t, now_ms, names),
            )
        return self._open


def find_refusal(t: Table, event: AnyEvent) -> Refused | None:
    """The refusal that the event would get; None: it would be accepted."""
    _, rows = handle(t, (event,))
    return next((fact for row in rows for fact in row.facts if isinstance(fact, Refused)), None)


def _is_taken(t: Table, event: AnyEvent) -> bool:
    return or_error(lambda: find_refusal(t, event) is None) is True


def describe_effect(t: Table, event: AnyEvent, names: Names | None = None) -> str:
    """What the event would do, in sentences."""
    names = names or table_names(t)
    return " ".join(dict.fromkeys([say(part, names) for part in _effect_parts(t, event)]))


def try_event(t: Table, event: AnyEvent, names: Names) -> Refused | str:
    """Why the event would be refused, else what it would do.

    A card is named, and tried, without an answer that depends on it: that would tell which cards
    lie face down (G-14).
    """
    refusal = find_refusal(t, event)
    names_a_card = isinstance(event, FloorRuled) and isinstance(event.ruling, floor.NameCard)
    if names_a_card and (refusal is None or refusal.why == Why.NOT_THAT_CARD):
        return say(DOES["card"], names)
    return refusal or describe_effect(t, event, names)


def list_stack_changes(t: Table, event: AnyEvent) -> list[JsonObject]:
    """The stacks that the event would change, seat by seat: `before`, `change`, `after`. Empty
    where it would depend on cards that lie face down.
    """
    if not _is_of_chips_alone(t, event):
        return []
    after, _ = handle(t, (event,))
    return [
        {
            "seat": seat.number,
            "before": was.stack,
            "change": seat.stack - was.stack,
            "after": seat.stack,
        }
        for was, seat in zip(t.seats, after.seats, strict=True)
        if seat.stack != was.stack
    ]


def _is_of_chips_alone(t: Table, event: AnyEvent) -> bool:
    if isinstance(event, OF_PEOPLE):
        return not t.in_hand
    return isinstance(event, FloorRuled) and (
        isinstance(event.ruling, OF_CHIPS_ALONE)
        or (isinstance(event.ruling, floor.Confirm) and _gives_all_back(t))
    )


def _gives_all_back(t: Table) -> bool:
    return t.irregularity is not None and t.irregularity.remedy in (Remedy.MISDEAL, Remedy.VOID)


def or_error(trial: Callable[[], Told]) -> Told | Text:
    """What a trial of a ruling says; where a bug fails it, that its effect is not known.

    Nobody loses the view by that, nor the other rulings, and this one may be given: it will be
    recorded as failed (G-4).
    """
    try:
        return trial()
    except Exception as fault:  # a bug in one trial: people must not lose the view
        return T("It cannot be told ({error}).", error=type(fault).__name__)


def _effect_parts(t: Table, event: AnyEvent) -> list[Value]:
    """The parts of the effect, in their order."""
    ruling = event.ruling.name if isinstance(event, FloorRuled) else ""
    if ruling == "confirm":
        return [
            remedy_sentence(t)
            if t.halt is not None
            else T("The deck counts as cut: the next hand may begin.")
        ]
    if isinstance(event, StartAsked):
        return [T("Hand {hand} begins.", hand=t.hands + 1)]
    after, rows = handle(t, (event,))
    if isinstance(event, OF_PEOPLE):
        return [effect_on_people(t, event), *_what_follows(t, after)]
    notices = [
        _without_reason(fact) or notice_text(fact)
        for row in rows
        for fact in row.facts
        if isinstance(fact, Noticed)
    ]
    checked = (
        [T("Before the next hand the deck is checked: tablectl rule deck-checked.")]
        if _fouls_deck(t, after)
        else []
    )
    does = schedule.level_effects([fact for row in rows for fact in row.facts])
    return [
        *_by_itself(t, ruling),
        *does,
        *notices,
        *_stack_changes(t, after),
        *_what_follows(t, after),
        *checked,
    ] or [T("Nothing else changes.")]


def _fouls_deck(t: Table, after: Table) -> bool:
    """Whether no hand starts after this ruling before the deck is checked (G-10)."""
    return t.in_hand and not after.in_hand and after.shoe.is_deck_foul


def _by_itself(t: Table, ruling: str) -> list[Text]:
    """The effect of a ruling that leads to no notice."""
    if ruling == "resume" and t.irregularity is not None:
        if t.irregularity.is_report:
            return [T("The report is dropped: play goes on as it was.")]
        return [DROPPED.get(t.irregularity.remedy, T("Play goes on as it was."))]
    if ruling == "undo":
        if t.undo.ruling is None:
            return [T("The last shot is taken back with all that followed from it.")]
        last = name_ruling(t.undo.ruled, t.undo.ruled_on)
        return [
            T(
                "The last ruling, {ruling}, is taken back with all that followed from it.",
                ruling=last,
            )
        ]
    if ruling == "go_on" and t.standstill is None:
        return [T("The call for the floor is answered; play goes on as it does.")]
    if ruling == "new_game" and t.score is None:
        return [T("A new game begins, by the rules that have changed.")]
    return [DOES[ruling]] if ruling in DOES else []


def _without_reason(fact: Noticed) -> Text | None:
    """The notice without its reason; None: the floor has given one, or it has none."""
    text, values = WITHOUT_REASON.get(fact.why), fact.values
    if text is None or values.get("of") is not None or values.get("cause") not in (None, "", WHY):
        return None
    return text(**text_fields(values))


def _plain_rulings(t: Table, now_ms: int, names: Names) -> Iterator[OpenRuling]:
    case = f" {t.case}" if t.case else ""
    for ruling, command in PLAIN:
        if (effect := _effect_if_open(t, ruling, now_ms, names)) is not None:
            yield OpenRuling(type(ruling), effect, command.format(case=case))
    start = StartAsked(at_ms=now_ms)
    if not t.in_hand and find_refusal(t, start) is None:
        yield OpenRuling(None, describe_effect(t, start, names), "start")


def _effect_if_open(t: Table, ruling: floor.AnyRuling, now_ms: int, names: Names) -> Value:
    def effect() -> str | None:
        return (
            describe_effect(t, FloorRuled(at_ms=now_ms, ruling=ruling), names)
            if is_ruling_open(t, ruling, now_ms)
            else None
        )

    return or_error(effect)


def _form_rulings(t: Table, now_ms: int) -> Iterator[OpenRuling]:
    case = f" {t.case}" if t.case else ""
    for kind, command, does in FORMS:
        if kind is floor.Award and not t.in_hand:
            does = T("That pot is taken back from who had it, and goes to these seats.")
        if (effect := _effect_if_possible(t, kind, does, now_ms)) is not None:
            yield OpenRuling(kind, effect, command.format(case=case))


def _act_rulings(t: Table, now_ms: int) -> Iterator[OpenRuling]:
    """Acts for the seat whose turn it is, each ready to be typed."""
    for one in acting_for.open_acts(t, now_ms):
        seat = t.to_act or 0
        effect = T("{seat}: {choice}.", seat=seat, choice=one.text)
        yield OpenRuling(
            floor.ActFor,
            effect,
            f"act --seat {seat} {one.command_options}",
            {"seat": seat, "act": one.act},
            one.amount,
            T("{choice} for {seat}", choice=one.text, seat=seat),
        )


def _stack_rulings(t: Table) -> Iterator[OpenRuling]:
    """A stack that is not what the ledger says, as it is sensed (F-5)."""
    for one in stacks_in_the_way(t):
        if not is_pot_missing(t, one):
            command = f'chips --seat {one.seat} --stack {chip_value(one.sensed)} --why "{WHY}"'
            yield OpenRuling(
                floor.SetStack,
                _set_stack(one),
                command,
                {"seat": one.seat, "stack": chip_value(one.sensed)},
            )


def _set_stack(found: Difference) -> Text:
    """What it makes of the chips in play: the way for those that were brought in, or that have
    left the table.
    """
    made = (
        T("{seat}'s stack becomes {stack:,}: that adds {amount:,} chips to the table.")
        if found.beyond > 0
        else (T("{seat}'s stack becomes {stack:,}: that takes {amount:,} chips from the table."))
    )
    return made(seat=found.seat, stack=chip_value(found.sensed), amount=abs(found.beyond))


def _level_rulings(t: Table, now_ms: int, names: Names) -> Iterator[OpenRuling]:
    for ruling, command in schedule.level_rulings(t):
        if (effect := _effect_if_open(t, ruling, now_ms, names)) is not None:
            yield OpenRuling(floor.SetLevel, effect, command, {"to": ruling.to or 0})


def _effect_if_possible(t: Table, kind: type[floor.Ruling], does: Text, now_ms: int) -> Text | None:
    """A ruling with values is open if it is accepted with at least one choice of values."""
    return or_error(
        lambda: (
            does
            if any(is_ruling_open(t, ruling, now_ms) for ruling in possible_rulings(t, kind))
            else None
        )
    )


def _stack_changes(t: Table, after: Table) -> list[Text]:
    """Every change of a stack."""
    texts = []
    for before, seat in zip(t.seats, after.seats, strict=True):
        if (
            (more := seat.stack - before.stack)
            and before.status != "empty"
            and seat.status != "empty"
        ):
            change = T("{seat} gets {amount:,}.") if more > 0 else T("{seat} loses {amount:,}.")
            texts.append(change(seat=seat.number, amount=abs(more)))
    return texts


def _what_follows(t: Table, after: Table) -> list[Text]:
    if after.case is not None and after.case != t.case:
        return [T("The table is halted, case {case}.", case=after.case)]
    goes_on = t.is_stopped and not after.is_stopped
    if after.in_hand and after.to_act and (after.to_act != t.to_act or goes_on):
        return [T("It is {seat}'s turn.", seat=after.to_act)]
    return [T("The hand is over.")] if t.in_hand and not after.in_hand else []
