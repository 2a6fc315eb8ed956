/* equity_sets.c: the boards with a flush in one suit before the flop, without dealing what lies beside the suit.
 *
 * A set of ranks counts for its best flush, less the completions that beat it: those which give one of the rest a full house
 * or four of a kind. That is their best hand only if nobody has a straight flush.
 */
#include "equity_suit.h"

enum { STRAIGHTS = 10, ALL_RANKS = (1 << EQ_RANKS) - 1, MOST_STRAIGHT_FLUSHES = STRAIGHTS * EQ_RANKS };

static const uint16_t STRAIGHT[STRAIGHTS] = {      /* the ace is the lowest bit, and plays below the deuce as well */
    0x001f, 0x003e, 0x007c, 0x00f8, 0x01f0, 0x03e0, 0x07c0, 0x0f80, 0x1f00, 0x1e01
};

/* What those without a flush hold. */
struct rest {
    uint32_t players;
    uint32_t pairs;                     /* the ranks of pocket pairs */
    uint32_t ranks;                     /* all hole ranks */
    uint16_t partners[EQ_RANKS];        /* with which other ranks a rank is held */
    uint32_t of_pairs;                  /* live others of the ranks of pocket pairs */
    uint32_t two_of_pairs;              /* ways to choose two such of one rank */
};

static uint32_t count_others(const struct eq_suit *suit, uint32_t ranks)
{
    uint32_t count = 0;
    for (; ranks; ranks &= ranks - 1)
        count += suit->others[eq_lowest(ranks)];
    return count;
}

static uint32_t count_two_alike(const struct eq_suit *suit, uint32_t ranks)
{
    uint32_t count = 0;
    for (; ranks; ranks &= ranks - 1)
        count += eq_choose_two(suit->others[eq_lowest(ranks)]);
    return count;
}

static uint32_t count_two_unlike(const struct eq_suit *suit, uint32_t ranks)
{
    return eq_choose_two(count_others(suit, ranks)) - count_two_alike(suit, ranks);
}

static struct rest rest_of(const struct eq_suit *suit, uint32_t players)
{
    struct rest rest = {.players = players};
    for (; players; players &= players - 1) {
        const uint8_t *ranks = suit->showdown->hole_ranks[eq_lowest(players)];
        const uint16_t first = (uint16_t)(1u << ranks[0]), second = (uint16_t)(1u << ranks[1]);
        rest.ranks |= first | second;
        if (first == second) {
            rest.pairs |= first;
        } else {
            rest.partners[ranks[0]] |= second;
            rest.partners[ranks[1]] |= first;
        }
    }
    rest.of_pairs = count_others(suit, rest.pairs);
    rest.two_of_pairs = count_two_alike(suit, rest.pairs);
    return rest;
}

/* Completions that beat a flush. */

/* Four ranks of the suit and a card that pairs one: a full house for a pocket pair of a rank in the set, and for the rank
 * paired together with another in the set. */
static uint32_t count_beating_cards(const struct eq_suit *suit, const struct rest *rest, uint32_t set)
{
    uint32_t beating = 0;
    if (rest->pairs & set)
        return count_others(suit, set);
    for (uint32_t hit = set & rest->ranks; hit; hit &= hit - 1)
        if (rest->partners[eq_lowest(hit)] & set)
            beating += suit->others[eq_lowest(hit)];
    return beating;
}

/* Three ranks of the suit and two cards, where hole ranks, but no pocket pair, hit the set: two that pair two ranks of it,
 * one of them hit; one that pairs a rank hit, and any if its partner hits too, else the partner; two partners. What
 * pocket pairs of other ranks make of these is counted with those. */
static uint32_t count_beating_hits(const struct eq_suit *suit, const struct rest *rest, uint32_t set, uint32_t hit)
{
    const uint32_t beside = ALL_RANKS & ~set & ~rest->pairs;
    uint32_t beating = count_two_unlike(suit, set) - count_two_unlike(suit, set & ~hit), partners = 0;
    for (; hit; hit &= hit - 1) {
        const int rank = eq_lowest(hit);
        beating += suit->others[rank] * count_others(suit, rest->partners[rank] & set ? beside : rest->partners[rank] & beside);
        partners |= rest->partners[rank];
    }
    return beating + count_two_alike(suit, partners & beside);
}

/* Three ranks of the suit and two cards. If no pocket pair hits the set: two of a rank of it, for whoever hits it or has a
 * pair; two of a pocket pair; one of a pocket pair and one that pairs the set. */
static uint32_t count_beating_twos(const struct eq_suit *suit, const struct rest *rest, uint32_t set)
{
    const uint32_t hit = set & rest->ranks;
    uint32_t beating = 0;
    if (rest->pairs & set)              /* all but two unlike ones beside the set */
        return eq_choose_two(suit->others_count) - count_two_unlike(suit, ALL_RANKS & ~set);
    if (rest->pairs)
        beating = rest->two_of_pairs + rest->of_pairs * count_others(suit, set);
    if (hit)
        beating += count_beating_hits(suit, rest, set, hit);
    return hit || rest->pairs ? beating + count_two_alike(suit, set) : 0;
}

static uint32_t count_beating(const struct eq_suit *suit, const struct rest *rest, uint32_t set, int others)
{
    return !rest->players || !others ? 0
        : others == 1 ? count_beating_cards(suit, rest, set) : count_beating_twos(suit, rest, set);
}

/* Over all sets of four live ranks, with one player to beat the flush: each set that holds what it takes counts. */
static uint32_t sum_of_beating_cards(const struct eq_suit *suit, const struct rest *rest)
{
    const uint32_t live = (uint32_t)suit->live_count, of_ranks = count_others(suit, rest->ranks & suit->live);
    if (rest->ranks & ~(uint32_t)suit->live)
        return 0;
    if (!rest->pairs)
        return of_ranks * eq_choose(live - 2, 2);
    return of_ranks * eq_choose(live - 1, 3) + count_others(suit, suit->live & ~rest->pairs) * eq_choose(live - 2, 2);
}

static uint32_t sum_of_beating(const struct eq_suit *suit, const struct rest *rest, int suited)
{
    const int others = EQ_BOARD_CARDS - suited;
    uint32_t sum = 0;
    struct eq_sets sets;
    if (others == 1 && eq_count_bits(rest->players) == 1)
        return sum_of_beating_cards(suit, rest);
    eq_list_sets(&sets, suit->live, suited);
    for (int i = 0; i < sets.counts[suited]; i++)
        sum += count_beating(suit, rest, sets.sets[suited][i], others);
    return sum;
}

/* The rank pass has counted completions that beat a flush for who wins with them; against a straight flush nobody does. */
static void take_back(const struct eq_suit *suit, uint32_t rest, uint32_t set, int others)
{
    const struct eq_best any_beating = {EQ_FULL_HOUSE - 1, 0};
    struct eq_completion completions[EQ_MOST_COMPLETIONS];
    const int count = eq_list_completions(suit, others, completions);
    for (int i = 0; i < count; i++) {
        const struct eq_best best = eq_best_of_rest(HE_STANDARD, suit, rest, eq_sum_of(set) + completions[i].sum, any_beating);
        if (best.winners)
            suit->showdown->boards[best.winners] -= completions[i].ways;
    }
}

/* One owner: all sets at once. */

/* The sets of so many live ranks that make a straight flush with those held, each under its highest. */
static int list_straight_flushes(const struct eq_suit *suit, uint32_t held, int size, uint16_t sets[MOST_STRAIGHT_FLUSHES])
{
    int count = 0;
    for (int i = 0; i < STRAIGHTS; i++) {
        const uint32_t missing = STRAIGHT[i] & ~held, strength = eq_flush_strength(HE_STANDARD, STRAIGHT[i]);
        const int spare = size - eq_count_bits(missing);
        if (missing & ~(uint32_t)suit->live || spare < 0)
            continue;
        uint32_t beside = spare ? suit->live & ~missing : missing;     /* with nothing to spare: once, and nothing more */
        for (; beside; beside = spare ? beside & (beside - 1) : 0) {
            const uint32_t set = missing | (beside & -beside);
            if (eq_flush_strength(HE_STANDARD, set | held) == strength)
                sets[count++] = (uint16_t)set;
        }
    }
    return count;
}

static void count_for_one(const struct eq_suit *suit, int owner, const struct rest *rest, int suited)
{
    const int others = EQ_BOARD_CARDS - suited, is_paid = eq_ranks_pay(suit->showdown);
    const uint32_t all = eq_choose((uint32_t)suit->live_count, suited) * eq_choose(suit->others_count, others);
    uint32_t beating = sum_of_beating(suit, rest, suited), *boards = suit->showdown->boards;
    uint16_t sets[MOST_STRAIGHT_FLUSHES];
    const int count = list_straight_flushes(suit, suit->held[owner], suited, sets);
    for (int i = 0; i < count; i++) {
        const uint32_t beaten = count_beating(suit, rest, sets[i], others);
        beating -= beaten;
        if (is_paid && beaten)
            take_back(suit, rest->players, sets[i], others);
    }
    boards[1u << owner] += all - beating;
    if (!is_paid)
        boards[rest->players] += beating;
}

/* Several owners: set by set. */
static void count_for_many(const struct eq_suit *suit, const struct eq_owners *owners, const struct rest *rest, int suited)
{
    const struct eq_best nobody = {0, 0};
    const int others = EQ_BOARD_CARDS - suited, is_paid = eq_ranks_pay(suit->showdown);
    const uint32_t all = eq_choose(suit->others_count, others);
    uint32_t *boards = suit->showdown->boards;
    struct eq_sets sets;
    eq_list_sets(&sets, suit->live, suited);
    for (int i = 0; i < sets.counts[suited]; i++) {
        const uint32_t set = sets.sets[suited][i], beating = count_beating(suit, rest, set, others);
        const struct eq_best flush = eq_best_flush(HE_STANDARD, suit, owners, set, nobody);
        if (flush.strength < EQ_STRAIGHT_FLUSH) {
            boards[flush.winners] += all - beating;
            if (!is_paid)
                boards[rest->players] += beating;
        } else {
            boards[flush.winners] += all;
            if (is_paid && beating)
                take_back(suit, rest->players, set, others);
        }
    }
}

/* Five of the suit on the board: all have a flush, and those who hold nothing of it the board's. */

/* One holder wins but for the sets that the ranks held do not make stronger: some of those that lie wholly above them, and
 * some straight flushes. */
static void count_full_boards_for_one(const struct eq_suit *suit, int holder)
{
    const uint32_t held = suit->held[holder], all = eq_choose((uint32_t)suit->live_count, EQ_FLUSH);
    const uint32_t above = suit->live & ((held & -held) - 1);
    uint32_t shared = 0, *boards = suit->showdown->boards;
    struct eq_sets sets;
    eq_list_sets(&sets, above, EQ_FLUSH);
    for (int i = 0; i < sets.counts[EQ_FLUSH]; i++) {
        const uint32_t set = sets.sets[EQ_FLUSH][i];
        shared += eq_flush_strength(HE_STANDARD, set) == eq_flush_strength(HE_STANDARD, set | held);
    }
    for (int i = 0; i < STRAIGHTS; i++) {
        const uint32_t set = STRAIGHT[i];
        shared += !(set & ~(uint32_t)suit->live) && set & ~above
            && eq_flush_strength(HE_STANDARD, set) == eq_flush_strength(HE_STANDARD, set | held);
    }
    boards[1u << holder] += all - shared;
    boards[(1u << suit->showdown->players) - 1] += shared;
}

static void count_full_boards(const struct eq_suit *suit)
{
    const struct eq_owners holders = eq_owners_of(suit, EQ_FLUSH - 1);
    struct eq_sets sets;
    if (holders.count == 0)
        suit->showdown->boards[holders.rest] += eq_choose((uint32_t)suit->live_count, EQ_FLUSH);
    if (holders.count == 1)
        count_full_boards_for_one(suit, holders.players[0]);
    if (holders.count <= 1)
        return;
    eq_list_sets(&sets, suit->live, EQ_FLUSH);
    for (int i = 0; i < sets.counts[EQ_FLUSH]; i++) {
        const uint32_t set = sets.sets[EQ_FLUSH][i];
        const struct eq_best of_board = {holders.rest ? eq_flush_strength(HE_STANDARD, set) : 0, holders.rest};
        suit->showdown->boards[eq_best_flush(HE_STANDARD, suit, &holders, set, of_board).winners]++;
    }
}

void eq_count_sets(const struct eq_suit *suit, int suited)
{
    const struct eq_owners owners = eq_owners_of(suit, suited);
    const struct rest rest = rest_of(suit, owners.rest);
    if (suited == EQ_FLUSH)
        count_full_boards(suit);
    else if (owners.count == 1)
        count_for_one(suit, owners.players[0], &rest, suited);
    else
        count_for_many(suit, &owners, &rest, suited);
}
