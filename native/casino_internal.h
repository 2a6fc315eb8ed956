/* casino_internal: what the C files behind casino.h share: classes of cards, sweeps of a board, and the rows of values.
 *
 * Ranks are counted down from the ace, as in equity_internal.h. Cards are in classes: those of a rank that are not of the suit
 * at hand, then those that are. A pair of classes is a player's two cards, or the dealer's.
 */
#ifndef CASINO_INTERNAL_H
#define CASINO_INTERNAL_H

#include "casino.h"
#include "equity_internal.h"

enum {
    CA_CLASSES = 2 * EQ_RANKS,
    CA_PAIRS = CA_CLASSES * (CA_CLASSES + 1) / 2,
    CA_ROW = 352,                       /* the pairs, and one to spare: whole vectors */
    CA_RANK_PAIRS = EQ_RANKS * (EQ_RANKS + 1) / 2,
    CA_RANK_ROW = 96,
    CA_FLOP = 3,
    CA_CALL = 2,                        /* antes */
    CA_DEALER_PAIRS = 990,              /* of 45 cards */
    CA_SUITED_ROWS = 286 + 78 * 13 + 13 * 91,
    CA_RANK_ROWS = 6188                 /* choices of five ranks, five of one included for simple numbers */
};

/* What comes of a board for every pair that the player may hold. Two ways, for the same sweep: */
struct ca_job {
    int32_t unit;
    int32_t pays[16];                   /* by slot of a strength */
    uint32_t qualifying;
    struct ca_outcomes *outcomes;       /* null: write values. Else: add outcomes, so often as weights say */
};

struct ca_board {
    int classes;                        /* all, or only the ranks */
    uint8_t copies[CA_CLASSES];         /* cards of a class that are not on the board */
    uint32_t sum;                       /* of the board */
    int suited;                         /* cards of the suit on the board */
    uint32_t set;                       /* and their ranks */
};

/* Values and weights of all boards, two ways. They are 32-bit numbers that may pass their limits on the way, but not at the
 * end: so they are unsigned, and signed only when read. */
struct ca_rows {
    /* By a flop as a suit sees it (its ranks of the suit, at least one, and its other ranks) and a pair of classes: summed
     * over the turns and rivers that make three or more of the suit. */
    uint32_t suited[CA_SUITED_ROWS][CA_ROW];
    /* By the ranks of a board without three of a suit, and a pair of ranks. */
    uint32_t ranks[CA_RANK_ROWS][CA_RANK_ROW];
};

/* A flop with its view of the rows. */
struct ca_flop {
    int ranks[CA_FLOP], suits[CA_FLOP];
    int is_out[EQ_RANKS][EQ_SUITS];             /* its cards */
    int suited[EQ_SUITS];                       /* how many it has of a suit */
    int may_come[EQ_SUITS][EQ_SUITS];           /* with turn and river of these suits no suit has three cards */
    uint32_t beside[EQ_SUITS][EQ_RANKS];        /* cards of the rank that may come with one of the suit */
    uint32_t *rows[EQ_SUITS];                   /* as a suit sees it; null if it has none of that suit */
    uint32_t *boards[CA_RANK_PAIRS];            /* by the ranks of turn and river; null if they make five of one */
};

/* Values that the flop sums up, or weights that it hands down, for boards without three of a suit. A hand's boards are all
 * boards, less those with either of its cards, and those with both come back. */
struct ca_sums {
    uint32_t all[CA_RANK_ROW];                          /* by the hand's ranks */
    uint32_t with[EQ_RANKS][EQ_SUITS][EQ_RANKS];        /* by a card, and the rank of the hand's other */
};

struct ca_hand {
    int ranks[2], suits[2];
    int pair;                           /* of ranks */
};

/* The number of a pair of classes, or of ranks, in either order. */
static inline int ca_pair(int one, int other)
{
    return one >= other ? one * (one + 1) / 2 + other : other * (other + 1) / 2 + one;
}

/* The row of a flop as a suit sees it: so many ranks of the suit, lowest card first, and so many others. */
int ca_suited_row(int suited, const int *set, const int *others);

/* The row of five ranks, lowest card first. */
int ca_rank_row(const int ranks[EQ_BOARD_CARDS]);

/* Every pair of a player on this board against every pair of the dealer's: to `values`, or by `weights` to the outcomes. */
void ca_sweep(const struct ca_job *job, const struct ca_board *board, uint32_t *values, const uint32_t *weights);

/* The job of writing values by these rules. */
struct ca_job ca_job_of(const struct ca_rules *rules);

/* Fills the rows with values; or, where the rows are weights, adds up the outcomes. */
void ca_go_over_boards(const struct ca_job *job, struct ca_rows *rows);

/* Looks at a flop: its ranks lowest number first, the suits beside them, and the rows that it meets. */
void ca_set_up(struct ca_flop *flop, const int ranks[CA_FLOP], const int suits[CA_FLOP], struct ca_rows *rows);

/* From rows of values: what calling is worth to a hand, summed over its showdowns, by way of the flop's sums. */
void ca_sum_up(const struct ca_flop *flop, struct ca_sums *sums);
int32_t ca_value_of(const struct ca_flop *flop, const struct ca_sums *sums, const struct ca_hand *hand);

/* The reverse, into rows of weights: a hand adds its weight to every cell that its value was summed from. */
void ca_add_weight(const struct ca_flop *flop, struct ca_sums *sums, const struct ca_hand *hand, uint32_t weight);
void ca_hand_down(const struct ca_flop *flop, const struct ca_sums *sums);

#endif
