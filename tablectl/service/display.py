"""What a running table shows: the view for its screens, lamps and the gate, and the timers that
change it.
"""

from msgspec.structs import replace

from tablectl.engine import events
from tablectl.engine.facts import Noticed, make_message
from tablectl.engine.questions import next_deadline_ms, next_pull
from tablectl.engine.state.why import Why
from tablectl.locale import get_translator
from tablectl.present.asks.lost import with_absence
from tablectl.present.changed import rule_notices
from tablectl.present.dialling import with_wheels
from tablectl.present.news import News
from tablectl.present.public import public_view
from tablectl.present.reasons import table_names
from tablectl.present.stacks import stack_notices, without_pot_notices
from tablectl.service import logger
from tablectl.service.config.drivers import DRIVERS
from tablectl.service.device_watch import DeviceWatch
from tablectl.service.devices.link_health import Absences
from tablectl.service.outputs.screens import Changed, Screens
from tablectl.service.outputs.signals import Signals
from tablectl.service.phones.code_screen import CodeScreen
from tablectl.service.phones.seat_phones import SeatPhones
from tablectl.service.since import Since
from tablectl.service.table_clock import NextHand, next_second
from tablectl.service.table_loop import TableLoop, raised_at

# how long a notice stands on the screen (LOOK: refused, 3 s)
NEWS_MS = 3_000
UPGRADED = (make_message(Noticed, Why.PROGRAM_UPGRADED()),)


class Display:
    def __init__(
        self, rows: TableLoop, watch: DeviceWatch, phones: SeatPhones, codes: CodeScreen
    ) -> None:
        self._rows, self._watch, self._phones, self._codes = rows, watch, phones, codes
        config, loop = rows.config, rows.loop
        self.language = get_translator(config.table.language)
        self.screens = Screens(loop)
        self.signals = Signals(config, loop, watch.shoe, watch.seats, watch.panel)
        self._has_pages = bool(phones.seats) or config.web is not None
        self._by_hand = DRIVERS[config.shoe.driver].reader is not None
        self._next_hand = NextHand(
            loop, rows.clock, config.service.between_hands_s, rows.start_next_hand
        )
        self._absences, self._since = Absences(), Since()
        self._presenting: Changed[bool] = Changed(watch.shoe.set_presenting)
        # false from a failed view until the next good one
        self._is_seen = True

    def close(self) -> None:
        self._next_hand.close()
        self.signals.close()
        self.screens.close()

    def show(self) -> None:
        """Shows the table and sets the timers. If no view can be made the table halts: people
        would see an old state (G-4).
        """
        rows = self._rows
        self._phones.free_left_seats()
        now = rows.clock.now_ms()
        is_news = bool(rows.notices) and now - rows.noticed_at_ms < NEWS_MS
        try:
            self._show_view(now, is_news=is_news)
            self._is_seen = True
        # a bug, recorded like that of an event, once until a view succeeds
        except Exception as error:
            failed = events.EventFailed(
                at_ms=now, happened="view", error=type(error).__name__, where=raised_at(error)
            )
            was_seen, self._is_seen = self._is_seen, False
            if was_seen:
                logger.warning(
                    f"The view failed: {failed.error} in {failed.where}. The screens keep what "
                    "they showed."
                )
                rows.take((failed,))
                return
        if not rows.table.is_test:
            self.signals.keep_head(rows.journal.head, is_in_hand=rows.table.in_hand)
        self._plan_timers(now, is_news=is_news)

    def _show_view(self, now: int, *, is_news: bool) -> None:
        rows = self._rows
        table = rows.table
        self._next_hand.plan(table, now)
        view = public_view(
            table,
            now,
            self._current_notices(now, is_news=is_news),
            self._next_hand.seconds_left(now),
            self.language,
            by_hand=self._by_hand,
            pages=self._phones.seats if self._has_pages else None,
        )
        away_s = self._absences.away_s(table, now)
        shown = with_absence(
            with_wheels(view, self._watch.wheels.amounts_shown(view.to_act)), away_s
        )
        shown = self._phones.put_on(shown, table_names(table, self.language))
        if self._has_pages:
            shown = self._since.put_on(shown, table, now)
        self.screens.show(replace(shown, repeats=rows.repeats.count))
        self._codes.show_codes()
        halted = table.irregularity
        # before the reader again (G-10)
        self._presenting.show(halted is not None and halted.remedy.allows.card_is_named)
        self.signals.show(view, rows.deck.pull_after(next_pull(table)), min(table.chips, default=1))

    def _current_notices(self, now: int, *, is_news: bool) -> tuple[News, ...]:
        """The newest last. What the deck lacks would tell, in a hand, what nobody can hold; of
        stacks nothing is shown in one.
        """
        table = self._rows.table
        of_the_deck = (
            self._rows.auditor.notices if table.hand is None and table.draw is None else ()
        )
        lasting = (
            *of_the_deck,
            *stack_notices(table),
            *self._watch.notices(),
            *rule_notices(table),
            *(UPGRADED if now < self._rows.upgraded_until_ms else ()),
        )
        return (*lasting, *without_pot_notices(table, self._rows.notices)) if is_news else lasting

    def _plan_timers(self, now: int, *, is_news: bool) -> None:
        rows = self._rows
        table = rows.table
        self._watch.plan_deadline(
            next_deadline_ms(table) if not self._watch.hearing.has_any else None
        )
        deadline_ms = None if table.is_halted else table.deadline_ms
        self._plan_show("tick", None if deadline_ms is None else next_second(now, deadline_ms))
        self._plan_show(
            "news", rows.noticed_at_ms + NEWS_MS if is_news and self.screens.has_screens else None
        )
        upgraded_until_ms = rows.upgraded_until_ms
        self._plan_show("upgraded", upgraded_until_ms if now < upgraded_until_ms else None)
        if self._phones.seats:
            self._plan_show("phones", self._phones.next_change_ms())
        rows.noting.plan(table)

    def _plan_show(self, name: str, at_ms: int | None) -> None:
        at_s = None if at_ms is None else self._rows.clock.loop_time(at_ms)
        self._rows.timers.plan(name, at_s, self.show)
