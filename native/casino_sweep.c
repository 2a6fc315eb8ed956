/* casino_sweep.c: on one board, every pair of a player against every pair of the dealer's, by their strengths. */
#include "casino_internal.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* A pair in a number that sorts: its strength, and its classes, the first not below the second. */
typedef uint32_t two_cards;

enum { STRENGTH_SHIFT = 16, FIRST_SHIFT = 8, CLASS_MASK = 0xff };

struct pairs {
    int count;
    two_cards pairs[CA_PAIRS];
};

HE_INLINE uint32_t strength_of(two_cards pair)
{
    return pair >> STRENGTH_SHIFT;
}

HE_INLINE uint32_t first_of(two_cards pair)
{
    return pair >> FIRST_SHIFT & CLASS_MASK;
}

HE_INLINE uint32_t second_of(two_cards pair)
{
    return pair & CLASS_MASK;
}

/* Pairs of the dealer's passed on the way up: how many, and in how many a given card of a class is. Of these, those without
 * two given cards are all less those with either, and those with both, if there, come back. */
struct passed {
    int32_t all;
    int32_t with[CA_CLASSES];
};

HE_INLINE int32_t without(const struct passed *passed, two_cards pair)
{
    return passed->all - passed->with[first_of(pair)] - passed->with[second_of(pair)];
}

HE_INLINE void pass(struct passed *passed, two_cards pair, const uint8_t *copies)
{
    const uint32_t first = first_of(pair), second = second_of(pair);
    const int of_first = copies[first], of_second = copies[second];
    if (first == second) {
        passed->all += of_first * (of_first - 1) / 2;
        passed->with[first] += of_first - 1;
    } else {
        passed->all += of_first * of_second;
        passed->with[first] += of_second;
        passed->with[second] += of_first;
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
            pairs->pairs[pairs->count++] = strength << STRENGTH_SHIFT | (uint32_t)first << FIRST_SHIFT | (uint32_t)second;
        }
    }
}

/* By one digit of the strength; pairs of which it is the same keep their order. */
static void sort_by_digit(const struct pairs *from, struct pairs *to, int shift)
{
    two_cards *places[DIGITS], *place = to->pairs;
    uint16_t counts[DIGITS] = {0};
    const int count = to->count = from->count;
    for (int i = 0; i < count; i++)
        counts[from->pairs[i] >> shift & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; place += counts[digit++])
        places[digit] = place;
    for (int i = 0; i < count; i++)
        *places[from->pairs[i] >> shift & (DIGITS - 1)]++ = from->pairs[i];
}

/* What a pair comes to against the dealer's: of 990, those that do not qualify, and of the others those beaten and equal. */
HE_INLINE void settle(const struct ca_job *job, two_cards pair, int32_t not_qualified, int32_t won, int32_t tied,
                      uint32_t *values, const uint32_t *weights)
{
    const int32_t lost = CA_DEALER_PAIRS - not_qualified - won - tied;
    const uint32_t number = (uint32_t)ca_pair((int)first_of(pair), (int)second_of(pair));
    const uint32_t slot = strength_of(pair) >> HE_SLOT_SHIFT;
    if (!job->outcomes) {
        const int32_t pays = job->pays[slot];
        values[number] = (uint32_t)(not_qualified * pays + won * (pays + CA_CALL * job->unit)
                                              - lost * (1 + CA_CALL) * job->unit);
        return;
    }
    const uint64_t weight = weights[number];
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
    for (; low < pairs->count && strength_of(pairs->pairs[low]) < job->qualifying; low++)
        pass(passed, pairs->pairs[low], board->copies);
    for (int i = 0; i < low; i++)
        settle(job, pairs->pairs[i], without(passed, pairs->pairs[i]) + 1, 0, 0, values, weights);
    return low;
}

void ca_sweep(const struct ca_job *job, const struct ca_board *board, uint32_t *values, const uint32_t *weights)
{
    struct pairs unsorted, half, pairs;
    struct passed low = {0, {0}}, passed;
    int32_t beaten[CA_PAIRS];
    list_pairs(board, &unsorted);
    sort_by_digit(&unsorted, &half, STRENGTH_SHIFT);
    sort_by_digit(&half, &pairs, STRENGTH_SHIFT + DIGIT_BITS);
    int next = settle_low(job, board, &pairs, &low, values, weights);
    passed = low;
    while (next < pairs.count) {        /* equal ones together */
        const int first = next;
        for (; next < pairs.count && strength_of(pairs.pairs[next]) == strength_of(pairs.pairs[first]); next++)
            beaten[next] = without(&passed, pairs.pairs[next]);
        for (int i = first; i < next; i++)
            pass(&passed, pairs.pairs[i], board->copies);
        for (int i = first; i < next; i++) {
            const two_cards pair = pairs.pairs[i];
            const int32_t not_qualified = without(&low, pair), tied = without(&passed, pair) + 1 - beaten[i];
            settle(job, pair, not_qualified, beaten[i] - not_qualified, tied, values, weights);
        }
    }
}
