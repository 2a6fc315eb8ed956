/* casino_sweep.c: on one board, every pair of a player against every pair of the dealer's, by their strengths. */
#include <stddef.h>

#include "casino_internal.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* A pair as a number to sort by: its strength, then its two classes, the first not below the second. */
typedef uint32_t two_cards;

enum { STRENGTH_SHIFT = 16, FIRST_SHIFT = 8, CLASS_MASK = 0xff };

struct pairs {
    int count;
    two_cards pairs[CA_PAIRS];
};

/* How many pairs have each low and each high digit. */
struct digits {
    uint16_t low[DIGITS], high[DIGITS];
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

static void list_pairs(const struct ca_board *board, struct pairs *pairs, struct digits *digits)
{
    int count = 0;
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
            pairs->pairs[count++] = strength << STRENGTH_SHIFT | (uint32_t)first << FIRST_SHIFT | (uint32_t)second;
            digits->low[strength & (DIGITS - 1)]++;
            digits->high[strength >> DIGIT_BITS]++;
        }
    }
    pairs->count = count;
}

/* A stable sort by one digit of the strength. */
static void sort_by_digit(const struct pairs *from, struct pairs *to, const uint16_t counts[DIGITS], int shift)
{
    uint16_t places[DIGITS];
    unsigned place = 0;
    for (int digit = 0; digit < DIGITS; place += counts[digit++])
        places[digit] = (uint16_t)place;
    const int count = to->count = from->count;
    for (int i = 0; i < count; i++)
        to->pairs[places[from->pairs[i] >> shift & (DIGITS - 1)]++] = from->pairs[i];
}

/* What pairs come to, of one category, weighted: pairs of the dealer's by how they end, and the weights. */
struct tally {
    uint64_t not_qualified, won, tied, weight;
};

static void write_down(const struct ca_job *job, int category, const struct tally *tally)
{
    job->outcomes->not_qualified[category] += tally->not_qualified;
    job->outcomes->won[category] += tally->won;
    job->outcomes->tied[category] += tally->tied;
    job->outcomes->lost[category] += CA_DEALER_PAIRS * tally->weight - tally->not_qualified - tally->won - tally->tied;
}

/* Of the 990 pairs that the dealer may hold: so many do not qualify, of the others so many are beaten and so many equal. */
struct ends {
    int32_t not_qualified, won, tied;
};

/* The value of a pair; or, where it has a weight, its ends. `pays`: of its category. */
HE_INLINE void settle(const struct ca_job *job, two_cards pair, int32_t pays, struct ends ends, uint32_t *values,
                      const uint32_t *weights, struct tally *tally)
{
    const uint32_t number = (uint32_t)ca_pair((int)first_of(pair), (int)second_of(pair));
    if (!weights) {
        const int32_t lost = CA_DEALER_PAIRS - ends.not_qualified - ends.won - ends.tied;
        values[number] = (uint32_t)((ends.not_qualified + ends.won) * pays
                                    + (ends.won * CA_CALL - lost * (1 + CA_CALL)) * job->unit);
        return;
    }
    const uint64_t weight = weights[number];
    tally->not_qualified += weight * (uint64_t)ends.not_qualified;
    tally->won += weight * (uint64_t)ends.won;
    tally->tied += weight * (uint64_t)ends.tied;
    tally->weight += weight;
}

/* Pairs below the qualifying hand, all passed: they win only where the dealer's is one too. */
HE_INLINE int settle_low(const struct ca_job *job, const struct ca_board *board, const struct pairs *pairs, struct passed *passed,
                         uint32_t *values, const uint32_t *weights)
{
    int low = 0;
    for (; low < pairs->count && strength_of(pairs->pairs[low]) < job->qualifying; low++)
        pass(passed, pairs->pairs[low], board->copies);
    for (int i = 0; i < low;) {         /* those of one category together */
        const uint32_t slot = strength_of(pairs->pairs[i]) >> HE_SLOT_SHIFT;
        struct tally tally = {0, 0, 0, 0};
        for (; i < low && strength_of(pairs->pairs[i]) >> HE_SLOT_SHIFT == slot; i++) {
            const struct ends ends = {without(passed, pairs->pairs[i]) + 1, 0, 0};
            settle(job, pairs->pairs[i], job->pays[slot], ends, values, weights, &tally);
        }
        if (weights)
            write_down(job, SLOT_CATEGORY[slot], &tally);
    }
    return low;
}

/* Equal ones together, from the weakest that qualifies on. */
HE_INLINE void settle_high(const struct ca_job *job, const struct ca_board *board, const struct pairs *pairs, int next,
                           const struct passed *low, uint32_t *values, const uint32_t *weights)
{
    struct passed passed = *low;
    int32_t beaten[CA_PAIRS];
    while (next < pairs->count) {
        const int first = next;
        const uint32_t strength = strength_of(pairs->pairs[first]), slot = strength >> HE_SLOT_SHIFT;
        struct tally tally = {0, 0, 0, 0};
        for (; next < pairs->count && strength_of(pairs->pairs[next]) == strength; next++)
            beaten[next] = without(&passed, pairs->pairs[next]);
        for (int i = first; i < next; i++)
            pass(&passed, pairs->pairs[i], board->copies);
        for (int i = first; i < next; i++) {
            const two_cards pair = pairs->pairs[i];
            const int32_t not_qualified = without(low, pair), tied = without(&passed, pair) + 1 - beaten[i];
            const struct ends ends = {not_qualified, beaten[i] - not_qualified, tied};
            settle(job, pair, job->pays[slot], ends, values, weights, &tally);
        }
        if (weights)
            write_down(job, SLOT_CATEGORY[slot], &tally);
    }
}

void ca_sweep(const struct ca_job *job, const struct ca_board *board, uint32_t *values, const uint32_t *weights)
{
    struct pairs unsorted, half, pairs;
    struct digits digits = {{0}, {0}};
    struct passed low = {0, {0}};
    list_pairs(board, &unsorted, &digits);
    sort_by_digit(&unsorted, &half, digits.low, STRENGTH_SHIFT);
    sort_by_digit(&half, &pairs, digits.high, STRENGTH_SHIFT + DIGIT_BITS);
    if (!job->outcomes) {
        const int next = settle_low(job, board, &pairs, &low, values, NULL);
        settle_high(job, board, &pairs, next, &low, values, NULL);
    } else {
        const int next = settle_low(job, board, &pairs, &low, values, weights);
        settle_high(job, board, &pairs, next, &low, values, weights);
    }
}
