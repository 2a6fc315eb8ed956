/* count_hands DECK N: evaluates every hand of N cards of the he_deck with the number DECK and prints how many there are of each category, weakest first. */
#include <stdio.h>
#include <stdlib.h>

#include "handeval.h"

enum { CATEGORIES = HE_FIVE_OF_A_KIND + 1 };

static enum he_deck deck;
static int lowest, codes;

static void count(uint8_t *cards, int dealt, int n, long counts[CATEGORIES])
{
    for (int card = dealt ? cards[dealt - 1] + 1 : lowest; card <= codes - (n - dealt); card++) {
        cards[dealt] = (uint8_t)card;
        if (dealt + 1 < n)
            count(cards, dealt + 1, n, counts);
        else
            counts[he_category(he_strength(deck, cards, n))]++;
    }
}

int main(int argc, char **argv)
{
    const int n = argc == 3 ? atoi(argv[2]) : 0;
    uint8_t cards[HE_MOST];
    long counts[CATEGORIES] = {0};

    if (n < HE_FEWEST || n > HE_MOST)
        return fprintf(stderr, "Say which deck and how many cards a hand has, 2 to 7.\n"), 2;
    deck = (enum he_deck)atoi(argv[1]);
    lowest = deck == HE_STANDARD || deck == HE_JOKER ? 0 : HE_SHORT_LOWEST;
    codes = deck == HE_JOKER ? HE_CODES : HE_CARDS;
    count(cards, 0, n, counts);
    for (int category = 0; category < CATEGORIES; category++)
        printf("%ld\n", counts[category]);
    return 0;
}
