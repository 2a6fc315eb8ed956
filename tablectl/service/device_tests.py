"""Lamps and readers are tried while no hand needs them: the lamp of a seat is lit for a moment, and
what the shoe has read last is told.

A card is named only between hands, and only one that the last hand did not deal: those that were
dealt may have been thrown away face down, and in a hand each that is read may be in it (G-14).
"""

from tablectl.engine.state.table import Table
from tablectl.locale import Translator
from tablectl.present.reasons import table_names
from tablectl.present.terms import card_name
from tablectl.rules.cards import CODE, FOREIGN
from tablectl.service.control.requests import BadLine
from tablectl.service.decks.active_deck import is_dealt
from tablectl.service.outputs.signals import Signals
from tablectl.service.table_loop import TableLoop
from tablectl.structs import JsonObject
from tablectl.text import T, Text, say


class DeviceTests:
    def __init__(self, rows: TableLoop, signals: Signals, language: Translator) -> None:
        self._rows, self._signals, self._language = rows, signals, language

    def light_lamp(self, seat: int) -> JsonObject:
        """The answer to whoever asks. Raises BadLine."""
        self._require_rest()
        if not self._signals.test_lamp(seat):
            raise BadLine(T("Seat {at} has no lamp.", at=seat), "no_lamp")
        return {"did": self._say(T("The lamp of seat {at} is lit for a moment.", at=seat))}

    def tell_reading(self) -> JsonObject:
        """`read`: null, or when, of which deck (null: of none that is known), and which card, where
        it may be named. Raises BadLine.
        """
        self._require_rest()
        tags, book = self._rows.read_tags, self._rows.deck.book
        if not tags:
            nothing = T("No card was read since the table was started.")
            return {"did": self._say(nothing), "read": None}
        ago_s = (self._rows.clock.now_ms() - self._rows.read_at_ms) // 1_000
        cards = {book.card(tag) for tag in tags}
        card = cards.pop() if len(cards) == 1 else FOREIGN
        deck = book.deck if card != FOREIGN else book.others.get(tags[0])
        named = card if may_be_named(self._rows.table, card) else None
        return {
            "did": self._say(_reading_text(named, deck, ago_s)),
            "read": {"ago_s": ago_s, "deck": deck, "card": named},
        }

    def _require_rest(self) -> None:
        table = self._rows.table
        if table.in_hand and not table.is_stopped:
            raise BadLine(
                T("Devices are tested between hands, or while the table is halted or paused."),
                "in_hand",
            )

    def _say(self, text: Text) -> str:
        return say(text, table_names(self._rows.table, self._language))


def may_be_named(t: Table, card: str) -> bool:
    return not is_dealt(t) and card in CODE and not t.seen >> CODE[card] & 1


def _reading_text(card: str | None, deck: str | None, ago_s: int) -> Text:
    if card is not None:
        return T("{Card} was read {seconds:,} s ago.", Card=card_name(card), seconds=ago_s)
    if deck is None:
        return T("A card of no known deck was read {seconds:,} s ago.", seconds=ago_s)
    return (
        T("A card of the deck {deck} was read {seconds:,} s ago.", deck=deck, seconds=ago_s)
        if deck
        else T("A card was read {seconds:,} s ago.", seconds=ago_s)
    )
