/* casino.c: decides every hand on every flop that differs, from the values of all boards; then counts outcomes. */
#include "casino.h"

#include <stdlib.h>
#include <string.h>

#include "casino_internal.h"

struct count {
    const struct ca_rules *rules;
    struct ca_rows *values, *weights;           /* weights null: no table */
    uint32_t weight;                            /* how many flops this one stands for */
    struct ca_outcomes outcomes;
};

/* Hands. */

static int code(int rank, int suit)
{
    return (EQ_RANKS - 1 - rank) * EQ_SUITS + suit;
}

static void note_five_cards(struct count *count, const struct ca_flop *flop, const struct ca_hand *hand, int is_called)
{
    uint8_t cards[HE_BEST];
    for (int i = 0; i < CA_FLOP; i++)
        cards[i] = (uint8_t)code(flop->ranks[i], flop->suits[i]);
    for (int i = 0; i < EQ_HOLE_CARDS; i++)
        cards[CA_FLOP + i] = (uint8_t)code(hand->ranks[i], hand->suits[i]);
    const int category = he_category(he_strength(HE_STANDARD, cards, HE_BEST));
    int aces = 0;
    for (int i = 0; i < HE_BEST; i++)
        aces += cards[i] >= code(0, 0);
    if (category == HE_PAIR && aces < 2)
        return;
    count->outcomes.made[category] += count->weight;
    count->outcomes.made_and_called[category] += is_called ? count->weight : 0;
}

static void decide(struct count *count, const struct ca_flop *flop, const struct ca_sums *sums,
                   const struct ca_flop *down, struct ca_sums *weights, const struct ca_hand *hand)
{
    const int32_t folded = -count->rules->unit * CA_SHOWDOWNS, called = ca_value_of(flop, sums, hand);
    const int is_called = called > folded;
    count->outcomes.value += (int64_t)(is_called ? called : folded) * count->weight;
    count->outcomes.hands_called += is_called ? count->weight : 0;
    if (!count->weights)
        return;
    note_five_cards(count, flop, hand, is_called);
    if (is_called)
        ca_add_weight(down, weights, hand, count->weight);
}

static void decide_hands(struct count *count, const struct ca_flop *flop, const struct ca_flop *down)
{
    struct ca_sums sums, weights;
    ca_sum_up(flop, &sums);
    memset(&weights, 0, sizeof weights);
    for (int first = 0; first < EQ_RANKS * EQ_SUITS; first++)
        for (int second = 0; second < first; second++) {
            const struct ca_hand hand = {{first / EQ_SUITS, second / EQ_SUITS}, {first % EQ_SUITS, second % EQ_SUITS},
                                         ca_pair(first / EQ_SUITS, second / EQ_SUITS)};
            if (!flop->is_out[hand.ranks[0]][hand.suits[0]] && !flop->is_out[hand.ranks[1]][hand.suits[1]])
                decide(count, flop, &sums, down, &weights, &hand);
        }
    if (count->weights)
        ca_hand_down(down, &weights);
}

/* How suits can lie on three ranks, lowest number first, and how many ways of naming them that is. */
struct pattern {
    int suits[CA_FLOP];
    uint32_t weight;
};

static const struct pattern DIFFERENT[] = {
    {{0, 0, 0}, 4}, {{0, 0, 1}, 12}, {{0, 1, 0}, 12}, {{1, 0, 0}, 12}, {{0, 1, 2}, 24}
};
static const struct pattern FIRST_TWO_ALIKE[] = {{{0, 1, 0}, 12}, {{0, 1, 2}, 12}};
static const struct pattern LAST_TWO_ALIKE[] = {{{0, 0, 1}, 12}, {{2, 0, 1}, 12}};
static const struct pattern ALL_ALIKE[] = {{{0, 1, 2}, 4}};

static void decide_flop(struct count *count, const int ranks[CA_FLOP], const struct pattern *pattern)
{
    struct ca_flop flop, down;
    ca_set_up(&flop, ranks, pattern->suits, count->values);
    if (count->weights)
        ca_set_up(&down, ranks, pattern->suits, count->weights);
    count->weight = pattern->weight;
    decide_hands(count, &flop, &down);
}

#define DECIDE_ALL(patterns) \
    for (size_t i = 0; i < sizeof (patterns) / sizeof *(patterns); i++) \
        decide_flop(count, ranks, &(patterns)[i])

static void decide_flops(struct count *count)
{
    int ranks[CA_FLOP];
    for (ranks[2] = 0; ranks[2] < EQ_RANKS; ranks[2]++)
        for (ranks[1] = 0; ranks[1] <= ranks[2]; ranks[1]++)
            for (ranks[0] = 0; ranks[0] <= ranks[1]; ranks[0]++)
                if (ranks[0] == ranks[2])
                    DECIDE_ALL(ALL_ALIKE);
                else if (ranks[0] == ranks[1])
                    DECIDE_ALL(FIRST_TWO_ALIKE);
                else if (ranks[1] == ranks[2])
                    DECIDE_ALL(LAST_TWO_ALIKE);
                else
                    DECIDE_ALL(DIFFERENT);
}

/* All flops, and what they come to. */

static int are_right(const struct ca_rules *rules)
{
    if (rules->unit < 1 || rules->unit > CA_MOST_UNIT)
        return 0;
    for (int category = 0; category < CA_CATEGORIES; category++)
        if (rules->pays[category] < 0 || rules->pays[category] > CA_MOST_GAIN - CA_CALL * rules->unit)
            return 0;
    return 1;
}

struct ca_job ca_job_of(const struct ca_rules *rules)
{
    struct ca_job job = {.unit = rules->unit, .qualifying = rules->qualifying};
    for (int slot = 0; slot < HE_SLOT_FIVE_OF_A_KIND; slot++)
        job.pays[slot] = rules->pays[SLOT_CATEGORY[slot]];
    return job;
}

int ca_count(const struct ca_rules *rules, int with_table, struct ca_outcomes *outcomes)
{
    struct count count = {.rules = rules};
    if (!are_right(rules))
        return CA_BAD_RULES;
    struct ca_rows *rows = calloc(with_table ? 2 : 1, sizeof *rows);
    if (!rows)
        return CA_NO_MEMORY;
    struct ca_job job = ca_job_of(rules);
    count.values = rows;
    count.weights = with_table ? rows + 1 : NULL;
    ca_go_over_boards(&job, count.values);
    decide_flops(&count);
    job.outcomes = &count.outcomes;
    if (with_table)
        ca_go_over_boards(&job, count.weights);
    free(rows);
    *outcomes = count.outcomes;
    return 0;
}
