/* equity.c: checks a question, puts it as a showdown, and has its boards counted pass by pass. See EQUITY.md. */
#include "equity.h"

#include <string.h>

#include "equity_internal.h"

#define CARD(code) ((uint64_t)1 << (code))
#define JOKERS (CARD(HE_CARDS) | CARD(HE_CARDS + 1))

/* The showdown. */

static int rank_of(int card)
{
    return EQ_RANKS - 1 - card / EQ_SUITS;
}

static int suit_of(int card)
{
    return card % EQ_SUITS;
}

static void put_live(struct eq_showdown *showdown, uint64_t live)
{
    for (; live; live &= live - 1) {
        const int card = __builtin_ctzll(live);
        showdown->live[suit_of(card)] |= (uint16_t)(1u << rank_of(card));
    }
}

static void put_board(struct eq_showdown *showdown, const uint8_t *board, int cards)
{
    uint32_t sum = 0;
    for (int i = 0; i < cards; i++) {
        showdown->board[suit_of(board[i])] |= (uint16_t)(1u << rank_of(board[i]));
        sum += eq_number(rank_of(board[i]));
    }
    for (int player = 0; player < showdown->players; player++)
        showdown->sums[player] = sum;
    showdown->to_come = EQ_BOARD_CARDS - cards;
}

static void put_holdings(struct eq_showdown *showdown, const uint8_t *holdings)
{
    for (int player = 0; player < showdown->players; player++)
        for (int i = 0; i < EQ_HOLE_CARDS; i++) {
            const int card = holdings[player * EQ_HOLE_CARDS + i];
            showdown->held[suit_of(card)][player] |= (uint16_t)(1u << rank_of(card));
            showdown->hole_ranks[player][i] = (uint8_t)rank_of(card);
            showdown->sums[player] += eq_number(rank_of(card));
        }
}

static int needed_of(const struct eq_showdown *showdown, int suit)
{
    int most_held = 0;
    for (int player = 0; player < showdown->players; player++) {
        const int held = eq_count_bits(showdown->held[suit][player]);
        most_held = held > most_held ? held : most_held;
    }
    return EQ_FLUSH - most_held - eq_count_bits(showdown->board[suit]);
}

/* Counts boards of live cards without jokers. */
static void count_boards(const struct eq_question *question, uint32_t *boards)
{
    struct eq_showdown showdown = {.deck = question->deck, .players = question->players, .boards = boards};
    int flush_is_there = 0;
    put_live(&showdown, question->live & ~JOKERS);
    put_board(&showdown, question->board, question->board_cards);
    put_holdings(&showdown, question->holdings);
    for (int suit = 0; suit < EQ_SUITS; suit++) {
        showdown.needed[suit] = needed_of(&showdown, suit);
        flush_is_there |= showdown.needed[suit] <= 0;
    }
    if (!flush_is_there)
        eq_count_ranks(&showdown);
    for (int suit = 0; suit < EQ_SUITS; suit++)
        if (showdown.needed[suit] <= showdown.to_come)
            eq_count_flushes(&showdown, suit);
}

/* The question. */

static uint64_t cards_of(enum he_deck deck)
{
    return deck == HE_JOKER ? CARD(HE_CODES) - 1
        : he_is_short(deck) ? CARD(HE_CARDS) - CARD(HE_SHORT_LOWEST) : CARD(HE_CARDS) - 1;
}

/* Takes cards out of the live ones; 0, or what is wrong with them. */
static int take_out(struct eq_question *question, const uint8_t *cards, int count)
{
    const uint64_t deck = cards_of(question->deck);
    for (int i = 0; i < count; i++) {
        if (cards[i] >= HE_CODES || !(deck & CARD(cards[i])))
            return EQ_BAD_CARD;
        if (!(question->live & CARD(cards[i])))
            return EQ_CARD_TWICE;
        question->live &= ~CARD(cards[i]);
    }
    return 0;
}

static int limits_error(int deck, int players, int board_cards, int dead_cards)
{
    if (deck < HE_STANDARD || deck > HE_JOKER)
        return EQ_BAD_DECK;
    if (players < EQ_FEWEST_PLAYERS || players > EQ_MOST_PLAYERS)
        return EQ_BAD_PLAYERS;
    if (board_cards < 0 || board_cards > EQ_BOARD_CARDS)
        return EQ_BAD_BOARD;
    return dead_cards < 0 || dead_cards > HE_CODES ? EQ_BAD_DEAD : 0;
}

static int has_joker(const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        if (cards[i] >= HE_CARDS)
            return 1;
    return 0;
}

int32_t eq_count(int deck, int players, const uint8_t *holdings, int board_cards, const uint8_t *board,
                 int dead_cards, const uint8_t *dead, uint32_t *boards)
{
    struct eq_question question = {(enum he_deck)deck, players, holdings, board_cards, board, 0};
    int error = limits_error(deck, players, board_cards, dead_cards);
    if (error)
        return error;
    question.live = cards_of(question.deck);
    if ((error = take_out(&question, holdings, players * EQ_HOLE_CARDS))
        || (error = take_out(&question, board, board_cards)) || (error = take_out(&question, dead, dead_cards)))
        return error;
    const int live = __builtin_popcountll(question.live), to_come = EQ_BOARD_CARDS - board_cards;
    if (live < to_come)
        return EQ_TOO_FEW;
    memset(boards, 0, sizeof *boards << players);
    if (!has_joker(holdings, players * EQ_HOLE_CARDS) && !has_joker(board, board_cards))
        count_boards(&question, boards);
    if (question.deck == HE_JOKER)
        eq_deal_with_jokers(&question, boards);
    return (int32_t)eq_choose((uint32_t)live, to_come);
}
