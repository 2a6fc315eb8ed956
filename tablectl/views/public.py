"""The view of a Table: `public_view` hides face-down cards, `audit_view` shows them and goes to scenarios and tests only."""

from collections.abc import Sequence

from tablectl.engine.between.arranging import is_expected
from tablectl.engine.between.levelclock import now_on_it
from tablectl.engine.between.starting import is_level_due, is_on_break
from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.play import areas, clocks
from tablectl.engine.play.wanted import next_place
from tablectl.engine.rounds.kinds import now
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.limits import Legal
from tablectl.rules.showdown import face_up
from tablectl.views import house, points
from tablectl.views.ask import ask
from tablectl.views.keys import keys
from tablectl.views.reloading import prescribed, reload_why
from tablectl.views.rulings import Remembered
from tablectl.views.shares import shares
from tablectl.views.view import (
    HIDDEN,
    AskView,
    IrregularityView,
    LevelView,
    NextLevelView,
    NoticeView,
    PotView,
    ResultView,
    SeatView,
    View,
    VoidView,
)
from tablectl.views.words import cause, names_of, sentence, what_is_wrong


def public_view(
    t: Table, now_ms: int, said: Sequence[Noticed | Refused] = (), next_hand_in_s: int | None = None,
) -> View:
    """What everyone may see. `said`: the notices of the last reading that brought any, while they are news."""
    return _view(t, now_ms, said, next_hand_in_s, is_open=False)


def audit_view(t: Table, now_ms: int, said: Sequence[Noticed | Refused] = ()) -> View:
    """The same with every card open and each live hand's equity: never sent anywhere but to a scenario or a test."""
    return _view(t, now_ms, said, None, is_open=True)


def _view(t: Table, now_ms: int, said: Sequence[Noticed | Refused], next_hand_in_s: int | None, *, is_open: bool) -> View:
    may = asked(t)
    now = ask(t, may, now_ms, next_hand_in_s)
    equities = shares(t) if is_open else {}
    to_act = None if t.is_held else t.to_act
    notices = tuple(NoticeView(one.seat, one.code, sentence(one, names_of(t)), isinstance(one, Refused)) for one in said)
    newest = notices[-1] if notices else None
    return View(
        preset=t.game.name, hand=t.hands, phase=_phase(t), street=_street(t),
        button=t.button, board=t.board, burned=len(t.burns), pots=tuple(PotView(p.amount, p.seats) for p in t.pots),
        pot_total=t.middle + sum([s.bet for s in t.seats]), to_act=to_act,
        to_call=may.to_call if may.acts or (to_act and t.wager) else None,
        raise_to_min=may.raise_min, raise_to_max=may.raise_max, legal=may.acts, deadline_ms=t.deadline_ms,
        clock_left_ms=clock_left_ms(t, now_ms), waiting_for=waiting_for(t), prompt=now.sentence,
        seats={str(s.number): _seat(t, s, equities.get(s.number), is_open=is_open) for s in t.seats if s.number in t.places},
        level=_level(t, now_ms) if t.game.has_blinds else None, irregularity=_irregularity(t, is_open=is_open),
        result=result(t), table=t.name, title=t.game.title,
        clock_total_ms=t.clock_ms if to_act or t.asks_all else None, notices=notices,
        notice=newest.text if newest else None, notice_seat=newest.seat if newest else None,
        notice_code=newest.code if newest else None, is_refusal=newest is not None and newest.is_refusal,
        paused=t.paused or is_on_break(t, now_ms), house=t.house, dealer=house.dealer(t, is_open=is_open), limits=house.limits(t),
        ante_table=house.pays(t.settings.ante_table) if t.house is not None else None,
        bonus_table=house.pays(t.settings.bonus_table) if t.house is not None else None,
        qualify=t.settings.qualify or None, keys=keys(t),
        ask=AskView(now.kind, now.headline, now.seats, now.command), void=_void(t), next_hand_in_s=next_hand_in_s,
        rulings=OPEN.of(t, now_ms) if waits_for_the_floor(t) else (),
        levels=tuple(NextLevelView(row.small_blind, row.big_blind, row.ante) for row in t.settings.levels), **points.of_table(t))


OPEN = Remembered()


def waits_for_the_floor(t: Table) -> bool:
    """Only then a view tells what may be ruled: to try all rulings takes twenty times as long as the rest of it."""
    return t.irregularity is not None or t.reload is not None or t.paused or (t.is_deck_foul and not t.in_hand)


def asked(t: Table) -> Legal:
    """What the seat to act may do, a post that it owes included."""
    return now(t).legal(t)


def clock_left_ms(t: Table, now_ms: int) -> int | None:
    if t.left_ms is not None:
        return t.left_ms
    return max(0, t.deadline_ms - now_ms) if t.deadline_ms is not None else None


def waiting_for(t: Table) -> str:
    """What the table waits for, in one word."""
    if t.irregularity:
        return "floor"
    if t.reload:
        return "reload"
    if t.paused:
        return "floor"
    if t.wants:
        return "card"
    if t.to_act is not None:
        return "shots" if t.kind == "shots" else "action"
    if t.asks_all:
        return "action" if t.phase == "deciding" else "bets"
    if t.is_collecting:
        return "chips"
    return "card" if next_place(t) is not None else "nothing"


def next_deadline_ms(t: Table) -> int | None:
    return clocks.next_deadline_ms(t)


def _phase(t: Table) -> str:
    if t.irregularity or t.reload:
        return "halted"
    if t.wants:
        return "dealing"
    if t.phase == "between":
        return "showdown" if t.is_dealer_up else "deciding" if t.is_collecting else "dealing"
    return t.phase


def _street(t: Table) -> str | None:
    """The street that is dealt or bet; bets that come before any card belong to none."""
    return (t.street_now.name or None) if t.street_now and t.in_hand else None


def _seat(t: Table, s: Seat, equity: float | None, *, is_open: bool) -> SeatView:
    is_up = (is_open,) * len(s.cards) if is_open or not s.shown else face_up(s.cards, s.shown)
    cards = tuple(card if up else HIDDEN for card, up in zip(s.cards, is_up, strict=True))
    status = s.status
    if t.house is not None:
        status = house.status(t, s)
    elif not t.in_hand and (status in ("in", "sitting_out") or (status == "folded" and s.is_absent)):
        status = "in" if is_expected(t, s) and not s.is_absent else "sitting_out"       # whether it counts on the next hand
    return SeatView(
        status=status, stack=s.stack, bet=s.bet, cards=cards, due_back=areas.due_back(t, s), missing=areas.missing(t, s),
        connected=s.is_connected and not s.is_faulty, place=s.place, name=s.name, equity=equity, bets=house.bets(t, s),
        to_answer=house.is_to_answer(t, s) or points.is_to_answer(t, s), cannot_call=house.is_short_of_the_call(t, s),
        **points.of_seat(t, s))


def _level(t: Table, now_ms: int) -> LevelView:
    now_ms = now_on_it(t, now_ms)
    levels = t.settings.levels
    number, row = t.level + 1, levels[t.level] if levels else None
    after = levels[t.level + 1] if t.level + 1 < len(levels) else None
    next_in_s = None
    on_break = is_on_break(t, now_ms)
    if on_break and t.break_ends_ms is not None:
        next_in_s = -(-(t.break_ends_ms - now_ms) // 1000)
    elif row and after and row.minutes is not None and t.level_began_ms is not None:
        next_in_s = max(0, round(row.minutes * 60 - (now_ms - t.level_began_ms) / 1000))
    hands_left = max(0, row.hands - t.level_hands) if row and after and row.hands is not None and not on_break else None
    return LevelView(
        number, t.stakes.small_blind, t.stakes.big_blind, next_in_s, t.stakes.ante,
        NextLevelView(after.small_blind, after.big_blind, after.ante) if after else None,
        hands_left, on_break, (t.stakes.bet("small"), t.stakes.bet("big")) if t.settings.betting == "fixed_limit" else None,
        is_level_due(t, now_ms))


def _irregularity(t: Table, *, is_open: bool) -> IrregularityView | None:
    wrong = t.irregularity
    if wrong is None:
        return _reload(t, is_open=is_open)
    cards = tuple(card if is_open or card in wrong.up else HIDDEN for card in wrong.cards)
    what, remedy = what_is_wrong(wrong, names_of(t)), prescribed(t)
    return IrregularityView(
        wrong.kind, wrong.seat, cards[0] if cards else None, remedy, what, wrong.clause, cards, wrong.number)


def _reload(t: Table, *, is_open: bool) -> IrregularityView | None:
    """While the shoe is reloaded the cards that go back are named: they lay face up, or stay `??` (L-22)."""
    back = t.reload
    if back is None:
        return None
    cards = back.cards if is_open or back.is_up else (HIDDEN,) * len(back.cards)
    return IrregularityView(
        back.kind, None, cards[0] if cards else None, prescribed(t), reload_why(t), back.clause, cards, back.number)


def _void(t: Table) -> VoidView | None:
    return VoidView(t.void.kind, t.hands, cause(t.void, names_of(t))) if t.void is not None and not t.in_hand else None


def result(t: Table) -> tuple[ResultView, ...] | None:
    if t.won is None:
        return None
    return tuple(
        ResultView(w.seat, w.amount, w.cards, w.hand, w.pot, w.points, house.lines(w), house.paid_in_words(t, w)) for w in t.won)
