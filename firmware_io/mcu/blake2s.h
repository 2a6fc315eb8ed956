/* blake2s: BLAKE2s with a key, as RFC 7693 has it: a MAC without any other construction around it. */
#ifndef BLAKE2S_H
#define BLAKE2S_H

#include <stddef.h>
#include <stdint.h>

enum blake2s { BLAKE2S_BLOCK_BYTES = 64, BLAKE2S_MAX_KEY_BYTES = 32, BLAKE2S_MAX_MAC_BYTES = 32 };

/* Writes the sum of `data` under `key`, as hashlib.blake2s(data, digest_size=mac_length, key=key) does.
 * key_length: at most 32; 0: no key. mac_length: 1 to 32. Lengths beyond these write nothing. */
void blake2s(const uint8_t *key, size_t key_length, const uint8_t *data, size_t length, uint8_t *mac, size_t mac_length);

#endif
