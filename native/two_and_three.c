/* two_and_three.c: every two of the hole cards with every three of the board, 60 hands of five at most.
 *
 * The key of a hand is the sum of its cards (handkeys.h), so the 6 pairs and the 10 threes are added up once, and each hand
 * is one more addition and its lookup.
 */
#include "two_and_three.h"

#include <string.h>

#include "handkeys.h"

enum { PARTS = 10 };        /* threes of five cards; there are six pairs of four */

/* Some of the cards that one side may give: their codes, and what they add to a hand. */
struct part {
    uint8_t cards[HE_BOARD_COUNTS];
    uint64_t key, mask;
};

/* A side is all the parts of a holding, or of a board. */
struct side {
    struct part parts[PARTS];
    int count, size;        /* how many parts, and how many cards each has */
};

HE_INLINE void add_part(struct side *side, const uint8_t *cards, int n)
{
    struct part *part = &side->parts[side->count++];
    memcpy(part->cards, cards, (size_t)n);
    part->key = he_sum(KEYS, cards, n);
    part->mask = he_sum(SUIT_MASKS, cards, n);
    side->size = n;
}

static struct side pairs_of(const uint8_t *hole, int held)
{
    struct side side = {.count = 0};
    for (int i = 0; i < held; i++)
        for (int j = i + 1; j < held; j++)
            add_part(&side, (uint8_t[]){hole[i], hole[j]}, 2);
    return side;
}

static struct side threes_of(const uint8_t *board, int shown)
{
    struct side side = {.count = 0};
    if (shown <= HE_BOARD_COUNTS) {
        add_part(&side, board, shown);
        return side;
    }
    for (int i = 0; i < shown; i++)
        for (int j = i + 1; j < shown; j++)
            for (int k = j + 1; k < shown; k++)
                add_part(&side, (uint8_t[]){board[i], board[j], board[k]}, HE_BOARD_COUNTS);
    return side;
}

struct found {
    uint32_t strength;
    int pair, three;        /* of the first hand of that strength */
};

HE_INLINE struct found best_in(enum he_deck deck, int n, const struct side *pairs, const struct side *threes)
{
    struct found best = {0};
    for (int i = 0; i < pairs->count; i++) {
        const uint64_t own = pairs->parts[i].key + he_start(n);
        for (int j = 0; j < threes->count; j++) {
            const uint64_t key = own + threes->parts[j].key;
            const uint32_t strength = he_is_special(key)
                ? he_special_strength(deck, n, key, pairs->parts[i].mask + threes->parts[j].mask)
                : he_rank_strength(deck, n, key);
            if (strength > best.strength)
                best = (struct found){strength, i, j};
        }
    }
    return best;
}

static struct found best_of(enum he_deck deck, const struct side *pairs, const struct side *threes)
{
    const int n = pairs->size + threes->size;
    return deck == HE_STANDARD && n == HE_BEST
        ? best_in(HE_STANDARD, HE_BEST, pairs, threes) : best_in(deck, n, pairs, threes);
}

/* 0, or what is wrong with the cards. */
static int32_t wrong_with(enum he_deck deck, const uint8_t *hole, int held, const uint8_t *board, int shown)
{
    const uint64_t known = he_cards_of(deck);
    uint64_t seen = 0;
    if (!known)
        return HE_BAD_DECK;
    if (held < HE_HOLE_FEWEST || held > HE_HOLE_MOST || shown < 0 || shown > HE_BOARD_MOST)
        return HE_BAD_COUNT;
    for (int i = 0; i < held + shown; i++) {
        const uint8_t card = i < held ? hole[i] : board[i - held];
        if (card >= HE_CODES || !(known >> card & 1))
            return HE_BAD_CARD;
        seen |= (uint64_t)1 << card;
    }
    return __builtin_popcountll(seen) != held + shown ? HE_CARD_TWICE : 0;
}

int32_t he_two_and_three(enum he_deck deck, const uint8_t *hole, int held, const uint8_t *board, int shown)
{
    const int32_t wrong = wrong_with(deck, hole, held, board, shown);
    if (wrong)
        return wrong;
    const struct side pairs = pairs_of(hole, held), threes = threes_of(board, shown);
    return (int32_t)best_of(deck, &pairs, &threes).strength;
}

/* Puts the higher codes first. */
static void put_in_order(uint8_t *cards, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && cards[j - 1] < cards[j]; j--) {
            const uint8_t higher = cards[j];
            cards[j] = cards[j - 1];
            cards[j - 1] = higher;
        }
}

int he_best_two_and_three(
    enum he_deck deck, const uint8_t *hole, int held, const uint8_t *board, int shown, uint8_t best[5], uint8_t played[5])
{
    uint8_t own[HE_HOLE_MOST], common[HE_BOARD_MOST], five[HE_BEST];
    memcpy(own, hole, (size_t)held);
    memcpy(common, board, (size_t)shown);
    put_in_order(own, held);
    put_in_order(common, shown);
    const struct side pairs = pairs_of(own, held), threes = threes_of(common, shown);
    const struct found found = best_of(deck, &pairs, &threes);
    memcpy(five, pairs.parts[found.pair].cards, (size_t)pairs.size);
    memcpy(five + pairs.size, threes.parts[found.three].cards, (size_t)threes.size);
    return he_best_five(deck, five, pairs.size + threes.size, best, played);
}
