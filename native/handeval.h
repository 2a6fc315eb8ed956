/* handeval: how strong a poker hand is. This header is the contract; build.py also gives it to cffi.
 *
 * A card is a code 0..51, rank * 4 + suit: 2c = 0, 2d = 1, 2h = 2, 2s = 3, 3c = 4, ... As = 51. Wild jokers are 52 and
 * 53. The short deck has the same codes, from 6c = 16.
 * A strength is a number below 2^16: higher wins, equal means a split. Hands of 2 to 7 cards stand on one scale within a
 * deck, and no strength is 0. Hands of fewer than five cards hold no straight and no flush: category first, then cards
 * from the highest, and the hand that runs out of cards loses.
 * A joker is the card that makes the hand strongest. It never doubles a card of the hand, except as the fifth of a rank:
 * five of a kind beats every straight flush.
 *
 * Nothing here allocates, keeps state or needs to be set up; every function may be called from any thread.
 */
#ifndef HANDEVAL_H
#define HANDEVAL_H

#include <stdint.h>

enum he_limits {
    HE_CARDS = 52,
    HE_JOKERS = 2,
    HE_CODES = 54,          /* cards and jokers */
    HE_SHORT_LOWEST = 16,   /* the code of the six of clubs */
    HE_FEWEST = 2,
    HE_MOST = 7,
    HE_BEST = 5,            /* cards that count */
    HE_SLOT_SHIFT = 12      /* of a strength: the he_slot above it, the place within the category below, from 1 */
};

enum he_deck {
    HE_STANDARD,            /* 52 cards */
    HE_SHORT,               /* 36 cards, A-6-7-8-9 the lowest straight, categories in the usual order */
    HE_SHORT_FLUSH,         /* usual but that a flush beats a full house */
    HE_SHORT_ONLY_TRIPS,    /* usual but that three of a kind beats a straight */
    HE_SHORT_TRIPS,         /* both */
    HE_JOKER                /* 52 cards and two wild jokers */
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
    HE_ROYAL_FLUSH,
    HE_FIVE_OF_A_KIND
};

/* What a strength has above HE_SLOT_SHIFT. All decks share one scale, so two categories have two places in it. */
enum he_slot {
    HE_SLOT_HIGH_CARD,
    HE_SLOT_PAIR,
    HE_SLOT_TWO_PAIR,
    HE_SLOT_TRIPS,          /* where a straight beats them */
    HE_SLOT_STRAIGHT,
    HE_SLOT_TRIPS_OVER,     /* where they beat a straight */
    HE_SLOT_FLUSH,          /* where a full house beats it */
    HE_SLOT_FULL_HOUSE,
    HE_SLOT_FLUSH_OVER,     /* where it beats a full house */
    HE_SLOT_FOUR_OF_A_KIND,
    HE_SLOT_STRAIGHT_FLUSH,
    HE_SLOT_ROYAL_FLUSH,
    HE_SLOT_FIVE_OF_A_KIND
};

enum he_error {
    HE_BAD_COUNT = -1,      /* fewer than 2 cards or more than 7 */
    HE_BAD_CARD = -2,       /* a code that the deck does not have */
    HE_CARD_TWICE = -3,
    HE_BAD_DECK = -4        /* no he_deck */
};

/* Strength of the best five of `n` cards, or of all if fewer.
 * deck: whose categories and straights count. cards: n distinct codes of that deck, in any order; n: 2..7. Reads nothing
 * else, writes nothing, cannot fail. Anything else is undefined here: use he_strength_checked(). */
uint32_t he_strength(enum he_deck deck, const uint8_t *cards, int n);

/* The same for arguments that may be wrong: a strength, or an he_error (below 0): the first that holds of bad deck, bad
 * count, bad card, card twice. cards: n readable bytes if n is 2..7, else not read. */
int32_t he_strength_checked(enum he_deck deck, const uint8_t *cards, int n);

/* The he_category of a strength that he_strength() gave, whatever the deck. */
int he_category(uint32_t strength);

/* Writes to `best` the cards that he_strength() counts, as a card room lays them out, and returns how many: 5, or n if
 * fewer. Sets come before the cards beside them and higher ranks first; straights run down from the top (5-4-3-2-A ends
 * with its ace); of cards alike the higher suit code comes first and jokers last. `played` receives as many codes, below
 * 52: what each card of `best` counts as, itself unless it is a joker. A joker plays the highest card that gives the
 * strength; as the fifth of a rank, which no code is left for, the spade. Same demands as he_strength(). */
int he_best_five(enum he_deck deck, const uint8_t *cards, int n, uint8_t best[5], uint8_t played[5]);

#endif
