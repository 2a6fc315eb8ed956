/* equity_suit: a showdown as one suit sees it, for the boards with a flush in that suit.
 *
 * Such a board is a set of ranks of the suit and at most two other cards, of which only the ranks matter. Owners are those
 * who have a flush on it, which the size of the set decides alone; which set it is decides between them. The
 * rest can only win with a hand that beats a flush.
 */
#ifndef EQUITY_SUIT_H
#define EQUITY_SUIT_H

#include "equity_internal.h"

enum { EQ_MOST_SETS = 1287, EQ_MOST_OTHERS = 2 };      /* five of 13 ranks; beside three of the suit */

struct eq_suit {
    const struct eq_showdown *showdown;
    const uint16_t *held;                   /* by player: the ranks of the suit */
    uint16_t board, live;
    int live_count;
    uint32_t others[EQ_RANKS];              /* live cards of a rank that are not of the suit */
    uint32_t others_count;
};

struct eq_owners {
    int count;
    int players[EQ_MOST_PLAYERS];
    uint32_t rest;                          /* mask of the others */
};

struct eq_best {
    uint32_t strength, winners;
};

/* Sets of ranks by size, those with a lower card after all those without it. */
struct eq_sets {
    int counts[EQ_BOARD_CARDS + 1];
    uint16_t sets[EQ_BOARD_CARDS + 1][EQ_MOST_SETS];
};

/* Ranks of cards that are not of the suit. */
struct eq_completion {
    uint32_t sum;
    uint32_t ways;
};

enum { EQ_MOST_COMPLETIONS = EQ_RANKS * (EQ_RANKS + 1) / 2 };

struct eq_owners eq_owners_of(const struct eq_suit *suit, int suited);
void eq_list_sets(struct eq_sets *sets, uint32_t ranks, int size);
int eq_list_completions(const struct eq_suit *suit, int cards, struct eq_completion completions[EQ_MOST_COMPLETIONS]);

/* Counts the boards with so many cards of the suit, 3 to 5, when all five are to come from the 52-card deck. */
void eq_count_sets(const struct eq_suit *suit, int suited);

static inline uint32_t eq_choose_two(uint32_t n)
{
    return n * (n - 1) / 2;
}

/* One hand more: where it is the strongest, alone or not. */
static inline struct eq_best eq_better(struct eq_best best, uint32_t strength, int player)
{
    const uint32_t bit = 1u << player;
    const uint32_t with_ties = strength == best.strength ? best.winners | bit : best.winners;
    best.winners = strength > best.strength ? bit : with_ties;
    best.strength = strength > best.strength ? strength : best.strength;
    return best;
}

/* The best flush with these ranks on the board, or `best`. The deck is best a constant. */
HE_INLINE struct eq_best eq_best_flush(enum he_deck deck, const struct eq_suit *suit, const struct eq_owners *owners,
                                       uint32_t set, struct eq_best best)
{
    for (int i = 0; i < owners->count; i++) {
        const int player = owners->players[i];
        best = eq_better(best, eq_flush_strength(deck, set | suit->held[player]), player);
    }
    return best;
}

/* The best of the rest with this sum of cards to come, or `best`. */
HE_INLINE struct eq_best eq_best_of_rest(enum he_deck deck, const struct eq_suit *suit, uint32_t rest, uint32_t sum,
                                         struct eq_best best)
{
    for (; rest; rest &= rest - 1) {
        const int player = eq_lowest(rest);
        best = eq_better(best, eq_strength(deck, sum + suit->showdown->sums[player]), player);
    }
    return best;
}

/* The sum of one card of each rank. */
static inline uint32_t eq_sum_of(uint32_t set)
{
    uint32_t sum = 0;
    for (; set; set &= set - 1)
        sum += eq_number(eq_lowest(set));
    return sum;
}

#endif
