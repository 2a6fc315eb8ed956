/* best_of_subsets DECK HANDS SEED: on so many random hands each of 5, 6 and 7 cards of the he_deck with that number,
 *   - the strength is that of the strongest five of them, looked up as five cards,
 *   - the best five are cards of the hand, have that strength, and are the same whatever the order of the hand,
 *   - what they play is themselves or a joker's stand-in, and has that strength without jokers unless it is five alike.
 * Prints the first hand for which this is not so and ends with 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dealing.h"

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
        const uint32_t strength = he_strength(deck, five, HE_BEST);
        strongest = strength > strongest ? strength : strongest;
    }
    return strongest;
}

static int plays_right(const uint8_t best[5], const uint8_t played[5], uint32_t strength)
{
    const enum he_deck without_jokers = deck == HE_JOKER ? HE_STANDARD : deck;
    for (int i = 0; i < HE_BEST; i++)
        if (best[i] < HE_CARDS && best[i] != played[i])
            return 0;
    return he_category(strength) == HE_FIVE_OF_A_KIND
        || he_strength_checked(without_jokers, played, HE_BEST) == (int32_t)strength;
}

static int is_right(const uint8_t *cards, int n)
{
    uint8_t best[HE_BEST], again[HE_BEST], played[HE_BEST], turned[HE_MOST];
    const uint32_t strength = he_strength(deck, cards, n);

    memcpy(turned, cards, (size_t)n);
    shuffle(turned, n, n);
    if (he_best_five(deck, cards, n, best, played) != HE_BEST || he_best_five(deck, turned, n, again, played) != HE_BEST)
        return 0;
    for (int i = 0; i < HE_BEST; i++) {
        if (!memchr(cards, best[i], (size_t)n))
            return 0;
        if (best[i] >= HE_CARDS && again[i] >= HE_CARDS)
            again[i] = best[i];             /* two jokers are alike */
    }
    return strength == strongest_five(cards, n) && he_strength_checked(deck, turned, n) == (int32_t)strength
        && he_strength_checked(deck, best, HE_BEST) == (int32_t)strength && !memcmp(best, again, HE_BEST)
        && plays_right(best, played, strength);
}

int main(int argc, char **argv)
{
    uint8_t cards[HE_CODES];

    if (argc != 4)
        return fprintf(stderr, "Say which deck, how many hands and which seed.\n"), 2;
    deck = (enum he_deck)atoi(argv[1]);
    state = strtoull(argv[3], NULL, 10);
    const int count = whole_deck(cards);
    for (long hands = atol(argv[2]); hands > 0; hands--)
        for (int n = HE_BEST; n <= HE_MOST; n++) {
            shuffle(cards, count, n);
            if (is_right(cards, n))
                continue;
            printf("wrong:");
            for (int i = 0; i < n; i++)
                printf(" %d", cards[i]);
            return printf("\n"), 1;
        }
    return 0;
}
