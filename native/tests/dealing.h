/* A deck, and cards dealt from it by chance: of the programs that compare hands of any he_deck. */
#ifndef DEALING_H
#define DEALING_H

#include "chance.h"
#include "handeval.h"

static enum he_deck deck;

/* The first `wanted` of them are drawn from all. */
static void shuffle(uint8_t *cards, int count, int wanted)
{
    for (int i = 0; i < wanted; i++) {
        const int other = i + (int)(next_number() % (uint64_t)(count - i));
        const uint8_t card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
}

/* Fills `cards` with the deck and returns how many there are. */
static int whole_deck(uint8_t cards[HE_CODES])
{
    const int lowest = deck == HE_STANDARD || deck == HE_JOKER ? 0 : HE_SHORT_LOWEST;
    int count = 0;
    for (int card = lowest; card < (deck == HE_JOKER ? HE_CODES : HE_CARDS); card++)
        cards[count++] = (uint8_t)card;
    return count;
}

#endif
