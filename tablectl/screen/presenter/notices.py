"""Notices: what has just happened stands where it happened, for as long as it takes to read; a
newer one at a seat replaces it.

Whatever lasts is shown as a state and not as a notice: a lost seat, chips due back or missing, a
halt, a running clock. A fault of the deck, with a stack, a second device of one name, an
upgrade and new rules are shown nowhere else, and stand as long as the view has them.
"""

from typing import NamedTuple

from tablectl import view
from tablectl.screen.words import Translator, capitalize_first, texts, view_language
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
        "program_upgraded",
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
NOTICES = texts("""
out_of_turn          Not your turn
below_minimum        Below the minimum
over_pot_limit       Over the pot limit
capped               No more raises
raise_closed         No raise now
short_call           More chips are needed
string_raise         Too late: the first chips count
oversized_chip       A call: one chip, no word
chips_out_of_turn    Not your turn: take it back
insufficient_funds   Not enough chips
bet_refused          Not accepted
device_back          Connected
phone_changed        Another phone
phone_freed          Phone freed
timed_out            Time is up
blind_not_posted     Not posted in time
not_now              Not now
must_call            No check: call or fold
nothing_to_call      Nothing to call
post_first           Post first
must_show            Must be shown
halted               Play is stopped
floor_called         Calls the floor
deck_short           Count the deck
deck_doubled         Look through the deck
second_device        A second device
node_refused         Device refused
node_replaced        Device replaced
program_upgraded     Program upgraded
taken_back           Taken back
paused               Play is paused
held                 Play is on hold
hold_over            No longer on hold
foul_hand            The hand is foul
boxed_card           A card lay face up
stack_short          Chips are missing
stack_over           Too many chips
foreign_chips        Foreign chips
break                Break
change_due           Change due
chips_removed        Chips removed
clock_warning        Clock warning
deck_unchecked       Deck unchecked
device_lost          Device lost
edges_missing        Edges missing
exposed_card         Exposed card
foreign_joker        Foreign joker
game_over            Game over
hand_running         Hand running
locked               Locked
misdeal              Misdeal
no_more_bets         No more bets
no_such_seat         No such seat
not_in_stub          Not in stub
not_locked           Not locked
nothing_to_confirm   Nothing to confirm
on_break             On break
premature_card       Premature card
reloaded             Reloaded
stack_differs        Stack differs
too_few_players      Too few players
too_much             Too much
unreadable_card      Unreadable card
void                 Void
wrong_card_count     Wrong card count
card_elsewhere       Card elsewhere
deck_exhausted       Deck exhausted
duplicate_card       Duplicate card
event_failed         Event failed
too_many_flop_cards  Too many flop cards
unknown_card         Unknown card
cut_awaited          The cut is awaited
settings_changed     The rules have changed
""")


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
            _notice_of(new, view_language(model))._replace(is_news=False)
            for new in model.notices
            if new.code in LASTING
        )
        for notice in lasting:
            if notice.seat is None and notice not in self._lasting:
                news_until_ms = now_ms + life_ms(notice.text)
                self._until[None] = notice._replace(is_news=True), news_until_ms
        self._lasting = lasting
        news = tuple(notice for notice in model.notices if notice.code not in LASTING)
        for new in news if news != self._newest else ():
            if not new.is_halt and (new.is_refusal or new.code not in STATES):
                self._until.pop(new.seat, None)
                until_ms = now_ms + life_ms(new.text)
                self._until[new.seat] = _notice_of(new, view_language(model)), until_ms
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


def _notice_of(notice: view.Notice, tr: Translator) -> Notice:
    tone = "refused" if notice.is_refusal else "good" if notice.code in GOOD_NEWS else "note"
    short = (
        tr(NOTICES[notice.code])
        if notice.code in NOTICES
        else capitalize_first(notice.code.replace("_", " "))
    )
    return Notice(notice.seat, notice.text, short, notice.code, tone)
