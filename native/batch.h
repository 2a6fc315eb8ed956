/* batch: the strengths of many hands in one call. This header is the contract; build.py also gives it to cffi.
 *
 * Hands lie one behind the other, n bytes each, codes and decks as in handeval.h. Keys are added up with the widest
 * vectors that the processor has; the strengths are the same whichever they are.
 */
#ifndef BATCH_H
#define BATCH_H

#include <stddef.h>
#include <stdint.h>

#include "handeval.h"

/* How keys are added up. */
enum he_way {
    HE_WAY_SCALAR,          /* card by card, everywhere */
    HE_WAY_AVX2,            /* x86 with AVX2 and BMI2: four hands at a time */
    HE_WAY_VBMI,            /* x86 with AVX-512 VBMI: sixteen, and tables read as many at a time */
    HE_WAY_NEON,            /* arm64: four */
    HE_WAYS
};

/* strengths[i] becomes he_strength(deck, cards + i * n, n), for i below count.
 * cards: count * n bytes, hands that he_strength() allows: nothing is checked. strengths: room for `count`, apart from
 * cards. Cannot fail. */
void he_strengths(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths);

/* The same in one way, for tests and benchmarks. Hands of fewer than five cards go the scalar way in any case.
 * Returns 0, or -1 and writes nothing if this processor does not have the way. */
int he_strengths_by(enum he_way way, enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths);

/* Whether this processor has the way: 1 or 0. */
int he_has_way(enum he_way way);

/* The index of the first hand that he_strength_checked() would refuse, `count` if it would take all of them; 0 if deck
 * or n are wrong. cards: count * n readable bytes, of any values. */
size_t he_first_bad_hand(enum he_deck deck, const uint8_t *cards, int n, size_t count);

/* The same as he_strengths() for cards of any values, which other threads may change meanwhile: each hand is copied, and
 * checked and evaluated as copied. Returns `count`, or the index of the first hand that he_strength_checked() would refuse;
 * the strengths before it are written then, what lies behind them is not said. */
size_t he_strengths_checked(enum he_deck deck, const uint8_t *cards, int n, size_t count, uint16_t *strengths);

#endif
