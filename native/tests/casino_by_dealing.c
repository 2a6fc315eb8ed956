/* casino_by_dealing RULES HANDS EXACT SEED: Casino Hold'em as ca_count() has it, beside plain dealing by rules of this number.
 *   - EXACT random hands on random flops: what calling is worth, summed over all 1,070,190 showdowns one by one.
 *   - HANDS random deals, each decided by these values: the net result must lie within four standard errors of the exact
 *     average, and so must the hands called.
 * Prints what was found, in millionths of an ante; the first thing wrong ends it with 1. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casino_internal.h"
#include "chance.h"

enum { CARDS = HE_CARDS, DEALT = 9, STANDARD_ERRORS = 4, RULES = 4, FLOPS = CARDS * CARDS * CARDS };

struct rules {
    struct ca_rules rules;
    uint8_t least[HE_BEST];             /* the weakest hand that qualifies */
};

static struct rules ALL_RULES[RULES] = {
    {{1, {1, 1, 1, 1, 1, 2, 3, 10, 20, 100}, 0}, {8, 9, 0, 5, 14}},          /* a pair of fours */
    {{1, {1, 1, 1, 1, 2, 3, 7, 20, 50, 250}, 0}, {24, 25, 0, 5, 14}},        /* of eights */
    {{2, {2, 2, 3, 3, 3, 5, 9, 30, 80, 400}, 0}, {50, 44, 0, 5, 10}},        /* ace and king high; half antes */
    {{1, {0, 1, 1, 2, 4, 5, 6, 8, 10, 500}, 0}, {0, 1, 4, 9, 14}},           /* a pair of twos */
};

/* Nine cards: two of the player's, two of the dealer's, five of the board. */
static void deal(uint8_t *deck)
{
    for (int i = 0; i < DEALT; i++) {
        const int other = i + (int)(next_number() % (uint64_t)(CARDS - i));
        const uint8_t card = deck[i];
        deck[i] = deck[other];
        deck[other] = card;
    }
}

/* The result of a call, in units (D-5 to D-9). */
static int result(const struct ca_rules *rules, const uint8_t *hole, const uint8_t *dealer, const uint8_t *board)
{
    uint8_t mine[HE_MOST], theirs[HE_MOST];
    memcpy(mine, board, EQ_BOARD_CARDS);
    memcpy(theirs, board, EQ_BOARD_CARDS);
    memcpy(mine + EQ_BOARD_CARDS, hole, EQ_HOLE_CARDS);
    memcpy(theirs + EQ_BOARD_CARDS, dealer, EQ_HOLE_CARDS);
    const uint32_t my_strength = he_strength(HE_STANDARD, mine, HE_MOST), their_strength = he_strength(HE_STANDARD, theirs, HE_MOST);
    const int pays = rules->pays[he_category(my_strength)];
    if (their_strength < rules->qualifying)
        return pays;
    return my_strength > their_strength ? pays + 2 * rules->unit : my_strength == their_strength ? 0 : -3 * rules->unit;
}

/* Every turn, river and dealer's pair. */
static int32_t value_by_dealing(const struct ca_rules *rules, const uint8_t *hole, const uint8_t *flop)
{
    uint8_t rest[CARDS], board[EQ_BOARD_CARDS];
    int count = 0;
    int32_t value = 0;
    memcpy(board, flop, CA_FLOP);
    for (uint8_t card = 0; card < CARDS; card++)
        if (!memchr(hole, card, EQ_HOLE_CARDS) && !memchr(flop, card, CA_FLOP))
            rest[count++] = card;
    for (int turn = 0; turn < count; turn++)
        for (int river = 0; river < turn; river++)
            for (int first = 0; first < count; first++)
                for (int second = 0; second < first; second++) {
                    if (first == turn || first == river || second == turn || second == river)
                        continue;
                    const uint8_t dealer[EQ_HOLE_CARDS] = {rest[first], rest[second]};
                    board[CA_FLOP] = rest[turn];
                    board[CA_FLOP + 1] = rest[river];
                    value += result(rules, hole, dealer, board);
                }
    return value;
}

/* Decisions: a flop is looked at when it first comes. */

struct decisions {
    struct ca_rows rows;
    struct ca_flop flop;
    struct ca_sums sums;
    uint8_t *is_called[FLOPS];          /* by flop, cards in order; then by two cards */
};

static int rank_of(int card)
{
    return EQ_RANKS - 1 - card / EQ_SUITS;
}

static void look_at(struct decisions *decisions, const uint8_t *flop)
{
    int ranks[CA_FLOP], suits[CA_FLOP];
    for (int i = 0; i < CA_FLOP; i++) {         /* the highest card has the lowest number */
        ranks[i] = rank_of(flop[CA_FLOP - 1 - i]);
        suits[i] = flop[CA_FLOP - 1 - i] % EQ_SUITS;
    }
    ca_set_up(&decisions->flop, ranks, suits, &decisions->rows);
    ca_sum_up(&decisions->flop, &decisions->sums);
}

static int32_t value(const struct decisions *decisions, int one, int other)
{
    const struct ca_hand hand = {{rank_of(one), rank_of(other)}, {one % EQ_SUITS, other % EQ_SUITS},
                                 ca_pair(rank_of(one), rank_of(other))};
    return ca_value_of(&decisions->flop, &decisions->sums, &hand);
}

static int compare(const void *one, const void *other)
{
    return *(const uint8_t *)one - *(const uint8_t *)other;
}

static int is_called(struct decisions *decisions, const struct ca_rules *rules, const uint8_t *hole, const uint8_t *board)
{
    uint8_t flop[CA_FLOP];
    memcpy(flop, board, CA_FLOP);
    qsort(flop, CA_FLOP, 1, compare);
    uint8_t **called = &decisions->is_called[(flop[0] * CARDS + flop[1]) * CARDS + flop[2]];
    if (!*called) {
        *called = calloc(CARDS * CARDS, 1);
        look_at(decisions, flop);
        for (int one = 0; one < CARDS && *called; one++)
            for (int other = 0; other < CARDS; other++)
                if (one != other && !memchr(flop, one, CA_FLOP) && !memchr(flop, other, CA_FLOP))
                    (*called)[one * CARDS + other] = value(decisions, one, other) > -rules->unit * CA_SHOWDOWNS;
    }
    if (!*called)
        exit(2);
    return (*called)[hole[0] * CARDS + hole[1]];
}

static int hands_are_worth_it(struct decisions *decisions, const struct ca_rules *rules, long hands, uint8_t *deck)
{
    for (; hands > 0; hands--) {
        deal(deck);
        uint8_t *flop = deck + 4;
        qsort(flop, CA_FLOP, 1, compare);
        look_at(decisions, flop);
        const int32_t expected = value_by_dealing(rules, deck, flop), found = value(decisions, deck[0], deck[1]);
        if (expected == found)
            continue;
        printf("wrong: %d %d on %d %d %d is worth %d, not %d\n", deck[0], deck[1], flop[0], flop[1], flop[2], expected, found);
        return 0;
    }
    return 1;
}

static int is_near(const char *what, double found, double exact, double error)
{
    printf("%s: %.0f, exactly %.0f, %.2f standard errors\n", what, found * 1e6, exact * 1e6, (found - exact) / error);
    return fabs(found - exact) <= STANDARD_ERRORS * error;
}

static int deals_come_near(struct decisions *decisions, const struct ca_rules *rules, long deals, uint8_t *deck)
{
    struct ca_outcomes exact;
    double sum = 0, squares = 0, called = 0, count = (double)deals;
    if (ca_count(rules, 1, &exact))
        return 0;
    for (long i = 0; i < deals; i++) {
        deal(deck);
        const int calls = is_called(decisions, rules, deck, deck + 4);
        const double net = (calls ? result(rules, deck, deck + 2, deck + 4) : -rules->unit) / (double)rules->unit;
        sum += net;
        squares += net * net;
        called += calls;
    }
    const double mean = sum / count, rate = (double)exact.hands_called / CA_HANDS;
    const double average = (double)exact.value / rules->unit / CA_HANDS / CA_SHOWDOWNS;
    return is_near("won", mean, average, sqrt((squares / count - mean * mean) / count))
        && is_near("called", called / count, rate, sqrt(rate * (1 - rate) / count));
}

int main(int argc, char **argv)
{
    uint8_t deck[CARDS];
    const int which = argc == 5 ? atoi(argv[1]) : RULES;
    if (which < 0 || which >= RULES)
        return fprintf(stderr, "Say which rules, 0 to %d, how many deals, how many exact hands and which seed.\n", RULES - 1), 2;
    struct ca_rules *rules = &ALL_RULES[which].rules;
    struct decisions *decisions = calloc(1, sizeof *decisions);
    if (!decisions)
        return 2;
    rules->qualifying = he_strength(HE_STANDARD, ALL_RULES[which].least, HE_BEST);
    state = strtoull(argv[4], NULL, 10);
    for (int card = 0; card < CARDS; card++)
        deck[card] = (uint8_t)card;
    const struct ca_job job = ca_job_of(rules);
    ca_go_over_boards(&job, &decisions->rows);
    const int is_right = hands_are_worth_it(decisions, rules, atol(argv[3]), deck)
        && deals_come_near(decisions, rules, atol(argv[2]), deck);
    for (int flop = 0; flop < FLOPS; flop++)
        free(decisions->is_called[flop]);
    free(decisions);
    return !is_right;
}
