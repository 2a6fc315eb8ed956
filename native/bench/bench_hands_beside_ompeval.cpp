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

extern "C" uint64_t peer_in_order(void)
{
    const omp::Hand none = omp::Hand::empty();
    uint64_t sum = 0;
    EACH_AFTER(-1u, a, none, one, 7)
    EACH_AFTER(a, b, one, two, 6)
    EACH_AFTER(b, c, two, three, 5)
    EACH_AFTER(c, d, three, four, 4)
    EACH_AFTER(d, e, four, five, 3)
    EACH_AFTER(e, f, five, six, 2)
    EACH_AFTER(f, g, six, seven, 1)
        sum += evaluator.evaluate(seven);
    }}}}}}}
    return sum;
}
