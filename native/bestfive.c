/* bestfive.c: which cards make the strength, laid out as a card room does. It looks at the hand, not at the tables. */
#include <string.h>

#include "handeval.h"

enum { SUITS = 4, RANKS = 13, FIVE = 3, ACE = 12, SPADES = 3 };

/* A hand is its suits by rank: bit s of suits[r] is the card r * 4 + s. */
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
    suits[rank] = 0;        /* a card of this rank is no kicker: it would belong to the set */
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
        const int is_low_ace = top - i < 0 || !suits[top - i];     /* an ace played below the deck's lowest rank */
        move_cards(suits, is_low_ace ? ACE : top - i, 1, best + i);
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

static int place_of(uint32_t strength)
{
    return (int)(strength & ((1u << HE_SLOT_SHIFT) - 1));
}

/* Places count from 1, and the lowest straight has a five on top; a royal flush is alone in its category. */
static int top_of_straight(uint32_t strength)
{
    return he_category(strength) == HE_ROYAL_FLUSH ? ACE : FIVE + place_of(strength) - 1;
}

/* The layout of a hand without jokers. */
static int lay_out(const uint8_t *cards, int n, uint32_t strength, uint8_t best[5])
{
    const int category = he_category(strength);
    uint8_t suits[RANKS] = {0};

    for (int i = 0; i < n; i++)
        suits[cards[i] / SUITS] |= (uint8_t)(1u << cards[i] % SUITS);
    if (category == HE_FLUSH || category == HE_STRAIGHT_FLUSH || category == HE_ROYAL_FLUSH)
        keep_suit(suits, fullest_suit(cards, n));
    if (category == HE_STRAIGHT || category == HE_STRAIGHT_FLUSH || category == HE_ROYAL_FLUSH)
        return lay_out_straight(suits, top_of_straight(strength), best);
    return lay_out_sets(suits, &SHAPES[category], best);
}

/* Puts the highest cards that give the strength in the places from `at`, where jokers stood; 0 if none do. */
static int put_stand_ins(uint8_t *hand, int n, int at, int below, uint32_t strength)
{
    if (at == n)
        return he_strength(HE_STANDARD, hand, n) == strength;
    for (int card = below - 1; card >= 0; card--) {
        hand[at] = (uint8_t)card;
        if (!memchr(hand, card, (size_t)at) && put_stand_ins(hand, n, at + 1, card, strength))
            return 1;
    }
    return 0;
}

static int lay_out_five_of_a_kind(const uint8_t *cards, int naturals, uint32_t strength, uint8_t played[5])
{
    const int rank = place_of(strength) - 1;
    int count = 0;
    for (int suit = SUITS - 1; suit >= 0; suit--)
        if (memchr(cards, rank * SUITS + suit, (size_t)naturals))
            played[count++] = (uint8_t)(rank * SUITS + suit);
    for (; count < HE_BEST; count++)
        played[count] = (uint8_t)(rank * SUITS + SPADES);
    return HE_BEST;
}

/* Moves each joker behind the other cards of the rank that it stands for. */
static void put_jokers_last(uint8_t best[5], uint8_t played[5], int count)
{
    for (int turn = 0; turn < HE_JOKERS * count; turn++) {
        const int i = turn % count;
        if (i + 1 == count || best[i] < HE_CARDS || best[i + 1] >= HE_CARDS || played[i] / SUITS != played[i + 1] / SUITS)
            continue;
        const uint8_t joker = best[i], stands_for = played[i];
        best[i] = best[i + 1], played[i] = played[i + 1];
        best[i + 1] = joker, played[i + 1] = stands_for;
    }
}

/* hand: the n cards, jokers in the last places. */
static int best_with_jokers(uint8_t hand[HE_MOST], int n, int naturals, uint32_t strength, uint8_t best[5], uint8_t played[5])
{
    const uint8_t jokers[HE_JOKERS] = {hand[naturals], hand[n - 1]};
    int count, used = 0;

    if (he_category(strength) == HE_FIVE_OF_A_KIND) {
        count = lay_out_five_of_a_kind(hand, naturals, strength, played);
    } else {
        put_stand_ins(hand, n, naturals, HE_CARDS, strength);
        count = lay_out(hand, n, strength, played);
    }
    for (int i = 0; i < count; i++) {
        const int is_again = i && memchr(played, played[i], (size_t)i);         /* the spade of five of a kind */
        const int is_card = !is_again && memchr(hand, played[i], (size_t)naturals);
        best[i] = is_card ? played[i] : jokers[used++];
    }
    put_jokers_last(best, played, count);
    return count;
}

int he_best_five(enum he_deck deck, const uint8_t *cards, int n, uint8_t best[5], uint8_t played[5])
{
    const uint32_t strength = he_strength(deck, cards, n);
    uint8_t hand[HE_MOST];
    int naturals = 0, jokers = 0;

    for (int i = 0; i < n; i++)
        if (cards[i] < HE_CARDS)
            hand[naturals++] = cards[i];
        else
            hand[n - ++jokers] = cards[i];
    if (jokers)
        return best_with_jokers(hand, n, naturals, strength, best, played);
    const int count = lay_out(cards, n, strength, played);
    memcpy(best, played, (size_t)count);
    return count;
}
