/* equity_jokers.c: the boards of showdowns in which a joker plays, dealt one by one with the keys of handeval. */
#include "equity_internal.h"

struct hand {
    uint64_t key, mask;
};

struct table {
    int players;
    struct hand hands[EQ_MOST_PLAYERS];         /* a player's cards and what lies on the board before the rest is dealt */
    int live_count;
    uint8_t live[HE_CARDS];                     /* without jokers */
    uint32_t weight;                            /* of each board */
    uint32_t *boards;
};

static void add(struct hand *hand, int card)
{
    hand->key += KEYS[card];
    hand->mask += SUIT_MASKS[card];
}

static void showdown(const struct table *table, const struct hand *board)
{
    uint32_t best = 0, winners = 0;
    for (int player = 0; player < table->players; player++) {
        const uint64_t key = table->hands[player].key + board->key, mask = table->hands[player].mask + board->mask;
        const uint32_t strength = he_is_special(key) ? he_special_strength(HE_JOKER, HE_MOST, key, mask)
            : he_rank_strength(HE_JOKER, HE_MOST, key);
        const uint32_t bit = 1u << player, with_ties = strength == best ? winners | bit : winners;
        winners = strength > best ? bit : with_ties;
        best = strength > best ? strength : best;
    }
    table->boards[winners] += table->weight;
}

/* Deals so many more cards, in the order of the live ones. */
static void deal(const struct table *table, const struct hand *board, int from, int cards)
{
    if (!cards) {
        showdown(table, board);
        return;
    }
    for (int i = from; i <= table->live_count - cards; i++) {
        struct hand more = *board;
        add(&more, table->live[i]);
        deal(table, &more, i + 1, cards - 1);
    }
}

void eq_deal_with_jokers(const struct eq_question *question, uint32_t *boards)
{
    struct table table = {.players = question->players, .boards = boards};
    struct hand board = {0, 0};
    int jokers_out = 0;
    for (int i = 0; i < question->board_cards; i++) {
        add(&board, question->board[i]);
        jokers_out |= question->board[i] >= HE_CARDS;
    }
    for (int i = 0; i < question->players * EQ_HOLE_CARDS; i++) {
        add(&table.hands[i / EQ_HOLE_CARDS], question->holdings[i]);
        jokers_out |= question->holdings[i] >= HE_CARDS;
    }
    for (int card = 0; card < HE_CARDS; card++)
        if (question->live >> card & 1)
            table.live[table.live_count++] = (uint8_t)card;
    const int live_jokers = eq_count_bits((uint32_t)(question->live >> HE_CARDS));
    const int to_come = EQ_BOARD_CARDS - question->board_cards;
    for (int jokers = 0; jokers <= live_jokers && jokers <= to_come; jokers++) {
        table.weight = eq_choose((uint32_t)live_jokers, jokers);       /* it does not matter which of the jokers come */
        if (jokers || jokers_out)
            deal(&table, &board, 0, to_come - jokers);
        add(&board, HE_CARDS);
    }
}
