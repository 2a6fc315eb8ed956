/* equity_beside_ompeval ROUNDS [CASE ours|theirs]: exact equity beside OMPEval, in turns, one thread, CPU time, medians; every
 * winner mask compared. With a case and a side: only that, ROUNDS times, for callgrind.
 *
 * OMPEval (github.com/zekyll/OMPEval) is no part of this tree. In a clone of it, with NATIVE the path to native/:
 *     sed -i 's/MAX_PLAYERS = 6/MAX_PLAYERS = 10/' omp/Constants.h
 *     sed -i '1a #include <functional>' omp/EquityCalculator.h
 *     sed -i 's/static uint64_t m\(in\|ax\)()/static constexpr uint64_t m\1()/' omp/Random.h
 *     gcc -std=gnu11 -O2 -c -I$NATIVE $NATIVE/equity*.c $NATIVE/handeval.c $NATIVE/handeval_data.c
 *     g++ -std=c++11 -O3 -I. -I$NATIVE $NATIVE/bench/equity_beside_ompeval.cpp omp/[CEH]*.cpp *.o -pthread -o beside
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "omp/EquityCalculator.h"

extern "C" {
#include "equity.h"
#include "handeval.h"
}

struct Case {
    const char *name;
    std::vector<std::string> hands;
    std::string board;
    int calls;                          /* of ours between two looks at the clock */
};

static const int MASKS = 1 << EQ_MOST_PLAYERS;
static uint32_t our_boards[MASKS];
static uint64_t their_boards[MASKS];

static int code(const std::string &text, size_t at)
{
    static const std::string RANKS = "23456789TJQKA", SUITS = "cdhs";
    return int(RANKS.find(text[at]) * 4 + SUITS.find(text[at + 1]));
}

static void ours(const Case &c)
{
    uint8_t holdings[2 * EQ_MOST_PLAYERS], board[EQ_BOARD_CARDS];
    for (size_t i = 0; i < c.hands.size() * 2; i++)
        holdings[i] = uint8_t(code(c.hands[i / 2], i % 2 * 2));
    for (size_t i = 0; i < c.board.size() / 2; i++)
        board[i] = uint8_t(code(c.board, 2 * i));
    eq_count(HE_STANDARD, int(c.hands.size()), holdings, int(c.board.size() / 2), board, 0, nullptr, our_boards);
}

/* A fresh calculator each time: it remembers what it has counted. */
static void their_calculator(const Case &c)
{
    omp::EquityCalculator calculator;
    std::vector<omp::CardRange> ranges(c.hands.begin(), c.hands.end());
    calculator.start(ranges, 0, 0, true, 0, nullptr, 0.2, 1);
    calculator.wait();
    const auto results = calculator.getResults();
    std::copy(std::begin(results.winsByPlayerMask), std::end(results.winsByPlayerMask), their_boards);
}

/* Plain loops over their evaluator: their calculator starts a thread, which takes longer than a flop. */
static void their_flop(const Case &c)
{
    static const omp::HandEvaluator evaluator;
    const size_t players = c.hands.size();
    omp::Hand board = omp::Hand::empty(), hands[EQ_MOST_PLAYERS];
    uint64_t used = 0;
    int live[HE_CARDS], count = 0;
    for (size_t i = 0; i < c.board.size(); i += 2) {
        board += omp::Hand(unsigned(code(c.board, i)));
        used |= uint64_t(1) << code(c.board, i);
    }
    for (size_t p = 0; p < players; p++) {
        hands[p] = omp::Hand(unsigned(code(c.hands[p], 0))) + omp::Hand(unsigned(code(c.hands[p], 2)));
        used |= uint64_t(1) << code(c.hands[p], 0) | uint64_t(1) << code(c.hands[p], 2);
    }
    for (int card = 0; card < HE_CARDS; card++)
        if (!(used >> card & 1))
            live[count++] = card;
    std::fill(their_boards, their_boards + (1 << players), 0);
    for (int turn = 0; turn < count; turn++) {
        const omp::Hand four = board + omp::Hand(unsigned(live[turn]));
        for (int river = 0; river < turn; river++) {
            const omp::Hand five = four + omp::Hand(unsigned(live[river]));
            unsigned best = 0, winners = 0;
            for (size_t p = 0; p < players; p++) {
                const unsigned strength = evaluator.evaluate(five + hands[p]), bit = 1u << p;
                const unsigned with_ties = strength == best ? winners | bit : winners;
                winners = strength > best ? bit : with_ties;
                best = strength > best ? strength : best;
            }
            their_boards[winners]++;
        }
    }
}

static void theirs(const Case &c)
{
    c.board.empty() ? their_calculator(c) : their_flop(c);
}

static double us()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e6 + double(now.tv_nsec) / 1e3;
}

static double us_a_call(void (*side)(const Case &), const Case &c, int calls)
{
    const double start = us();
    for (int i = 0; i < calls; i++)
        side(c);
    return (us() - start) / calls;
}

static void compare(const Case &c, int rounds)
{
    std::vector<double> our_times, their_times;
    for (int round = 0; round < rounds; round++) {
        our_times.push_back(us_a_call(ours, c, c.calls));
        their_times.push_back(us_a_call(theirs, c, c.board.empty() ? 3 : c.calls));
    }
    std::sort(our_times.begin(), our_times.end());
    std::sort(their_times.begin(), their_times.end());
    const double our_us = our_times[size_t(rounds) / 2], their_us = their_times[size_t(rounds) / 2];
    const bool is_equal = std::equal(our_boards, our_boards + (1 << c.hands.size()), their_boards);
    printf("%-12s OMPEval %9.2f us  tablectl %8.2f us  %6.1f times  masks %s\n", c.name, their_us, our_us, their_us / our_us,
           is_equal ? "equal" : "DIFFER");
}

int main(int argc, char **argv)
{
    const std::vector<std::string> hands = {"AsKs", "QhQd", "JcTc", "9s8s", "7h7c", "5d4d", "AhQc", "KdJd", "6s6c", "3h2h"};
    const auto first = [&hands](int players) { return std::vector<std::string>(hands.begin(), hands.begin() + players); };
    const std::vector<Case> cases = {
        {"AsKs v QhQd", first(2), "", 100}, {"AcKd v QhQs", {"AcKd", "QhQs"}, "", 100}, {"7s2h v 6h3d", {"7s2h", "6h3d"}, "", 100},
        {"3 players", first(3), "", 30}, {"6 players", first(6), "", 20}, {"10 players", first(10), "", 20},
        {"flop, 2", first(2), "Ts9s2d", 2000}, {"flop, 6", first(6), "Ts6s2d", 1000},
    };
    const int rounds = argc > 1 ? atoi(argv[1]) : 5;
    if (argc > 3) {
        for (int i = 0; i < rounds; i++)
            (strcmp(argv[3], "ours") ? theirs : ours)(cases[size_t(atoi(argv[2]))]);
        return 0;
    }
    for (const Case &c : cases)
        compare(c, rounds);
    return 0;
}
