/* count_hands N: evaluates every hand of N cards and prints how many there are of each category, weakest first. */
#include <stdio.h>
#include <stdlib.h>

#include "handeval.h"

enum { CATEGORIES = HE_ROYAL_FLUSH + 1 };

static void count(uint8_t *cards, int dealt, int n, long counts[CATEGORIES])
{
    for (int card = dealt ? cards[dealt - 1] + 1 : 0; card <= HE_CARDS - (n - dealt); card++) {
        cards[dealt] = (uint8_t)card;
        if (dealt + 1 < n)
            count(cards, dealt + 1, n, counts);
        else
            counts[he_category(he_strength(cards, n))]++;
    }
}

int main(int argc, char **argv)
{
    const int n = argc == 2 ? atoi(argv[1]) : 0;
    uint8_t cards[HE_MOST];
    long counts[CATEGORIES] = {0};

    if (n < HE_FEWEST || n > HE_MOST)
        return fprintf(stderr, "Say how many cards a hand has, 2 to 7.\n"), 2;
    count(cards, 0, n, counts);
    for (int category = 0; category < CATEGORIES; category++)
        printf("%ld\n", counts[category]);
    return 0;
}
