/* equity_match_ups: counts all match-ups of two holdings and prints how many there are, how many pairs of holdings they
 * stand for, the boards of all of these, and the best case against any holding: pairs of aces, in boards won and shared. */
#include <inttypes.h>
#include <stdio.h>

#include "equity.h"
#include "handeval.h"

enum { ACES = 48 };     /* the lowest code of an ace */

static struct eq_match_up match_ups[EQ_MATCH_UPS];

static int is_aces(const uint8_t *holding)
{
    return holding[0] >= ACES && holding[1] >= ACES;
}

int main(void)
{
    uint64_t weight = 0, boards = 0, aces = 0, won = 0, shared = 0;
    eq_list_match_ups(match_ups);
    eq_count_match_ups(match_ups, EQ_MATCH_UPS);
    for (int i = 0; i < EQ_MATCH_UPS; i++) {
        const struct eq_match_up *match_up = &match_ups[i];
        const uint64_t all = match_up->weight * (uint64_t)(match_up->win + match_up->tie + match_up->lose);
        weight += match_up->weight;
        boards += all;
        if (!is_aces(match_up->holdings))
            continue;
        const uint64_t sides = is_aces(match_up->holdings + 2) ? 2 : 1;     /* both are aces, and either is the other's */
        aces += all * sides;
        won += match_up->weight * (uint64_t)(match_up->win + (sides == 2 ? match_up->lose : 0));
        shared += match_up->weight * (uint64_t)match_up->tie * sides;
    }
    printf("%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", EQ_MATCH_UPS, weight, boards, won, shared, aces);
    return 0;
}
