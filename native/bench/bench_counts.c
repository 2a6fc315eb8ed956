/* bench_counts.c: the exact counts, equity and casino odds, to be compared between machines and counted by callgrind.
 *
 *     bench_counts sums               two published figures; checksums of equity of all decks and boards, match-ups, outcomes
 *     bench_counts one CASE TIMES     one case so many times: equity of 2 3 6 10 players before the flop, f2 f6 on one; casino,
 *                                     outcomes (the casino's whole table of them)
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casino.h"
#include "equity.h"
#include "handeval.h"

enum { MASKS = 1 << EQ_MOST_PLAYERS, MATCH_UPS = 64, STEP = EQ_MATCH_UPS / MATCH_UPS, FLOP = 3 };

/* AsKs QhQd JcTc 9s8s 7h7c 5d4d AhQc KdJd 6s6c 3h2h, and a board Ts 6d 2d 8d Jh: the showdowns of EQUITY.md. */
static const uint8_t HOLDINGS[EQ_MOST_PLAYERS * EQ_HOLE_CARDS] = {
    51, 47, 42, 41, 36, 32, 31, 27, 22, 20, 13, 9, 50, 40, 45, 37, 19, 16, 6, 2
};
static const uint8_t BOARD[EQ_BOARD_CARDS] = {35, 17, 1, 25, 38};

/* In the short deck, which has no cards below the six: AsKs QhQd JcTc 9s8s 7h7c AhQc KdJd 6s6c 9h8h TdTh, same board but 9c. */
static const uint8_t SHORT_HOLDINGS[EQ_MOST_PLAYERS * EQ_HOLE_CARDS] = {
    51, 47, 42, 41, 36, 32, 31, 27, 22, 20, 50, 40, 45, 37, 19, 16, 30, 26, 33, 34
};
static const uint8_t SHORT_BOARD[EQ_BOARD_CARDS] = {35, 17, 28, 25, 38};

static const struct ca_rules RULES = {1, {1, 1, 1, 1, 1, 2, 3, 10, 20, 100}, 0};
static const uint8_t PAIR_OF_FOURS[HE_BEST] = {8, 9, 0, 5, 14};

static uint32_t boards[MASKS];

/* FNV-1a, byte by byte of each number, so that every machine has the same. */
static uint64_t add(uint64_t sum, uint64_t number)
{
    for (int byte = 0; byte < 8; byte++)
        sum = (sum ^ (number >> 8 * byte & 0xFF)) * 0x100000001B3u;
    return sum;
}

static const uint64_t EMPTY = 0xCBF29CE484222325u;

static int32_t equity(int deck, int players, int board_cards)
{
    const int is_short = deck >= HE_SHORT && deck <= HE_SHORT_TRIPS;
    return eq_count(deck, players, is_short ? SHORT_HOLDINGS : HOLDINGS, board_cards, is_short ? SHORT_BOARD : BOARD, 0, NULL,
                    boards);
}

static uint64_t sum_of_equity(int deck, int players)
{
    uint64_t sum = EMPTY;
    for (int board_cards = 0; board_cards <= EQ_BOARD_CARDS; board_cards++) {
        sum = add(sum, (uint64_t)equity(deck, players, board_cards));
        for (int mask = 0; mask < 1 << players; mask++)
            sum = add(sum, boards[mask]);
    }
    return sum;
}

static uint64_t sum_of_match_ups(void)
{
    static struct eq_match_up match_ups[EQ_MATCH_UPS];
    uint64_t sum = EMPTY;
    eq_list_match_ups(match_ups);
    for (int i = 0; i < EQ_MATCH_UPS; i += STEP) {
        eq_count_match_ups(match_ups + i, 1);
        sum = add(add(add(add(sum, match_ups[i].weight), match_ups[i].win), match_ups[i].tie), match_ups[i].lose);
    }
    return sum;
}

static int casino(int outcomes, struct ca_outcomes *found)
{
    struct ca_rules rules = RULES;
    rules.qualifying = he_strength(HE_STANDARD, PAIR_OF_FOURS, HE_BEST);
    return ca_count(&rules, outcomes, found);
}

static uint64_t sum_of_casino(void)
{
    struct ca_outcomes found;
    if (casino(1, &found))
        return 0;
    uint64_t sum = add(add(EMPTY, (uint64_t)found.value), (uint64_t)found.hands_called);
    for (int i = 0; i < CA_CATEGORIES; i++)
        sum = add(add(add(add(sum, (uint64_t)found.not_qualified[i]), (uint64_t)found.won[i]), (uint64_t)found.tied[i]),
                  (uint64_t)found.lost[i]);
    return sum;
}

static void say(const char *what, int number, int players, uint64_t sum)
{
    printf("%s %d %d %016llx\n", what, number, players, (unsigned long long)sum);
}

/* Figures that have been published, so that it shows if all machines are wrong alike. */
static void say_published(void)
{
    struct ca_outcomes found = {0};
    casino(0, &found);
    equity(HE_STANDARD, EQ_FEWEST_PLAYERS, 0);
    printf("AsKs v QhQd %u %u %u\n", boards[1], boards[2], boards[3]);
    printf("casino %lld %llu\n", (long long)found.value, (unsigned long long)found.hands_called);
}

static int sum_all(void)
{
    say_published();
    for (int deck = HE_STANDARD; deck <= HE_JOKER; deck++)
        for (int players = EQ_FEWEST_PLAYERS; players <= EQ_MOST_PLAYERS; players += 4)
            say("equity", deck, players, sum_of_equity(deck, players));
    say("match-ups", MATCH_UPS, EQ_FEWEST_PLAYERS, sum_of_match_ups());
    say("casino", CA_CATEGORIES, 1, sum_of_casino());
    return 0;
}

static int run_one(const char *name, int times)
{
    struct ca_outcomes found;
    for (int i = 0; i < times; i++)
        if (!strcmp(name, "casino") || !strcmp(name, "outcomes"))
            casino(*name == 'o', &found);
        else
            equity(HE_STANDARD, atoi(name + (*name == 'f')), *name == 'f' ? FLOP : 0);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "sums"))
        return sum_all();
    if (argc == 4 && !strcmp(argv[1], "one"))
        return run_one(argv[2], atoi(argv[3]));
    return fprintf(stderr, "bench_counts sums, or bench_counts one 2|3|6|10|f2|f6|casino|outcomes TIMES\n"), 2;
}
