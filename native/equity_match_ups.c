/* equity_match_ups.c: all showdowns of two holdings before the flop, one for those that differ only in the names of suits. */
#include "equity.h"

#include <stddef.h>

#include "equity_internal.h"

enum { RENAMINGS = 24, CARD_BITS = 6 };

/* Two holdings as a number that compares card by card, the higher card and the higher holding first. */
static uint32_t holding_number(int card, int other)
{
    return (uint32_t)(card > other ? card << CARD_BITS | other : other << CARD_BITS | card);
}

static uint32_t pair_number(uint32_t holding, uint32_t other)
{
    return holding > other ? holding << 2 * CARD_BITS | other : other << 2 * CARD_BITS | holding;
}

static void list_renamings(uint8_t renamings[RENAMINGS][EQ_SUITS])
{
    int count = 0;
    for (int a = 0; a < EQ_SUITS; a++)
        for (int b = 0; b < EQ_SUITS; b++)
            for (int c = 0; c < EQ_SUITS; c++) {
                if (a == b || a == c || b == c)
                    continue;
                const uint8_t renaming[EQ_SUITS] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)(0 + 1 + 2 + 3 - a - b - c)};
                for (int suit = 0; suit < EQ_SUITS; suit++)
                    renamings[count][suit] = renaming[suit];
                count++;
            }
}

static uint32_t renamed_holding(const uint8_t *cards, const uint8_t *renaming)
{
    return holding_number(cards[0] / EQ_SUITS * EQ_SUITS + renaming[cards[0] % EQ_SUITS],
                          cards[1] / EQ_SUITS * EQ_SUITS + renaming[cards[1] % EQ_SUITS]);
}

/* How many different pairs of holdings renaming makes of this one, or 0 if one of them has a higher number. */
static uint32_t weight_of(const uint8_t *holdings, uint8_t renamings[RENAMINGS][EQ_SUITS])
{
    const uint32_t number = pair_number(holding_number(holdings[0], holdings[1]), holding_number(holdings[2], holdings[3]));
    uint32_t same = 0;
    for (int i = 0; i < RENAMINGS; i++) {
        const uint32_t renamed = pair_number(renamed_holding(holdings, renamings[i]),
                                             renamed_holding(holdings + EQ_HOLE_CARDS, renamings[i]));
        if (renamed > number)
            return 0;
        same += renamed == number;
    }
    return RENAMINGS / same;
}

/* Adds the match-ups of a holding with those of lower numbers, and returns where the next belongs. */
static struct eq_match_up *list_against(int card, int other, uint8_t renamings[RENAMINGS][EQ_SUITS], struct eq_match_up *to)
{
    for (int third = card - 1; third > 0; third--)
        for (int fourth = third - 1; fourth >= 0; fourth--) {
            struct eq_match_up match_up = {{(uint8_t)card, (uint8_t)other, (uint8_t)third, (uint8_t)fourth}, 0, 0, 0, 0};
            if (third == other || fourth == other)
                continue;
            match_up.weight = weight_of(match_up.holdings, renamings);
            if (match_up.weight)
                *to++ = match_up;
        }
    return to;
}

void eq_list_match_ups(struct eq_match_up *match_ups)
{
    uint8_t renamings[RENAMINGS][EQ_SUITS];
    list_renamings(renamings);
    for (int card = HE_CARDS - 1; card > 0; card--)
        for (int other = card - 1; other >= 0; other--)
            match_ups = list_against(card, other, renamings, match_ups);
}

void eq_count_match_ups(struct eq_match_up *match_ups, int count)
{
    uint32_t boards[1 << EQ_FEWEST_PLAYERS];
    for (int i = 0; i < count; i++) {
        eq_count(HE_STANDARD, EQ_FEWEST_PLAYERS, match_ups[i].holdings, 0, NULL, 0, NULL, boards);
        match_ups[i].win = boards[1];
        match_ups[i].lose = boards[2];
        match_ups[i].tie = boards[3];
    }
}
