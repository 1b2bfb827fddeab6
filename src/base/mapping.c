/* mapping.c - writes arrays to a sealed file in memory, and maps such a file to be read. */
#include "base/mapping.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/portable.h"
#include "base/signals.h"

enum { ALIGNMENT = 64, MOST_AT_ONCE = 1 << 30 }; /* Linux writes less than 2^31 bytes per call */

struct tg_mapping {
    tg_memory *memory; /* keeps the memory alive: this struct is one of its blocks */
    void *bytes;
    uint64_t count;
};

void tg_mapping_places(const uint64_t *bytes, size_t count, uint64_t *places)
{
    places[0] = 0;
    for (size_t p = 0; p < count; p++) places[p + 1] = places[p] + (bytes[p] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static tricorn_status refused(tricorn_context *context, const char *what)
{
    const int reason = errno;
    return tg_fail(context, reason == ENOMEM ? TRICORN_OUT_OF_MEMORY : TRICORN_IO_ERROR,
      "memory that other processes read cannot be %s: %s", what, strerror(reason));
}

static tricorn_status write_part(tricorn_context *context, int descriptor, tg_part_bytes part, uint64_t place)
{
    for (uint64_t done = 0; done < part.count;) {
        const uint64_t left = part.count - done;
        const ssize_t put = pwrite(descriptor, (const char *)part.bytes + done,
          left < MOST_AT_ONCE ? left : MOST_AT_ONCE, (off_t)(place + done));
        if (put < 0 && errno != EINTR) return refused(context, "written");
        if (put > 0) done += (uint64_t)put;
    }
    return TRICORN_OK;
}

/* Writes by pwrite(), not through a mapping: when the machine runs out of memory, pwrite() fails,
 * but a mapping would end the process by a signal. */
static tricorn_status write_parts(
  tricorn_context *context, const tg_part_bytes *parts, size_t count, const tg_shared_file *made)
{
    uint64_t place = 0;
    for (size_t p = 0; p < count; p++) {
        uint64_t places[2];
        TG_DO(write_part(context, made->writer, parts[p], place));
        tg_mapping_places(&parts[p].count, 1, places);
        place += places[1];
    }
    if (ftruncate(made->writer, (off_t)place) != 0) return refused(context, "written");
    if (!tg_share_seal(made)) return refused(context, "kept as it is");
    return TRICORN_OK;
}

tricorn_status tg_mapping_write(tricorn_context *context, const tg_part_bytes *parts, size_t count, int *descriptor)
{
    tg_shared_file made;
    if (!tg_share_make(&made)) return refused(context, "made");
    tg_held_signal held;
    tg_signal_hold(SIGXFSZ, &held); /* a limit of the size of files holds for files in memory, too */
    const tricorn_status status = write_parts(context, parts, count, &made);
    tg_signal_release(&held, status != TRICORN_OK);
    if (status == TRICORN_OK)
        *descriptor = made.reader;
    else
        tg_share_close(&made);
    return status;
}

tricorn_status tg_mapping_create(tricorn_context *context, int descriptor, tg_mapping **mapping)
{
    tricorn_status status = TRICORN_OK;
    struct stat found;
    tg_mapping *made = NULL;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->memory = context->memory;
    if (fstat(descriptor, &found) != 0) TG_TRY(refused(context, "seen"));
    TG_TRY(tg_memory_charge(context, (uint64_t)found.st_size));
    made->count = (uint64_t)found.st_size;
    if (made->count > 0) {
        made->bytes = mmap(NULL, made->count, PROT_READ, MAP_SHARED | MAP_POPULATE, descriptor, 0);
        if (made->bytes == MAP_FAILED) {
            made->bytes = NULL;
            TG_TRY(refused(context, "mapped"));
        }
    }
    *mapping = made;
    made = NULL;
cleanup:
    tg_mapping_free(made);
    return status;
}

const void *tg_mapping_bytes(const tg_mapping *mapping, uint64_t *count)
{
    *count = mapping->count;
    return mapping->bytes;
}

void tg_mapping_free(tg_mapping *mapping)
{
    if (mapping == NULL) return;
    if (mapping->bytes) munmap(mapping->bytes, mapping->count);
    tg_memory_discharge(mapping->memory, mapping->count);
    tg_free(mapping);
}
