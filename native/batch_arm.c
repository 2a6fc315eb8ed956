/* batch_arm.c: keys of four hands at once with NEON, which every arm64 processor has. It works as batch_x86.c says; sums
 * are pairwise additions here, and what a table lookup finds beyond its sixteen entries is zero. */
#include "batch_ways.h"
#include "handkeys.h"

#if defined(__aarch64__)

#include <arm_neon.h>

enum { JOKER_RANK = 13, SUIT_START = 0x3333, SUIT_FULL = 0x8888 };

struct planes {
    uint8x16_t low_ranks, middle_ranks, high_ranks, low_suits, high_suits, spread, empty;
};

static inline struct planes planes_of(int n)
{
    static const uint8_t low_suits[16] = {0x01, 0x10}, high_suits[16] = {0, 0, 0x01, 0x10};
    const uint8x16_t spread = vld1q_u8(SPREADS[n - HE_BEST]);
    return (struct planes){
        vld1q_u8(RANK_PLANES[0]), vld1q_u8(RANK_PLANES[1]), vld1q_u8(RANK_PLANES[2]), vld1q_u8(low_suits),
        vld1q_u8(high_suits), spread, vceqq_u8(spread, vdupq_n_u8(HE_NO_CARD)),
    };
}

/* Two hands, eight bytes each. */
static inline uint8x16_t spread_two(const struct planes *planes, const uint8_t *cards)
{
    return vorrq_u8(vqtbl1q_u8(vld1q_u8(cards), planes->spread), planes->empty);
}

/* Two sums for each of four hands: what the plane has for the low four and the high four of its bytes. */
static inline uint16x8_t halves(uint8x16_t plane, uint8x16_t two, uint8x16_t two_more)
{
    return vpaddq_u16(vpaddlq_u8(vqtbl1q_u8(plane, two)), vpaddlq_u8(vqtbl1q_u8(plane, two_more)));
}

static inline uint32x4_t rank_sums(const struct planes *planes, uint8x16_t two, uint8x16_t two_more)
{
    const uint16x8_t low = halves(planes->low_ranks, two, two_more), middle = halves(planes->middle_ranks, two, two_more);
    const uint16x8_t high = halves(planes->high_ranks, two, two_more);
    const uint16x8_t low_middle = vpaddq_u16(low, middle), highs = vpaddq_u16(high, high);
    const uint32x4_t below = vaddq_u32(vmovl_u16(vget_low_u16(low_middle)), vshll_n_u16(vget_high_u16(low_middle), 8));
    return vaddq_u32(below, vshlq_n_u32(vmovl_u16(vget_low_u16(highs)), 16));
}

/* For each of four hands: not zero if it has five of a suit or a joker. */
static inline uint16x4_t specials(const struct planes *planes, const uint8x16_t cards[2], const uint8x16_t ranks[2])
{
    const uint8x16_t no_suit = vdupq_n_u8(0x83);        /* keeps HE_NO_CARD beyond the table */
    const uint8x16_t suits[2] = {vandq_u8(cards[0], no_suit), vandq_u8(cards[1], no_suit)};
    const uint16x8_t low = halves(planes->low_suits, suits[0], suits[1]);
    const uint16x8_t high = halves(planes->high_suits, suits[0], suits[1]);
    const uint16x8_t both = vpaddq_u16(low, high);
    const uint16x4_t counts = vadd_u16(vadd_u16(vget_low_u16(both), vshl_n_u16(vget_high_u16(both), 8)),
                                       vdup_n_u16(SUIT_START));
    const uint16x8_t one = vreinterpretq_u16_u8(vceqq_u8(ranks[0], vdupq_n_u8(JOKER_RANK)));
    const uint16x8_t other = vreinterpretq_u16_u8(vceqq_u8(ranks[1], vdupq_n_u8(JOKER_RANK)));
    const uint16x8_t pairs = vpmaxq_u16(one, other);
    return vorr_u16(vand_u16(counts, vdup_n_u16(SUIT_FULL)), vget_low_u16(vpmaxq_u16(pairs, pairs)));
}

static inline uint16_t read_cell(const struct he_reading *reading, uint32_t sum)
{
    return reading->cells[(uint16_t)(sum + reading->starts[sum >> reading->row_shift])];
}

void he_block_neon(const struct he_reading *reading, const uint8_t *cards, int n, int count, uint16_t *strengths,
                   uint64_t special[HE_BLOCK / 64])
{
    static const uint16_t bits[4] = {1, 2, 4, 8};
    const struct he_reading kept = *reading;            /* a copy, so that no write to the strengths can change it */
    const struct planes planes = planes_of(n);
    for (int i = 0; i < count; i += 4, cards += 4 * n) {
        const uint8x16_t four[2] = {spread_two(&planes, cards), spread_two(&planes, cards + 2 * n)};
        const uint8x16_t ranks[2] = {vshrq_n_u8(four[0], 2), vshrq_n_u8(four[1], 2)};
        const uint16x4_t told = specials(&planes, four, ranks), is_special = vtst_u16(told, told);
        const uint32x4_t own_sums = vandq_u32(rank_sums(&planes, ranks[0], ranks[1]), vdupq_n_u32(kept.sum_mask));
        const uint32x4_t covered = vreinterpretq_u32_s32(vmovl_s16(vreinterpret_s16_u16(is_special)));
        const uint32x4_t sums = vbslq_u32(covered, vdupq_n_u32(kept.some_sum), own_sums);
        special[i / 64] |= (uint64_t)vaddv_u16(vand_u16(is_special, vld1_u16(bits))) << i % 64;
        strengths[i] = read_cell(&kept, vgetq_lane_u32(sums, 0));
        strengths[i + 1] = read_cell(&kept, vgetq_lane_u32(sums, 1));
        strengths[i + 2] = read_cell(&kept, vgetq_lane_u32(sums, 2));
        strengths[i + 3] = read_cell(&kept, vgetq_lane_u32(sums, 3));
    }
}

#endif
