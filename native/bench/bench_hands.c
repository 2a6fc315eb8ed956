/* bench_hands.c: how many hands a second, in each way this processor has; see usage() for how to ask.
 *
 * Hands are random and stream from memory, or follow one another in order. All ways take turns, round by round, and the
 * median round counts, so that what else the machine does strikes all of them alike. Time is CPU time of this thread.
 * Another evaluator can run beside ours: link in a file that defines the peer_ functions below, as
 * bench_hands_beside_ompeval.cpp does.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch.h"
#include "handkeys.h"

enum { ROUNDS = 5, PIECE = 4096, LARGEST = 80000000 };      /* hands written at a time; bytes of hands */

/* The peer: as he_strengths(), but with the peer's own values; and the sum of them over all hands of seven in order, which may
 * look at six cards first. */
__attribute__((weak)) void peer_strengths(const uint8_t *cards, int n, size_t count, uint16_t *strengths);
__attribute__((weak)) uint64_t peer_in_order(int looks_at_six);

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* SplitMix64: the same hands everywhere. */
static uint64_t next_number(void)
{
    static uint64_t state = 7;
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int lowest_code(enum he_deck deck)
{
    return deck == HE_STANDARD || deck == HE_JOKER ? 0 : HE_SHORT_LOWEST;
}

static int end_of_codes(enum he_deck deck)
{
    return deck == HE_JOKER ? HE_CODES : HE_CARDS;
}

static void deal(enum he_deck deck, uint8_t *cards, int n, size_t count)
{
    const uint64_t lowest = (uint64_t)lowest_code(deck), codes = (uint64_t)end_of_codes(deck) - lowest;
    for (size_t hand = 0; hand < count; hand++, cards += n)
        for (uint64_t seen = 0, dealt = 0; dealt < (uint64_t)n;) {
            const uint64_t card = lowest + (next_number() >> 32) * codes / ((uint64_t)1 << 32);
            if (seen >> card & 1)
                continue;
            seen |= (uint64_t)1 << card;
            cards[dealt++] = (uint8_t)card;
        }
}

/* In order: every hand of seven is looked up, in plain loops that keep the keys of the cards before; the peer does the same.
 * Either may look at six cards first: where no suit has four of them no seventh makes a flush, and the last loop tests none. */

HE_INLINE uint64_t last_cards(uint64_t key, uint64_t mask, int first)
{
    uint64_t sum = 0;
    for (int card = first; card < HE_CARDS; card++) {
        const uint64_t whole = key + KEYS[card];
        sum += he_is_special(whole) ? he_flush_strength(HE_STANDARD, whole, mask + SUIT_MASKS[card])
                                    : he_rank_strength(HE_STANDARD, 7, whole);
    }
    return sum;
}

/* Two hands a turn; the odd one first. */
HE_INLINE uint64_t last_cards_by_rank(uint64_t key, int first)
{
    uint64_t sum = 0, other = 0;
    if ((HE_CARDS - first) % 2)
        sum = he_rank_strength(HE_STANDARD, 7, key + KEYS[first++]);
    for (const uint64_t *card = KEYS + first; card < KEYS + HE_CARDS; card += 2) {
        sum += he_rank_strength(HE_STANDARD, 7, key + card[0]);
        other += he_rank_strength(HE_STANDARD, 7, key + card[1]);
    }
    return sum + other;
}

/* A suit field of six cards is 6 and twice the cards of the suit: with four of them 2 more set its top bit. */
HE_INLINE int may_be_flush(uint64_t key_of_six)
{
    return ((key_of_six + 2 * HE_START_OF_FIVE) & HE_FIVE_OF_A_SUIT) != 0;
}

#define EACH_AFTER(before, card, left) for (int card = before + 1; card <= HE_CARDS - left; card++)

HE_INLINE uint64_t in_order_with(int looks_at_six)
{
    uint64_t sum = 0;
    EACH_AFTER(-1, a, 7)
        EACH_AFTER(a, b, 6)
            EACH_AFTER(b, c, 5)
                EACH_AFTER(c, d, 4) {
                    const uint64_t key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d];
                    const uint64_t mask = SUIT_MASKS[a] + SUIT_MASKS[b] + SUIT_MASKS[c] + SUIT_MASKS[d];
                    EACH_AFTER(d, e, 3)
                        EACH_AFTER(e, f, 2) {
                            const uint64_t six = key + KEYS[e] + KEYS[f];
                            sum += looks_at_six && !may_be_flush(six)
                                ? last_cards_by_rank(six, f + 1)
                                : last_cards(six, mask + SUIT_MASKS[e] + SUIT_MASKS[f], f + 1);
                        }
                }
    return sum;
}

static uint64_t in_order(int looks_at_six)
{
    return looks_at_six ? in_order_with(1) : in_order_with(0);
}

/* What is measured, and how often. */

struct contest {
    const uint8_t *cards;
    int n;
    size_t count;
    enum he_deck deck;
};

enum { PEER = HE_WAYS, RUNNERS, NOBODY = RUNNERS };

static const char *const NAMES[RUNNERS] = {"scalar", "avx2", "vbmi", "neon", "peer"};

/* Four strengths at a time, so that it takes little of what is measured. */
static uint64_t checksum(uint16_t strengths[PIECE], size_t count)
{
    uint64_t sum = 0;
    for (size_t i = count; i % 4; i++)
        strengths[i] = 0;
    for (size_t i = 0; i < count; i += 4) {
        uint64_t four;
        memcpy(&four, strengths + i, sizeof four);
        sum += four;
    }
    return sum;
}

static uint64_t run(const struct contest *contest, int runner)
{
    static uint16_t strengths[PIECE];
    uint64_t sum = 0;
    for (size_t from = 0; from < contest->count; from += PIECE) {
        const size_t count = contest->count - from < PIECE ? contest->count - from : PIECE;
        const uint8_t *cards = contest->cards + from * (size_t)contest->n;
        if (runner == NOBODY)
            strengths[0] = (uint16_t)from;
        else if (runner == PEER)
            peer_strengths(cards, contest->n, count, strengths);
        else
            he_strengths_by((enum he_way)runner, contest->deck, cards, contest->n, count, strengths);
        sum += checksum(strengths, count);
    }
    return sum;
}

static int can_run(const struct contest *contest, int runner)
{
    return runner == PEER ? contest->deck == HE_STANDARD && peer_strengths : he_has_way((enum he_way)runner);
}

static int by_size(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double rates[ROUNDS])
{
    qsort(rates, ROUNDS, sizeof *rates, by_size);
    return rates[ROUNDS / 2];
}

static void say(const char *name, double rate, double peer_rate, uint64_t sum)
{
    printf("  %-8s %8.1f M/s", name, rate);
    if (peer_rate > 0)
        printf("  %5.2f x peer", rate / peer_rate);
    printf("  checksum %llu\n", (unsigned long long)sum);
}

static void compare(const struct contest *contest)
{
    double rates[RUNNERS][ROUNDS], medians[RUNNERS] = {0};
    uint64_t sums[RUNNERS] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int runner = 0; runner < RUNNERS; runner++)
            if (can_run(contest, runner)) {
                const double start = cpu_seconds();
                sums[runner] = run(contest, runner);
                rates[runner][round] = (double)contest->count / (cpu_seconds() - start) / 1e6;
            }
    for (int runner = 0; runner < RUNNERS; runner++)
        if (can_run(contest, runner))
            medians[runner] = median(rates[runner]);
    for (int runner = 0; runner < RUNNERS; runner++)
        if (can_run(contest, runner))
            say(NAMES[runner], medians[runner], medians[PEER], sums[runner]);
}

/* 0, or 1 if looking at six cards first comes to another sum. */
static int compare_in_order(void)
{
    enum { PLAIN, SIX, PEER_PLAIN, PEER_SIX, LOOPS };
    static const char *const LOOP_NAMES[LOOPS] = {"scalar", "six", "peer", "peer six"};
    double rates[LOOPS][ROUNDS], medians[LOOPS];
    uint64_t sums[LOOPS];
    const int loops = peer_in_order ? LOOPS : PEER_PLAIN;
    for (int round = 0; round < ROUNDS; round++)
        for (int loop = 0; loop < loops; loop++) {
            const double start = cpu_seconds();
            sums[loop] = loop < PEER_PLAIN ? in_order(loop == SIX) : peer_in_order(loop == PEER_SIX);
            rates[loop][round] = 133784560 / 1e6 / (cpu_seconds() - start);
        }
    for (int loop = 0; loop < loops; loop++)
        medians[loop] = median(rates[loop]);
    printf("7 cards of deck standard, in order\n");
    for (int loop = 0; loop < loops; loop++)
        say(LOOP_NAMES[loop], medians[loop], peer_in_order ? medians[PEER_PLAIN] : 0, sums[loop]);
    return sums[SIX] != sums[PLAIN] || (peer_in_order && sums[PEER_SIX] != sums[PEER_PLAIN]);
}

static int usage(void)
{
    fprintf(stderr, "bench_hands                     hands a second: all decks, 5 to 7 cards, and in order\n"
                    "bench_hands beside              the same of the standard deck alone, 7 and 5 cards\n"
                    "bench_hands order               seven cards in order alone\n"
                    "bench_hands sums HANDS          checksums only, of so many hands: compare machines\n"
                    "bench_hands one WAY N HANDS [DECK]  one way (scalar avx2 vbmi neon peer none) once, for callgrind\n");
    return 2;
}

static uint8_t *dealt(enum he_deck deck, int n, size_t count)
{
    uint8_t *cards = malloc(count * (size_t)n);
    if (!cards)
        exit(fprintf(stderr, "No memory for %zu hands.\n", count) > 0);
    deal(deck, cards, n, count);
    return cards;
}

static const char *const DECKS[] = {"standard", "short", "short-flush", "short-only-trips", "short-trips", "joker"};

static void compare_deck(enum he_deck deck, int n)
{
    const size_t count = LARGEST / (size_t)n / (deck == HE_STANDARD ? 1 : 8);
    uint8_t *cards = dealt(deck, n, count);
    printf("%d cards of deck %s, %zu random hands\n", n, DECKS[deck], count);
    compare(&(struct contest){cards, n, count, deck});
    free(cards);
}

static int compare_all(int with_all_decks)
{
    for (int deck = HE_STANDARD; deck <= (with_all_decks ? HE_JOKER : HE_STANDARD); deck++)
        for (int n = HE_MOST; n >= HE_BEST; n -= with_all_decks ? 1 : 2)
            compare_deck((enum he_deck)deck, n);
    return compare_in_order();
}

/* All ways must agree, here and on other processors. */
static int sum_all(size_t count)
{
    for (int deck = HE_STANDARD; deck <= HE_JOKER; deck++)
        for (int n = HE_FEWEST; n <= HE_MOST; n++) {
            uint8_t *cards = dealt((enum he_deck)deck, n, count);
            const struct contest contest = {cards, n, count, (enum he_deck)deck};
            const uint64_t sum = run(&contest, HE_WAY_SCALAR);
            for (int way = HE_WAY_SCALAR + 1; way < HE_WAYS; way++)
                if (he_has_way((enum he_way)way) && run(&contest, way) != sum)
                    return printf("%s differs from scalar\n", NAMES[way]), 1;
            printf("%s %d %llu\n", DECKS[deck], n, (unsigned long long)sum);
            free(cards);
        }
    return 0;
}

/* With the way "none" the hands are only dealt and summed up: callgrind's count for that is subtracted. */
static int run_one(const char *name, int n, size_t count, enum he_deck deck)
{
    uint8_t *cards = dealt(deck, n, count);
    const struct contest contest = {cards, n, count, deck};
    for (int runner = 0; runner < RUNNERS; runner++)
        if (!strcmp(name, NAMES[runner]) && can_run(&contest, runner))
            printf("%llu\n", (unsigned long long)run(&contest, runner));
    if (!strcmp(name, "none"))
        run(&contest, NOBODY);
    free(cards);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 1 || (argc == 2 && !strcmp(argv[1], "beside")))
        return compare_all(argc == 1);
    if (argc == 2 && !strcmp(argv[1], "order"))
        return compare_in_order();
    if (argc == 3 && !strcmp(argv[1], "sums"))
        return sum_all((size_t)atol(argv[2]));
    if (argc >= 5 && argc <= 6 && !strcmp(argv[1], "one"))
        return run_one(argv[2], atoi(argv[3]), (size_t)atol(argv[4]), (enum he_deck)(argc == 6 ? atoi(argv[5]) : 0));
    return usage();
}
