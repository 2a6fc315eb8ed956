/* casino_calls QUALIFYING PAYS...: which hands of Casino Hold'em are worth a call, by the values that ca_count() decides by.
 *
 * QUALIFYING is the least strength of a dealer who qualifies, PAYS the ten pays of the ante, whole numbers, high card first.
 * Writes a byte, 1 for a call, for each flop and each two cards. Flops and pairs of cards are taken by their highest code,
 * then by the next, each ascending; two cards of which one lies in the flop have a 0, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "casino_internal.h"

enum { CARDS = HE_CARDS, HOLDINGS = CARDS * (CARDS - 1) / 2 };

static int rank_of(int card)
{
    return EQ_RANKS - 1 - card / EQ_SUITS;
}

static void look_at(struct ca_rows *rows, const int cards[CA_FLOP], struct ca_flop *flop, struct ca_sums *sums)
{
    int ranks[CA_FLOP], suits[CA_FLOP];
    for (int i = 0; i < CA_FLOP; i++) {         /* the highest card has the lowest number */
        ranks[i] = rank_of(cards[i]);
        suits[i] = cards[i] % EQ_SUITS;
    }
    ca_set_up(flop, ranks, suits, rows);
    ca_sum_up(flop, sums);
}

static int is_out(const int cards[CA_FLOP], int card)
{
    return card == cards[0] || card == cards[1] || card == cards[2];
}

static void write_flop(struct ca_rows *rows, const int cards[CA_FLOP])
{
    struct ca_flop flop;
    struct ca_sums sums;
    uint8_t calls[HOLDINGS] = {0};
    int at = 0;
    look_at(rows, cards, &flop, &sums);
    for (int one = 1; one < CARDS; one++)
        for (int other = 0; other < one; other++, at++) {
            const struct ca_hand hand = {{rank_of(one), rank_of(other)}, {one % EQ_SUITS, other % EQ_SUITS},
                                         ca_pair(rank_of(one), rank_of(other))};
            if (!is_out(cards, one) && !is_out(cards, other))
                calls[at] = ca_value_of(&flop, &sums, &hand) > -CA_SHOWDOWNS;
        }
    fwrite(calls, 1, sizeof calls, stdout);
}

int main(int argc, char **argv)
{
    struct ca_rules rules = {.unit = 1};
    if (argc != 2 + CA_CATEGORIES)
        return fprintf(stderr, "Say the least strength that qualifies and %d pays.\n", CA_CATEGORIES), 2;
    rules.qualifying = (uint32_t)strtoul(argv[1], NULL, 10);
    for (int category = 0; category < CA_CATEGORIES; category++)
        rules.pays[category] = atoi(argv[2 + category]);
    struct ca_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return 2;
    const struct ca_job job = ca_job_of(&rules);
    ca_go_over_boards(&job, rows);
    int cards[CA_FLOP];
    for (cards[0] = 2; cards[0] < CARDS; cards[0]++)
        for (cards[1] = 1; cards[1] < cards[0]; cards[1]++)
            for (cards[2] = 0; cards[2] < cards[1]; cards[2]++)
                write_flop(rows, cards);
    free(rows);
    return fflush(stdout) != 0;
}
