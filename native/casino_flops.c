/* casino_flops.c: on one flop, the values of all hands out of the rows, and the weights of hands back into rows. */
#include <string.h>

#include "casino_internal.h"

static void look_at_suits(struct ca_flop *flop)
{
    for (int suit = 0; suit < EQ_SUITS; suit++)
        for (int other = 0; other < EQ_SUITS; other++) {
            flop->may_come[suit][other] = 1;
            for (int three = 0; three < EQ_SUITS; three++)
                if (flop->suited[three] + (suit == three) + (other == three) >= 3)
                    flop->may_come[suit][other] = 0;
        }
    for (int suit = 0; suit < EQ_SUITS; suit++)
        for (int rank = 0; rank < EQ_RANKS; rank++)
            for (int other = 0; other < EQ_SUITS; other++)
                flop->beside[suit][rank] += !flop->is_out[rank][other] && flop->may_come[suit][other];
}

/* The row of a suit. The flop's ranks are in order, lowest number first. */
static int row_as_seen(const struct ca_flop *flop, int suit)
{
    int set[CA_FLOP], others[CA_FLOP], suited = 0, count = 0;
    for (int i = 0; i < CA_FLOP; i++)
        if (flop->suits[i] == suit)
            set[suited++] = flop->ranks[i];
        else
            others[count++] = flop->ranks[i];
    return ca_suited_row(suited, set, others);
}

static int row_of_board(const struct ca_flop *flop, int turn, int river)
{
    int ranks[EQ_BOARD_CARDS] = {flop->ranks[0], flop->ranks[1], flop->ranks[2], turn, river};
    for (int i = CA_FLOP; i < EQ_BOARD_CARDS; i++)
        for (int j = i; j > 0 && ranks[j - 1] > ranks[j]; j--) {
            const int rank = ranks[j];
            ranks[j] = ranks[j - 1];
            ranks[j - 1] = rank;
        }
    return ranks[0] == ranks[EQ_BOARD_CARDS - 1] ? -1 : ca_rank_row(ranks);
}

void ca_set_up(struct ca_flop *flop, const int ranks[CA_FLOP], const int suits[CA_FLOP], struct ca_rows *rows)
{
    memset(flop, 0, sizeof *flop);
    for (int i = 0; i < CA_FLOP; i++) {
        flop->ranks[i] = ranks[i];
        flop->suits[i] = suits[i];
        flop->is_out[ranks[i]][suits[i]] = 1;
        flop->suited[suits[i]]++;
    }
    look_at_suits(flop);
    for (int suit = 0; suit < EQ_SUITS; suit++)
        flop->rows[suit] = flop->suited[suit] ? rows->suited[row_as_seen(flop, suit)] : NULL;
    for (int turn = 0; turn < EQ_RANKS; turn++)
        for (int river = 0; river <= turn; river++) {
            const int row = row_of_board(flop, turn, river);
            flop->boards[ca_pair(turn, river)] = row < 0 ? NULL : rows->ranks[row];
        }
}

/* In how many ways turn and river have these ranks, and no suit three cards. */
static uint32_t ways_to_come(const struct ca_flop *flop, int turn, int river)
{
    uint32_t ways = 0;
    for (int suit = 0; suit < EQ_SUITS; suit++)
        if (!flop->is_out[turn][suit])
            ways += flop->beside[suit][river] - (turn == river && flop->may_come[suit][suit]);
    return turn == river ? ways / 2 : ways;
}

/* In how many with this card. */
static uint32_t ways_to_come_with(const struct ca_flop *flop, int rank, int suit, int other)
{
    return flop->beside[suit][other] - (rank == other && flop->may_come[suit][suit]);
}

/* Values: from the rows of boards up to the hands of a flop. */

void ca_sum_up(const struct ca_flop *flop, struct ca_sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (int turn = 0; turn < EQ_RANKS; turn++)
        for (int river = 0; river <= turn; river++) {
            const uint32_t ways = ways_to_come(flop, turn, river), *board = flop->boards[ca_pair(turn, river)];
            for (int i = 0; i < CA_RANK_ROW && ways; i++)
                sums->all[i] += ways * board[i];
        }
    for (int rank = 0; rank < EQ_RANKS; rank++)
        for (int other = 0; other < EQ_RANKS; other++) {
            const uint32_t *board = flop->boards[ca_pair(rank, other)];
            for (int suit = 0; suit < EQ_SUITS && board; suit++) {
                const uint32_t ways = ways_to_come_with(flop, rank, suit, other);
                for (int mate = 0; mate < EQ_RANKS && ways; mate++)
                    sums->with[rank][suit][mate] += ways * board[ca_pair(rank, mate)];
            }
        }
}

static int class_in(const struct ca_hand *hand, int card, int suit)
{
    return hand->ranks[card] + (hand->suits[card] == suit ? EQ_RANKS : 0);
}

int32_t ca_value_of(const struct ca_flop *flop, const struct ca_sums *sums, const struct ca_hand *hand)
{
    uint32_t value = sums->all[hand->pair] - sums->with[hand->ranks[0]][hand->suits[0]][hand->ranks[1]]
        - sums->with[hand->ranks[1]][hand->suits[1]][hand->ranks[0]];
    if (flop->may_come[hand->suits[0]][hand->suits[1]] && flop->boards[hand->pair])
        value += flop->boards[hand->pair][hand->pair];
    for (int suit = 0; suit < EQ_SUITS; suit++)
        if (flop->rows[suit])
            value += flop->rows[suit][ca_pair(class_in(hand, 0, suit), class_in(hand, 1, suit))];
    return (int32_t)value;
}

/* Weights: from the hands of a flop down to the rows, the same steps reversed. */

void ca_add_weight(const struct ca_flop *flop, struct ca_sums *sums, const struct ca_hand *hand, uint32_t weight)
{
    sums->all[hand->pair] += weight;
    sums->with[hand->ranks[0]][hand->suits[0]][hand->ranks[1]] -= weight;
    sums->with[hand->ranks[1]][hand->suits[1]][hand->ranks[0]] -= weight;
    if (flop->may_come[hand->suits[0]][hand->suits[1]] && flop->boards[hand->pair])
        flop->boards[hand->pair][hand->pair] += weight;
    for (int suit = 0; suit < EQ_SUITS; suit++)
        if (flop->rows[suit])
            flop->rows[suit][ca_pair(class_in(hand, 0, suit), class_in(hand, 1, suit))] += weight;
}

void ca_hand_down(const struct ca_flop *flop, const struct ca_sums *sums)
{
    for (int turn = 0; turn < EQ_RANKS; turn++)
        for (int river = 0; river <= turn; river++) {
            uint32_t ways = ways_to_come(flop, turn, river), *board = flop->boards[ca_pair(turn, river)];
            for (int i = 0; i < CA_RANK_ROW && ways; i++)
                board[i] += ways * sums->all[i];
        }
    for (int rank = 0; rank < EQ_RANKS; rank++)
        for (int other = 0; other < EQ_RANKS; other++) {
            uint32_t *board = flop->boards[ca_pair(rank, other)];
            for (int suit = 0; suit < EQ_SUITS && board; suit++) {
                const uint32_t ways = ways_to_come_with(flop, rank, suit, other);
                for (int mate = 0; mate < EQ_RANKS && ways; mate++)
                    board[ca_pair(rank, mate)] += ways * sums->with[rank][suit][mate];
            }
        }
}
