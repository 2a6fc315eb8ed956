/* equity: who wins how many boards, exactly, by counting rather than dealing them. This header is the contract.
 *
 * Cards are codes as in handeval.h. Holdings are two cards a player, and boards have five: counted is every choice of the
 * cards that the board still lacks out of those that nobody holds and that are not dead. A winner mask has bit p set
 * if player p is among those who hold the strongest hand; each board counts for exactly one mask.
 *
 * Nothing here allocates, keeps state or needs to be set up; every function may be called from any thread. A call uses
 * less than 64 KB of stack. EQUITY.md says how it is done.
 */
#ifndef EQUITY_H
#define EQUITY_H

#include <stdint.h>

enum eq_limits {
    EQ_FEWEST_PLAYERS = 2,
    EQ_MOST_PLAYERS = 10,
    EQ_HOLE_CARDS = 2,
    EQ_BOARD_CARDS = 5,
    EQ_MATCH_UPS = 47008        /* of two holdings of the 52-card deck that differ by more than a renaming of suits */
};

enum eq_error {
    EQ_BAD_DECK = -1,
    EQ_BAD_PLAYERS = -2,        /* fewer than 2 or more than 10 */
    EQ_BAD_BOARD = -3,          /* the board is not of 0 to 5 cards */
    EQ_BAD_DEAD = -4,           /* a negative number of dead cards, or more than the deck has */
    EQ_BAD_CARD = -5,           /* a code that the deck does not have */
    EQ_CARD_TWICE = -6,
    EQ_TOO_FEW = -7             /* the deck has not the cards that the board lacks */
};

/* Counts boards by who wins them.
 * deck: one of enum he_deck. holdings: 2 * players codes, player after player. board, dead: that many codes; may be null
 * if none; a flop that is being dealt is a board of one or two cards. boards: room for 1 << players counts, written whole; boards[0] is 0. Nothing is written if the call fails.
 * Returns the number of boards, which the counts add up to (at most 2,118,760), or the first eq_error that holds.
 * Takes from a microsecond (a flop) to 0.2 ms (ten players before it, the short deck), and 20 ms where jokers play. */
int32_t eq_count(int deck, int players, const uint8_t *holdings, int board_cards, const uint8_t *board,
                 int dead_cards, const uint8_t *dead, uint32_t *boards);

/* Two holdings, and the boards between them. */
struct eq_match_up {
    uint8_t holdings[4];        /* the first player's two cards, then the second's */
    uint32_t weight;            /* how many of the 812,175 unordered pairs of holdings are this one but for the suits' names */
    uint32_t win, tie, lose;    /* of the first player */
};

/* Writes the holdings and the weight of all EQ_MATCH_UPS match-ups, strongest cards first, and 0 for the boards. */
void eq_list_match_ups(struct eq_match_up *match_ups);

/* Counts the boards of so many match-ups, whose holdings must be right: 4 different cards of the 52-card deck. */
void eq_count_match_ups(struct eq_match_up *match_ups, int count);

#endif
