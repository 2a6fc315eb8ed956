from tablectl.library.cards import Card as Card, Hand as Hand, parse_cards as parse_cards
from tablectl.library.odds import Equity as Equity, Odds as Odds, equity as equity
from tablectl.library.table import IllegalAct as IllegalAct, Table as Table
from tablectl.rules.cards import BadCards as BadCards

__version__: str
