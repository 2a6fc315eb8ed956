/* handeval.c: the strength of a hand in two table loads, by a key that is the sum of its cards. See README.md. */
#include "handeval.h"

#include "handeval_tables.h"

/* Strength by rank sum: the high bits of the sum choose a row, the row says where its cells start. The sum is cut to 16
 * bits because starts are kept modulo 2^16, which lets a start lie "before" its row. */
#define CELL(table, sum) table##_CELLS[(uint16_t)((sum) + table##_STARTS[(sum) >> table##_ROW_SHIFT])]

/* Suit fields: see SUIT_BITS in generate.py. The top bit of a field says that five of six or seven cards are of the
 * suit; with five cards each field has to start at 1 to get there. */
#define FIVE_OF_A_SUIT 0x84210u
#define START_OF_FIVE 0x08421u

enum { SUITS = 4, RANKS = 13, FIVE = 3, ACE = 12, MASK_BITS = 16 };

static uint32_t suited_strength(const uint8_t *cards, int n, uint64_t key);
static uint32_t strength_of_few(const uint8_t *cards, int n);

static inline uint64_t key_of_five(const uint8_t *cards)
{
    return KEYS[cards[0]] + KEYS[cards[1]] + KEYS[cards[2]] + KEYS[cards[3]] + KEYS[cards[4]];
}

uint32_t he_strength(const uint8_t *cards, int n)
{
    if (n < HE_BEST)
        return strength_of_few(cards, n);
    uint64_t key = key_of_five(cards) + (n == 5 ? START_OF_FIVE : KEYS[cards[5]]);
    if (n == 7)
        key += KEYS[cards[6]];
    if (key & FIVE_OF_A_SUIT)
        return suited_strength(cards, n, key);
    const uint32_t sum = (uint32_t)(key >> MANY_SHIFT);
    return n == 7 ? CELL(SEVEN, sum) : n == 6 ? CELL(SIX, sum) : CELL(FIVE, sum);
}

static uint32_t strength_of_few(const uint8_t *cards, int n)
{
    uint64_t key = 0;
    for (int i = 0; i < n; i++)
        key += KEYS[cards[i]];
    const uint32_t sum = (uint32_t)(key >> FEW_SHIFT) & FEW_MASK;
    return CELL(FEW, sum);
}

/* The suit whose field in `key` has its top bit set. */
static int suit_of_flush(uint64_t key)
{
    int suit = 0;
    while (!(key >> (suit * SUIT_BITS) & 1u << (SUIT_BITS - 1)))
        suit++;
    return suit;
}

static uint32_t suited_strength(const uint8_t *cards, int n, uint64_t key)
{
    uint64_t masks = 0;
    for (int i = 0; i < n; i++)
        masks += SUIT_MASKS[cards[i]];
    const uint32_t mask = (uint16_t)(masks >> (suit_of_flush(key) * MASK_BITS));
    return CELL(SUITED, mask);
}

int32_t he_strength_checked(const uint8_t *cards, int n)
{
    uint64_t seen = 0;
    if (n < HE_FEWEST || n > HE_MOST)
        return HE_BAD_COUNT;
    for (int i = 0; i < n; i++)
        if (cards[i] >= HE_CARDS)
            return HE_BAD_CARD;
    for (int i = 0; i < n; i++) {
        const uint64_t card = (uint64_t)1 << cards[i];
        if (seen & card)
            return HE_CARD_TWICE;
        seen |= card;
    }
    return (int32_t)he_strength(cards, n);
}

int he_category(uint32_t strength)
{
    return (int)(strength >> HE_CATEGORY_SHIFT);
}

/* The best five. A hand here is its suits by rank: bit s of suits[r] is the card r * 4 + s. */

struct shape {
    uint8_t sets[HE_BEST];  /* how many cards of a rank, in the order in which they are laid out */
};

static const struct shape SHAPES[] = {
    [HE_HIGH_CARD] = {{1, 1, 1, 1, 1}},
    [HE_PAIR] = {{2, 1, 1, 1}},
    [HE_TWO_PAIR] = {{2, 2, 1}},
    [HE_THREE_OF_A_KIND] = {{3, 1, 1}},
    [HE_FLUSH] = {{1, 1, 1, 1, 1}},
    [HE_FULL_HOUSE] = {{3, 2}},
    [HE_FOUR_OF_A_KIND] = {{4, 1}},
};

/* Moves up to `wanted` cards of a rank from the hand to `best`, higher suits first, and returns how many. */
static int move_cards(uint8_t suits[RANKS], int rank, int wanted, uint8_t *best)
{
    int moved = 0;
    for (int suit = SUITS - 1; suit >= 0 && moved < wanted; suit--)
        if (suits[rank] >> suit & 1)
            best[moved++] = (uint8_t)(rank * SUITS + suit);
    suits[rank] = 0;        /* what is left of the rank is no kicker: the set would have been larger */
    return moved;
}

static int highest_set(const uint8_t suits[RANKS], int size)
{
    for (int rank = ACE; rank >= 0; rank--)
        if (__builtin_popcount(suits[rank]) >= size)
            return rank;
    return -1;
}

static int lay_out_sets(uint8_t suits[RANKS], const struct shape *shape, uint8_t *best)
{
    int count = 0;
    for (int set = 0; set < HE_BEST && shape->sets[set]; set++) {
        const int rank = highest_set(suits, shape->sets[set]);
        if (rank < 0)
            break;          /* fewer than five cards: the kickers have run out */
        count += move_cards(suits, rank, shape->sets[set], best + count);
    }
    return count;
}

static int lay_out_straight(uint8_t suits[RANKS], int top, uint8_t *best)
{
    for (int i = 0; i < HE_BEST; i++) {
        const int rank = top - i < 0 ? ACE : top - i;
        move_cards(suits, rank, 1, best + i);
    }
    return HE_BEST;
}

static void keep_suit(uint8_t suits[RANKS], int suit)
{
    for (int rank = 0; rank < RANKS; rank++)
        suits[rank] &= (uint8_t)(1u << suit);
}

static int fullest_suit(const uint8_t *cards, int n)
{
    int counts[SUITS] = {0}, fullest = 0;
    for (int i = 0; i < n; i++)
        counts[cards[i] % SUITS]++;
    for (int suit = 1; suit < SUITS; suit++)
        if (counts[suit] > counts[fullest])
            fullest = suit;
    return fullest;
}

/* Places count from 1, and the lowest straight has a five on top; a royal flush is alone in its category. */
static int top_of_straight(uint32_t strength)
{
    const uint32_t place = strength & ((1u << HE_CATEGORY_SHIFT) - 1);
    return he_category(strength) == HE_ROYAL_FLUSH ? ACE : FIVE + (int)place - 1;
}

int he_best_five(const uint8_t *cards, int n, uint8_t best[5])
{
    const uint32_t strength = he_strength(cards, n);
    const int category = he_category(strength);
    uint8_t suits[RANKS] = {0};

    for (int i = 0; i < n; i++)
        suits[cards[i] / SUITS] |= (uint8_t)(1u << cards[i] % SUITS);
    if (category == HE_FLUSH || category >= HE_STRAIGHT_FLUSH)
        keep_suit(suits, fullest_suit(cards, n));
    if (category == HE_STRAIGHT || category >= HE_STRAIGHT_FLUSH)
        return lay_out_straight(suits, top_of_straight(strength), best);
    return lay_out_sets(suits, &SHAPES[category], best);
}
