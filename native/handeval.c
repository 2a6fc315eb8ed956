/* handeval.c: the strength of a hand in two table loads, by a key that is the sum of its cards. See README.md. */
#include "handeval.h"

#include "handkeys.h"

#define OUT_OF_LINE __attribute__((noinline))

/* The suits are summed up only here, for one hand in 30. */
static OUT_OF_LINE uint32_t special_strength(enum he_deck deck, const uint8_t *cards, int n, uint64_t key)
{
    return he_special_strength(deck, n, key, he_sum(SUIT_MASKS, cards, n));
}

HE_INLINE uint32_t strength_of(enum he_deck deck, const uint8_t *cards, int n)
{
    const uint64_t key = he_start(n) + he_sum(KEYS, cards, n);
    return he_is_special(key) ? special_strength(deck, cards, n, key) : he_rank_strength(deck, n, key);
}

HE_INLINE uint32_t strength_in(enum he_deck deck, const uint8_t *cards, int n)
{
    switch (n) {
    case 7: return strength_of(deck, cards, 7);
    case 6: return strength_of(deck, cards, 6);
    case 5: return strength_of(deck, cards, 5);
    default: return strength_of(deck, cards, n < HE_BEST ? n : HE_BEST);
    }
}

uint32_t he_strength(enum he_deck deck, const uint8_t *cards, int n)
{
    switch (deck) {
    case HE_SHORT: return strength_in(HE_SHORT, cards, n);
    case HE_SHORT_FLUSH: return strength_in(HE_SHORT_FLUSH, cards, n);
    case HE_SHORT_ONLY_TRIPS: return strength_in(HE_SHORT_ONLY_TRIPS, cards, n);
    case HE_SHORT_TRIPS: return strength_in(HE_SHORT_TRIPS, cards, n);
    case HE_STANDARD: case HE_JOKER: break;
    }
    return strength_in(HE_STANDARD, cards, n);          /* a joker is found by its own bits of the key */
}

static uint32_t joker_rank_strength(int n, uint64_t key, int jokers)
{
    const uint32_t few = (uint32_t)(key >> FEW_SHIFT) & FEW_MASK, sum = (uint32_t)(key >> MANY_SHIFT);
    if (n < HE_BEST)
        return jokers == 1 ? HE_CELL(WILD1_FEW, few) : HE_CELL(WILD2_FEW, few);
    if (jokers == 1)
        return n == 7 ? HE_CELL(WILD1_SEVEN, sum) : n == 6 ? HE_CELL(WILD1_SIX, sum) : HE_CELL(WILD1_FIVE, sum);
    return n == 7 ? HE_CELL(WILD2_SEVEN, sum) : n == 6 ? HE_CELL(WILD2_SIX, sum) : HE_CELL(WILD2_FIVE, sum);
}

/* The better of what ranks make and what suits make: with jokers a hand may hold both a flush and a full house. No two
 * suits have five: with j jokers that takes 2 (5 - j) other cards, eight cards or more in all. */
uint32_t he_joker_strength(int n, uint64_t key, uint64_t mask)
{
    const int jokers = (int)(key >> JOKER_SHIFT & 3);
    const uint32_t by_rank = joker_rank_strength(n, key, jokers);
    if (!(key & HE_FIVE_OF_A_SUIT))
        return by_rank;
    const uint32_t ranks = (uint16_t)(mask >> he_flush_shift(key));
    const uint32_t by_suit = jokers == 1 ? HE_CELL(WILD1_SUITED, ranks) : HE_CELL(WILD2_SUITED, ranks);
    return by_suit > by_rank ? by_suit : by_rank;
}

uint64_t he_cards_of(enum he_deck deck)
{
    const uint64_t standard = ((uint64_t)1 << HE_CARDS) - 1;
    if (deck == HE_STANDARD)
        return standard;
    if (deck == HE_JOKER)
        return ((uint64_t)1 << HE_CODES) - 1;
    return he_is_short(deck) ? standard >> HE_SHORT_LOWEST << HE_SHORT_LOWEST : 0;
}

int32_t he_strength_checked(enum he_deck deck, const uint8_t *cards, int n)
{
    const uint64_t known = he_cards_of(deck);
    uint64_t seen = 0;
    if (!known)
        return HE_BAD_DECK;
    if (n < HE_FEWEST || n > HE_MOST)
        return HE_BAD_COUNT;
    for (int i = 0; i < n; i++) {
        if (cards[i] >= HE_CODES || !(known >> cards[i] & 1))
            return HE_BAD_CARD;
        seen |= (uint64_t)1 << cards[i];
    }
    if (__builtin_popcountll(seen) != n)
        return HE_CARD_TWICE;
    return (int32_t)he_strength(deck, cards, n);
}

int he_category(uint32_t strength)
{
    return SLOT_CATEGORY[strength >> HE_SLOT_SHIFT];
}
