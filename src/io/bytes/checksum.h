/* checksum.h - the checksum in all files whose format is tricorn's own. */
#ifndef TG_IO_BYTES_CHECKSUM_H
#define TG_IO_BYTES_CHECKSUM_H

#include <stdint.h>

/* Returns the XXH3 hash of the bytes, with 64 bits and seed 0. */
uint64_t tg_checksum(const void *bytes, uint64_t count);

#endif
