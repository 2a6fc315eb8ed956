/* handeval: how strong a poker hand is. This header is the contract; build.py also gives it to cffi.
 *
 * A card is a code 0..51, rank * 4 + suit: 2c = 0, 2d = 1, 2h = 2, 2s = 3, 3c = 4, ... As = 51.
 * A strength is a number: higher wins, equal means a split. Hands of 2 to 7 cards stand on one scale, and no strength
 * is 0. Hands of fewer than five cards hold no straight and no flush: category first, then cards from the highest,
 * and the hand that runs out of cards loses.
 *
 * Nothing here allocates, keeps state or needs to be set up; every function may be called from any thread.
 */
#ifndef HANDEVAL_H
#define HANDEVAL_H

#include <stdint.h>

enum he_limits {
    HE_CARDS = 52,
    HE_FEWEST = 2,
    HE_MOST = 7,
    HE_BEST = 5,            /* cards that count */
    HE_CATEGORY_SHIFT = 12  /* of a strength: the category above, the place within the category below */
};

enum he_category {
    HE_HIGH_CARD,
    HE_PAIR,
    HE_TWO_PAIR,
    HE_THREE_OF_A_KIND,
    HE_STRAIGHT,
    HE_FLUSH,
    HE_FULL_HOUSE,
    HE_FOUR_OF_A_KIND,
    HE_STRAIGHT_FLUSH,
    HE_ROYAL_FLUSH
};

enum he_error {
    HE_BAD_COUNT = -1,      /* fewer than 2 cards or more than 7 */
    HE_BAD_CARD = -2,       /* a code above 51 */
    HE_CARD_TWICE = -3
};

/* Strength of the best five of `n` cards, or of all if fewer.
 * cards: n distinct codes 0..51, in any order; n: 2..7. Reads nothing else, writes nothing, cannot fail.
 * Any other codes or count are undefined here: use he_strength_checked(). */
uint32_t he_strength(const uint8_t *cards, int n);

/* The same for cards that may be wrong: a strength, or the first he_error (below 0) that holds, in the order above. */
int32_t he_strength_checked(const uint8_t *cards, int n);

/* The he_category of a strength that he_strength() gave. */
int he_category(uint32_t strength);

/* Writes to `best` the cards that he_strength() counts, as a card room lays them out, and returns how many: 5, or n if
 * fewer. Sets come before the cards beside them and higher ranks first; straights run down from the top (5-4-3-2-A ends
 * with its ace); of cards alike the higher suit code comes first. Same demands as he_strength(). */
int he_best_five(const uint8_t *cards, int n, uint8_t best[5]);

#endif
