/* equity_internal: what the C files behind equity.h share: a showdown as its passes see it, and the tables of strengths.
 *
 * Ranks are counted down from the ace here (0 ace, 1 king, ... 8 six, 12 deuce): so the short deck is the first nine.
 * A set of ranks is a bit each, the ace's lowest: the fields of handeval's masks. A sum is the rank sum of its keys, in the
 * high bits of 32, so that it wraps as it should.
 */
#ifndef EQUITY_INTERNAL_H
#define EQUITY_INTERNAL_H

#include "equity.h"
#include "handkeys.h"

enum { EQ_SUITS = 4, EQ_RANKS = 13, EQ_FLUSH = 5 };

/* The least strengths of the 52-card deck that beat any flush, and that no hand without a flush beats. */
#define EQ_FULL_HOUSE ((uint32_t)HE_SLOT_FULL_HOUSE << HE_SLOT_SHIFT)
#define EQ_STRAIGHT_FLUSH ((uint32_t)HE_SLOT_STRAIGHT_FLUSH << HE_SLOT_SHIFT)

#define EQ_SUM_SHIFT (MANY_SHIFT - 32)       /* of a sum of ours: the upper half of a key without what is below */

/* What was asked, found to be right. */
struct eq_question {
    enum he_deck deck;
    int players;
    const uint8_t *holdings;
    int board_cards;
    const uint8_t *board;
    uint64_t live;                                  /* the cards that may still come, a bit a code */
};

struct eq_showdown {
    enum he_deck deck;                              /* without jokers */
    int players;
    int to_come;                                    /* cards that the board lacks */
    uint16_t live[EQ_SUITS];                        /* the ranks of a suit that may still come */
    uint16_t board[EQ_SUITS];                       /* those that lie there */
    uint16_t held[EQ_SUITS][EQ_MOST_PLAYERS];       /* and those that a player holds */
    uint8_t hole_ranks[EQ_MOST_PLAYERS][EQ_HOLE_CARDS];
    uint32_t sums[EQ_MOST_PLAYERS];                 /* of a player's cards and the board */
    int needed[EQ_SUITS];                           /* cards of a suit without which nobody has a flush in it */
    uint32_t *boards;                               /* counts by winner mask */
};

/* Boards on which no suit reaches what it needs, by ranks alone: no suit then matters. */
void eq_count_ranks(const struct eq_showdown *showdown);

/* Boards on which this suit reaches what it needs. Only one suit can, so no board is counted twice. */
void eq_count_flushes(const struct eq_showdown *showdown, int suit);

/* Before the flop the flushes of the 52-card deck are counted without dealing what lies beside them. */
static inline int eq_is_counted(const struct eq_showdown *showdown)
{
    return showdown->to_come == EQ_BOARD_CARDS && showdown->deck == HE_STANDARD;
}

/* With more than two players such a count knows how often a flush is beaten, but not by whom: the rank pass does, and counts
 * these boards too. */
static inline int eq_ranks_pay(const struct eq_showdown *showdown)
{
    return showdown->players > 2 && eq_is_counted(showdown);
}

/* Adds to `boards` those on which one of the live jokers lies or, if anybody holds one or the board has one, all. These are
 * dealt: a joker plays another card in every hand. */
void eq_deal_with_jokers(const struct eq_question *question, uint32_t *boards);

/* The ways to choose k of n. */
static inline uint32_t eq_choose(uint32_t n, int k)
{
    uint32_t ways = 1;
    for (uint32_t i = 0; i < (uint32_t)k; i++)
        ways = ways * (n - i) / (i + 1);            /* passes 0 if n < k, and stays there */
    return ways;
}

static inline int eq_count_bits(uint32_t set)
{
    return __builtin_popcount(set);
}

static inline int eq_lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

/* What a card of this rank adds to a sum. */
static inline uint32_t eq_number(int rank)
{
    return (uint32_t)(KEYS[(EQ_RANKS - 1 - rank) * EQ_SUITS] >> MANY_SHIFT) << EQ_SUM_SHIFT;
}

/* The strength of seven cards without a flush. */
HE_INLINE uint32_t eq_strength(enum he_deck deck, uint32_t sum)
{
    return he_rank_strength(deck, HE_MOST, (uint64_t)sum << 32);
}

/* The strength of five to seven ranks of one suit, as the masks of handeval have them. */
HE_INLINE uint32_t eq_flush_strength(enum he_deck deck, uint32_t ranks)
{
    return he_flush_strength(deck, HE_FIVE_OF_A_SUIT, ranks);
}

#endif
