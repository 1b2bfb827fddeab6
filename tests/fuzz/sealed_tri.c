/* sealed_tri.c - .tri files whose checksums are made right first: else nearly every change would
 * be refused for them, and what lies behind them never be tried. */
#include <stdlib.h>
#include <string.h>

#include "io/bytes/checksum.h"
#include "io/formats/tri/tri.h"
#include "target.h"

/* Sets the checksums of all blocks that lie within the file, as its header says where. */
static void seal_blocks(uint8_t *file, size_t count, tg_tri_header *header)
{
    const uint64_t begin = header->sections[TG_TRI_ROWS].offset;
    const uint64_t sums = header->sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t sum_bytes = header->sections[TG_TRI_CHECKSUMS].bytes;
    if (begin > sums || sums > count || sum_bytes > count - sums) return;
    for (uint64_t at = begin, sum = sums; at < sums; at += TG_TRI_BLOCK_BYTES, sum += 8) {
        const uint64_t left = sums - at;
        const uint64_t checksum = tg_checksum(file + at, left < TG_TRI_BLOCK_BYTES ? left : TG_TRI_BLOCK_BYTES);
        if (sum + sizeof checksum > sums + sum_bytes) break;
        memcpy(file + sum, &checksum, sizeof checksum);
    }
    header->checksums_checksum = tg_checksum(file + sums, sum_bytes);
}

void fuzz_run_sealed_tri(const fuzz_target *target, const uint8_t *bytes, size_t count)
{
    tg_tri_header header;
    uint8_t *file = malloc(count + (count == 0));
    FUZZ_REQUIRE(file != NULL, "out of memory");
    if (count > 0) memcpy(file, bytes, count);
    if (count >= sizeof header) {
        memcpy(&header, file, sizeof header);
        seal_blocks(file, count, &header);
        header.header_checksum = tg_checksum(&header, offsetof(tg_tri_header, header_checksum));
        memcpy(file, &header, sizeof header);
    }
    fuzz_run_reader(target, file, count);
    free(file);
}
