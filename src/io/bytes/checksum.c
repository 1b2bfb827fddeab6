/* checksum.c - the checksum of all files of the library's own. */
#include "io/bytes/checksum.h"

#define XXH_INLINE_ALL /* header only: its streaming state may then live on the stack */
#include <xxhash.h>

uint64_t tg_checksum(const void *bytes, uint64_t count)
{
    return XXH3_64bits(bytes, count);
}
