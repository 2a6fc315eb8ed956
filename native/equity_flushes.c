/* equity_flushes.c: the boards with a flush in one suit: each set of its ranks with each choice of ranks beside it. */
#include "equity_suit.h"

static void look_at(struct eq_suit *suit, const struct eq_showdown *showdown, int which)
{
    *suit = (struct eq_suit){.showdown = showdown, .held = showdown->held[which], .board = showdown->board[which],
                             .live = showdown->live[which], .live_count = eq_count_bits(showdown->live[which])};
    for (int other = 0; other < EQ_SUITS; other++)
        for (uint32_t live = other == which ? 0 : showdown->live[other]; live; live &= live - 1) {
            suit->others[eq_lowest(live)]++;
            suit->others_count++;
        }
}

struct eq_owners eq_owners_of(const struct eq_suit *suit, int suited)
{
    struct eq_owners owners = {.count = 0};
    for (int player = 0; player < suit->showdown->players; player++)
        if (suited + eq_count_bits(suit->held[player]) >= EQ_FLUSH)
            owners.players[owners.count++] = player;
        else
            owners.rest |= 1u << player;
    return owners;
}

void eq_list_sets(struct eq_sets *sets, uint32_t ranks, int size)
{
    for (int i = 0; i <= size; i++)
        sets->counts[i] = i == 0;
    sets->sets[0][0] = 0;
    for (; ranks; ranks &= ranks - 1)
        for (int i = size; i > 0; i--) {        /* larger sets first: a rank must not be taken twice */
            const uint16_t rank = (uint16_t)(ranks & -ranks);
            uint16_t *to = sets->sets[i] + sets->counts[i];
            for (int from = 0; from < sets->counts[i - 1]; from++)
                to[from] = sets->sets[i - 1][from] | rank;
            sets->counts[i] += sets->counts[i - 1];
        }
}

int eq_list_completions(const struct eq_suit *suit, int cards, struct eq_completion completions[EQ_MOST_COMPLETIONS])
{
    int count = 0;
    if (cards == 0)
        completions[count++] = (struct eq_completion){0, 1};
    for (int rank = 0; rank < EQ_RANKS && cards > 0; rank++) {
        const uint32_t sum = eq_number(rank), live = suit->others[rank];
        if (live && cards == 1)
            completions[count++] = (struct eq_completion){sum, live};
        if (live > 1 && cards == 2)
            completions[count++] = (struct eq_completion){2 * sum, eq_choose_two(live)};
        for (int higher = 0; higher < rank && live && cards == 2; higher++)
            if (suit->others[higher])
                completions[count++] = (struct eq_completion){sum + eq_number(higher), live * suit->others[higher]};
    }
    return count;
}

/* So many cards of the suit are to come. */
HE_INLINE void deal_flushes(enum he_deck deck, const struct eq_suit *suit, int coming)
{
    const struct eq_best nobody = {0, 0};
    const struct eq_owners owners = eq_owners_of(suit, coming + eq_count_bits(suit->board));
    const int others = suit->showdown->to_come - coming;
    uint32_t *boards = suit->showdown->boards;
    struct eq_completion completions[EQ_MOST_COMPLETIONS];
    const int count = eq_list_completions(suit, others, completions);
    struct eq_sets sets;
    eq_list_sets(&sets, suit->live, coming);
    for (int i = 0; i < sets.counts[coming]; i++) {
        const uint32_t set = sets.sets[coming][i], sum = eq_sum_of(set);
        const struct eq_best flush = eq_best_flush(deck, suit, &owners, set | suit->board, nobody);
        if (!owners.rest || flush.strength >= EQ_STRAIGHT_FLUSH) {
            boards[flush.winners] += eq_choose(suit->others_count, others);
            continue;
        }
        for (int j = 0; j < count; j++)
            boards[eq_best_of_rest(deck, suit, owners.rest, sum + completions[j].sum, flush).winners] += completions[j].ways;
    }
}

void eq_count_flushes(const struct eq_showdown *showdown, int which)
{
    struct eq_suit suit;
    look_at(&suit, showdown, which);
    for (int coming = showdown->needed[which] > 0 ? showdown->needed[which] : 0; coming <= showdown->to_come; coming++)
        if (eq_is_counted(showdown))
            eq_count_sets(&suit, coming);
        else if (!he_is_short(showdown->deck))
            deal_flushes(HE_STANDARD, &suit, coming);
        else
            deal_flushes(showdown->deck, &suit, coming);
}
