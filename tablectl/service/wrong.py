"""The errors that say in a sentence what is wrong with a table's files, of whatever kind: a restart does not cure them."""

from typing import Final

from tablectl.games.game import BadSetting
from tablectl.intake.chipbook import BadChip
from tablectl.intake.decks import BadDeck
from tablectl.journal.record import BadJournal
from tablectl.rules.shotcards import BadShots
from tablectl.service.books.chipfile import BadChipBook
from tablectl.service.books.deckfile import BadBook
from tablectl.service.books.keyfile import BadKey
from tablectl.service.books.operatorfile import BadOperators
from tablectl.service.config.loading import BadConfig

WRONG_TABLE: Final = (
    BadConfig, BadSetting, BadJournal, BadShots, BadBook, BadDeck, BadChip, BadChipBook, BadKey, BadOperators)
