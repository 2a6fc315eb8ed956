/* blake2s.c: RFC 7693, chapter 3, with its names: h the state, m a block, v the working vector, t the bytes so far. */
#include "blake2s.h"

#include <stdbool.h>
#include <string.h>

enum { WORDS = 8, ROUNDS = 10 };

static const uint32_t IV[WORDS] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static const uint8_t SIGMA[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* Which words of v are mixed with one another: four columns, then four diagonals. */
static const uint8_t MIXED[8][4] = {
    {0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
};

static uint32_t rotated(uint32_t word, int right)
{
    return word >> right | word << (32 - right);
}

static void mix(uint32_t *v, const uint8_t at[4], uint32_t x, uint32_t y)
{
    uint32_t *a = v + at[0], *b = v + at[1], *c = v + at[2], *d = v + at[3];
    *a += *b + x;
    *d = rotated(*d ^ *a, 16);
    *c += *d;
    *b = rotated(*b ^ *c, 12);
    *a += *b + y;
    *d = rotated(*d ^ *a, 8);
    *c += *d;
    *b = rotated(*b ^ *c, 7);
}

static void compress(uint32_t h[WORDS], const uint8_t block[BLAKE2S_BLOCK_BYTES], uint32_t t, bool is_last)
{
    uint32_t m[16], v[2 * WORDS];
    for (int word = 0; word < 16; word++) {
        const uint8_t *from = block + 4 * word;
        m[word] = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    }
    memcpy(v, h, WORDS * sizeof *h);
    memcpy(v + WORDS, IV, sizeof IV);
    v[12] ^= t;                         /* its upper half, v[13], is for data of 4 GB */
    if (is_last)
        v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++)
        for (int step = 0; step < 8; step++)
            mix(v, MIXED[step], m[SIGMA[round][2 * step]], m[SIGMA[round][2 * step + 1]]);
    for (int word = 0; word < WORDS; word++)
        h[word] ^= v[word] ^ v[word + WORDS];
}

/* One block of what is summed: the key, if there is one, stands before the data in a block of its own. */
static size_t fill(uint8_t block[BLAKE2S_BLOCK_BYTES], const uint8_t *from, size_t left)
{
    const size_t bytes = left < BLAKE2S_BLOCK_BYTES ? left : BLAKE2S_BLOCK_BYTES;
    memset(block, 0, BLAKE2S_BLOCK_BYTES);
    if (bytes > 0)
        memcpy(block, from, bytes);
    return bytes;
}

void blake2s(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length, uint8_t *mac, size_t mac_length)
{
    uint32_t h[WORDS], t = 0;
    uint8_t block[BLAKE2S_BLOCK_BYTES];
    if (key_length > BLAKE2S_MAX_KEY_BYTES || mac_length == 0 || mac_length > BLAKE2S_MAX_MAC_BYTES)
        return;
    memcpy(h, IV, sizeof h);
    h[0] ^= 0x01010000 | (uint32_t)key_length << 8 | (uint32_t)mac_length;
    if (key_length > 0) {
        (void)fill(block, key, key_length);
        t = BLAKE2S_BLOCK_BYTES;
        compress(h, block, t, length == 0);
    }
    for (size_t at = 0; at < length || t == 0; at += BLAKE2S_BLOCK_BYTES) {
        const size_t bytes = fill(block, data + at, length - at);
        t += (uint32_t)bytes;
        compress(h, block, t, at + bytes == length);
        if (bytes == 0)
            break;                      /* neither key nor data: one empty block */
    }
    for (size_t at = 0; at < mac_length; at++)
        mac[at] = (uint8_t)(h[at / 4] >> 8 * (at % 4));
}
