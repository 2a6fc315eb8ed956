/* batch_x86.c: keys of several hands at once with AVX2 and AVX-512 VBMI. batch.c asks only a processor that has them.
 *
 * A hand is spread to eight bytes, the empty ones HE_NO_CARD. The rank number of a card is three bytes, its suit a nibble
 * of two bytes: five planes. For each plane a byte shuffle turns cards into that byte, and a sum of absolute differences
 * from zero adds up the eight of a hand. generate.py writes the planes. A nibble that starts at 3 reaches 8 with five cards of its suit.
 */
#include "batch_ways.h"
#include "handkeys.h"

#if defined(__x86_64__)

#include <immintrin.h>

enum { JOKER_RANK = 13, SUIT_START = 0x3333, SUIT_FULL = 0x8888 };

/* AVX2: planes by rank and by suit, because a shuffle knows only sixteen entries. */

#define AVX2 __attribute__((target("avx2,bmi2")))
#define AVX2_INLINE static inline __attribute__((always_inline, target("avx2,bmi2")))

struct planes_avx2 {
    __m256i low_ranks, middle_ranks, high_ranks, low_suits, high_suits, spread, empty;
};

AVX2_INLINE __m256i twice(const uint8_t bytes[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

AVX2_INLINE struct planes_avx2 planes_avx2(int n)
{
    const __m256i spread = twice(SPREADS[n - HE_BEST]);
    return (struct planes_avx2){
        twice(RANK_PLANES[0]), twice(RANK_PLANES[1]), twice(RANK_PLANES[2]), twice(PLANES[3]), twice(PLANES[4]),
        spread, _mm256_cmpeq_epi8(spread, _mm256_set1_epi8((char)HE_NO_CARD)),
    };
}

/* Four hands, eight bytes each. */
AVX2_INLINE __m256i spread_avx2(const struct planes_avx2 *planes, const uint8_t *cards, int n)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)cards), high = _mm_loadu_si128((const __m128i *)(cards + 2 * n));
    return _mm256_or_si256(_mm256_shuffle_epi8(_mm256_set_m128i(high, low), planes->spread), planes->empty);
}

/* The sum over a hand of what `plane` has for its eight bytes, as 64 bits. */
AVX2_INLINE __m256i sum_avx2(__m256i plane, __m256i bytes)
{
    return _mm256_sad_epu8(_mm256_shuffle_epi8(plane, bytes), _mm256_setzero_si256());
}

AVX2_INLINE __m256i rank_sums_avx2(const struct planes_avx2 *planes, __m256i ranks)
{
    const __m256i low = sum_avx2(planes->low_ranks, ranks), middle = sum_avx2(planes->middle_ranks, ranks);
    const __m256i high = sum_avx2(planes->high_ranks, ranks);
    return _mm256_add_epi64(_mm256_add_epi64(low, _mm256_slli_epi64(middle, 8)), _mm256_slli_epi64(high, 16));
}

/* All bits of a hand set if it has neither five of a suit nor a joker. */
AVX2_INLINE __m256i plain_avx2(const struct planes_avx2 *planes, __m256i ranks, __m256i suits)
{
    const __m256i low = sum_avx2(planes->low_suits, suits), high = sum_avx2(planes->high_suits, suits);
    const __m256i counts = _mm256_add_epi64(_mm256_add_epi64(low, _mm256_slli_epi64(high, 8)),
                                            _mm256_set1_epi64x(SUIT_START));
    const __m256i jokers = _mm256_cmpeq_epi8(ranks, _mm256_set1_epi8(JOKER_RANK));
    const __m256i told = _mm256_or_si256(_mm256_and_si256(counts, _mm256_set1_epi64x(SUIT_FULL)), jokers);
    return _mm256_cmpeq_epi64(told, _mm256_setzero_si256());
}

AVX2_INLINE uint16_t read_cell(const struct he_reading *reading, uint32_t sum)
{
    return reading->cells[(uint16_t)(sum + reading->starts[sum >> reading->row_shift])];
}

AVX2_INLINE void block_avx2(const struct he_reading *reading, const uint8_t *cards, int n, int count,
                            uint16_t *strengths, uint64_t special[HE_BLOCK / 64])
{
    const struct he_reading kept = *reading;            /* where no strength is written */
    const struct planes_avx2 planes = planes_avx2(n);
    const __m256i sum_mask = _mm256_set1_epi64x(reading->sum_mask), some_sum = _mm256_set1_epi64x(reading->some_sum);
    for (int i = 0; i < count; i += 4, cards += 4 * n) {
        const __m256i bytes = spread_avx2(&planes, cards, n);
        const __m256i ranks = _mm256_and_si256(_mm256_srli_epi16(bytes, 2), _mm256_set1_epi8(0x0F));
        const __m256i suits = _mm256_and_si256(bytes, _mm256_set1_epi8((char)0x83));    /* none of HE_NO_CARD */
        const __m256i is_plain = plain_avx2(&planes, ranks, suits);
        const __m256i own_sums = _mm256_and_si256(rank_sums_avx2(&planes, ranks), sum_mask);
        const __m256i sums = _mm256_blendv_epi8(some_sum, own_sums, is_plain);
        const __m128i low = _mm256_castsi256_si128(sums), high = _mm256_extracti128_si256(sums, 1);
        _mm_prefetch((const char *)cards + 2048, _MM_HINT_T0);
        special[i / 64] |= (uint64_t)(~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_plain)) & 0xF) << i % 64;
        strengths[i] = read_cell(&kept, (uint32_t)_mm_cvtsi128_si32(low));
        strengths[i + 1] = read_cell(&kept, (uint32_t)_mm_extract_epi32(low, 2));
        strengths[i + 2] = read_cell(&kept, (uint32_t)_mm_cvtsi128_si32(high));
        strengths[i + 3] = read_cell(&kept, (uint32_t)_mm_extract_epi32(high, 2));
    }
}

AVX2 void he_block_avx2(const struct he_reading *reading, const uint8_t *cards, int n, int count, uint16_t *strengths,
                        uint64_t special[HE_BLOCK / 64])
{
    block_avx2(reading, cards, n, count, strengths, special);
}

/* The codes of a hand as a set, whose sum and union differ if one is there twice. */
AVX2 int he_check_avx2(uint64_t known, const uint8_t *cards, int n, int count)
{
    const struct planes_avx2 planes = planes_avx2(n);
    const __m256i unknown = _mm256_set1_epi64x((long long)~known), one = _mm256_set1_epi64x(1);
    const __m256i beyond = _mm256_andnot_si256(planes.empty, _mm256_set1_epi8((char)0xC0));     /* shifted out of the set */
    for (int i = 0; i < count; i += 4, cards += 4 * n) {
        const __m256i bytes = spread_avx2(&planes, cards, n);
        __m256i sum = _mm256_setzero_si256(), set = sum;
        for (int j = 0; j < n; j++) {
            const __m256i codes = _mm256_and_si256(_mm256_srli_epi64(bytes, 8 * j), _mm256_set1_epi64x(0xFF));
            const __m256i card = _mm256_sllv_epi64(one, codes);
            sum = _mm256_add_epi64(sum, card);
            set = _mm256_or_si256(set, card);
        }
        const __m256i wrong = _mm256_or_si256(_mm256_xor_si256(sum, set), _mm256_and_si256(set, unknown));
        const __m256i told = _mm256_or_si256(wrong, _mm256_and_si256(bytes, beyond));
        const __m256i is_good = _mm256_cmpeq_epi64(told, _mm256_setzero_si256());
        const unsigned bad = ~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_good)) & 0xF;
        if (bad)
            return i + __builtin_ctz(bad);
    }
    return count;
}

/* AVX-512 VBMI: planes by card, and both tables read sixteen at a time. */

#define VBMI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,avx2")))
#define VBMI_INLINE static inline __attribute__((always_inline)) VBMI

struct planes_vbmi {
    __m512i planes[5], spread;
    __mmask64 has_card;
};

VBMI_INLINE struct planes_vbmi planes_vbmi(int n)
{
    const __m512i spread = _mm512_loadu_si512(SPREADS[n - HE_BEST]);
    return (struct planes_vbmi){
        {_mm512_loadu_si512(PLANES[0]), _mm512_loadu_si512(PLANES[1]), _mm512_loadu_si512(PLANES[2]),
         _mm512_loadu_si512(PLANES[3]), _mm512_loadu_si512(PLANES[4])},
        spread, _mm512_cmpneq_epi8_mask(spread, _mm512_set1_epi8((char)HE_NO_CARD)),
    };
}

/* Eight hands, eight bytes each. */
VBMI_INLINE __m512i spread_vbmi(const struct planes_vbmi *planes, const uint8_t *cards)
{
    const __m512i empty = _mm512_set1_epi8((char)HE_NO_CARD);
    return _mm512_mask_permutexvar_epi8(empty, planes->has_card, planes->spread, _mm512_loadu_si512(cards));
}

VBMI_INLINE __m512i sum_vbmi(const struct planes_vbmi *planes, int plane, __m512i bytes)
{
    return _mm512_sad_epu8(_mm512_permutexvar_epi8(bytes, planes->planes[plane]), _mm512_setzero_si512());
}

VBMI_INLINE __m512i rank_sums_vbmi(const struct planes_vbmi *planes, __m512i bytes)
{
    const __m512i low = sum_vbmi(planes, 0, bytes), middle = sum_vbmi(planes, 1, bytes), high = sum_vbmi(planes, 2, bytes);
    return _mm512_add_epi64(_mm512_add_epi64(low, _mm512_slli_epi64(middle, 8)), _mm512_slli_epi64(high, 16));
}

VBMI_INLINE __mmask8 special_vbmi(const struct planes_vbmi *planes, __m512i bytes)
{
    const __m512i low = sum_vbmi(planes, 3, bytes), high = sum_vbmi(planes, 4, bytes);
    const __m512i counts = _mm512_add_epi64(_mm512_add_epi64(low, _mm512_slli_epi64(high, 8)),
                                            _mm512_set1_epi64(SUIT_START));
    return _mm512_test_epi64_mask(counts, _mm512_set1_epi64(SUIT_FULL));
}

/* Sixteen elements. Each load brings a pair with the wanted one low; what is above it is cut off with the index or cell.
 * Zeros are asked for underneath because a gather otherwise waits for the register it writes to. */
VBMI_INLINE __m512i gather(const uint16_t *table, __m512i indexes)
{
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xFFFF, indexes, table, 2);
}

VBMI_INLINE __m512i read_cells(const struct he_reading *reading, __m512i sums)
{
    const __m512i rows = _mm512_srl_epi32(sums, _mm_cvtsi32_si128(reading->row_shift));
    const __m512i places = _mm512_add_epi32(sums, gather(reading->starts, rows));
    return gather(reading->cells, _mm512_and_si512(places, _mm512_set1_epi32(0xFFFF)));
}

/* Two times eight hands. Their sums share registers like the teeth of two combs, which costs one permutation at the end
 * instead of a narrowing of each. */
VBMI void he_block_vbmi(const struct he_reading *reading, const uint8_t *cards, int n, int count, uint16_t *strengths,
                        uint64_t special[HE_BLOCK / 64])
{
    const struct he_reading kept = *reading;            /* where no strength is written */
    const struct planes_vbmi planes = planes_vbmi(n);
    const __m512i sum_mask = _mm512_set1_epi32((int)kept.sum_mask), some_sum = _mm512_set1_epi64(kept.some_sum);
    const __m512i apart = _mm512_set_epi16(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                           30, 26, 22, 18, 14, 10, 6, 2, 28, 24, 20, 16, 12, 8, 4, 0);
    uint8_t *flags = (uint8_t *)special;                /* little-endian: a byte for eight hands */
    for (int i = 0; i < count; i += HE_TURN, cards += HE_TURN * n) {
        const __m512i one = spread_vbmi(&planes, cards), other = spread_vbmi(&planes, cards + 8 * n);
        const __mmask8 special_one = special_vbmi(&planes, one), special_other = special_vbmi(&planes, other);
        const __m512i low = _mm512_mask_mov_epi64(rank_sums_vbmi(&planes, one), special_one, some_sum);
        const __m512i high = _mm512_mask_mov_epi64(rank_sums_vbmi(&planes, other), special_other, some_sum);
        const __m512i sums = _mm512_and_si512(_mm512_or_si512(low, _mm512_slli_epi64(high, 32)), sum_mask);
        const __m512i cells = _mm512_permutexvar_epi16(apart, read_cells(&kept, sums));
        _mm_prefetch((const char *)cards + 2048, _MM_HINT_T0);
        _mm_prefetch((const char *)cards + 2048 + 64, _MM_HINT_T0);
        flags[i / 8] = special_one;
        flags[i / 8 + 1] = special_other;
        _mm256_storeu_si256((__m256i *)(strengths + i), _mm512_castsi512_si256(cells));
    }
}

/* A code that is not known, or there twice, is a bit less in the set. */
VBMI_INLINE int check_vbmi(uint64_t known, const uint8_t *cards, int n, int count)
{
    const struct planes_vbmi planes = planes_vbmi(n);
    const __m512i all_known = _mm512_set1_epi64((long long)known), one = _mm512_set1_epi64(1);
    for (int i = 0; i < count; i += 8, cards += 8 * n) {
        const __m512i bytes = spread_vbmi(&planes, cards);
        __m512i set = _mm512_setzero_si512();
#pragma GCC unroll 8
        for (int j = 0; j < n; j++) {
            const __m512i codes = _mm512_and_si512(_mm512_srli_epi64(bytes, (unsigned)(8 * j)), _mm512_set1_epi64(0xFF));
            set = _mm512_or_si512(set, _mm512_sllv_epi64(one, codes));
        }
        const __m512i cards_in_set = _mm512_popcnt_epi64(_mm512_and_si512(set, all_known));
        const __mmask8 bad = _mm512_cmpneq_epi64_mask(cards_in_set, _mm512_set1_epi64(n));
        if (bad)
            return i + __builtin_ctz(bad);
    }
    return count;
}

VBMI int he_check_vbmi(uint64_t known, const uint8_t *cards, int n, int count)
{
    return n == 7 ? check_vbmi(known, cards, 7, count) : check_vbmi(known, cards, n, count);
}

#endif
