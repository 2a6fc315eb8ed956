/* two_and_three: a hand of exactly two hole cards and three of the board. This header is the contract; build.py also gives it
 * to cffi. Codes, decks and strengths are those of handeval.h.
 *
 * With fewer than three cards on the board all of them count, so a hand has a strength on every street.
 */
#ifndef TWO_AND_THREE_H
#define TWO_AND_THREE_H

#include <stdint.h>

#include "handeval.h"

enum he_two_and_three_limits {
    HE_HOLE_FEWEST = 2,     /* of the hole cards exactly so many count */
    HE_HOLE_MOST = 4,
    HE_BOARD_COUNTS = 3,    /* and of the board so many */
    HE_BOARD_MOST = 5
};

/* The strength of the best hand of two of the `held` hole cards and three of the `shown` board cards, or an he_error (below
 * 0): the first that holds of bad deck, bad count, bad card, card twice.
 * hole: held readable bytes if held is 2..4. board: shown readable bytes if shown is 0..5. Writes nothing. */
int32_t he_two_and_three(enum he_deck deck, const uint8_t *hole, int held, const uint8_t *board, int shown);

/* Writes the cards of that hand to `best` and what each counts as to `played`, laid out as he_best_five() does, and returns
 * how many: 5, or fewer with fewer than three on the board. Of hands as strong as one another it takes the same one in
 * whatever order the cards come: with the higher codes from the hand, then from the board.
 * Undefined for cards that he_two_and_three() refuses. */
int he_best_two_and_three(
    enum he_deck deck, const uint8_t *hole, int held, const uint8_t *board, int shown, uint8_t best[5], uint8_t played[5]);

#endif
