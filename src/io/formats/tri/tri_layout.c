/* tri_layout.c - computes the places of the sections of tricorn's own files and their checksums, and writes them. */
#include "io/bytes/checksum.h"
#include "io/formats/tri/tri.h"

#include <stdatomic.h>
#include <string.h>

#define XXH_INLINE_ALL /* makes the header contain all of xxHash */
#include <xxhash.h>

#include "base/memory.h"
#include "base/parallel.h"

/* How many bytes of a section that is not in memory are read at a time. */
enum { CHUNK_BYTES = 1 << 14 };

typedef struct laying {
    tricorn_context *context;
    tg_tri_header *header;
    const tg_tri_source *sources;
    uint64_t *checksums;
} laying;

static uint64_t align(uint64_t offset)
{
    return (offset + TG_TRI_ALIGNMENT - 1) / TG_TRI_ALIGNMENT * TG_TRI_ALIGNMENT;
}

/* Sets the offsets of all sections; returns the number of blocks. */
static uint64_t place_sections(tg_tri_header *header)
{
    uint64_t offset = align(sizeof *header);
    const uint64_t begin = offset;
    for (int s = 0; s < TG_TRI_CHECKSUMS; s++) {
        header->sections[s].offset = offset;
        offset = align(offset + header->sections[s].bytes);
    }
    const uint64_t blocks = (offset - begin + TG_TRI_BLOCK_BYTES - 1) / TG_TRI_BLOCK_BYTES;
    header->sections[TG_TRI_CHECKSUMS].offset = offset;
    header->sections[TG_TRI_CHECKSUMS].bytes = blocks * sizeof(uint64_t);
    return blocks;
}

/* ---- bytes of sections ---- */

typedef tricorn_status take_bytes(const laying *job, void *user, const void *bytes, uint64_t count);

/* The bytes `first` to `last` - 1 of a section. */
typedef struct byte_range {
    int section;
    uint64_t first, last;
} byte_range;

/* Passes the bytes to `take`: all in one call if they are in memory, otherwise as they are read. */
static tricorn_status each_bytes(const laying *job, byte_range of, take_bytes *take, void *user)
{
    const tg_tri_source *source = &job->sources[of.section];
    uint64_t first = of.first;
    const uint64_t last = of.last;
    unsigned char chunk[CHUNK_BYTES];
    tricorn_status status = TRICORN_OK;
    if (first >= last) return TRICORN_OK;
    if (source->read == NULL) return take(job, user, (const char *)source->bytes + first, last - first);
    for (uint64_t count; first < last && status == TRICORN_OK; first += count) {
        count = last - first < CHUNK_BYTES ? last - first : CHUNK_BYTES;
        status = source->read(job->context, source->user, first, chunk, count);
        if (status == TRICORN_OK) status = take(job, user, chunk, count);
    }
    return status;
}

/* ---- checksums ---- */

static tricorn_status update(const laying *job, void *user, const void *bytes, uint64_t count)
{
    (void)job;
    XXH3_64bits_update(user, bytes, count);
    return TRICORN_OK;
}

/* Adds to a block's checksum the bytes of a section that are in the block, which goes from
 * offset `from` to offset to - 1. */
static tricorn_status add_to_checksum(XXH3_state_t *state, const laying *job, int section, uint64_t from, uint64_t to)
{
    static const unsigned char zeros[TG_TRI_ALIGNMENT];
    const uint64_t offset = job->header->sections[section].offset;
    const uint64_t end = offset + job->header->sections[section].bytes, padded = align(end);
    const uint64_t first = from > offset ? from : offset, last = to < end ? to : end;
    const uint64_t pad_first = from > end ? from : end, pad_last = to < padded ? to : padded;
    tricorn_status status = TRICORN_OK;
    if (first < last) status = each_bytes(job, (byte_range){section, first - offset, last - offset}, update, state);
    if (pad_first < pad_last) XXH3_64bits_update(state, zeros, pad_last - pad_first);
    return status;
}

static tricorn_status check_block(const laying *job, uint64_t block)
{
    const uint64_t begin = align(sizeof *job->header);
    const uint64_t end = job->header->sections[TG_TRI_CHECKSUMS].offset;
    const uint64_t from = begin + block * TG_TRI_BLOCK_BYTES;
    const uint64_t to = end - from < TG_TRI_BLOCK_BYTES ? end : from + TG_TRI_BLOCK_BYTES;
    tricorn_status status = TRICORN_OK;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (int s = 0; s < TG_TRI_CHECKSUMS && status == TRICORN_OK; s++)
        status = add_to_checksum(&state, job, s, from, to);
    job->checksums[block] = XXH3_64bits_digest(&state);
    return status;
}

static tricorn_status finish_header(laying *job, uint64_t blocks)
{
    tg_tri_header *header = job->header;
    _Atomic int failure = TRICORN_OK;
#pragma omp parallel for num_threads((int)job->context->threads) schedule(static)
    for (uint64_t b = 0; b < blocks; b++)
        if (atomic_load(&failure) == TRICORN_OK) tg_keep_failure(&failure, check_block(job, b));
    header->checksums_checksum = tg_checksum(job->checksums, blocks * sizeof *job->checksums);
    header->header_checksum = tg_checksum(header, offsetof(tg_tri_header, header_checksum));
    return (tricorn_status)atomic_load(&failure);
}

/* ---- writing ---- */

static tricorn_status put(const laying *job, void *user, const void *bytes, uint64_t count)
{
    return tg_output_write(job->context, user, bytes, count);
}

/* Writes zeros from `offset` up to the next section. */
static tricorn_status pad(tricorn_context *context, tg_output *output, uint64_t offset)
{
    static const unsigned char zeros[TG_TRI_ALIGNMENT];
    return tg_output_write(context, output, zeros, align(offset) - offset);
}

tricorn_status tg_tri_write_sections(
  tricorn_context *context, tg_tri_header *header, const tg_tri_source sources[TG_TRI_CHECKSUMS], tg_output *output)
{
    tricorn_status status = TRICORN_OK;
    laying job = {.context = context, .header = header, .sources = sources};
    const uint64_t blocks = place_sections(header);

    TG_TRY(TG_ALLOC(context, blocks, &job.checksums));
    TG_TRY(finish_header(&job, blocks));
    TG_TRY(tg_output_write(context, output, header, sizeof *header));
    TG_TRY(pad(context, output, sizeof *header));
    for (int s = 0; s < TG_TRI_CHECKSUMS; s++) {
        const uint64_t bytes = header->sections[s].bytes;
        TG_TRY(each_bytes(&job, (byte_range){s, 0, bytes}, put, output));
        TG_TRY(pad(context, output, header->sections[s].offset + bytes));
    }
    TG_TRY(tg_output_write(context, output, job.checksums, blocks * sizeof *job.checksums));
cleanup:
    tg_free(job.checksums);
    return status;
}
