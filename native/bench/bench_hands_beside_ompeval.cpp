/* bench_hands_beside_ompeval: OMPEval as the peer of bench_hands.c, which then prints both.
 *
 * OMPEval (github.com/zekyll/OMPEval) is no part of this tree. In a clone of it, with NATIVE the path to native/, and -O3 for it, as in its
 * Makefile: with -O2 it is a third slower.
 *     gcc -std=c11 -O2 -c -I$NATIVE $NATIVE/handeval.c $NATIVE/handeval_data.c $NATIVE/batch*.c $NATIVE/bench/bench_hands.c
 *     g++ -std=c++11 -O3 -I. $NATIVE/bench/bench_hands_beside_ompeval.cpp omp/HandEvaluator.cpp *.o -o hands
 */
#include <cstddef>
#include <cstdint>

#include "omp/HandEvaluator.h"

static const omp::HandEvaluator evaluator;

template <int CARDS>
static void evaluate(const uint8_t *cards, size_t count, uint16_t *strengths)
{
    for (size_t i = 0; i < count; i++, cards += CARDS) {
        omp::Hand hand = omp::Hand::empty();
        for (int j = 0; j < CARDS; j++)
            hand += omp::Hand(cards[j]);
        strengths[i] = evaluator.evaluate(hand);
    }
}

extern "C" void peer_strengths(const uint8_t *cards, int n, size_t count, uint16_t *strengths)
{
    if (n == 7)
        evaluate<7>(cards, count, strengths);
    else if (n == 6)
        evaluate<6>(cards, count, strengths);
    else
        evaluate<5>(cards, count, strengths);
}

#define EACH_AFTER(before, card, hand, next, left)                      \
    for (unsigned card = before + 1; card <= 52 - left; card++) {       \
        const omp::Hand next = hand + omp::Hand(card);

template <bool FLUSHES>
static inline uint64_t last_cards(const omp::Hand &six, unsigned f)
{
    uint64_t sum = 0;
    EACH_AFTER(f, g, six, seven, 1)
        sum += evaluator.evaluate<FLUSHES>(seven);
    }
    return sum;
}

/* A card of each suit more: if six cards have no flush with these, no suit has four of the six. */
template <bool LOOKS_AT_SIX>
static uint64_t in_order()
{
    const omp::Hand none = omp::Hand::empty(), one_of_each = omp::Hand(0) + omp::Hand(1) + omp::Hand(2) + omp::Hand(3);
    uint64_t sum = 0;
    EACH_AFTER(-1u, a, none, one, 7)
    EACH_AFTER(a, b, one, two, 6)
    EACH_AFTER(b, c, two, three, 5)
    EACH_AFTER(c, d, three, four, 4)
    EACH_AFTER(d, e, four, five, 3)
    EACH_AFTER(e, f, five, six, 2)
        if (LOOKS_AT_SIX && !(six + one_of_each).hasFlush())
            sum += last_cards<false>(six, f);
        else
            sum += last_cards<true>(six, f);
    }}}}}}
    return sum;
}

extern "C" uint64_t peer_in_order(int looks_at_six)
{
    return looks_at_six ? in_order<true>() : in_order<false>();
}
