/* batch_ways.h: what batch.c and the vector code of each kind of processor say to one another. */
#ifndef BATCH_WAYS_H
#define BATCH_WAYS_H

#include "handeval.h"

/* Hands of a block. A way does a block by ranks alone and says which hands that was not enough for. */
enum { HE_BLOCK = 512, HE_TURN = 16 };

/* The table of strengths by rank sum for one deck and size of hand: handkeys.h says how it is read. */
struct he_reading {
    const uint16_t *starts, *cells;     /* each with one element to spare, because vectors load pairs */
    uint32_t sum_mask;
    uint32_t some_sum;                  /* of a hand that exists: stands in for that of a hand with jokers */
    int row_shift;
};

/* What SPREADS and vector code have where a hand of fewer than eight bytes has no card. */
#define HE_NO_CARD 0xFF

/* Strengths by rank of `count` hands of n (5..7) cards, and bit i % 64 of special[i / 64] set where hand i has a flush or
 * a joker. count: a multiple of HE_TURN up to HE_BLOCK. cards: HE_TURN more hands are readable behind these. */
typedef void he_block(const struct he_reading *reading, const uint8_t *cards, int n, int count, uint16_t *strengths,
                      uint64_t special[HE_BLOCK / 64]);

/* The first of `count` hands that is not n different codes of the set `known`, `count` if there is none. Other demands as
 * above. */
typedef int he_check(uint64_t known, const uint8_t *cards, int n, int count);

#pragma GCC visibility push(hidden)
he_block he_block_avx2, he_block_vbmi, he_block_neon;
he_check he_check_avx2, he_check_vbmi;
#pragma GCC visibility pop

#endif
