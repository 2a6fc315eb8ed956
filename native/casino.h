/* casino: what Casino Hold'em pays on average, exactly, over all 27,813,810,024,000 ways to deal it. This header is the
 * contract.
 *
 * The player antes 1, sees two cards and the flop, and folds (losing 1) or calls 2. If the dealer does not qualify, the ante
 * pays by the table and the call comes back; if the player wins, the call pays 2 as well; if not, 3 are lost, or all comes
 * back if the hands are equal (D-3 to D-9). The player calls wherever that is worth more, never where it is worth the same.
 */
#ifndef CASINO_H
#define CASINO_H

#include <stdint.h>

enum ca_limits {
    CA_HANDS = 25989600,            /* two cards and a flop: 1,326 * 19,600 */
    CA_SHOWDOWNS = 1070190,         /* of each: turn, river and the dealer's two cards, 1,081 * 990 */
    CA_CATEGORIES = 10,             /* high card to royal flush, as in he_category */
    CA_MOST_UNIT = 600,             /* both keep a hand's value within 32 bits: a loss of three antes, */
    CA_MOST_GAIN = 2000             /* and a gain of what the ante pays and two for the call */
};

enum ca_error {
    CA_BAD_RULES = -1,              /* a unit not within 1..CA_MOST_UNIT, a pay below 0 or a gain above CA_MOST_GAIN */
    CA_NO_MEMORY = -2
};

struct ca_rules {
    int32_t unit;                   /* parts into which an ante is cut, so that all pays are whole */
    int32_t pays[CA_CATEGORIES];    /* of the ante, to 1, in units, by the player's category */
    uint32_t qualifying;            /* the least he_strength (standard deck) of a dealer who qualifies */
};

struct ca_outcomes {
    int64_t value;                  /* what the player wins in all showdowns of all hands, in units */
    uint64_t hands_called;          /* of CA_HANDS */
    /* The rest only if asked for. Showdowns of hands called, by the player's category of seven cards: */
    uint64_t not_qualified[CA_CATEGORIES];
    uint64_t won[CA_CATEGORIES];
    uint64_t tied[CA_CATEGORIES];
    uint64_t lost[CA_CATEGORIES];
    /* and hands by the category of their five cards, of pairs only those of aces: */
    uint64_t made[CA_CATEGORIES];
    uint64_t made_and_called[CA_CATEGORIES];
};

/* Plays every hand as well as can be. with_table: whether to count the showdowns by outcome too, which takes twice as long.
 * Writes outcomes whole and returns 0, or returns a ca_error and writes nothing. Takes 0.1 to 0.5 s and 12 MB, which are
 * returned; may be called from any thread. */
int ca_count(const struct ca_rules *rules, int with_table, struct ca_outcomes *outcomes);

#endif
