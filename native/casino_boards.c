/* casino_boards.c: goes over all boards that differ, and joins each with the flops that it can come from.
 *
 * Boards with three or more of a suit are 36,608 for each suit: the ranks of the suit and the others. Without, they are
 * 6,175: the ranks alone.
 */
#include <string.h>

#include "casino_internal.h"

enum { MOST_OTHERS = 2, OTHERS_OF_A_RANK = 3 };

struct suited_board {
    int suited, other_count;
    int set[EQ_BOARD_CARDS];
    int others[MOST_OTHERS];
};

/* A flop of a suited board, and what of its other cards comes later. */
struct origin {
    int row;
    int rest_count;
    int rest[MOST_OTHERS];
    uint32_t left;                      /* others of the first of these ranks, when the flop is out */
};

int ca_suited_row(int suited, const int *set, const int *others)
{
    if (suited == 3)
        return set[2] * (set[2] - 1) * (set[2] - 2) / 6 + set[1] * (set[1] - 1) / 2 + set[0];
    if (suited == 2)
        return 286 + (set[1] * (set[1] - 1) / 2 + set[0]) * EQ_RANKS + others[0];
    return 286 + 78 * EQ_RANKS + set[0] * CA_RANK_PAIRS + ca_pair(others[0], others[1]);
}

/* The number of a multiset among those of its size: as if each rank were raised by its place. */
int ca_rank_row(const int ranks[EQ_BOARD_CARDS])
{
    const int a = ranks[0], b = ranks[1] + 1, c = ranks[2] + 2, d = ranks[3] + 3, e = ranks[4] + 4;
    return a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 + d * (d - 1) * (d - 2) * (d - 3) / 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) / 120;
}

/* Suited boards. */

/* Ways to choose the rest of the board's other cards, if the player holds so many of its first and second rank. */
static uint32_t ways_to_come(const struct origin *origin, uint32_t of_first, uint32_t of_second)
{
    const uint32_t left = origin->left - of_first;
    if (origin->rest_count == 0)
        return 1;
    if (origin->rest_count == 1)
        return left;
    return origin->rest[0] == origin->rest[1] ? left * (left - 1) / 2 : left * (OTHERS_OF_A_RANK - of_second);
}

HE_INLINE void add_times(uint32_t *restrict to, const uint32_t *restrict from, uint32_t times)
{
    for (int i = 0; i < CA_ROW; i++)
        to[i] += times * from[i];
}

/* With the times a constant: then it is a few vector additions. */
static void add_all(uint32_t *to, const uint32_t *from, uint32_t times)
{
    switch (times) {
    case 1: add_times(to, from, 1); break;
    case 2: add_times(to, from, 2); break;
    case 3: add_times(to, from, 3); break;
    case 9: add_times(to, from, 9); break;
    default: add_times(to, from, times); break;
    }
}

static void add_of_rank(uint32_t *to, const uint32_t *from, int rank, uint32_t times)
{
    for (int class = 0; class < CA_CLASSES; class++)
        to[ca_pair(rank, class)] += times * from[ca_pair(rank, class)];
}

static void add_one(uint32_t *to, const uint32_t *from, int pair, uint32_t times)
{
    to[pair] += times * from[pair];
}

/* Adds `from` to `to`, each pair as often as there are ways to come: first as if the player held none of the ranks, then the
 * difference that one card of a rank makes, then what two cards make beyond that. */
static void add_in_ways(const struct origin *origin, uint32_t *to, const uint32_t *from)
{
    const int first = origin->rest[0], second = origin->rest[1];
    const uint32_t none = ways_to_come(origin, 0, 0), one = ways_to_come(origin, 1, 0);
    add_all(to, from, none);
    if (!origin->rest_count)
        return;
    add_of_rank(to, from, first, one - none);
    add_one(to, from, ca_pair(first, first), ways_to_come(origin, 2, 0) - one);
    if (origin->rest_count == 1 || first == second)
        return;
    const uint32_t other = ways_to_come(origin, 0, 1);
    add_of_rank(to, from, second, other - none);
    add_one(to, from, ca_pair(second, second), ways_to_come(origin, 0, 2) - other);
    add_one(to, from, ca_pair(first, second), ways_to_come(origin, 1, 1) + none - one - other);
}

/* The flop with `chosen` of the board's suited ranks, a bit each, and the other ranks but for a rest. */
static struct origin origin_of(const struct suited_board *board, unsigned chosen, int first_of_rest)
{
    const int suited = eq_count_bits(chosen), others = CA_FLOP - suited;
    struct origin origin = {.rest_count = board->other_count - others, .left = OTHERS_OF_A_RANK};
    int set[CA_FLOP], rest_of_flop[MOST_OTHERS], count = 0;
    for (unsigned left = chosen; left; left &= left - 1)
        set[count++] = board->set[eq_lowest(left)];
    for (int i = 0; i < others; i++)            /* with one each in flop and rest: the other one */
        rest_of_flop[i] = board->others[origin.rest_count == 1 ? 1 - first_of_rest : i];
    for (int i = 0; i < origin.rest_count; i++)
        origin.rest[i] = board->others[origin.rest_count == 1 ? first_of_rest : i];
    if (origin.rest_count == 1 && others == 1)
        origin.left -= origin.rest[0] == rest_of_flop[0];
    origin.row = ca_suited_row(suited, set, rest_of_flop);
    return origin;
}

/* All flops that the board can come from, ten with their different rests. */
static int list_origins(const struct suited_board *board, struct origin *origins)
{
    int count = 0;
    for (unsigned chosen = 1; chosen < 1u << board->suited; chosen++) {
        const int others = CA_FLOP - eq_count_bits(chosen), rest = board->other_count - others;
        if (others < 0 || rest < 0)
            continue;
        origins[count++] = origin_of(board, chosen, 0);
        if (others == 1 && rest == 1 && board->others[0] != board->others[1])
            origins[count++] = origin_of(board, chosen, 1);
    }
    return count;
}

enum { MOST_ORIGINS = 10 };

static void go_over_suited_board(const struct ca_job *job, struct ca_rows *rows, const struct suited_board *board)
{
    struct ca_board swept = {.classes = CA_CLASSES, .suited = board->suited};
    struct origin origins[MOST_ORIGINS];
    uint32_t pairs[CA_ROW] = {0};
    const int count = list_origins(board, origins);
    memset(swept.copies, OTHERS_OF_A_RANK, EQ_RANKS);
    memset(swept.copies + EQ_RANKS, 1, EQ_RANKS);
    for (int i = 0; i < board->suited; i++) {
        swept.copies[EQ_RANKS + board->set[i]] = 0;
        swept.set |= 1u << board->set[i];
        swept.sum += eq_number(board->set[i]);
    }
    for (int i = 0; i < board->other_count; i++) {
        swept.copies[board->others[i]]--;
        swept.sum += eq_number(board->others[i]);
    }
    for (int i = 0; i < count && job->outcomes; i++)
        add_in_ways(&origins[i], pairs, rows->suited[origins[i].row]);
    ca_sweep(job, &swept, pairs, pairs);
    for (int i = 0; i < count && !job->outcomes; i++)
        add_in_ways(&origins[i], rows->suited[origins[i].row], pairs);
}

/* All choices of other ranks for a set. */
static void go_over_others(const struct ca_job *job, struct ca_rows *rows, struct suited_board *board)
{
    board->other_count = EQ_BOARD_CARDS - board->suited;
    for (int first = 0; first < (board->other_count > 0 ? EQ_RANKS : 1); first++)
        for (int second = 0; second <= (board->other_count > 1 ? first : 0); second++) {
            board->others[0] = first;
            board->others[1] = second;
            go_over_suited_board(job, rows, board);
        }
}

static void go_over_sets(const struct ca_job *job, struct ca_rows *rows)
{
    for (unsigned set = 0; set < 1u << EQ_RANKS; set++) {
        struct suited_board board = {.suited = eq_count_bits(set)};
        if (board.suited < 3 || board.suited > EQ_BOARD_CARDS)
            continue;
        int count = 0;
        for (unsigned left = set; left; left &= left - 1)
            board.set[count++] = eq_lowest(left);
        go_over_others(job, rows, &board);
    }
}

/* Boards without three of a suit. */

static void go_over_rank_board(const struct ca_job *job, struct ca_rows *rows, const int ranks[EQ_BOARD_CARDS])
{
    struct ca_board swept = {.classes = EQ_RANKS};
    uint32_t *row = rows->ranks[ca_rank_row(ranks)];
    memset(swept.copies, OTHERS_OF_A_RANK + 1, EQ_RANKS);
    for (int i = 0; i < EQ_BOARD_CARDS; i++) {
        swept.copies[ranks[i]]--;
        swept.sum += eq_number(ranks[i]);
    }
    ca_sweep(job, &swept, row, row);
}

static void go_over_ranks(const struct ca_job *job, struct ca_rows *rows)
{
    int r[EQ_BOARD_CARDS];
    for (r[4] = 0; r[4] < EQ_RANKS; r[4]++)
        for (r[3] = 0; r[3] <= r[4]; r[3]++)
            for (r[2] = 0; r[2] <= r[3]; r[2]++)
                for (r[1] = 0; r[1] <= r[2]; r[1]++)
                    for (r[0] = 0; r[0] <= r[1]; r[0]++)
                        if (r[0] != r[4])
                            go_over_rank_board(job, rows, r);
}

void ca_go_over_boards(const struct ca_job *job, struct ca_rows *rows)
{
    go_over_sets(job, rows);
    go_over_ranks(job, rows);
}
