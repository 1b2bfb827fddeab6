/* options.h - options: names left open; structs that grow, of which the members of the caller's
 * version are read and written. */
#ifndef TG_BASE_OPTIONS_H
#define TG_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether an option that names something leaves the choice to the library. */
static inline bool tg_is_auto(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

/* Copies the caller's struct over the defaults, up to the shorter of both sizes.  Every such
 * struct begins with its size.  False for an impossible size: the caller forgot the ..._INIT
 * macro. */
static inline bool tg_read_options(void *known, size_t known_bytes, const void *given)
{
    size_t given_bytes;
    if (given == NULL) return true;
    memcpy(&given_bytes, given, sizeof given_bytes);
    if (given_bytes < sizeof given_bytes || given_bytes > 4096) return false;
    memcpy(known, given, given_bytes < known_bytes ? given_bytes : known_bytes);
    memcpy(known, &known_bytes, sizeof known_bytes);
    return true;
}
#define TG_READ_OPTIONS(known, given) tg_read_options((known), sizeof *(known), (given))

/* The other direction: fills the caller's struct, which may be of an older, shorter version. */
static inline bool tg_write_result(void *given, const void *known, size_t known_bytes)
{
    size_t given_bytes;
    if (given == NULL) return false;
    memcpy(&given_bytes, given, sizeof given_bytes);
    if (given_bytes < sizeof given_bytes || given_bytes > 4096) return false;
    memcpy(given, known, given_bytes < known_bytes ? given_bytes : known_bytes);
    memcpy(given, &given_bytes, sizeof given_bytes);
    return true;
}
#define TG_WRITE_RESULT(given, known) tg_write_result((given), (known), sizeof *(known))

#endif
