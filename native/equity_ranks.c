/* equity_ranks.c: the boards without a flush, by their ranks: 6,175 choices at most instead of 2.6 million boards. */
#include <string.h>

#include "equity_internal.h"

/* A choice of ranks for the cards to come stands for as many boards as there are ways to give its cards suits, less those
 * that bring a flush. Ranks of which all four cards are live are alike but for their number: they are chosen
 * last, all choices of one shape together, for these have the same number of ways. The others are gone through before. */

/* The shapes of one to five cards: how many there are of each of their ranks. */
enum shape { S, S1, S11, S2, S111, S21, S3, S1111, S211, S22, S31, S4, S11111, S2111, S221, S311, S32, S41, SHAPES };

static const uint8_t FIRST_SHAPE[EQ_BOARD_CARDS + 2] = {S, S1, S11, S111, S1111, S11111, SHAPES};     /* by cards */

/* [shape][n]: the ways to give its cards suits in which n or more of them are of a certain suit; [0]: all ways. */
static const uint16_t WAYS[SHAPES][EQ_BOARD_CARDS + 1] = {
    [S] = {1}, [S1] = {4, 1}, [S11] = {16, 7, 1}, [S2] = {6, 3}, [S111] = {64, 37, 10, 1}, [S21] = {24, 15, 3},
    [S3] = {4, 3}, [S1111] = {256, 175, 67, 13, 1}, [S211] = {96, 69, 24, 3}, [S22] = {36, 27, 9},
    [S31] = {16, 13, 3}, [S4] = {1, 1}, [S11111] = {1024, 781, 376, 106, 16, 1}, [S2111] = {384, 303, 141, 33, 3},
    [S221] = {144, 117, 54, 9}, [S311] = {64, 55, 22, 3}, [S32] = {24, 21, 9}, [S41] = {4, 4, 1},
};

/* A shape is what is left of it without its last rank, and that rank so many times. */
struct growth {
    uint8_t shape, from, copies;
};

static const struct growth GROWTHS[] = {        /* larger shapes first: a rank must not be taken twice */
    {S11111, S1111, 1},
    {S2111, S111, 2}, {S2111, S211, 1},
    {S221, S21, 2}, {S221, S22, 1},
    {S311, S11, 3}, {S311, S31, 1},
    {S32, S2, 3}, {S32, S3, 2},
    {S41, S1, 4}, {S41, S4, 1},
    {S1111, S111, 1},
    {S211, S11, 2}, {S211, S21, 1},
    {S22, S2, 2},
    {S31, S1, 3}, {S31, S3, 1},
    {S4, S, 4},
    {S111, S11, 1},
    {S21, S1, 2}, {S21, S2, 1},
    {S3, S, 3},
    {S11, S1, 1},
    {S2, S, 2},
    {S1, S, 1},
};

static const uint8_t FIRST_GROWTH[EQ_BOARD_CARDS + 1] = {25, 24, 22, 18, 11, 0};    /* of shapes of so many cards */

/* Where the choices of each shape begin, with room for all 13 ranks untouched. */
static const uint16_t FIRST_CHOICE[SHAPES + 1] = {
    0, 1, 14, 92, 105, 391, 547, 560, 1275, 2133, 2211, 2367, 2380, 3667, 6527, 7385, 8243, 8399, 8555
};

enum { CHOICES = 8555, COPIES = 4 };

struct choices {
    uint32_t sums[CHOICES];             /* rank sums of the choices of untouched ranks, shape by shape */
    int counts[SHAPES];
};

struct touched {                        /* a rank of which one to three cards are live */
    uint32_t number;
    int live;
    uint64_t suits;                     /* its live suits: lanes of all ones */
};

/* Some of the cards to come, of touched ranks. A lane is 16 bits of 64, one a suit; all ways are 1,024 at most. */
struct part {
    uint32_t sum;
    uint32_t ways;                              /* to give its cards suits */
    uint64_t lacking[EQ_BOARD_CARDS + 1];       /* [n]: lanes of those in which a suit lacks n cards of what it needs; what
                                                 * has reached 0 stays there. Known up to the cards that are left. */
};

struct walk {
    const struct eq_showdown *showdown;
    int touched_count;
    struct touched touched[EQ_RANKS];
    struct choices choices;
};

#define LANE(suit) ((uint64_t)1 << ((suit) * 16))
#define LANES_ADDED (LANE(0) | LANE(1) | LANE(2) | LANE(3))    /* times this, the top lane has the sum of all */

static const uint8_t CHOOSE[COPIES + 1][COPIES + 1] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

static uint32_t sum_of_lanes(uint64_t lanes)
{
    return (uint32_t)(lanes * LANES_ADDED >> 48);
}

/* Adds a rank to those that the choices are made of: to every choice of the ranks before it, as often as a shape says. */
static void grow(struct choices *choices, uint32_t number, int cards)
{
    for (size_t i = FIRST_GROWTH[cards]; i < sizeof GROWTHS / sizeof *GROWTHS; i++) {
        const struct growth *growth = &GROWTHS[i];
        const uint32_t *from = choices->sums + FIRST_CHOICE[growth->from];
        uint32_t *to = choices->sums + FIRST_CHOICE[growth->shape] + choices->counts[growth->shape];
        const int count = choices->counts[growth->from];
        for (int choice = 0; choice < count; choice++)
            to[choice] = from[choice] + growth->copies * number;
        choices->counts[growth->shape] += count;
    }
}

static void sort_ranks(struct walk *walk)
{
    const struct eq_showdown *showdown = walk->showdown;
    walk->touched_count = 0;
    memset(walk->choices.counts, 0, sizeof walk->choices.counts);
    walk->choices.sums[FIRST_CHOICE[S]] = 0;
    walk->choices.counts[S] = 1;
    for (int rank = 0; rank < EQ_RANKS; rank++) {
        struct touched touched = {.number = eq_number(rank)};
        for (int suit = 0; suit < EQ_SUITS; suit++)
            if (showdown->live[suit] >> rank & 1) {
                touched.live++;
                touched.suits |= LANE(suit) * UINT16_MAX;
            }
        if (touched.live == COPIES)
            grow(&walk->choices, touched.number, showdown->to_come);
        else if (touched.live)
            walk->touched[walk->touched_count++] = touched;
    }
}

/* Two players: without a branch, for no processor predicts which hand is higher. */
HE_INLINE void count_two(const struct eq_showdown *showdown, enum he_deck deck, const uint32_t *sums, int count, uint32_t sum,
                             uint32_t weight)
{
    const uint32_t first = sum + showdown->sums[0], second = sum + showdown->sums[1];
    uint32_t won = 0, lost = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t mine = eq_strength(deck, first + sums[i]), theirs = eq_strength(deck, second + sums[i]);
        won += mine > theirs;
        lost += mine < theirs;
    }
    showdown->boards[1] += won * weight;
    showdown->boards[2] += lost * weight;
    showdown->boards[3] += ((uint32_t)count - won - lost) * weight;
}

/* Any number of players. Boards whose best hand beats a flush count with the weight `beating`. */
HE_INLINE void count_many(const struct eq_showdown *showdown, enum he_deck deck, const uint32_t *sums, int count, uint32_t sum,
                              uint32_t weight, uint32_t beating)
{
    const uint32_t players = (uint32_t)showdown->players;
    for (int i = 0; i < count; i++) {
        const uint32_t board = sum + sums[i];
        uint32_t best = eq_strength(deck, board + showdown->sums[0]), winners = 1;
        for (uint32_t player = 1, bit = 2; player < players; player++, bit <<= 1) {
            const uint32_t strength = eq_strength(deck, board + showdown->sums[player]);
            const uint32_t with_ties = strength == best ? winners | bit : winners;
            winners = strength > best ? bit : with_ties;
            best = strength > best ? strength : best;
        }
        showdown->boards[winners] += best >= EQ_FULL_HOUSE ? beating : weight;
    }
}

/* With the deck a constant: that leaves two loads of a strength. Flushes are not met here, so their order does not matter. */
HE_INLINE void count_list(const struct eq_showdown *showdown, enum he_deck deck, const uint32_t *sums, int count, uint32_t sum,
                          uint32_t weight, uint32_t beating)
{
    if (showdown->players == 2)
        count_two(showdown, deck, sums, count, sum, weight);
    else
        count_many(showdown, deck, sums, count, sum, weight, beating);
}

static void count_choices(const struct walk *walk, enum shape shape, uint32_t sum, uint32_t ways, uint32_t flushes)
{
    const struct eq_showdown *showdown = walk->showdown;
    const uint32_t *sums = walk->choices.sums + FIRST_CHOICE[shape];
    const int count = walk->choices.counts[shape];
    const uint32_t weight = ways - flushes, beating = eq_ranks_pay(showdown) ? ways : weight;
    if (!beating)
        return;
    if (!he_is_short(showdown->deck))
        count_list(showdown, HE_STANDARD, sums, count, sum, weight, beating);
    else if (he_lifts_trips(showdown->deck))
        count_list(showdown, HE_SHORT_TRIPS, sums, count, sum, weight, beating);
    else
        count_list(showdown, HE_SHORT, sums, count, sum, weight, beating);
}

/* Counts the part with all other cards from the untouched ranks. */
HE_INLINE void finish(const struct walk *walk, const struct part *part, int left)
{
    for (enum shape shape = FIRST_SHAPE[left]; shape < FIRST_SHAPE[left + 1]; shape++) {
        uint64_t flushes = 0;
        if (!walk->choices.counts[shape])
            continue;
        for (int lacking = 0; lacking <= left; lacking++)
            flushes += part->lacking[lacking] * WAYS[shape][lacking];
        count_choices(walk, shape, part->sum, part->ways * WAYS[shape][0], sum_of_lanes(flushes));
    }
}

/* The part and `copies` cards of a rank. If they include a suit, the others are chosen from one live card less. */
HE_INLINE void take(const struct part *part, const struct touched *rank, int copies, int left, struct part *more)
{
    const uint64_t ways = CHOOSE[rank->live][copies];
    const uint64_t without = CHOOSE[rank->live - 1][copies], with = CHOOSE[rank->live - 1][copies - 1];
    more->sum = part->sum + (uint32_t)copies * rank->number;
    more->ways = part->ways * (uint32_t)ways;
    more->lacking[0] = part->lacking[0] * ways + (part->lacking[1] & rank->suits) * with;
    for (int n = 1; n <= left; n++)
        more->lacking[n] = (part->lacking[n] & rank->suits) * without + (part->lacking[n] & ~rank->suits) * ways
            + (part->lacking[n + 1] & rank->suits) * with;
}

static void walk_on(const struct walk *walk, int from, const struct part *part, int left)
{
    struct part more;
    finish(walk, part, left);
    for (int i = from; i < walk->touched_count; i++) {
        const struct touched *rank = &walk->touched[i];
        for (int copies = 1; copies <= rank->live && copies < left; copies++) {
            take(part, rank, copies, left - copies, &more);
            walk_on(walk, i + 1, &more, left - copies);
        }
        if (left <= rank->live) {       /* nothing left to choose: most parts end here */
            take(part, rank, left, 0, &more);
            finish(walk, &more, 0);
        }
    }
}

void eq_count_ranks(const struct eq_showdown *showdown)
{
    struct walk walk;
    struct part nothing = {.ways = 1};
    walk.showdown = showdown;
    sort_ranks(&walk);
    for (int suit = 0; suit < EQ_SUITS; suit++)
        if (showdown->needed[suit] <= showdown->to_come)
            nothing.lacking[showdown->needed[suit]] |= LANE(suit);
    if (showdown->to_come)
        walk_on(&walk, 0, &nothing, showdown->to_come);
    else
        finish(&walk, &nothing, 0);
}
