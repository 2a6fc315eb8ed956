"""What tests of the house's payouts compare with: the published pay tables, and the most that
bets may cost.
"""

from tablectl.rules.payout import ANTE_TABLE, BONUS_TABLE, QUALIFY, Bets, Pays, most_paid_to_one

PUBLISHED = Pays(ANTE_TABLE, BONUS_TABLE, QUALIFY)


def largest_payout(bets: Bets, pays: Pays) -> int:
    """The most that the house may have to pay on an ante and a bonus, stakes not counted: the
    ante is also called (D-14).
    """
    return bets.ante * most_paid_to_one("ante", pays) + bets.bonus * most_paid_to_one("bonus", pays)
