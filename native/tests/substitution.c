/* substitution HANDS SEED: on so many random hands each of 2 to 7 cards with one joker, and with two, the strength is the
 * highest that any cards in place of the jokers give: cards that are not in the hand, or the fifth of a rank (M-9).
 * Prints the first hand for which this is not so and ends with 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "handeval.h"

enum { SUITS = 4, RANKS = 13, ACE = 12 };

static uint32_t higher(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

/* The best that the cards give with those from `at` replaced, without five of a kind. */
static uint32_t best_replaced(uint8_t *cards, int n, int at)
{
    uint32_t best = 0;
    if (at == n)
        return he_strength(HE_STANDARD, cards, n);
    for (int card = 0; card < HE_CARDS; card++) {
        cards[at] = (uint8_t)card;
        if (!memchr(cards, card, (size_t)at))
            best = higher(best, best_replaced(cards, n, at + 1));
    }
    return best;
}

/* Five of a kind of the highest rank that has them, 0 if none has. */
static uint32_t five_of_a_kind(const uint8_t *cards, int naturals, int jokers)
{
    for (int rank = ACE; rank >= 0; rank--) {
        int count = jokers;
        for (int i = 0; i < naturals; i++)
            count += cards[i] / SUITS == rank;
        if (count >= HE_BEST)
            return (uint32_t)HE_SLOT_FIVE_OF_A_KIND << HE_SLOT_SHIFT | (uint32_t)(rank + 1);
    }
    return 0;
}

static int is_right(const uint8_t *naturals, int n, int jokers)
{
    uint8_t hand[HE_MOST], tried[HE_MOST] = {0};
    memcpy(hand, naturals, (size_t)(n - jokers));
    memcpy(tried, naturals, (size_t)(n - jokers));
    for (int joker = 0; joker < jokers; joker++)
        hand[n - 1 - joker] = (uint8_t)(HE_CARDS + joker);
    const uint32_t five = five_of_a_kind(hand, n - jokers, jokers);
    const uint32_t expected = five ? five : best_replaced(tried, n, n - jokers);
    if (he_strength_checked(HE_JOKER, hand, n) == (int32_t)expected)
        return 1;
    printf("wrong, %d jokers of %d cards:", jokers, n);
    for (int i = 0; i < n; i++)
        printf(" %d", hand[i]);
    return printf("\n"), 0;
}

/* Every other hand is of few ranks, which makes sets that chance alone would seldom deal. */
static void deal(uint8_t *cards, int n, int is_narrow)
{
    for (int dealt = 0; dealt < n;) {
        const uint8_t card = (uint8_t)(next_number() % (is_narrow ? 4 * SUITS : HE_CARDS));
        if (!memchr(cards, card, (size_t)dealt))
            cards[dealt++] = card;
    }
}

int main(int argc, char **argv)
{
    uint8_t cards[HE_MOST];

    if (argc != 3)
        return fprintf(stderr, "Say how many hands and which seed.\n"), 2;
    state = strtoull(argv[2], NULL, 10);
    for (long hands = atol(argv[1]); hands > 0; hands--)
        for (int n = HE_FEWEST; n <= HE_MOST; n++)
            for (int jokers = 1; jokers <= HE_JOKERS; jokers++) {
                deal(cards, n - jokers, hands & 1);
                if (!is_right(cards, n, jokers))
                    return 1;
            }
    return 0;
}
