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
extern const uint16_t SEVEN_STARTS[16385];
extern const uint16_t SEVEN_CELLS[28170];
extern const uint16_t SIX_STARTS[8193];
extern const uint16_t SIX_CELLS[13452];
extern const uint16_t FIVE_STARTS[4097];
extern const uint16_t FIVE_CELLS[7683];
extern const uint16_t FEW_STARTS[1025];
extern const uint16_t FEW_CELLS[2367];
extern const uint16_t SUITED_STARTS[1025];
extern const uint16_t SUITED_CELLS[3470];
extern const uint16_t SHORT_SEVEN_STARTS[2049];
extern const uint16_t SHORT_SEVEN_CELLS[4630];
extern const uint16_t SHORT_SIX_STARTS[1025];
extern const uint16_t SHORT_SIX_CELLS[2330];
extern const uint16_t SHORT_FIVE_STARTS[513];
extern const uint16_t SHORT_FIVE_CELLS[1296];
extern const uint16_t TRIPS_SEVEN_STARTS[2049];
extern const uint16_t TRIPS_SEVEN_CELLS[4618];
extern const uint16_t TRIPS_SIX_STARTS[1025];
extern const uint16_t TRIPS_SIX_CELLS[2330];
extern const uint16_t TRIPS_FIVE_STARTS[513];
extern const uint16_t TRIPS_FIVE_CELLS[1296];
extern const uint16_t SHORT_SUITED_STARTS[17];
extern const uint16_t SHORT_SUITED_CELLS[294];
extern const uint16_t SHORT_SUITED_OVER_STARTS[17];
extern const uint16_t SHORT_SUITED_OVER_CELLS[294];
extern const uint16_t WILD1_SEVEN_STARTS[8193];
extern const uint16_t WILD1_SEVEN_CELLS[11439];
extern const uint16_t WILD1_SIX_STARTS[4097];
extern const uint16_t WILD1_SIX_CELLS[6452];
extern const uint16_t WILD1_FIVE_STARTS[2049];
extern const uint16_t WILD1_FIVE_CELLS[3889];
extern const uint16_t WILD1_FEW_STARTS[129];
extern const uint16_t WILD1_FEW_CELLS[1103];
extern const uint16_t WILD1_SUITED_STARTS[1025];
extern const uint16_t WILD1_SUITED_CELLS[2413];
extern const uint16_t WILD2_SEVEN_STARTS[8193];
extern const uint16_t WILD2_SEVEN_CELLS[3355];
extern const uint16_t WILD2_SIX_STARTS[4097];
extern const uint16_t WILD2_SIX_CELLS[4116];
extern const uint16_t WILD2_FIVE_STARTS[2049];
extern const uint16_t WILD2_FIVE_CELLS[3824];
extern const uint16_t WILD2_FEW_STARTS[129];
extern const uint16_t WILD2_FEW_CELLS[942];
extern const uint16_t WILD2_SUITED_STARTS[1025];
extern const uint16_t WILD2_SUITED_CELLS[1136];
extern const uint8_t PLANES[5][64];
extern const uint8_t RANK_PLANES[3][16];
extern const uint8_t SPREADS[3][64];
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
#define SEVEN_LEAST_SUM 39u
#define SIX_LEAST_SUM 26u
#define FIVE_LEAST_SUM 13u
#define FEW_LEAST_SUM 6u
#define SUITED_LEAST_SUM 31u
#define SHORT_SEVEN_LEAST_SUM 20u
#define SHORT_SIX_LEAST_SUM 20u
#define SHORT_FIVE_LEAST_SUM 13u
#define TRIPS_SEVEN_LEAST_SUM 20u
#define TRIPS_SIX_LEAST_SUM 20u
#define TRIPS_FIVE_LEAST_SUM 13u
#define SHORT_SUITED_LEAST_SUM 31u
#define SHORT_SUITED_OVER_LEAST_SUM 31u
#define WILD1_SEVEN_LEAST_SUM 26u
#define WILD1_SIX_LEAST_SUM 13u
#define WILD1_FIVE_LEAST_SUM 0u
#define WILD1_FEW_LEAST_SUM 3u
#define WILD1_SUITED_LEAST_SUM 15u
#define WILD2_SEVEN_LEAST_SUM 13u
#define WILD2_SIX_LEAST_SUM 0u
#define WILD2_FIVE_LEAST_SUM 0u
#define WILD2_FEW_LEAST_SUM 0u
#define WILD2_SUITED_LEAST_SUM 7u

#endif
