/* sizes.h - lists of sizes in the text of a parameter, such as 3-4-5. */
#ifndef TG_GENERATE_SIZES_H
#define TG_GENERATE_SIZES_H

#include <stdint.h>

#include "generate/model.h"

/* Each number and its hyphen take two bytes of the text at least, so no list is longer. */
enum { TG_SIZES_MOST = TG_MODEL_TEXT_BYTES / 2 };

typedef struct tg_sizes {
    uint64_t at[TG_SIZES_MOST]; /* each 1 to 2^32 - 1 */
    uint32_t count;
} tg_sizes;

/* Reads all numbers, at least one; returns the position after the last one ("" or a hyphen
 * without a digit), or NULL for a wrong list. */
const char *tg_parse_sizes(const char *text, tg_sizes *sizes);

#endif
