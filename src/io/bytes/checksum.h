/* checksum.h - the checksum of the files whose format is tricorn's own. */
#ifndef TG_IO_BYTES_CHECKSUM_H
#define TG_IO_BYTES_CHECKSUM_H

#include <stdint.h>

/* XXH3, 64 bits, seed 0. */
uint64_t tg_checksum(const void *bytes, uint64_t count);

#endif
