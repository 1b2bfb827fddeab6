/* triples.c - sorts triples: writes sorted runs to one file, and merges them by a heap. Without
 * a folder it sorts them in memory. */
#include "store/files/triples.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "io/bytes/checksum.h"

enum {
    LEAST_ROOM = 1 << 10, /* the least number of triples for which memory is allocated */
    MOST_BUFFER = 1 << 15,
    LEAST_BUFFER = 1 << 5
};

/* A sorted interval of the file. While runs are merged it also has a buffer with its next triples. */
typedef struct run {
    /* Where its triples that are not in the buffer yet begin, and how many these are. */
    uint64_t offset, left;
    uint64_t sum; /* the checksum of the run, minus that of the triples that were already read */
    uint64_t read; /* the number of triples that were already read */
    tg_triple *buffer;
    uint64_t at, held; /* the position in the buffer, and the number of triples in it */
} run;

struct tg_triples {
    tg_disk_file file;
    bool held; /* all triples stay in memory, and the set has no file */
    uint64_t most; /* the most triples that may be in memory */
    uint64_t room, count; /* how many triples fit in memory, and how many are in it */
    tg_triple *memory;
    run *runs;
    uint64_t run_count, run_room;
};

tricorn_status tg_triples_create(
  tricorn_context *context, tg_disk_folder *folder, uint64_t memory_bytes, tg_triples **triples)
{
    static const char name[] = "tricorn-sorted";
    tricorn_status status = TRICORN_OK;
    tg_triples *made = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    made->held = folder == NULL;
    made->most = made->held ? UINT64_MAX : memory_bytes / sizeof *made->memory;
    if (made->most < LEAST_ROOM) made->most = LEAST_ROOM;
    if (folder) TG_TRY(tg_disk_create_nameless(context, folder, name, &made->file));
    *triples = made;
    made = NULL;
cleanup:
    tg_triples_free(made);
    return status;
}

void tg_triples_free(tg_triples *triples)
{
    if (triples == NULL) return;
    for (uint64_t r = 0; r < triples->run_count; r++) tg_free(triples->runs[r].buffer);
    if (!triples->held) tg_disk_close(&triples->file);
    tg_free(triples->memory);
    tg_free(triples->runs);
    tg_free(triples);
}

static inline bool is_before(const tg_triple *a, const tg_triple *b)
{
    if (a->of[0] != b->of[0]) return a->of[0] < b->of[0];
    if (a->of[1] != b->of[1]) return a->of[1] < b->of[1];
    return a->of[2] < b->of[2];
}

static int by_value(const void *a, const void *b)
{
    return is_before(a, b) ? -1 : is_before(b, a);
}

/* ---- runs ---- */

/* Returns the checksum of `count` triples of a run, of which the first is number `first`. It
 * depends on these numbers, so that the checksums of a run's chunks add up to that of the run. */
static uint64_t sum_of(const tg_triple *triples, uint64_t count, uint64_t first)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) sum += tg_checksum(&triples[i], sizeof triples[i]) * (2 * (first + i) + 1);
    return sum;
}

static tricorn_status write_run(tricorn_context *context, tg_triples *all, run *to, tg_triple *triples, uint64_t count)
{
    if (count == 0) return TRICORN_OK;
    qsort(triples, count, sizeof *triples, by_value);
    to->left = count;
    to->sum = sum_of(triples, count, 0);
    return tg_disk_append(context, &all->file, triples, count * sizeof *triples, &to->offset);
}

/* Sorts and writes the triples in memory, as one run for each thread; does nothing if memory holds none. */
static tricorn_status write_runs(tricorn_context *context, tg_triples *all)
{
    const uint64_t threads = context->threads, need = all->run_count + threads;
    _Atomic int failure = TRICORN_OK;

    if (need > all->run_room) {
        TG_DO(TG_REALLOC(context, 2 * need, &all->runs));
        all->run_room = 2 * need;
    }
    run *const made = all->runs + all->run_count;
    memset(made, 0, threads * sizeof *made);
#pragma omp parallel for num_threads((int)threads) schedule(static, 1)
    for (uint64_t t = 0; t < threads; t++) {
        const uint64_t first = all->count * t / threads, end = all->count * (t + 1) / threads;
        tg_keep_failure(&failure, write_run(context, all, &made[t], all->memory + first, end - first));
    }
    TG_DO((tricorn_status)atomic_load(&failure));
    all->run_count += threads;
    all->count = 0;
    return TRICORN_OK;
}

static tricorn_status make_room(tricorn_context *context, tg_triples *all)
{
    const uint64_t wanted = all->room > 0 ? 2 * all->room : LEAST_ROOM;
    if (all->room == all->most) return write_runs(context, all);
    const uint64_t room = wanted < all->most ? wanted : all->most;
    TG_DO(TG_REALLOC(context, room, &all->memory));
    all->room = room;
    return TRICORN_OK;
}

tricorn_status tg_triples_put(tricorn_context *context, tg_triples *triples, tg_triple triple)
{
    if (triples->count == triples->room) {
        TG_DO(make_room(context, triples));
    }
    triples->memory[triples->count++] = triple;
    return TRICORN_OK;
}

/* ---- files that stay ---- */

tricorn_status tg_triples_name(tricorn_context *context, tg_triples *triples, tg_disk_folder *folder, const char *name)
{
    tg_disk_close(&triples->file);
    return tg_disk_create(context, folder, name, &triples->file);
}

tricorn_status tg_triples_write(tricorn_context *context, tg_triples *triples, tg_triples_file *of)
{
    if (triples->count > 0) TG_DO(write_runs(context, triples));
    TG_DO(tg_disk_sync(context, &triples->file));
    *of = (tg_triples_file){triples->file.name, triples->run_count, triples->file.end};
    return TRICORN_OK;
}

tg_array tg_triples_runs(tg_triples *triples, uint64_t runs)
{
    return (tg_array){(void **)&triples->runs, runs, sizeof *triples->runs};
}

tricorn_status tg_triples_reopen(
  tricorn_context *context, tg_triples *triples, const tg_triples_file *of, uint64_t *count)
{
    const tg_disk_folder *folder = triples->file.folder;
    bool sound = true;

    triples->run_room = of->runs;
    *count = 0;
    tg_disk_close(&triples->file);
    TG_DO(tg_disk_reopen(context, folder, of->name, &triples->file));
    sound = of->bytes <= triples->file.end;
    for (uint64_t r = 0; r < of->runs; r++) {
        run *const at = &triples->runs[r];
        *at = (run){.offset = at->offset, .left = at->left, .sum = at->sum};
        sound &= at->offset <= of->bytes && at->left <= (of->bytes - at->offset) / sizeof(tg_triple);
        *count += at->left;
    }
    triples->run_count = of->runs;
    if (!sound) TG_DO(tg_array_file_refuse(context, folder, of->name, "was changed or cut"));
    triples->file.end = of->bytes;
    return TRICORN_OK;
}

/* ---- merging ---- */

static tricorn_status fill(tricorn_context *context, tg_triples *all, run *of, uint64_t room)
{
    const uint64_t count = of->left < room ? of->left : room;
    tricorn_status status = TRICORN_OK;
    of->at = of->held = 0;
    if (count == 0) return TRICORN_OK;
    TG_TRY(tg_disk_read(context, &all->file, of->offset, of->buffer, count * sizeof *of->buffer));
    of->sum -= sum_of(of->buffer, count, of->read);
    of->read += count;
    of->offset += count * sizeof *of->buffer;
    of->left -= count;
    of->held = count;
    if (of->left == 0 && of->sum != 0)
        status = tg_fail(context, TRICORN_IO_ERROR,
          "%s: a temporary file is not as it was written, before byte %" PRIu64
          ": is the disk damaged? Name another folder by " TG_OPTION("work") " or " TG_OPTION("scratch"),
          all->file.folder->path, of->offset);
cleanup:
    return status;
}

static bool run_is_before(const run *a, const run *b)
{
    return is_before(&a->buffer[a->at], &b->buffer[b->at]);
}

/* Moves the run at position `at` of the heap down to its place. */
static void sink_down(run **heap, uint64_t count, uint64_t at)
{
    for (uint64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && run_is_before(heap[child + 1], heap[child])) child++;
        if (!run_is_before(heap[child], heap[at])) return;
        run *const other = heap[at];
        heap[at] = heap[child];
        heap[child] = other;
    }
}

typedef struct merge {
    tg_triples *all;
    run **heap; /* the runs that still have triples */
    uint64_t count;
    uint64_t room; /* the number of triples that fit in a buffer */
} merge;

/* Removes and returns the least triple of all runs. */
static tricorn_status next_least(tricorn_context *context, merge *of, tg_triple *least)
{
    run *const first = of->heap[0];
    *least = first->buffer[first->at++];
    if (first->at == first->held) TG_DO(fill(context, of->all, first, of->room));
    if (first->held == 0) of->heap[0] = of->heap[--of->count];
    sink_down(of->heap, of->count, 0);
    return TRICORN_OK;
}

/* Allocates the buffers of all runs, and fills the heap. */
static tricorn_status open_runs(tricorn_context *context, merge *of)
{
    tg_triples *all = of->all;
    TG_DO(TG_ALLOC(context, all->run_count, &of->heap));
    for (uint64_t r = 0; r < all->run_count; r++) {
        TG_DO(TG_ALLOC(context, of->room, &all->runs[r].buffer));
        TG_DO(fill(context, all, &all->runs[r], of->room));
        if (all->runs[r].held > 0) of->heap[of->count++] = &all->runs[r];
    }
    for (uint64_t i = of->count / 2; i-- > 0;) sink_down(of->heap, of->count, i);
    return TRICORN_OK;
}

static tricorn_status each_held(tricorn_context *context, const tg_triples *triples, tg_take_triples *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    if (triples->count > 0) qsort(triples->memory, triples->count, sizeof *triples->memory, by_value);
    for (uint64_t at = 0; at < triples->count && status == TRICORN_OK; at += MOST_BUFFER) {
        const uint64_t left = triples->count - at;
        status = take(context, user, triples->memory + at, left < MOST_BUFFER ? left : MOST_BUFFER);
    }
    return status;
}

tricorn_status tg_triples_each(tricorn_context *context, tg_triples *triples, tg_take_triples *take, void *user)
{
    tricorn_status status = TRICORN_OK;
    tg_triple *out = NULL;
    merge of = {.all = triples};
    uint64_t held = 0;

    if (triples->held) return each_held(context, triples, take, user);
    TG_TRY(write_runs(context, triples));
    tg_free(triples->memory);
    triples->memory = NULL;
    of.room = triples->most / (triples->run_count + 1);
    if (of.room > MOST_BUFFER) of.room = MOST_BUFFER;
    if (of.room < LEAST_BUFFER) of.room = LEAST_BUFFER;
    TG_TRY(TG_ALLOC(context, of.room, &out));
    TG_TRY(open_runs(context, &of));
    while (of.count > 0) {
        TG_TRY(next_least(context, &of, &out[held++]));
        if (held < of.room && of.count > 0) continue;
        TG_TRY(take(context, user, out, held));
        held = 0;
    }
cleanup:
    tg_free(out);
    tg_free(of.heap);
    return status;
}
