/* options.h - reads options: names that leave the choice open, and structs that may grow.
 *
 * A struct that grows begins with its size, set by its ..._INIT macro.
 * - A caller that was compiled with an older header has a shorter struct: the members that it
 *   lacks keep their defaults.
 * - A caller with a newer header has a longer one: it is accepted if all members that this
 *   library does not know are 0.
 * - New members come at the end, after the padding of the former struct. So a struct that is a
 *   member of another one (tricorn_load_text) does not grow: its new members go to the end of the
 *   outer struct.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/context.h"

/* Whether an option that names something leaves the choice to the library. */
static inline bool tg_is_auto(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

/* Whether the size of a caller's struct is right, or why not; the library knows `known_bytes` bytes of it. */
typedef enum tg_size_fault {
    TG_SIZE_RIGHT,
    TG_SIZE_WRONG, /* no version has this size: the caller forgot the ..._INIT macro */
    TG_SIZE_NEWER /* the caller's struct sets members that this library does not know */
} tg_size_fault;
tg_size_fault tg_check_size(const void *given, size_t known_bytes);

/* Copies a result to the caller's struct, up to the shorter of both sizes; the size in the
 * caller's struct must be right. */
void tg_write_result(void *given, const void *known, size_t known_bytes);
#define TG_WRITE_RESULT(given, known) tg_write_result((given), (known), sizeof *(known))

/* Fails with TRICORN_INVALID_ARGUMENT for a wrong size; the message names `macro`, which sets the
 * right one. given may be NULL. */
tricorn_status tg_check_struct(tricorn_context *context, const void *given, size_t known_bytes, const char *macro);

/* Copies the caller's struct over the defaults in *known, up to the shorter of both sizes. If
 * `given` is NULL the defaults stay. Fails as tg_check_struct does, without a copy. */
tricorn_status tg_read_struct(
  tricorn_context *context, void *known, size_t known_bytes, const void *given, const char *macro);
#define TG_READ_STRUCT(context, known, given, macro) \
    tg_read_struct((context), (known), sizeof *(known), (given), #macro)
