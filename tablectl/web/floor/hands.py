"""The last hands, act by act in words, made of the story: so no card is in them that never lay face
up.

With each row goes what lay face up by then. What was taken back stays, and says that it was.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tablectl.locale import Translator
from tablectl.present.rulings_help import HELP
from tablectl.structs import JsonObject
from tablectl.web.floor.act_words import TEXTS
from tablectl.web.floor.words import RULINGS

MOST_HANDS = 40
MOST_ROWS = 300  # of a hand; a long one has some sixty
MOST_SEATS = 16

Cards = tuple[str, ...]


class Row(Struct):
    """What happened. `board`, `cards`: face up after it, the dealer's at 0; `pot`: in the middle.
    `gain`: what the seat has won by it.
    """

    kind: str
    text: str
    board: Cards
    cards: dict[int, Cards]
    pot: int
    seat: int | None = None
    amount: int | None = None
    clause: str = ""
    gain: int = 0
    is_undone: bool = False


class Hand(Struct):
    """`case`: the newest in it. `is_cut`: its first rows are not kept. `is_split`: the pot
    that was won last.
    """

    number: int
    wall: str = ""
    button: str = ""
    title: str = ""
    detail: str = ""
    rows: list[Row] = []
    board: Cards = ()
    cards: dict[int, Cards] = {}
    pot: int = 0
    case: int | None = None
    names: dict[int, str] = {}
    is_over: bool = False
    is_cut: bool = False
    is_split: bool = False

    def add(self, kind: str, text: str, **more: Any) -> None:
        self.rows.append(Row(kind, text, self.board, dict(self.cards), self.pot, **more))
        if len(self.rows) > MOST_ROWS:
            self.is_cut = True
            del self.rows[0]

    @property
    def gains(self) -> dict[int, int]:
        """By seat."""
        won: dict[int, int] = {}
        for row in self.rows:
            if row.seat is not None and row.gain and not row.is_undone:
                won[row.seat] = won.get(row.seat, 0) + row.gain
        return won

    def take_back(self, is_it: Callable[[Row], bool]) -> None:
        """The newest row that is it, and what followed from it, never was."""
        found = next(
            (n for n, row in reversed([*enumerate(self.rows)]) if is_it(row) and not row.is_undone),
            None,
        )
        if found is None:
            return
        for row in self.rows[found:]:
            row.is_undone = True
        before = self.rows[found - 1] if found else None
        self.board = before.board if before else ()
        self.cards = dict(before.cards) if before else {}
        self.pot = before.pot if before else 0


class Hands:
    """Of one table. `take` is given each event of the story once, in order. `names`: of those who
    sit there now: an archive may have who came before.
    """

    def __init__(self, tr: Translator, names: Callable[[], Mapping[int, str]] = dict) -> None:
        self._tr, self._known_names = tr, names
        self._names: dict[int, str] = {}
        self._stakes: JsonObject = {}
        self._hands: deque[Hand] = deque(maxlen=MOST_HANDS)
        self._clauses: dict[int, str] = {}  # of the newest case
        self._ruled: JsonObject = {}  # the newest ruling between hands

    def list_hands(self) -> list[JsonObject]:
        """The newest first."""
        return [
            {
                "number": hand.number,
                "title": hand.title,
                "detail": hand.detail,
                "board": hand.board,
                "is_over": hand.is_over,
            }
            for hand in reversed(self._hands)
        ]

    def show_hand(self, number: int) -> JsonObject | None:
        """None: it is not known here, or not any more."""
        hand = self._find(number)
        if hand is None:
            return None
        shown: JsonObject = {
            name: getattr(hand, name)
            for name in ("number", "wall", "button", "title", "detail", "names", "is_over")
        }
        left_out = Row("note", self._say("left_out"), (), {}, 0)
        return shown | {"rows": [left_out, *hand.rows] if hand.is_cut else hand.rows}

    def take(self, event: JsonObject) -> None:
        told = TOLD.get(event["kind"])
        if told is not None:
            told(self, event)
            return
        hand = self._hand_of(event)
        if hand is not None and (tell := ACTS.get(event["kind"])) is not None:
            tell(self, hand, event)

    # Who and where

    def _hand_of(self, event: JsonObject) -> Hand | None:
        number = event.get("hand")
        return self._find(number) if number is not None else None

    def _find(self, number: int) -> Hand | None:
        return next((one for one in reversed(self._hands) if one.number == number), None)

    def _say(self, key: str, **fields: object) -> str:
        return self._tr(TEXTS[key], **fields)

    def _name(self, seat: int) -> str:
        name = self._names[seat] if seat in self._names else self._known_names().get(seat)
        return name or self._say("seat", number=seat)

    def _join_names(self, seats: Mapping[int, object]) -> str:
        return self._tr.join_with_and([self._name(seat) for seat in sorted(seats)] or [""])

    def _tell_table_opened(self, event: JsonObject) -> None:
        self._names = {int(seat): event["names"].get(seat, "") for seat in event["stacks"]}
        self._stakes = event["stakes"]
        self._hands.clear()

    def _tell_game_began(self, event: JsonObject) -> None:
        self._stakes = event["stakes"]

    def _tell_level_began(self, event: JsonObject) -> None:
        self._stakes = {name: event[name] for name in ("small_blind", "big_blind", "ante")}

    def _tell_sat(self, event: JsonObject) -> None:
        self._names[event["seat"]] = event.get("name") or ""

    def _tell_left(self, event: JsonObject) -> None:
        self._names[event["seat"]] = ""

    # A hand

    def _tell_hand_began(self, event: JsonObject) -> None:
        button = event["button"]
        seats = [int(seat) for seat in event["seats"]]
        hand = Hand(
            event["hand"],
            event["wall"],
            self._name(button) if button is not None else "",
            title=self._say("in_play"),
            names={seat: self._name(seat) for seat in seats},
        )
        self._hands.append(hand)
        small, big = self._stakes.get("small_blind"), self._stakes.get("big_blind")
        has_blinds = button is not None and small and big
        text = self._say("blinds", small=small, big=big) if has_blinds else self._say("hand_begins")
        hand.add("street", text)

    def _tell_board(self, hand: Hand, event: JsonObject) -> None:
        hand.board = (*hand.board, *event["cards"])
        key = event["street"]
        street = self._say(key) if key in STREETS else key.replace("_", " ").upper()
        text = self._say("street_pot", street=street, pot=hand.pot) if hand.pot else street
        hand.add("street", text)
        hand.detail = street

    def _tell_board_taken_back(self, hand: Hand, event: JsonObject) -> None:
        hand.board = tuple(event["cards"])
        hand.add("note", self._say("board_taken_back"))

    def _tell_posted(self, hand: Hand, event: JsonObject) -> None:
        hand.pot += event["amount"]
        self._act(hand, event, event["what"], event["amount"])

    def _tell_put_in(self, hand: Hand, event: JsonObject) -> None:
        key, amount = event["kind"], event.get("amount", 0)
        hand.pot += amount
        if event.get("short"):
            key = "called_short"
        self._act(hand, event, key, event["to"] if key == "raised" else amount)

    def _act(self, hand: Hand, event: JsonObject, key: str, amount: int = 0, gain: int = 0) -> None:
        text = self._say(key, name=self._name(event["seat"]))
        if event.get("all_in"):
            text = self._say("all_in", did=text)
        if (by := event.get("by", "player")) != "player":
            text = self._say(f"by_{by}", did=text)
        hand.add("act", text, seat=event["seat"], amount=amount or None, gain=gain)

    def _tell_blind_missed(self, hand: Hand, event: JsonObject) -> None:
        hand.pot -= event["amount"]
        self._act(hand, event, "missed")

    def _tell_bet_returned(self, hand: Hand, event: JsonObject) -> None:
        hand.pot -= event["amount"]
        self._act(hand, event, "bet_returned", event["amount"])

    def _tell_shown(self, hand: Hand, event: JsonObject) -> None:
        if event["seat"] in range(1, MOST_SEATS + 1):
            hand.cards[event["seat"]] = tuple(event["cards"])
        self._act(hand, event, "shown")

    def _tell_dealer_shown(self, hand: Hand, event: JsonObject) -> None:
        hand.cards[0] = tuple(event["cards"])
        hand.add("act", self._say("dealer_shown"))

    def _tell_gone(self, hand: Hand, event: JsonObject) -> None:
        self._act(hand, event, event["kind"])

    # Against the house, and for points

    def _tell_bets_closed(self, hand: Hand, event: JsonObject) -> None:
        for key in ("ante", "bonus"):
            if event[key]:
                self._act(hand, event, key, event[key])

    def _tell_decided(self, hand: Hand, event: JsonObject) -> None:
        self._act(hand, event, "called" if event["call"] else "folded", event["call"])

    def _tell_house_paid(self, hand: Hand, event: JsonObject) -> None:
        paid = event["paid"]
        gain = max(0, paid - event["ante"] - event["bonus"] - event["call"])
        self._act(hand, event, "paid" if paid else "paid_nothing", paid, gain)

    def _tell_shot(self, hand: Hand, event: JsonObject) -> None:
        key = "made" if event["made"] else "missed_shot"
        self._act(hand, event, key, event["points"], event["points"])

    def _tell_scored(self, hand: Hand, event: JsonObject) -> None:
        self._act(hand, event, "scored", event["points"], event["points"])

    # How it ends

    def _tell_pot_won(self, hand: Hand, event: JsonObject) -> None:
        if event["anew"]:
            for row in hand.rows:
                row.is_undone |= row.kind == "won"
            if self._ruled.get("row") == event["row"]:
                self._ruling(hand, self._ruled)
        hand.is_split = len(event["winners"]) > 1
        for winner in event["winners"]:
            seat, chips, called = winner["seat"], winner["amount"], winner["hand"]
            key = "wins_with" if called else "wins"
            text = self._say(key, name=self._name(seat), chips=chips, hand=called)
            hand.add("won", text, seat=seat, clause=event["clause"], gain=chips)
            hand.detail = called or self._say("others_folded")
        if hand.is_over:
            self._entitle(hand)

    def _tell_hand_ended(self, hand: Hand, event: JsonObject) -> None:
        hand.is_over = True
        outcome, cause = event["outcome"], event.get("cause") or ""
        if outcome == "played":
            self._entitle(hand)
            return
        number = hand.case
        key = outcome if number is None else f"{outcome}_case"
        hand.title, hand.detail = self._say(key, number=number), cause
        hand.add("end", self._say("does_not_count", cause=cause))

    def _entitle(self, hand: Hand) -> None:
        won = hand.gains
        names, total = self._join_names(won), sum(won.values())
        if not won:
            hand.title = self._say("played")
        elif len(won) == 1:
            hand.title = self._say("wins", name=names, chips=total)
        else:
            key = "split" if hand.is_split else "several"
            hand.title = self._say(key, names=names, chips=total)

    # What interrupts it

    def _tell_halted(self, hand: Hand, event: JsonObject) -> None:
        hand.case = event["number"]
        self._clauses = {event["number"]: event["clause"]}
        text = self._say("halted", number=event["number"], what=event["what"])
        hand.add("halt", text, seat=event["seat"], clause=event["clause"])

    def _tell_ruling_between(self, event: JsonObject) -> None:
        """A ruling that is of no hand, or of one that is told when its pot goes to others."""
        hand = self._hand_of(event)
        if hand is None:
            self._ruled = event
        else:
            self._ruling(hand, event)

    def _ruling(self, hand: Hand, event: JsonObject) -> None:
        ruling = event["ruling"]
        name = self._tr(RULINGS[f"ruling_{ruling}"]) if f"ruling_{ruling}" in RULINGS else ruling
        fields = {"who": event["by"], "ruling": name, "why": event["why"]}
        text = self._say("ruled_why" if event["why"] else "ruled", **fields)
        help_of = HELP.get(ruling)  # where no case has a clause of its own
        clause = self._clauses.get(event["number"] or 0) or (help_of.clause if help_of else "")
        hand.add("ruling", text, seat=event["seat"], clause=clause)

    def _tell_taken_back(self, hand: Hand, event: JsonObject) -> None:
        seat = event["seat"]
        if event["what"] == "ruling":
            hand.take_back(lambda row: row.kind == "ruling")
            hand.is_over = False
            hand.title, hand.detail = self._say("in_play"), ""
        else:
            hand.take_back(lambda row: row.kind == "act" and row.seat == seat)
        hand.add("note", self._say("taken_back"), seat=seat)

    def _tell_stack_set(self, hand: Hand, event: JsonObject) -> None:
        hand.add(
            "note",
            self._say("stack_set", name=self._name(event["seat"])),
            seat=event["seat"],
            amount=event["amount"],
        )

    def _tell_notice(self, hand: Hand, event: JsonObject) -> None:
        text = event.get("text")
        is_said = bool(text) and hand.rows[-1:] and str(text) in hand.rows[-1].text
        if text and not is_said:
            hand.add("note", text, seat=event["seat"])


STREETS = ("preflop", "flop", "turn", "river")
TOLD: dict[str, Callable[[Hands, JsonObject], None]] = {
    "table_opened": Hands._tell_table_opened,
    "game_began": Hands._tell_game_began,
    "level_began": Hands._tell_level_began,
    "sat": Hands._tell_sat,
    "left": Hands._tell_left,
    "hand_began": Hands._tell_hand_began,
    "ruled": Hands._tell_ruling_between,
}
ACTS: dict[str, Callable[[Hands, Hand, JsonObject], None]] = {
    "board": Hands._tell_board,
    "board_taken_back": Hands._tell_board_taken_back,
    "posted": Hands._tell_posted,
    "blind_missed": Hands._tell_blind_missed,
    "folded": Hands._tell_put_in,
    "checked": Hands._tell_put_in,
    "called": Hands._tell_put_in,
    "bet": Hands._tell_put_in,
    "raised": Hands._tell_put_in,
    "bet_returned": Hands._tell_bet_returned,
    "shown": Hands._tell_shown,
    "mucked": Hands._tell_gone,
    "hand_fouled": Hands._tell_gone,
    "bets_closed": Hands._tell_bets_closed,
    "decided": Hands._tell_decided,
    "dealer_shown": Hands._tell_dealer_shown,
    "house_paid": Hands._tell_house_paid,
    "shot": Hands._tell_shot,
    "scored": Hands._tell_scored,
    "pot_won": Hands._tell_pot_won,
    "hand_ended": Hands._tell_hand_ended,
    "halted": Hands._tell_halted,
    "taken_back": Hands._tell_taken_back,
    "stack_set": Hands._tell_stack_set,
    "notice": Hands._tell_notice,
}
