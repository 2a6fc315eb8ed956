"""Notices: what has just happened stands where it happened, for as long as it takes to read; a
newer one at a seat replaces it.

Whatever lasts is shown as a state and not as a notice: a lost seat, chips due back or missing, a
halt, a running clock. What is wrong with the deck, with a stack, a second device of one name and
new rules are shown nowhere else, and stand as long as the view has them.
"""

from typing import NamedTuple

from tablectl import view
from tablectl.screen.words import N_, Texts, Translator, capitalize_first, view_language
from tablectl.view import View

LEAST_MS, LETTER_MS, MOST_MS = 3_000, 50, 8_000
GOOD_NEWS = frozenset({"device_back"})
STATES = frozenset(
    {
        "device_lost",
        "change_due",
        "chips_removed",
        "clock_warning",
        "misdeal",
        "void",
        "no_more_bets",
        "break",
        "stack_differs",
    }
)

FLOOR_CALLED = "floor_called"
# untrue as soon as it is that seat's turn
OUT_OF_TURN = frozenset({"out_of_turn", "chips_out_of_turn"})
NEW_RULES = "settings_changed"
LASTING = frozenset(
    {
        "deck_short",
        "deck_doubled",
        "stack_short",
        "stack_over",
        "foreign_chips",
        "second_device",
        "node_refused",
        NEW_RULES,
    }
)
# Of no seat, and somebody must do something: the bar says it too, for nobody reads the strip.
TO_DO = frozenset(
    {
        "boxed_card",
        "foreign_joker",
        "premature_card",
        "reloaded",
        "deck_short",
        "deck_doubled",
        "second_device",
        "node_refused",
    }
)
# In a tab at a seat, by the notice's code: at most 34 letters.
NOTICES: Texts = {
    "out_of_turn": N_("Not your turn"),
    "below_minimum": N_("Below the minimum"),
    "over_pot_limit": N_("Over the pot limit"),
    "capped": N_("No more raises"),
    "raise_closed": N_("No raise now"),
    "short_call": N_("More chips are needed"),
    "string_raise": N_("Too late: the first chips count"),
    "oversized_chip": N_("A call: one chip, no word"),
    "chips_out_of_turn": N_("Not your turn: take it back"),
    "insufficient_funds": N_("Not enough chips"),
    "bet_refused": N_("Not accepted"),
    "device_back": N_("Connected"),
    "timed_out": N_("Time is up"),
    "blind_not_posted": N_("Not posted in time"),
    "not_now": N_("Not now"),
    "must_call": N_("No check: call or fold"),
    "nothing_to_call": N_("Nothing to call"),
    "post_first": N_("Post first"),
    "must_show": N_("Must be shown"),
    "halted": N_("Play is stopped"),
    "floor_called": N_("Calls the floor"),
    "deck_short": N_("Count the deck"),
    "deck_doubled": N_("Look through the deck"),
    "second_device": N_("A second device"),
    "node_refused": N_("Device refused"),
    "node_replaced": N_("Device replaced"),
    "taken_back": N_("Taken back"),
    "paused": N_("Play is paused"),
    "held": N_("Play is on hold"),
    "hold_over": N_("No longer on hold"),
    "foul_hand": N_("The hand is foul"),
    "boxed_card": N_("A card lay face up"),
    "stack_short": N_("Chips are missing"),
    "stack_over": N_("Too many chips"),
    "foreign_chips": N_("Foreign chips"),
    "break": N_("Break"),
    "change_due": N_("Change due"),
    "chips_removed": N_("Chips removed"),
    "clock_warning": N_("Clock warning"),
    "deck_unchecked": N_("Deck unchecked"),
    "device_lost": N_("Device lost"),
    "edges_missing": N_("Edges missing"),
    "exposed_card": N_("Exposed card"),
    "foreign_joker": N_("Foreign joker"),
    "game_over": N_("Game over"),
    "hand_running": N_("Hand running"),
    "locked": N_("Locked"),
    "misdeal": N_("Misdeal"),
    "no_more_bets": N_("No more bets"),
    "no_such_seat": N_("No such seat"),
    "not_in_stub": N_("Not in stub"),
    "not_locked": N_("Not locked"),
    "nothing_to_confirm": N_("Nothing to confirm"),
    "on_break": N_("On break"),
    "premature_card": N_("Premature card"),
    "reloaded": N_("Reloaded"),
    "stack_differs": N_("Stack differs"),
    "too_few_players": N_("Too few players"),
    "too_much": N_("Too much"),
    "unreadable_card": N_("Unreadable card"),
    "void": N_("Void"),
    "wrong_card_count": N_("Wrong card count"),
    "card_elsewhere": N_("Card elsewhere"),
    "deck_exhausted": N_("Deck exhausted"),
    "duplicate_card": N_("Duplicate card"),
    "event_failed": N_("Event failed"),
    "too_many_flop_cards": N_("Too many flop cards"),
    "unknown_card": N_("Unknown card"),
    "cut_awaited": N_("The cut is awaited"),
    "settings_changed": N_("The rules have changed"),
}


class Notice(NamedTuple):
    seat: int | None  # None: it stands in the strip
    text: str  # the whole sentence
    short: str  # the few words for a tab
    code: str
    tone: str  # refused, good, note
    is_news: bool = True  # else it has been read, and still stands


def life_ms(text: str) -> int:
    return min(MOST_MS, LEAST_MS + LETTER_MS * len(text))


class Notices:
    """Those that have come, by seat, and until when each stands."""

    def __init__(self) -> None:
        self._newest: tuple[view.Notice, ...] = ()
        self._until: dict[int | None, tuple[Notice, int]] = {}
        self._lasting: tuple[Notice, ...] = ()

    def hear(self, model: View | None, now_ms: int) -> None:
        """Takes the view's notices, the newest last. Those that the view before had, too, do not
        begin anew.
        """
        if model is None:
            self._until.clear()
            self._lasting = ()
            return
        lasting = tuple(
            _notice_of(told, view_language(model))._replace(is_news=False)
            for told in model.notices
            if told.code in LASTING
        )
        for notice in lasting:
            if notice.seat is None and notice not in self._lasting:
                news_until_ms = now_ms + life_ms(notice.text)
                self._until[None] = notice._replace(is_news=True), news_until_ms
        self._lasting = lasting
        news = tuple(told for told in model.notices if told.code not in LASTING)
        for told in news if news != self._newest else ():
            if not told.is_halt and (told.is_refusal or told.code not in STATES):
                self._until.pop(told.seat, None)
                self._until[told.seat] = (
                    _notice_of(told, view_language(model)),
                    now_ms + life_ms(told.text),
                )
        self._newest = news
        own = self._until.get(model.to_act) if model.to_act is not None else None
        if own is not None and own[0].code in OUT_OF_TURN:
            del self._until[model.to_act]

    def live(self, now_ms: int) -> tuple[Notice, ...]:
        """The notices that stand now, the newest last."""
        news = tuple(notice for notice, until_ms in self._until.values() if now_ms < until_ms)
        return (*self._lasting, *news)

    def next_change_ms(self, now_ms: int) -> int:
        return min(
            (until_ms - now_ms for _, until_ms in self._until.values() if until_ms > now_ms),
            default=1_000,
        )


def _notice_of(told: view.Notice, tr: Translator) -> Notice:
    tone = "refused" if told.is_refusal else "good" if told.code in GOOD_NEWS else "note"
    short = (
        tr(NOTICES[told.code])
        if told.code in NOTICES
        else capitalize_first(told.code.replace("_", " "))
    )
    return Notice(told.seat, told.text, short, told.code, tone)
