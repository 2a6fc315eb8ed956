/* handkeys.h: the key of a hand and how the tables are read with it, for C that adds cards one by one. See README.md.
 *
 * The key of a hand is the sum of the KEYS of its cards and of he_start(n). Sums may be kept, extended and taken
 * apart in any order. If he_is_special(key), the hand holds five of a suit or a joker, and its strength also needs its
 * mask, the sum of the SUIT_MASKS; if not, its ranks alone decide:
 *
 *     strength = he_is_special(key) ? he_special_strength(deck, n, key, mask) : he_rank_strength(deck, n, key);
 *
 * All of this is for hands that he_strength() allows. `deck` and `n` are best constants: then little is left of the code.
 */
#ifndef HANDKEYS_H
#define HANDKEYS_H

#include "handeval.h"
#include "handeval_tables.h"

#define HE_INLINE static inline __attribute__((always_inline))

/* The top bit of each suit field: five of six or seven cards are of the suit. With five cards each field has to start at
 * 1 to get there. */
#define HE_FIVE_OF_A_SUIT 0x84210u
#define HE_START_OF_FIVE 0x08421u
#define HE_SPECIAL (HE_FIVE_OF_A_SUIT | 3u << JOKER_SHIFT)

/* Strength by rank sum: the high bits of the sum choose a row, the row says where its cells start. The index is cut to 16
 * bits because starts are kept modulo 2^16, which lets a start lie "before" its row. */
#define HE_CELL(table, sum) \
    table##_CELLS[(uint16_t)((sum) + table##_STARTS[(sum) >> table##_ROW_SHIFT])]

HE_INLINE uint64_t he_start(int n)
{
    return n == HE_BEST ? HE_START_OF_FIVE : 0;
}

/* The sum of what `numbers`, KEYS or SUIT_MASKS, have for n cards. */
HE_INLINE uint64_t he_sum(const uint64_t *numbers, const uint8_t *cards, int n)
{
    uint64_t sum = 0;
#pragma GCC unroll 8
    for (int i = 0; i < n; i++)
        sum += numbers[cards[i]];
    return sum;
}

HE_INLINE int he_is_special(uint64_t key)
{
    return __builtin_expect((key & HE_SPECIAL) != 0, 0) != 0;
}

/* The shift in a mask of the suit that has five. */
HE_INLINE unsigned he_flush_shift(uint64_t key)
{
    return (unsigned)__builtin_ctz((uint32_t)key & HE_FIVE_OF_A_SUIT) / SUIT_BITS * MASK_BITS;
}

HE_INLINE int he_is_short(enum he_deck deck)
{
    return deck >= HE_SHORT && deck <= HE_SHORT_TRIPS;
}

/* S-3: three of a kind beats a straight. */
HE_INLINE int he_lifts_trips(enum he_deck deck)
{
    return deck == HE_SHORT_ONLY_TRIPS || deck == HE_SHORT_TRIPS;
}

/* S-3: a flush beats a full house. */
HE_INLINE int he_lifts_flushes(enum he_deck deck)
{
    return deck == HE_SHORT_FLUSH || deck == HE_SHORT_TRIPS;
}

/* Strength of five to seven cards without a joker that hold a flush. */
HE_INLINE uint32_t he_flush_strength(enum he_deck deck, uint64_t key, uint64_t mask)
{
    const uint32_t ranks = (uint16_t)(mask >> he_flush_shift(key));
    return !he_is_short(deck) ? HE_CELL(SUITED, ranks)
        : he_lifts_flushes(deck) ? HE_CELL(SHORT_SUITED_OVER, ranks) : HE_CELL(SHORT_SUITED, ranks);
}

/* Strength of two to four cards without a joker. All decks share one table: only trips may have to be lifted. */
HE_INLINE uint32_t he_few_strength(enum he_deck deck, uint64_t key)
{
    const uint32_t sum = (uint32_t)(key >> FEW_SHIFT) & FEW_MASK;
    const uint32_t strength = HE_CELL(FEW, sum);
    const int is_lifted = he_lifts_trips(deck) && strength >> HE_SLOT_SHIFT == HE_SLOT_TRIPS;
    return strength + (is_lifted ? (HE_SLOT_TRIPS_OVER - HE_SLOT_TRIPS) << HE_SLOT_SHIFT : 0);
}

/* Strength of a hand that is not special. */
HE_INLINE uint32_t he_rank_strength(enum he_deck deck, int n, uint64_t key)
{
    if (n < HE_BEST)
        return he_few_strength(deck, key);
    const uint32_t sum = (uint32_t)(key >> MANY_SHIFT);
    if (!he_is_short(deck))
        return n == 7 ? HE_CELL(SEVEN, sum) : n == 6 ? HE_CELL(SIX, sum) : HE_CELL(FIVE, sum);
    const uint32_t low = sum & SHORT_MANY_MASK;
    if (he_lifts_trips(deck))
        return n == 7 ? HE_CELL(TRIPS_SEVEN, low) : n == 6 ? HE_CELL(TRIPS_SIX, low) : HE_CELL(TRIPS_FIVE, low);
    return n == 7 ? HE_CELL(SHORT_SEVEN, low) : n == 6 ? HE_CELL(SHORT_SIX, low) : HE_CELL(SHORT_FIVE, low);
}

#pragma GCC visibility push(hidden)
/* Strength of a hand with one or two jokers, out of line: few hands have one. */
uint32_t he_joker_strength(int n, uint64_t key, uint64_t mask);
/* The cards of a deck, a bit a code; 0 for what is no deck. */
uint64_t he_cards_of(enum he_deck deck);
#pragma GCC visibility pop

HE_INLINE uint32_t he_special_strength(enum he_deck deck, int n, uint64_t key, uint64_t mask)
{
    return key >> JOKER_SHIFT & 3 ? he_joker_strength(n, key, mask) : he_flush_strength(deck, key, mask);
}

#endif
