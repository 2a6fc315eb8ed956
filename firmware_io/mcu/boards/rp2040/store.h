/* store: what a node keeps in flash: who it is and its link key, by a .uf2 of their own or over the wire, and the journal's head. */
#ifndef STORE_H
#define STORE_H

#include "session.h"

struct settings { uint8_t node; };

/* False: flash has none, or its sum is wrong. */
bool store_settings(struct settings *settings);

/* The key that was given last, over the wire or else with the settings; false: none was. */
bool store_link_key(uint8_t key[KEY_BYTES]);

/* A key given over the wire takes the next page behind the settings, so that a power cut leaves the one before. There are 15 pages;
 * settings that are written anew by a .uf2 make room. Returns whether it is kept. */
bool store_keep_link_key(const uint8_t *key);
bool store_has_room_for_a_key(void);

/* The newest that was kept; false: none was. */
bool store_anchor(struct anchor *anchor);

/* Keeps one more. A page is programmed in 0.4 ms; once in 16 a sector is erased first, 45 ms or so, in which the wire's bytes
 * are lost and sent again. Two sectors take turns, so that a power cut while one is erased leaves the other: 100,000 erasures each
 * are 3.2 million anchors. */
void store_keep_anchor(const struct anchor *anchor);

#endif
