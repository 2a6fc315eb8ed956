/* batch.c: many hands in one call: the scalar way, and the choice of a wider one. Vector code is in batch_x86.c and
 * batch_arm.c; it does a block of hands by ranks alone, and the few hands with a flush or a joker are done again here. */
#include "batch.h"

#include <string.h>

#include "batch_ways.h"
#include "handkeys.h"

enum {
    AHEAD = 2048,           /* bytes to prefetch ahead: memory has time to answer, and the first cache has room */
    COPIED = 2048,          /* hands: 14 KB, which the first cache holds beside the tables' busiest part */
    UNROLLED = 8
};

/* The scalar way. */

/* A function of its own, so that the compiler keeps the registers of the loop that calls it. */
static __attribute__((noinline)) uint32_t special_strength(enum he_deck deck, const uint8_t *cards, int n, uint64_t key)
{
    return he_special_strength(deck, n, key, he_sum(SUIT_MASKS, cards, n));
}

HE_INLINE uint16_t strength_of(enum he_deck deck, const uint8_t *cards, int n)
{
    const uint64_t key = he_start(n) + he_sum(KEYS, cards, n);
    return (uint16_t)(he_is_special(key) ? special_strength(deck, cards, n, key) : he_rank_strength(deck, n, key));
}

/* Eight at a time, so that the loads of several hands are under way at once. */
HE_INLINE void scalar(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    size_t i = 0;
    for (; i + UNROLLED <= count; i += UNROLLED, cards += UNROLLED * n) {
        __builtin_prefetch(cards + AHEAD);
#pragma GCC unroll 8
        for (int j = 0; j < UNROLLED; j++)
            strengths[i + (size_t)j] = strength_of(deck, cards + j * n, n);
    }
    for (; i < count; i++, cards += n)
        strengths[i] = strength_of(deck, cards, n);
}

HE_INLINE void scalar_in(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    switch (n) {
    case 7: scalar(deck, cards, 7, count, strengths); break;
    case 6: scalar(deck, cards, 6, count, strengths); break;
    case 5: scalar(deck, cards, 5, count, strengths); break;
    default:
        for (size_t i = 0; i < count; i++)
            strengths[i] = (uint16_t)he_strength(deck, cards + i * (size_t)n, n);
    }
}

static void strengths_scalar(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    switch (deck) {
    case HE_SHORT: scalar_in(HE_SHORT, cards, n, count, strengths); break;
    case HE_SHORT_FLUSH: scalar_in(HE_SHORT_FLUSH, cards, n, count, strengths); break;
    case HE_SHORT_ONLY_TRIPS: scalar_in(HE_SHORT_ONLY_TRIPS, cards, n, count, strengths); break;
    case HE_SHORT_TRIPS: scalar_in(HE_SHORT_TRIPS, cards, n, count, strengths); break;
    case HE_STANDARD: case HE_JOKER: scalar_in(HE_STANDARD, cards, n, count, strengths); break;
    }
}

/* Wider ways. */

#define READING(table, mask) {table##_STARTS, table##_CELLS, mask, table##_LEAST_SUM, table##_ROW_SHIFT}

static const struct he_reading READINGS[3][3] = {       /* by family of tables, and cards from five */
    {READING(FIVE, ~0u >> (MANY_SHIFT - 32)), READING(SIX, ~0u >> (MANY_SHIFT - 32)),
     READING(SEVEN, ~0u >> (MANY_SHIFT - 32))},
    {READING(SHORT_FIVE, SHORT_MANY_MASK), READING(SHORT_SIX, SHORT_MANY_MASK), READING(SHORT_SEVEN, SHORT_MANY_MASK)},
    {READING(TRIPS_FIVE, SHORT_MANY_MASK), READING(TRIPS_SIX, SHORT_MANY_MASK), READING(TRIPS_SEVEN, SHORT_MANY_MASK)},
};

enum { USUAL = 6 };         /* special hands among 64 that are seldom exceeded: two is the mean without jokers */

/* Lists the hands whose bits are set and returns how many there are. The first USUAL of each word are listed whether they
 * are there or not, the next word writes over those that are not: so no branch waits for a number that is chance. */
static int list_hands(const uint64_t special[HE_BLOCK / 64], uint16_t listed[HE_BLOCK + USUAL])
{
    int count = 0;
    for (int word = 0; word < HE_BLOCK / 64; word++) {
        const int there = __builtin_popcountll(special[word]);
        uint64_t left = special[word];
        for (int i = 0; i < USUAL || i < there; i++) {
            listed[count + i] = (uint16_t)(word * 64 + __builtin_ctzll(left | (uint64_t)1 << 63));
            left &= left - 1;
        }
        count += there;
    }
    return count;
}

HE_INLINE void redo_hands(const uint64_t special[HE_BLOCK / 64], enum he_deck deck, const uint8_t *cards, int n,
                          uint16_t *strengths)
{
    uint16_t listed[HE_BLOCK + USUAL];
    const int count = list_hands(special, listed);
    for (int i = 0; i < count; i++) {
        const uint8_t *hand = cards + listed[i] * n;
        const uint64_t key = he_start(n) + he_sum(KEYS, hand, n);
        strengths[listed[i]] = (uint16_t)he_special_strength(deck, n, key, he_sum(SUIT_MASKS, hand, n));
    }
}

static void redo(const uint64_t special[HE_BLOCK / 64], enum he_deck deck, const uint8_t *cards, int n, uint16_t *strengths)
{
    if (n == 7 && !he_is_short(deck))
        redo_hands(special, HE_STANDARD, cards, 7, strengths);
    else
        redo_hands(special, deck, cards, n, strengths);
}

/* The last HE_TURN hands at least go the scalar way: vectors may read bytes behind those they use. */
static void strengths_in_blocks(he_block *block, enum he_deck deck, const uint8_t *cards, int n, size_t count,
                                uint16_t *strengths)
{
    const int family = !he_is_short(deck) ? 0 : he_lifts_trips(deck) ? 2 : 1;
    const struct he_reading *reading = &READINGS[family][n - HE_BEST];
    while (count >= 2 * HE_TURN) {
        uint64_t special[HE_BLOCK / 64] = {0};
        const size_t wide = (count - HE_TURN) / HE_TURN * HE_TURN, now = wide < HE_BLOCK ? wide : HE_BLOCK;
        block(reading, cards, n, (int)now, strengths, special);
        redo(special, deck, cards, n, strengths);
        cards += now * (size_t)n;
        strengths += now;
        count -= now;
    }
    strengths_scalar(deck, cards, n, count, strengths);
}

int he_has_way(enum he_way way)
{
    if (way == HE_WAY_SCALAR)
        return 1;
#if defined(__x86_64__)
    if (way == HE_WAY_AVX2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    if (way == HE_WAY_VBMI)
        return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw")
            && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
#elif defined(__aarch64__)
    if (way == HE_WAY_NEON)
        return 1;
#endif
    return 0;
}

static he_block *block_of(enum he_way way)
{
    if (!he_has_way(way))
        return NULL;
#if defined(__x86_64__)
    return way == HE_WAY_VBMI ? he_block_vbmi : way == HE_WAY_AVX2 ? he_block_avx2 : NULL;
#elif defined(__aarch64__)
    return way == HE_WAY_NEON ? he_block_neon : NULL;
#endif
    return NULL;
}

int he_strengths_by(enum he_way way, enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    if (!he_has_way(way))
        return -1;
    he_block *block = n < HE_BEST ? NULL : block_of(way);
    if (block)
        strengths_in_blocks(block, deck, cards, n, count, strengths);
    else
        strengths_scalar(deck, cards, n, count, strengths);
    return 0;
}

static enum he_way widest_way(void)
{
    enum he_way way = HE_WAYS - 1;
    while (!he_has_way(way))
        way--;
    return way;
}

void he_strengths(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    he_strengths_by(widest_way(), deck, cards, n, count, strengths);
}

/* Checking. */

static size_t first_bad_scalar(uint64_t known, const uint8_t *cards, int n, size_t count)
{
    for (size_t i = 0; i < count; i++, cards += n) {
        uint64_t seen = 0;
        for (int j = 0; j < n; j++)
            seen |= cards[j] < HE_CODES ? (uint64_t)1 << cards[j] & known : 0;
        if (__builtin_popcountll(seen) != n)
            return i;
    }
    return count;
}

static he_check *widest_check(void)
{
#if defined(__x86_64__)
    if (he_has_way(HE_WAY_VBMI))
        return he_check_vbmi;
    if (he_has_way(HE_WAY_AVX2))
        return he_check_avx2;
#endif
    return NULL;
}

size_t he_first_bad_hand(enum he_deck deck, const uint8_t *cards, int n, size_t count)
{
    const uint64_t known = he_cards_of(deck);
    he_check *check = n < HE_BEST ? NULL : widest_check();
    size_t done = 0;

    if (!known || n < HE_FEWEST || n > HE_MOST)
        return 0;
    while (check && count - done >= 2 * HE_TURN) {
        const size_t wide = (count - done - HE_TURN) / HE_TURN * HE_TURN, now = wide < HE_BLOCK ? wide : HE_BLOCK;
        const int good = check(known, cards + done * (size_t)n, n, (int)now);
        done += (size_t)good;
        if ((size_t)good < now)
            return done;
    }
    return done + first_bad_scalar(known, cards + done * (size_t)n, n, count - done);
}

/* What is evaluated is what was checked, whoever writes to `cards` meanwhile: a code out of range would be a step outside a
 * table. The copy is read twice out of the first cache. */
size_t he_strengths_checked(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    uint8_t copy[COPIED * HE_MOST];

    if (n < HE_FEWEST || n > HE_MOST)
        return 0;
    for (size_t done = 0; done < count; done += COPIED) {
        const size_t now = count - done < COPIED ? count - done : COPIED;
        memcpy(copy, cards + done * (size_t)n, now * (size_t)n);
        const size_t good = he_first_bad_hand(deck, copy, n, now);
        he_strengths(deck, copy, n, good, strengths + done);
        if (good < now)
            return done + good;
    }
    return count;
}
