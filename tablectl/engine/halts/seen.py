"""Cards that a seat's reader sees face up: its own are shown, others are reported (T-15, F-2, F-3)."""

from tablectl.engine import facts as f
from tablectl.engine.events import HoleCardsSeen
from tablectl.engine.halts import reports
from tablectl.engine.play.play import Play
from tablectl.engine.rounds.showing import is_shown
from tablectl.engine.state.player import LIVE
from tablectl.rules.cards import CODE, JOKER
from tablectl.rules.showdown import face_up


def hole_cards_seen(play: Play, event: HoleCardsSeen) -> None:
    """What the seat's sensor sees face up counts; cards turned up in mid-betting are the seat's own affair (F-3).

    After the hand, too: a hand that has been shown makes it too late to take a fold or muck back (F-1).
    """
    player = play.table.player(event.seat)
    if not player.cards:
        return
    up = tuple([card for card, is_up in zip(player.cards, face_up(player.cards, event.cards), strict=True) if is_up])
    if up != player.shown and len(up) >= len(player.shown):
        play.record(f.CardsShown(seat=event.seat, cards=up))
    others = tuple(card for card in event.cards if (card in CODE or card == JOKER) and card not in player.cards)
    if others and play.table.in_hand and player.status in LIVE and not is_shown(play.table.player(event.seat)):
        reports.shown_elsewhere(play, event.seat, others)
