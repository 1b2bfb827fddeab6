/* sizes.h - a list of sizes such as 3-4-5, which is the text of a parameter. */
#pragma once

#include <stdint.h>

#include "generate/model.h"

/* Each number takes at least two bytes of the text, together with its hyphen, so no list is longer. */
enum { TG_SIZES_MOST = TG_MODEL_TEXT_BYTES / 2 };

typedef struct tg_sizes {
    uint64_t at[TG_SIZES_MOST]; /* each from 1 to 2^32 - 1 */
    uint32_t count;
} tg_sizes;

/* Reads as many numbers as follow each other, at least one. Returns the position after the last
 * one, where the text ends or has a hyphen without a digit; returns NULL for a wrong list. */
const char *tg_parse_sizes(const char *text, tg_sizes *sizes);
