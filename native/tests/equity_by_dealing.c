/* equity_by_dealing QUESTIONS SEED: counts the boards of random showdowns, 2 to 10 players, every street and deck, up to 15
 * dead cards, and deals each board to compare: every winner mask must have the same count. Prints the first showdown for
 * which this is not so and ends with 1. Prints how many were compared, and how many boards were dealt for that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "equity.h"
#include "handeval.h"

enum { STREETS = 6, MOST_DEAD = 15, MASKS = 1 << EQ_MOST_PLAYERS, DECKS = HE_JOKER + 1 };

struct question {
    int deck, players, board_cards, dead_cards;
    uint8_t cards[HE_CODES];            /* shuffled: first the holdings, then the board, then the dead, then the rest */
    int count;
};

static int random_below(int bound)
{
    return (int)(next_number() % (uint64_t)bound);
}

static struct question random_question(void)
{
    static const int BOARDS[STREETS] = {0, 3, 4, 5, 1, 2};      /* the last two: in the midst of a flop */
    struct question question = {.deck = random_below(DECKS), .players = 2 + random_below(EQ_MOST_PLAYERS - 1),
                                .board_cards = BOARDS[random_below(STREETS)]};
    const int is_short = question.deck != HE_STANDARD && question.deck != HE_JOKER;
    const int first = is_short ? HE_SHORT_LOWEST : 0, end = question.deck == HE_JOKER ? HE_CODES : HE_CARDS;
    for (int card = first; card < end; card++)
        question.cards[question.count++] = (uint8_t)card;
    for (int i = 0; i < question.count; i++) {
        const int other = i + random_below(question.count - i);
        const uint8_t card = question.cards[i];
        question.cards[i] = question.cards[other];
        question.cards[other] = card;
    }
    const int most_dead = question.count - question.players * EQ_HOLE_CARDS - EQ_BOARD_CARDS;
    if (random_below(3))                /* none is the usual case */
        question.dead_cards = random_below(1 + (most_dead < MOST_DEAD ? most_dead : MOST_DEAD));
    return question;
}

static void deal(const struct question *question, const uint8_t *board, uint32_t *boards)
{
    uint32_t best = 0, winners = 0;
    for (int player = 0; player < question->players; player++) {
        uint8_t seven[HE_MOST];
        memcpy(seven, board, EQ_BOARD_CARDS);
        memcpy(seven + EQ_BOARD_CARDS, question->cards + player * EQ_HOLE_CARDS, EQ_HOLE_CARDS);
        const uint32_t strength = he_strength((enum he_deck)question->deck, seven, HE_MOST), bit = 1u << player;
        winners = strength > best ? bit : strength == best ? winners | bit : winners;
        best = strength > best ? strength : best;
    }
    boards[winners]++;
}

static void deal_on(const struct question *question, uint8_t *board, int cards, int from, uint32_t *boards)
{
    if (cards == EQ_BOARD_CARDS) {
        deal(question, board, boards);
        return;
    }
    for (int i = from; i < question->count; i++) {
        board[cards] = question->cards[i];
        deal_on(question, board, cards + 1, i + 1, boards);
    }
}

static int differs(const struct question *question, long *dealt)
{
    static uint32_t counted[MASKS], expected[MASKS];
    const int held = question->players * EQ_HOLE_CARDS;
    uint8_t board[EQ_BOARD_CARDS] = {0};
    uint32_t sum = 0;
    memset(expected, 0, sizeof expected);
    memset(counted, 0xAA, sizeof counted);
    memcpy(board, question->cards + held, (size_t)question->board_cards);
    deal_on(question, board, question->board_cards, held + question->board_cards + question->dead_cards, expected);
    const int32_t boards = eq_count(question->deck, question->players, question->cards, question->board_cards,
                                    question->cards + held, question->dead_cards,
                                    question->cards + held + question->board_cards, counted);
    for (int mask = 0; mask < 1 << question->players; mask++)
        sum += expected[mask];
    *dealt += sum;
    return boards != (int32_t)sum || memcmp(counted, expected, sizeof *expected << question->players) != 0;
}

static void print(const struct question *question)
{
    printf("wrong: deck %d, %d players, %d on the board, %d dead:", question->deck, question->players,
           question->board_cards, question->dead_cards);
    for (int i = 0; i < question->players * EQ_HOLE_CARDS + question->board_cards + question->dead_cards; i++)
        printf(" %d", question->cards[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    long dealt = 0;
    if (argc != 3)
        return fprintf(stderr, "Say how many showdowns and which seed.\n"), 2;
    state = strtoull(argv[2], NULL, 10);
    for (long questions = atol(argv[1]); questions > 0; questions--) {
        const struct question question = random_question();
        if (differs(&question, &dealt))
            return print(&question), 1;
    }
    printf("%s showdowns, %ld boards\n", argv[1], dealt);
    return 0;
}
