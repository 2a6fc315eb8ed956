/* The tables of handeval, written by generate.py: change that, not this. handkeys.h says how they are read. */
#ifndef HANDEVAL_TABLES_H
#define HANDEVAL_TABLES_H

#include <stdint.h>

#define MANY_SHIFT 41u
#define SHORT_MANY_MASK 131071u
#define FEW_SHIFT 22u
#define FEW_MASK 131071u
#define JOKER_SHIFT 20u
#define SUIT_BITS 5u
#define MASK_BITS 16u

#pragma GCC visibility push(hidden)    /* so that position-independent code reads them without a detour */
extern const uint64_t KEYS[54];
extern const uint64_t SUIT_MASKS[54];
extern const uint8_t SLOT_CATEGORY[13];
extern const uint16_t SEVEN_STARTS[16384];
extern const uint16_t SEVEN_CELLS[28169];
extern const uint16_t SIX_STARTS[8192];
extern const uint16_t SIX_CELLS[13451];
extern const uint16_t FIVE_STARTS[4096];
extern const uint16_t FIVE_CELLS[7682];
extern const uint16_t FEW_STARTS[1024];
extern const uint16_t FEW_CELLS[2366];
extern const uint16_t SUITED_STARTS[1024];
extern const uint16_t SUITED_CELLS[3469];
extern const uint16_t SHORT_SEVEN_STARTS[2048];
extern const uint16_t SHORT_SEVEN_CELLS[4629];
extern const uint16_t SHORT_SIX_STARTS[1024];
extern const uint16_t SHORT_SIX_CELLS[2329];
extern const uint16_t SHORT_FIVE_STARTS[512];
extern const uint16_t SHORT_FIVE_CELLS[1295];
extern const uint16_t TRIPS_SEVEN_STARTS[2048];
extern const uint16_t TRIPS_SEVEN_CELLS[4617];
extern const uint16_t TRIPS_SIX_STARTS[1024];
extern const uint16_t TRIPS_SIX_CELLS[2329];
extern const uint16_t TRIPS_FIVE_STARTS[512];
extern const uint16_t TRIPS_FIVE_CELLS[1295];
extern const uint16_t SHORT_SUITED_STARTS[16];
extern const uint16_t SHORT_SUITED_CELLS[293];
extern const uint16_t SHORT_SUITED_OVER_STARTS[16];
extern const uint16_t SHORT_SUITED_OVER_CELLS[293];
extern const uint16_t WILD1_SEVEN_STARTS[8192];
extern const uint16_t WILD1_SEVEN_CELLS[11438];
extern const uint16_t WILD1_SIX_STARTS[4096];
extern const uint16_t WILD1_SIX_CELLS[6451];
extern const uint16_t WILD1_FIVE_STARTS[2048];
extern const uint16_t WILD1_FIVE_CELLS[3888];
extern const uint16_t WILD1_FEW_STARTS[128];
extern const uint16_t WILD1_FEW_CELLS[1102];
extern const uint16_t WILD1_SUITED_STARTS[1024];
extern const uint16_t WILD1_SUITED_CELLS[2412];
extern const uint16_t WILD2_SEVEN_STARTS[8192];
extern const uint16_t WILD2_SEVEN_CELLS[3354];
extern const uint16_t WILD2_SIX_STARTS[4096];
extern const uint16_t WILD2_SIX_CELLS[4115];
extern const uint16_t WILD2_FIVE_STARTS[2048];
extern const uint16_t WILD2_FIVE_CELLS[3823];
extern const uint16_t WILD2_FEW_STARTS[128];
extern const uint16_t WILD2_FEW_CELLS[941];
extern const uint16_t WILD2_SUITED_STARTS[1024];
extern const uint16_t WILD2_SUITED_CELLS[1135];
#pragma GCC visibility pop

#define SEVEN_ROW_SHIFT 9
#define SIX_ROW_SHIFT 10
#define FIVE_ROW_SHIFT 11
#define FEW_ROW_SHIFT 7
#define SUITED_ROW_SHIFT 3
#define SHORT_SEVEN_ROW_SHIFT 6
#define SHORT_SIX_ROW_SHIFT 7
#define SHORT_FIVE_ROW_SHIFT 8
#define TRIPS_SEVEN_ROW_SHIFT 6
#define TRIPS_SIX_ROW_SHIFT 7
#define TRIPS_FIVE_ROW_SHIFT 8
#define SHORT_SUITED_ROW_SHIFT 5
#define SHORT_SUITED_OVER_ROW_SHIFT 5
#define WILD1_SEVEN_ROW_SHIFT 10
#define WILD1_SIX_ROW_SHIFT 11
#define WILD1_FIVE_ROW_SHIFT 12
#define WILD1_FEW_ROW_SHIFT 10
#define WILD1_SUITED_ROW_SHIFT 3
#define WILD2_SEVEN_ROW_SHIFT 10
#define WILD2_SIX_ROW_SHIFT 11
#define WILD2_FIVE_ROW_SHIFT 12
#define WILD2_FEW_ROW_SHIFT 10
#define WILD2_SUITED_ROW_SHIFT 3

#endif
