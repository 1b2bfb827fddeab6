/* strings.h - numbers words 0, 1, 2, ... in the order in which they occur. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "graph/ids.h"

typedef struct tg_strings tg_strings;

tricorn_status tg_strings_create(tricorn_context *context, tg_strings **strings);
/* strings may be NULL. */
void tg_strings_free(tg_strings *strings);

/* Limits the memory of the words; without this call it has no limit. */
void tg_strings_limit(tg_strings *strings, uint64_t most_bytes);

/* The number of the word, a new one for a new word. A word is any bytes but NUL. *number is
 * UINT32_MAX for a new word that does not fit into the limit of memory; the first word always
 * fits. Errors: TRICORN_OUT_OF_MEMORY, TRICORN_BAD_FORMAT beyond 2^32 - 1 different words. */
tricorn_status tg_strings_number(
  tricorn_context *context, tg_strings *strings, const char *word, size_t bytes, uint32_t *number);

bool tg_strings_has(const tg_strings *strings, const char *word, size_t bytes);

uint64_t tg_strings_count(const tg_strings *strings);

/* Calls take(user, number, word, bytes) for all words, in the order of their numbers. */
tricorn_status tg_strings_each(const tg_strings *strings,
  tricorn_status (*take)(void *user, uint32_t number, const char *word, size_t bytes), void *user);

/* Moves all words to *ids (text and starts), without spare memory, and frees the rest. */
tricorn_status tg_strings_finish(tricorn_context *context, tg_strings *strings, tg_ids *ids);
