/* checksum.h - the checksum in all files whose format is tricorn's own. */
#pragma once

#include <stdint.h>

/* Returns the XXH3 hash of the bytes, with 64 bits and seed 0. */
uint64_t tg_checksum(const void *bytes, uint64_t count);
