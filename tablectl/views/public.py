"""The view of a Table: `public_view` hides face-down cards, `audit_view` shows them and goes to scenarios and tests only."""

from collections.abc import Sequence

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.questions import (
    due_back,
    is_expected,
    is_level_due,
    is_on_break,
    legal,
    missing,
    next_place,
    now_on_it,
    why_no_undo,
)
from tablectl.engine.state.hand import Won
from tablectl.engine.state.seat import Seat
from tablectl.engine.state.table import Table
from tablectl.rules.cards import UNREADABLE
from tablectl.rules.showdown import face_up
from tablectl.views import holding, house, points
from tablectl.views.ask import ask
from tablectl.views.keys import keys
from tablectl.views.reloading import prescribed, reload_why
from tablectl.views.rulings import Remembered
from tablectl.views.shares import shares
from tablectl.views.view import (
    HIDDEN,
    NOT_READ,
    AskView,
    HoldView,
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
from tablectl.views.words import ENGLISH, cause, names_of, say, sentence, what_is_wrong
from tablectl.views.words.template import Catalogue, Names


def public_view(
    t: Table, now_ms: int, news: Sequence[Noticed | Refused] = (), next_hand_in_s: int | None = None,
    language: Catalogue = ENGLISH,
) -> View:
    """What everyone may see. `news`: the latest notices, for as long as they are shown."""
    return _view(t, now_ms, news, next_hand_in_s, names_of(t, language), is_open=False)


def audit_view(t: Table, now_ms: int, news: Sequence[Noticed | Refused] = ()) -> View:
    """The same with every card face up, and the equity of each live hand. For scenarios and tests only."""
    return _view(t, now_ms, news, None, names_of(t), is_open=True)


def _view(
    t: Table, now_ms: int, news: Sequence[Noticed | Refused], next_hand_in_s: int | None, names: Names, *, is_open: bool,
) -> View:
    may = legal(t)
    now = ask(t, may, now_ms, next_hand_in_s)
    equities = shares(t) if is_open else {}
    to_act = None if t.is_interrupted else t.to_act
    notices = tuple([_notice(t, one, names) for one in news])
    newest = notices[-1] if notices else None
    return View(
        preset=t.game.name, hand=t.hands, phase=_phase(t), street=_street(t),
        button=t.button, board=t.board, burned=len(t.burns), pots=tuple(PotView(p.amount, p.seats) for p in t.pots),
        pot_total=t.middle + sum([player.bet for player in t.shown.players.values()]), to_act=to_act,
        to_call=may.to_call if may.acts or (to_act and t.wager) else None,
        raise_to_min=may.raise_min, raise_to_max=may.raise_max, legal=may.acts, deadline_ms=t.deadline_ms,
        clock_left_ms=clock_left_ms(t, now_ms), waiting_for=waiting_for(t), prompt=say(now.sentence, names),
        seats=SEATS.of(t) if not is_open and SEATS.knows(t) else {
            str(s.number): _seat(t, s, equities.get(s.number), is_open=is_open) for s in t.seats if s.number in t.places},
        level=_level(t, now_ms) if t.game.has_blinds else None, irregularity=_irregularity(t, names, is_open=is_open),
        result=result(t, names), table=t.name, title=t.game.title,
        clock_total_ms=t.clock_ms if to_act or t.asks_all else None, notices=notices,
        notice=newest.text if newest else None, notice_seat=newest.seat if newest else None,
        notice_code=newest.code if newest else None, is_refusal=newest is not None and newest.is_refusal,
        paused=t.paused or is_on_break(t, now_ms), house=t.house,
        dealer=house.dealer(t, names, is_open=is_open), limits=house.limits(t),
        ante_table=house.pays(t.settings.ante_table) if t.house is not None else None,
        bonus_table=house.pays(t.settings.bonus_table) if t.house is not None else None,
        qualify=t.settings.qualify or None, keys=keys(t),
        ask=AskView(now.kind, say(now.headline, names) if now.headline is not None else "", now.seats, now.command),
        void=_void(t, names), next_hand_in_s=next_hand_in_s,
        rulings=OPEN.of(t, now_ms, names) if waits_for_the_floor(t) else (),
        levels=tuple(NextLevelView(row.small_blind, row.big_blind, row.ante) for row in t.settings.levels),
        hold=_hold(t, names), called=t.called, language=names.language.name, **points.of_table(t))


OPEN = Remembered()


def waits_for_the_floor(t: Table) -> bool:
    """Whether the view lists the open rulings. Only while it is needed: trying them all takes 20 times as long as the rest."""
    return t.irregularity is not None or t.reload is not None or t.standstill is not None or (t.is_deck_foul and not t.in_hand)


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
    if t.standstill is not None:
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


def _phase(t: Table) -> str:
    if t.irregularity or t.reload:
        return "halted"
    if t.wants:
        return "dealing"
    if t.phase == "between":
        return "showdown" if t.is_dealer_up else "deciding" if t.is_collecting else "dealing"
    return t.phase


def _street(t: Table) -> str | None:
    """The street being dealt or bet; None between hands, and for bets before the first card."""
    return (t.street_now.name or None) if t.street_now and t.in_hand else None


def _seat(t: Table, s: Seat, equity: float | None, *, is_open: bool) -> SeatView:
    n, status = s.number, t.status(s.number)
    if t.house is not None:
        status = house.status(t, s)
    elif not t.in_hand and (status in ("in", "sitting_out") or (status == "folded" and s.is_absent)):
        status = "in" if is_expected(t, s) and not s.is_absent else "sitting_out"       # will it be dealt in?
    return SeatView(
        status=status, stack=s.stack, bet=t.player(n).bet, cards=_cards(t, n, is_open=is_open), due_back=due_back(t, n),
        missing=missing(t, n),
        connected=s.is_connected and not s.is_faulty, place=s.place, name=s.name, equity=equity, bets=house.bets(t, s),
        to_answer=house.is_to_answer(t, s) or points.is_to_answer(t, s), cannot_call=house.is_short_of_the_call(t, s),
        may_undo=not t.is_stopped and why_no_undo(t, s.number) is None,
        **points.of_seat(t, s))


class SeatViews:
    """Remembers each seat's view in a hand played for pots: an event changes one or two of them.

    There a seat's view follows from these alone: its seat, its player, the wager it is making, what it may take back, settings.
    """

    def __init__(self) -> None:
        self._views: dict[int, tuple[tuple[object, ...], SeatView]] = {}

    @staticmethod
    def knows(t: Table) -> bool:
        return t.hand is not None and t.house is None and t.score is None

    def of(self, t: Table) -> dict[str, SeatView]:
        return {str(number): self._of(t, number) for number in t.places}

    def _of(self, t: Table, number: int) -> SeatView:
        hand = t.playing
        wager = hand.wager if hand.wager is not None and hand.wager.seat == number else None
        may_undo = t.undo.seat == number and not t.is_stopped and why_no_undo(t, number) is None
        follows_from = (t.seats[number - 1], hand.players.get(number), wager, may_undo, t.settings)
        known = self._views.get(number)
        if known is not None and known[0] == follows_from:
            return known[1]
        view = _seat(t, t.seats[number - 1], None, is_open=False)
        self._views[number] = (follows_from, view)
        return view


SEATS = SeatViews()


def _cards(t: Table, number: int, *, is_open: bool) -> tuple[str, ...]:
    """What lies before a seat: a hand, or the card that it drew for the button."""
    if t.draw is not None:
        card = t.draw.cards.get(number)
        return () if card is None else (card,)
    player = t.player(number)
    if is_open or not player.cards:
        return player.cards
    return tuple([card if up else HIDDEN for card, up in zip(player.cards, face_up(player.cards, player.shown), strict=True)])


def _level(t: Table, now_ms: int) -> LevelView:
    now_ms = now_on_it(t, now_ms)
    levels = t.settings.levels
    number, row = t.schedule.level + 1, levels[t.schedule.level] if levels else None
    after = levels[t.schedule.level + 1] if t.schedule.level + 1 < len(levels) else None
    next_in_s = None
    on_break = is_on_break(t, now_ms)
    if on_break and t.schedule.break_ends_ms is not None:
        next_in_s = -(-(t.schedule.break_ends_ms - now_ms) // 1000)
    elif row and after and row.minutes is not None and t.schedule.began_ms is not None:
        next_in_s = max(0, round(row.minutes * 60 - (now_ms - t.schedule.began_ms) / 1000))
    hands_left = max(0, row.hands - t.schedule.hands) if row and after and row.hands is not None and not on_break else None
    return LevelView(
        number, t.stakes.small_blind, t.stakes.big_blind, next_in_s, t.stakes.ante,
        NextLevelView(after.small_blind, after.big_blind, after.ante) if after else None,
        hands_left, on_break, (t.stakes.bet("small"), t.stakes.bet("big")) if t.settings.betting == "fixed_limit" else None,
        is_level_due(t, now_ms))


def _notice(t: Table, told: Noticed | Refused, names: Names) -> NoticeView:
    wrong = t.irregularity
    is_halt = wrong is not None and (told.why, told.values, told.text) == (wrong.why, wrong.values, wrong.what)
    return NoticeView(told.seat, told.code, sentence(told, names), isinstance(told, Refused), is_halt)


def _irregularity(t: Table, names: Names, *, is_open: bool) -> IrregularityView | None:
    wrong = t.irregularity
    if wrong is None:
        return _reload(t, names, is_open=is_open)
    cards = tuple(_printed(card) if is_open or card in wrong.up else HIDDEN for card in wrong.cards)
    what, remedy = what_is_wrong(wrong, names), say(prescribed(t), names)
    return IrregularityView(
        wrong.kind, wrong.seat, cards[0] if cards else None, remedy, what, wrong.clause, cards, wrong.number, wrong.why)


def _reload(t: Table, names: Names, *, is_open: bool) -> IrregularityView | None:
    """While the shoe is reloaded: the cards that go back into the deck, by name if they lay face up (L-22)."""
    back = t.reload
    if back is None:
        return None
    cards = tuple(_printed(card) if is_open or back.is_up else HIDDEN for card in back.cards)
    return IrregularityView(
        back.kind, None, cards[0] if cards else None, say(prescribed(t), names), say(reload_why(t), names), back.clause, cards,
        back.number)


def _printed(card: str) -> str:
    return NOT_READ if card == UNREADABLE else card


def _hold(t: Table, names: Names) -> HoldView | None:
    hold = holding.shown(t)
    return HoldView(hold.kind, say(holding.what(hold), names), say(holding.clears(hold), names)) if hold is not None else None


def _void(t: Table, names: Names) -> VoidView | None:
    return VoidView(t.void.kind, t.hands, cause(t.void, names)) if t.void is not None and not t.in_hand else None


def result(t: Table, names: Names | None = None) -> tuple[ResultView, ...] | None:
    return tuple([_of_one(t, won, names or names_of(t)) for won in t.won]) if t.won is not None else None


def _of_one(t: Table, won: Won, names: Names) -> ResultView:
    paid = house.paid(t, won)
    text = say(paid, names) if paid is not None else None
    hand = say(house.hand(t, won.cards), names) if won.hand is not None else None
    return ResultView(won.seat, won.amount, won.cards, hand, won.pot, won.points, house.lines(t, won, names), text)
