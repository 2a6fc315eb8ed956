/* best_of_subsets HANDS SEED: on so many random hands each of 5, 6 and 7 cards,
 *   - the strength is that of the strongest five of them, looked up as five cards,
 *   - the best five are cards of the hand, have that strength, and are the same whatever the order of the hand.
 * Prints the first hand for which this is not so and ends with 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handeval.h"

static uint64_t state;

/* SplitMix64: the same hands everywhere. */
static uint64_t next_number(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void shuffle(uint8_t *cards, int count, int wanted)
{
    for (int i = 0; i < wanted; i++) {
        const int other = i + (int)(next_number() % (uint64_t)(count - i));
        const uint8_t card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
}

static uint32_t strongest_five(const uint8_t *cards, int n)
{
    uint32_t strongest = 0;
    for (unsigned chosen = 0; chosen < 1u << n; chosen++) {
        uint8_t five[HE_BEST];
        int count = 0;
        if (__builtin_popcount(chosen) != HE_BEST)
            continue;
        for (int i = 0; i < n; i++)
            if (chosen >> i & 1)
                five[count++] = cards[i];
        const uint32_t strength = he_strength(five, HE_BEST);
        strongest = strength > strongest ? strength : strongest;
    }
    return strongest;
}

static int is_right(const uint8_t *cards, int n)
{
    uint8_t best[HE_BEST], again[HE_BEST], turned[HE_MOST];
    const uint32_t strength = he_strength(cards, n);

    memcpy(turned, cards, (size_t)n);
    shuffle(turned, n, n);
    if (he_best_five(cards, n, best) != HE_BEST || he_best_five(turned, n, again) != HE_BEST)
        return 0;
    for (int i = 0; i < HE_BEST; i++)
        if (!memchr(cards, best[i], (size_t)n))
            return 0;
    return strength == strongest_five(cards, n) && he_strength_checked(turned, n) == (int32_t)strength
        && he_strength_checked(best, HE_BEST) == (int32_t)strength && !memcmp(best, again, HE_BEST);
}

int main(int argc, char **argv)
{
    uint8_t deck[HE_CARDS];

    if (argc != 3)
        return fprintf(stderr, "Say how many hands and which seed.\n"), 2;
    state = strtoull(argv[2], NULL, 10);
    for (int card = 0; card < HE_CARDS; card++)
        deck[card] = (uint8_t)card;
    for (long hands = atol(argv[1]); hands > 0; hands--)
        for (int n = HE_BEST; n <= HE_MOST; n++) {
            shuffle(deck, HE_CARDS, n);
            if (is_right(deck, n))
                continue;
            printf("wrong:");
            for (int i = 0; i < n; i++)
                printf(" %d", deck[i]);
            return printf("\n"), 1;
        }
    return 0;
}
