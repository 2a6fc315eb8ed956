"""A shoe that is a node, with a motor: the wrong deck in it does not run out onto the table."""

from firmware_io.kit.sim.shoe import SimCard, SimShoe
from tablectl.engine import events
from tablectl.intake.decks import Deck
from tablectl.rules.cards import CARDS
from tablectl.rules.forced import Stakes
from tablectl.service.books.books import change_decks
from tablectl.service.config.values import (
    Config,
    JournalConfig,
    ServiceConfig,
    ShoeConfig,
    TableConfig,
)
from tablectl.service.control.requests import PutDeck
from tablectl.service.journals.open_table import open_journal
from tablectl.service.serve import Service
from tests.logged import Logged

DEALT_MS = 5_000  # in which the motor would give out ten cards


def tag(number):
    return bytes.fromhex("e004") + number.to_bytes(6, "big")


def deck(name, first):
    return Deck(name, {tag(first + place): card for place, card in enumerate(CARDS)})


def test_a_motor_gives_one_card_of_the_wrong_deck_and_goes_on_when_its_deck_is_put(loop, tmp_path):
    book = tmp_path / "decks.json"
    change_decks(book, lambda decks: decks.added(deck("red", 1)).added(deck("blue", 1_001)))
    shoe = SimShoe(loop, tmp_path / "shoe", node=100, epoch=1_000)
    shoe.load([SimCard(tag(1_001 + place)) for place in range(52)])
    said = Logged()
    config = Config(
        table=TableConfig(
            seats={"1": 500, "2": 500},
            button=1,
            stakes=Stakes(5, 10),
            options={"chips_sensed": False, "action_clock_s": 0},
        ),
        shoe=ShoeConfig("node", str(tmp_path / "shoe"), deck_book=str(book)),
        journal=JournalConfig(str(tmp_path / "table.db")),
        service=ServiceConfig(between_hands_s=0),
    )
    service = Service(config, loop, open_journal(config, 0), epoch=1, wall_ms=lambda: 0)
    service.rows.put_deck(PutDeck(put="red"))
    service.start()
    service.take((events.StartAsked(at_ms=service.clock.now_ms()),))
    loop.run_for(DEALT_MS)
    assert said == [
        "The shoe read a card of the deck blue; red is in play. No card is dealt until the right "
        "deck is in the shoe, and put: tablectl deck put blue --config table.toml."
    ]
    assert (len(shoe.cards), service.table.seen, service.table.halts) == (51, 0, 0)
    service.rows.put_deck(PutDeck(put="blue"))
    loop.run_for(DEALT_MS)
    held = [card for seat in (1, 2) for card in service.table.playing.players[seat].cards]
    assert (sorted(held), len(shoe.cards), service.table.halts) == (["2d", "2h", "2s", "3c"], 47, 0)
    service.stop()
    service.journal.close()
    shoe.close()
