/* two_and_three_by_fives DECK HANDS SEED: on so many random hands of the he_deck with that number, of 2 to 4 hole cards and a
 * board of 0 to 5,
 *   - the strength is that of the strongest of every two of them with every three of the board, looked up as one hand,
 *   - the best cards are two of the holding and the rest of the board, have that strength, and are the same in any order.
 * Prints the first hand for which this is not so and ends with 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dealing.h"
#include "two_and_three.h"

/* The strongest of the hands that a choice of two and of `counts` makes, each choice a set of bits. */
static uint32_t strongest(const uint8_t *hole, int held, const uint8_t *board, int shown)
{
    const int counts = shown < 3 ? shown : 3;
    uint32_t best = 0;
    for (unsigned own = 0; own < 1u << held; own++)
        for (unsigned common = 0; common < 1u << shown; common++) {
            uint8_t five[HE_BEST];
            int count = 0;
            if (__builtin_popcount(own) != 2 || __builtin_popcount(common) != counts)
                continue;
            for (int i = 0; i < held; i++)
                if (own >> i & 1)
                    five[count++] = hole[i];
            for (int i = 0; i < shown; i++)
                if (common >> i & 1)
                    five[count++] = board[i];
            const uint32_t strength = he_strength(deck, five, count);
            best = strength > best ? strength : best;
        }
    return best;
}

static int cards_among(const uint8_t *best, int count, const uint8_t *cards, int n)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += memchr(cards, best[i], (size_t)n) != NULL;
    return found;
}

static int is_right(uint8_t *hole, int held, uint8_t *board, int shown)
{
    const uint32_t wanted = strongest(hole, held, board, shown);
    uint8_t best[HE_BEST], again[HE_BEST], played[HE_BEST];

    if (he_two_and_three(deck, hole, held, board, shown) != (int32_t)wanted)
        return 0;
    const int count = he_best_two_and_three(deck, hole, held, board, shown, best, played);
    if (count != 2 + (shown < 3 ? shown : 3) || he_strength(deck, best, count) != wanted
        || cards_among(best, count, hole, held) != 2 || cards_among(best, count, board, shown) != count - 2)
        return 0;
    shuffle(hole, held, held);
    shuffle(board, shown, shown);
    return he_best_two_and_three(deck, hole, held, board, shown, again, played) == count
        && !memcmp(best, again, (size_t)count);
}

int main(int argc, char **argv)
{
    uint8_t cards[HE_CODES];

    if (argc != 4)
        return fprintf(stderr, "Say which deck, how many hands and which seed.\n"), 2;
    deck = (enum he_deck)atoi(argv[1]);
    state = strtoull(argv[3], NULL, 10);
    const int count = whole_deck(cards);
    for (long hands = atol(argv[2]); hands > 0; hands--) {
        const int held = hands % 4 ? HE_HOLE_MOST : 2 + (int)(next_number() % 3);
        const int shown = hands % 4 ? HE_BOARD_MOST : (int)(next_number() % 6);
        shuffle(cards, count, held + shown);
        if (is_right(cards, held, cards + held, shown))
            continue;
        printf("wrong, %d of them hole cards:", held);
        for (int i = 0; i < held + shown; i++)
            printf(" %d", cards[i]);
        return printf("\n"), 1;
    }
    return 0;
}
