/* casino_sweep.c: on one board, every pair of a player against every pair of the dealer's, in the order of their strengths. */
#include "casino_internal.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

struct pair {                           /* eight bytes, which sorting moves at once */
    _Alignas(8) uint16_t strength;
    uint16_t number;
    uint8_t first, second;              /* classes */
};

struct pairs {
    int count;
    struct pair pairs[CA_PAIRS];
};

/* Pairs of the dealer's passed on the way up: how many, and in how many a given card of a class is. Of these, those without
 * two given cards are all less those with either, and those with both, if there, come back. */
struct passed {
    int32_t all;
    int32_t with[CA_CLASSES];
};

HE_INLINE int32_t without(const struct passed *passed, const struct pair *pair)
{
    return passed->all - passed->with[pair->first] - passed->with[pair->second];
}

HE_INLINE void pass(struct passed *passed, const struct pair *pair, const uint8_t *copies)
{
    const int first = copies[pair->first], second = copies[pair->second];
    if (pair->first == pair->second) {
        passed->all += first * (first - 1) / 2;
        passed->with[pair->first] += first - 1;
    } else {
        passed->all += first * second;
        passed->with[pair->first] += second;
        passed->with[pair->second] += first;
    }
}

static int rank_of_class(int class)
{
    return class < EQ_RANKS ? class : class - EQ_RANKS;
}

static void list_pairs(const struct ca_board *board, struct pairs *pairs)
{
    pairs->count = 0;
    for (int first = 0; first < board->classes; first++) {
        const int first_suited = first >= EQ_RANKS;
        const uint32_t sum = board->sum + eq_number(rank_of_class(first));
        const uint32_t set = board->set | (uint32_t)first_suited << rank_of_class(first);
        for (int second = 0; second <= first && board->copies[first]; second++) {
            const int second_suited = second >= EQ_RANKS;
            if (board->copies[second] < 1 + (first == second))
                continue;
            const uint32_t strength = board->suited + first_suited + second_suited >= EQ_FLUSH
                ? eq_flush_strength(HE_STANDARD, set | (uint32_t)second_suited << rank_of_class(second))
                : eq_strength(HE_STANDARD, sum + eq_number(rank_of_class(second)));
            pairs->pairs[pairs->count++] = (struct pair){(uint16_t)strength, (uint16_t)ca_pair(first, second),
                                                         (uint8_t)first, (uint8_t)second};
        }
    }
}

/* By one digit of the strength; pairs of which it is the same keep their order. */
static void sort_by_digit(const struct pairs *from, struct pairs *to, int shift)
{
    struct pair *places[DIGITS], *place = to->pairs;
    uint16_t counts[DIGITS] = {0};
    const int count = to->count = from->count;
    for (int i = 0; i < count; i++)
        counts[from->pairs[i].strength >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; place += counts[digit++])
        places[digit] = place;
    for (int i = 0; i < count; i++)
        *places[from->pairs[i].strength >> shift & (DIGITS - 1)]++ = from->pairs[i];
}

/* What a pair comes to against the dealer's: of 990, those that do not qualify, and of the others those beaten and equal. */
HE_INLINE void settle(const struct ca_job *job, const struct pair *pair, int32_t not_qualified, int32_t won, int32_t tied,
                      uint32_t *values, const uint32_t *weights)
{
    const int32_t lost = CA_DEALER_PAIRS - not_qualified - won - tied;
    const int slot = pair->strength >> HE_SLOT_SHIFT;
    if (!job->outcomes) {
        const int32_t pays = job->pays[slot];
        values[pair->number] = (uint32_t)(not_qualified * pays + won * (pays + CA_CALL * job->unit)
                                              - lost * (1 + CA_CALL) * job->unit);
        return;
    }
    const uint64_t weight = weights[pair->number];
    const int category = SLOT_CATEGORY[slot];
    job->outcomes->not_qualified[category] += weight * (uint64_t)not_qualified;
    job->outcomes->won[category] += weight * (uint64_t)won;
    job->outcomes->tied[category] += weight * (uint64_t)tied;
    job->outcomes->lost[category] += weight * (uint64_t)lost;
}

/* Pairs below the qualifying hand, all passed: they win only where the dealer's is one too. */
static int settle_low(const struct ca_job *job, const struct ca_board *board, const struct pairs *pairs, struct passed *passed,
                      uint32_t *values, const uint32_t *weights)
{
    int low = 0;
    for (; low < pairs->count && pairs->pairs[low].strength < job->qualifying; low++)
        pass(passed, &pairs->pairs[low], board->copies);
    for (int i = 0; i < low; i++)
        settle(job, &pairs->pairs[i], without(passed, &pairs->pairs[i]) + 1, 0, 0, values, weights);
    return low;
}

void ca_sweep(const struct ca_job *job, const struct ca_board *board, uint32_t *values, const uint32_t *weights)
{
    struct pairs unsorted, half, pairs;
    struct passed low = {0, {0}}, passed;
    int32_t beaten[CA_PAIRS];
    list_pairs(board, &unsorted);
    sort_by_digit(&unsorted, &half, 0);
    sort_by_digit(&half, &pairs, DIGIT_BITS);
    int next = settle_low(job, board, &pairs, &low, values, weights);
    passed = low;
    while (next < pairs.count) {        /* equal ones together */
        const int first = next;
        for (; next < pairs.count && pairs.pairs[next].strength == pairs.pairs[first].strength; next++)
            beaten[next] = without(&passed, &pairs.pairs[next]);
        for (int i = first; i < next; i++)
            pass(&passed, &pairs.pairs[i], board->copies);
        for (int i = first; i < next; i++) {
            const struct pair *pair = &pairs.pairs[i];
            const int32_t not_qualified = without(&low, pair), tied = without(&passed, pair) + 1 - beaten[i];
            settle(job, pair, not_qualified, beaten[i] - not_qualified, tied, values, weights);
        }
    }
}
