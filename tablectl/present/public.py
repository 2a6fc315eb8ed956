"""Makes the view of a Table. `public_view` hides face-down cards. `audit_view` shows them, and only
scenarios, statistics and tests may use it.
"""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from tablectl import view
from tablectl.engine.facts import Refused
from tablectl.engine.questions import (
    are_compared,
    chips_out_of_place,
    cut_awaited,
    is_on_break,
    is_won,
    legal_now,
    next_place,
    schedule_time_ms,
)
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Hand, Pots, Won
from tablectl.engine.state.hold import Hold
from tablectl.engine.state.table import NO_HAND, Table
from tablectl.games.settings import Settings
from tablectl.locale import ENGLISH, Translator
from tablectl.present import house, points, standing
from tablectl.present.alternatives import say_ways, ways_out_of_halt, ways_out_of_hold
from tablectl.present.asks import holding
from tablectl.present.asks.ask import Ask
from tablectl.present.asks.lost import is_waited_for, lost_seat
from tablectl.present.asks.now import current_ask
from tablectl.present.key_words import with_words
from tablectl.present.keys import accepted_keys
from tablectl.present.kickers import explain_pot
from tablectl.present.moves import list_moves
from tablectl.present.news import News, ReadOut
from tablectl.present.odds import public_odds
from tablectl.present.own_page import with_pages
from tablectl.present.reasons import (
    irregularity_text,
    remedy_steps,
    say_notice,
    table_names,
    void_cause,
)
from tablectl.present.reloading import gives_pots, irregularity_details, remedy_sentence, why_reload
from tablectl.present.rulings import RulingCache
from tablectl.present.seats import list_seats
from tablectl.present.street import list_street_acts
from tablectl.rules.cards import UNREADABLE
from tablectl.text import Names, say


def public_view(
    t: Table,
    now_ms: int,
    news: Sequence[News] = (),
    next_hand_in_s: int | None = None,
    language: Translator = ENGLISH,
    *,
    by_hand: bool = False,
    pages: Collection[int] | None = None,
) -> view.View:
    """What everyone may see. `news`: the latest notices, while they are shown. `by_hand`: somebody
    slides the cards over a reader, so the bar names the place of each card. `pages`: the seats
    that have a page of their own; None: the table is on no page, and says nothing for one.
    """
    return _make_view(
        t,
        now_ms,
        news,
        next_hand_in_s,
        table_names(t, language),
        is_open=False,
        by_hand=by_hand,
        pages=pages,
    )


def audit_view(
    t: Table, now_ms: int, news: Sequence[News] = (), *, has_equities: bool = True
) -> view.View:
    """The same view with every card face up, a page for each seat and, unless `has_equities` is
    False, the equity of each live hand. For scenarios, statistics and tests only.
    """
    return _make_view(
        t,
        now_ms,
        news,
        None,
        table_names(t),
        is_open=True,
        has_equities=has_equities,
        pages=t.places,
    )


def _make_view(
    t: Table,
    now_ms: int,
    news: Sequence[News],
    next_hand_in_s: int | None,
    names: Names,
    *,
    is_open: bool,
    has_equities: bool = False,
    by_hand: bool = False,
    pages: Collection[int] | None = None,
) -> view.View:
    hand, clock, may = t.hand or t.last or NO_HAND, t.clock, legal_now(t)
    on_break = is_on_break(t, now_ms) and not is_won(t)
    to_act = None if t.hand is None or t.is_halted else hand.to_act
    accepted = accepted_keys(t, may)
    question, lying = (
        current_ask(t, may, now_ms, next_hand_in_s, by_hand),
        [chips_out_of_place(t, seat.number) for seat in t.seats],
    )
    seats = list_seats(t, lying, accepted, names, is_open=is_open, has_equities=has_equities)
    moves = list_moves(t, lying)
    return view.View(
        preset=t.game.name,
        hand=t.hands,
        phase=_shown_phase(t),
        street=_street_name(t),
        button=t.button,
        board=hand.deal.board if is_open else t.board_up,
        burned=len(hand.deal.burns),
        pots=_list_pots(t),
        pot_total=_pot_total(hand),
        to_act=to_act,
        to_call=may.to_call if may.acts or (to_act and hand.wager) else None,
        raise_to_min=may.raise_min,
        raise_to_max=may.raise_max,
        legal=may.acts,
        deadline_ms=clock.deadline_ms if clock is not None else None,
        clock_left_ms=clock_left_ms(t, now_ms),
        clock_total_ms=clock.whole_ms if clock is not None and (to_act or t.asks_all) else None,
        waiting_for=waiting_for(t),
        prompt=say(question.sentence, names),
        ask=_say_ask(question, names),
        keys=with_words(t, accepted, pages, names) if pages else accepted,
        street_acts=list_street_acts(t, names) if pages is not None else (),
        seats=with_pages(seats, t, accepted, moves, pages, names) if pages else seats,
        table=t.name,
        title=t.game.title,
        test=t.is_test,
        language=names.tr.code,
        qualify=t.settings.qualify or None,
        levels=_list_levels(t.settings),
        level=standing.level_field(t, now_ms),
        tournament=standing.tournament_standings(t, schedule_time_ms(t, now_ms)),
        paused=on_break or t.paused,
        next_hand_in_s=next_hand_in_s,
        result=list_results(t, names) if hand.won is not None else None,
        void=_make_void(t, names),
        called=t.called,
        moves=moves,
        unsensed=standing.unsensed_seats(t.seats) if are_compared(t) else (),
        **_floor_fields(t, now_ms, names, is_open=is_open),
        **_notice_fields(t, news, names),
        **house.table_fields(t, names, is_open=is_open),
        **points.table_fields(t),
    )


def _say_ask(question: Ask, names: Names) -> view.Ask:
    return view.Ask(
        question.kind,
        say(question.headline, names) if question.headline is not None else "",
        question.seats,
        question.command,
    )


def _floor_fields(t: Table, now_ms: int, names: Names, *, is_open: bool) -> dict[str, Any]:
    """The fields that say why play stands still and which rulings the floor may make."""
    if not waits_for_the_floor(t):
        return {}
    rulings, irregularity = (
        OPEN.get_rulings(t, now_ms, names),
        _make_irregularity(t, names, is_open=is_open),
    )
    if irregularity is not None:
        irregularity = replace(
            irregularity, alternatives=say_ways(ways_out_of_halt(t, rulings), names)
        )
    return {
        "rulings": rulings,
        "irregularity": irregularity,
        "lost": lost_seat(t, rulings, names) if rulings else None,
        "hold": _make_hold(holding.first_hold(t), names),
        "lock": _make_hold(holding.first_lock(t), names),
    }


def _notice_fields(t: Table, news: Sequence[News], names: Names) -> dict[str, Any]:
    """The fields that hold the latest notices."""
    if not news:
        return {}
    notices = tuple([_make_notice(t, one, names) for one in news])
    newest = notices[-1]
    return {
        "notices": notices,
        "notice": newest.text,
        "is_refusal": newest.is_refusal,
    }


def _list_pots(t: Table) -> tuple[view.Pot, ...]:
    pots = t.pots
    if not pots:
        return ()
    shares = public_odds(t).shares
    of_each = shares if len(shares) == len(pots) else ({},) * len(pots)
    return tuple(
        [
            view.Pot(
                pot.amount,
                pot.seats,
                tuple([share.get(n, 0.0) for n in pot.seats]) if share else (),
            )
            for pot, share in zip(pots, of_each, strict=True)
        ]
    )


def _pot_total(hand: Hand) -> int:
    bets = sum([player.bet for player in hand.players.values()])
    return hand.of.middle + bets if isinstance(hand.of, Pots) else bets


def _list_levels(settings: Settings) -> tuple[view.Blinds, ...]:
    return tuple([view.Blinds(row.small_blind, row.big_blind, row.ante) for row in settings.levels])


OPEN = RulingCache()


def waits_for_the_floor(t: Table) -> bool:
    """Whether the view lists the open rulings. To find them, all rulings are tried, which takes 20
    times as long as the rest of the view; so it is done only while the floor is needed.
    """
    return (
        t.halt is not None
        or t.standstill is not None
        or (t.shoe.is_deck_foul and t.hand is None)
        or is_waited_for(t)
    )


def clock_left_ms(t: Table, now_ms: int) -> int | None:
    clock = t.clock
    if clock is None or clock.left_ms is not None or clock.deadline_ms is None:
        return clock.left_ms if clock is not None else None
    return max(0, clock.deadline_ms - now_ms)


def waiting_for(t: Table) -> str:
    """One word for what the table waits for."""
    if t.halt is not None:
        return "floor" if t.halt.irregularity is not None else "reload"
    if t.standstill is not None:
        return "floor"
    hand = t.hand
    if hand is None:
        return (
            "card"
            if next_place(t) is not None
            else "nothing"
            if cut_awaited(t) is None
            else "action"
        )
    if hand.deal.wants:
        return "card"
    if hand.to_act is not None:
        return "shots" if hand.phase == "shots" else "action"
    if t.asks_all:
        return "action" if hand.phase == "deciding" else "bets"
    if hand.is_collecting:
        return "chips"
    return "card" if next_place(t) is not None else "nothing"


def _shown_phase(t: Table) -> str:
    if t.halt is not None:
        return "halted"
    hand = t.hand
    if hand is None:
        return t.phase
    if hand.deal.wants:
        return "dealing"
    if hand.phase == "between":
        return (
            "showdown"
            if t.of_house.dealer.is_shown
            else "deciding"
            if hand.is_collecting
            else "dealing"
        )
    return hand.phase


def _street_name(t: Table) -> str | None:
    """The name of the street that is dealt or bet now. None between hands, and while bets are
    placed before the first card.
    """
    hand = t.hand
    return (
        t.game.streets[hand.street].name or None if hand is not None and hand.street >= 0 else None
    )


def _make_notice(t: Table, notice: News, names: Names) -> view.Notice:
    irregularity = t.irregularity
    is_halt = (
        irregularity is not None
        and not isinstance(notice, ReadOut)
        and (notice.why, notice.values) == (irregularity.why, irregularity.values)
    )
    return view.Notice(
        notice.seat, notice.code, say_notice(notice, names), isinstance(notice, Refused), is_halt
    )


def _make_irregularity(t: Table, names: Names, *, is_open: bool) -> view.Irregularity | None:
    if t.halt is None:
        return None
    irregularity = t.halt.irregularity
    if irregularity is None:
        return _make_reload(t, names, is_open=is_open)
    cards = tuple(
        _printed_card(card) if is_open or card in irregularity.up else view.HIDDEN
        for card in irregularity.cards
    )
    remedy, more = say(remedy_sentence(t), names), irregularity_details(t, irregularity)
    what = " ".join(
        [say(part, names) for part in (irregularity_text(irregularity), more) if part is not None]
    )
    steps, later = remedy_steps(irregularity) if not gives_pots(t) else ([remedy], "")
    before, now = _chips_before_and_now(irregularity)
    return view.Irregularity(
        irregularity.kind,
        irregularity.seat,
        cards[0] if cards else None,
        remedy,
        what,
        irregularity.clause,
        cards,
        irregularity.number,
        why=irregularity.why,
        steps=tuple([say(step, names) for step in steps]),
        later=say(later, names),
        before=before,
        now=now,
    )


def _chips_before_and_now(irregularity: Irregularity) -> tuple[int | None, int | None]:
    """How much lay in front of the seat, and how much lies there now, if the irregularity is one of
    chips.
    """
    before, now = irregularity.values.get("bet"), irregularity.values.get("lies")
    return (before, now) if isinstance(before, int) and isinstance(now, int) else (None, None)


def _make_reload(t: Table, names: Names, *, is_open: bool) -> view.Irregularity | None:
    """The irregularity that is shown while the shoe is reloaded: it lists the cards that go back
    into the deck, and names them if they lay face up (L-22).
    """
    back = t.reload
    if back is None:
        return None
    cards = tuple(
        _printed_card(card) if is_open or back.is_up else view.HIDDEN for card in back.cards
    )
    return view.Irregularity(
        back.kind,
        None,
        cards[0] if cards else None,
        say(remedy_sentence(t), names),
        say(why_reload(t), names),
        back.clause,
        cards,
        back.number,
        steps=(say(remedy_sentence(t), names),),
    )


def _printed_card(card: str) -> str:
    return view.NOT_READ if card == UNREADABLE else card


def _make_hold(hold: Hold | None, names: Names) -> view.Hold | None:
    if hold is None:
        return None
    return view.Hold(
        hold.kind,
        say(holding.hold_sentence(hold), names),
        say(holding.how_to_clear(hold), names),
        say_ways(ways_out_of_hold(hold), names),
    )


def _make_void(t: Table, names: Names) -> view.Void | None:
    void = t.last.void if t.hand is None and t.last is not None else None
    return (
        view.Void(void.kind, t.hands, say(void_cause(void), names), t.shoe.is_deck_foul)
        if void is not None
        else None
    )


def list_results(t: Table, names: Names | None = None) -> tuple[view.Result, ...] | None:
    return (
        tuple([_make_result(t, won, names or table_names(t)) for won in t.won])
        if t.won is not None
        else None
    )


def _make_result(t: Table, won: Won, names: Names) -> view.Result:
    hand = say(house.hand_name(t, won.cards), names) if won.hand is not None else None
    lines = tuple([house.bet_result(t, line, won, names) for line in won.lines])
    found = view.Result(won.seat, won.amount, won.cards, hand, won.pot, won.points, lines)
    more = explain_pot(t, won)
    if more is None:
        return found
    return replace(
        found, headline=say(more.headline, names), why=say(more.why, names), decides=more.card
    )
