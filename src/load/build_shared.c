/* build_shared.c - see build_shared.h. */
#include "load/build_shared.h"

#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "io/format.h"
#include "store/group.h"
#include "store/files/join.h"
#include "store/numbering.h"
#include "store/files/staging.h"

enum {
    PARTS_MOST_FACTOR = 2, /* readers have an edge part for each thread, and some have one more */
    ROOM_SHARE = 8, /* edges spill when they take an eighth of the memory */
    SLICES_LEAST = 4, /* slices of the file */
    SLICES_MOST = 256, /* when rows are made, a file is open for each slice */
    SLICE_BYTES = 16 << 20, /* of a slice, unless that gives too few or too many slices */
    MEMORY_OF_BYTE = 5, /* bytes of memory for a byte of text: an edge takes 8 bytes in
                             * memory and about 14 in the text, and buffers an eighth of that */
    SLICE_MEMORY_LEAST = 64 << 20,
    THREAD_BYTES = 2 << 20, /* of a slice for each thread that reads it: with less, a thread has
                             * too few edges of an interval to fill a page */
    EDGE_TEXT_BYTES = 14,
    PLAN_BYTES = 1 << 16, /* the sample of the file is taken from these first bytes */
    PLAN_MEMORY = 256 << 20, /* the memory by which the size of the sample is chosen */
    UNIT_EDGES = 1 << 17, /* a unit joins small intervals only up to half as many edges */
    INTERVALS_LEAST = 32, /* of labels that are no hubs; hubs have half as many */
    INTERVALS_MOST = 2048,
    INTERVAL_BYTES = 6 << 10, /* the least buffers of a thread for an interval, and half of one */
    GROUP_UNITS = 8, /* the fewest units of a group: the threads of a process sort one each */
    GROUPS_MOST = 128,
    RANGE_BYTES = 32 << 20, /* the memory that the rows of one range may need */
    PART_ENTRIES = 1 << 16, /* the most ids of a block, and ids and rows of a segment */
    COPY_BYTES = 1 << 20,
    /* A client of a network file system writes whole pages, or blocks of up to this size: so a
     * block has rows of one group only. */
    BLOCK_BYTES = 1 << 20
};

_Static_assert(COPY_BYTES % BLOCK_BYTES == 0, "processes write whole blocks");

static const char PLAN[] = "plan", ALONE[] = "alone", EDGES[] = "edges", ROWS[] = "rows";

struct tg_build_shared {
    const tg_reader *reader;
    tg_store *store;
    uint64_t fingerprint, memory_bytes;
    tg_staging_folder staging;
    bool alone; /* one process has to prepare the graph without the others */

    tg_disk_folder plan_folder;
    tg_spill *plan; /* has hubs and intervals, but no edges */
    tg_spill_input known;
    uint32_t slices;
    tg_disk_folder *folders; /* of the slices */
    tg_spill *spill; /* the edges of all slices */

    tg_build build;
    tg_disk_rows cuts; /* the column ranges; the store has them once it is finished */
    uint64_t groups;
    uint64_t *offsets, *lengths; /* where rows of a group are in the file of all rows */
    uint64_t rows_bytes; /* the size of that file, and its name in the work folder */
    char rows_name[TG_STAGED_NAME_BYTES];
};

static uint64_t identity_of(const tg_build_shared *all, tg_step step)
{
    const uint64_t words[] = {all->fingerprint, step, all->slices, all->groups};
    return tg_checksum(words, sizeof words);
}

/* Leaves the graph to one process; what this one and others have made is not used. */
static tricorn_status leave(tricorn_context *context, tg_build_shared *all)
{
    tg_disk_folder marker = {.descriptor = -1};
    all->alone = true;
    TG_DO(tg_staged_begin(context, &all->staging, &marker));
    return tg_staged_publish(context, &all->staging, &marker, ALONE);
}

/* Whether a process has left the graph to one of them. */
static tricorn_status look_for_alone(tricorn_context *context, tg_build_shared *all)
{
    return all->alone ? TRICORN_OK : tg_disk_has(context, &all->staging.folder, ALONE, &all->alone);
}

/* ---- numbered parts of a step ---- */

/* Does one part of a step; *found is a number that does not depend on who does it. */
typedef tricorn_status do_part(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found);

/* Does parts of a step until all `count` of them are done by some process, or the graph is left to one process. */
static tricorn_status share(tricorn_context *context, tg_build_shared *all, tg_step step, uint64_t count, do_part *work)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t identity = identity_of(all, step);
    uint64_t number;
    tg_join_found found = {0};
    tg_join *join = NULL;
    bool taken = count > 0;

    tg_work_begin(context, tg_step_names[step], count);
    tg_work_hold(context, true);
    TG_TRY(tg_join_open(context, &all->staging.folder, identity, all->store->lease_seconds, &join));
    tg_join_set_step(join, step);
    TG_TRY(tg_join_begin(context, join, identity, count));
    for (uint64_t told = 0; taken && !all->alone;) {
        (void)tg_work_finish(context, tg_join_done(join) - told);
        told = tg_join_done(join);
        TG_TRY(tg_check_cancelled(context));
        TG_TRY(tg_join_take(context, join, &number, &taken));
        TG_TRY(look_for_alone(context, all));
        if (!taken || all->alone) break;
        TG_TRY(work(context, all, number, &found.triangles));
        if (!all->alone) TG_TRY(tg_join_add(context, join, number, &found));
    }
cleanup:
    tg_work_hold(context, false);
    tg_join_close(join);
    return status;
}

/* ---- reading ---- */

typedef struct reading {
    tg_disk_folder folder;
    tg_spill *spill;
    tg_edges edges;
    tg_spill_input input;
} reading;

static void end_reading(tg_staging_folder *staging, reading *own)
{
    tg_edges_free(&own->edges);
    tg_spill_free(own->spill);
    tg_staged_drop(staging, &own->folder);
}

/* Whether the ids have to be numbered, which one process has to do. */
static bool is_numbered(const reading *own)
{
    return !own->spill->begun || own->spill->far || own->spill->words || own->edges.ids.numbers ||
           own->edges.ids.text || own->edges.cleaned.known;
}

static tricorn_status begin_reading(
  tricorn_context *context, tg_build_shared *all, uint64_t memory_bytes, uint32_t intervals, reading *own)
{
    TG_DO(tg_staged_begin(context, &all->staging, &own->folder));
    const tg_spill_sizes sizes = {
      memory_bytes, memory_bytes / ROOM_SHARE, PARTS_MOST_FACTOR * context->threads, intervals};
    TG_DO(tg_spill_create(context, &own->folder, &sizes, &own->spill));
    own->edges.spill = &own->spill->base;
    return TRICORN_OK;
}

/* Spills the edges of the lines that begin in the range. A file with a fault is left to one
 * process, which reads it as a whole and so knows the number of the line. */
static tricorn_status read_range(tricorn_context *context, tg_build_shared *all, tg_input_range part, reading *own)
{
    tricorn_status status = TRICORN_OK;
    tg_reader reader = {0};

    TG_TRY(tg_reader_open_again(context, all->reader, &reader));
    tg_input_set_range(reader.input, part);
    status = tg_reader_edges(context, &reader, &own->edges);
    all->alone = status == TRICORN_BAD_FORMAT;
    if (all->alone) status = TRICORN_OK;
    if (all->alone || status != TRICORN_OK) goto cleanup;
    const tg_edges *edges = &own->edges;
    own->input = (tg_spill_input){.fingerprint = all->fingerprint,
      .first_id = edges->ids.first,
      .vertices = edges->vertices,
      .declarations = edges->declarations,
      .declared = edges->declared};
    strncpy(own->input.format, reader.format->description.name, sizeof own->input.format - 1);
    memcpy(own->input.dialect, edges->dialect, sizeof own->input.dialect);
    TG_TRY(tg_spill_finish(context, own->spill, &own->edges));
    all->alone = is_numbered(own);
cleanup:
    tg_reader_close(&reader);
    return status;
}

static uint32_t threads_for(const tricorn_context *context, uint64_t bytes)
{
    const uint64_t worth = bytes / THREAD_BYTES + 1;
    return worth < context->threads ? (uint32_t)worth : context->threads;
}

static uint64_t slice_bytes(const tg_build_shared *all)
{
    return tg_input_size(all->reader->input) / all->slices;
}

/* Chooses the number of intervals: by the file alone, so that many processes find a group to sort
 * whatever threads the first one has, unless the buffers need more memory than it has. */
static uint32_t count_intervals(const tricorn_context *context, const tg_build_shared *all)
{
    const uint64_t units = tg_input_size(all->reader->input) / EDGE_TEXT_BYTES / (UNIT_EDGES / 2);
    const uint64_t room = all->memory_bytes / ROOM_SHARE / INTERVAL_BYTES;
    const uint64_t fit = room / threads_for(context, slice_bytes(all));
    uint32_t others = INTERVALS_LEAST;
    while (others < INTERVALS_MOST && others + others / 2 < units && 2 * (uint64_t)others <= fit) others *= 2;
    return others;
}

/* Writes the plan: hubs and intervals by a sample of the file, without edges. */
static tricorn_status make_plan(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t memory = all->memory_bytes < PLAN_MEMORY ? all->memory_bytes : PLAN_MEMORY;
    reading own = {.folder = {.descriptor = -1}};

    (void)number, (void)found;
    TG_TRY(begin_reading(context, all, memory, count_intervals(context, all), &own));
    own.spill->base.room_bytes = 1; /* the sample is taken as soon as edges spill */
    TG_TRY(read_range(context, all, (tg_input_range){0, PLAN_BYTES}, &own));
    if (all->alone) {
        status = leave(context, all);
        goto cleanup;
    }
    own.spill->page_count = own.spill->base.taken = own.spill->self_loops = 0;
    own.spill->largest = 0;
    TG_TRY(tg_spill_write_index(context, own.spill, &own.input));
    TG_TRY(tg_staged_publish(context, &all->staging, &own.folder, PLAN));
cleanup:
    end_reading(&all->staging, &own);
    return status;
}

/* Opens the spill that a folder of the staging folder has. */
static tricorn_status open_spill(tricorn_context *context, const tg_build_shared *all, const char *name,
  tg_disk_folder *folder, tg_spill **spill, tg_spill_input *input)
{
    bool found = false;
    TG_DO(tg_disk_folder_find(context, &all->staging.folder, name, folder));
    const tg_spill_sizes sizes = {.memory_bytes = all->memory_bytes, .parts = 1};
    TG_DO(tg_spill_create(context, folder, &sizes, spill));
    TG_DO(tg_spill_resume(context, *spill, all->fingerprint, input, &found));
    if (!found)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: was changed or damaged; name another work folder, or remove the "
          "folder %s to begin again",
          folder->path, all->staging.folder.path);
    return TRICORN_OK;
}

static tricorn_status plan(tricorn_context *context, tg_build_shared *all)
{
    bool has;

    TG_DO(tg_disk_has(context, &all->staging.folder, PLAN, &has));
    if (!has) TG_DO(share(context, all, TG_STEP_PLANNING, 1, make_plan));
    if (all->alone) return TRICORN_OK;
    return open_spill(context, all, PLAN, &all->plan_folder, &all->plan, &all->known);
}

static tg_input_range slice(const tg_build_shared *all, uint64_t number)
{
    const unsigned __int128 bytes = tg_input_size(all->reader->input);
    return (tg_input_range){(uint64_t)(bytes * number / all->slices), (uint64_t)(bytes * (number + 1) / all->slices)};
}

/* The memory for reading a slice: buffers are made anew for each, and need not be larger than what is read. */
static uint64_t slice_memory(const tg_build_shared *all)
{
    const uint64_t enough = slice_bytes(all) * MEMORY_OF_BYTE;
    const uint64_t wanted = enough < SLICE_MEMORY_LEAST ? SLICE_MEMORY_LEAST : enough;
    return wanted < all->memory_bytes ? wanted : all->memory_bytes;
}

static tricorn_status read_slice(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const tg_spill *plan = all->plan;
    const uint32_t intervals = plan->intervals - plan->hub_intervals;
    const uint64_t labels = (uint64_t)intervals << plan->shift;
    const uint32_t threads = context->threads;
    char name[TG_STAGED_NAME_BYTES];
    reading own = {.folder = {.descriptor = -1}};

    context->threads = threads_for(context, slice_bytes(all));
    TG_TRY(begin_reading(context, all, slice_memory(all), intervals, &own));
    TG_TRY(tg_spill_begin_numbered(context, own.spill, plan, plan->labels.ids, labels - 1));
    TG_TRY(read_range(context, all, slice(all, number), &own));
    if (all->alone) {
        status = leave(context, all);
        goto cleanup;
    }
    *found = own.spill->base.taken;
    TG_TRY(tg_spill_write_index(context, own.spill, &own.input));
    tg_staged_name(name, EDGES, number);
    TG_TRY(tg_staged_publish(context, &all->staging, &own.folder, name));
cleanup:
    context->threads = threads;
    end_reading(&all->staging, &own);
    return status;
}

static uint32_t count_slices(const tg_input *input)
{
    const uint64_t wanted = tg_input_size(input) / SLICE_BYTES;
    return wanted < SLICES_LEAST ? SLICES_LEAST : wanted > SLICES_MOST ? SLICES_MOST : (uint32_t)wanted;
}

/* Closes the plan, which only reading needs: on NFS a file that is open keeps its folder. */
static void close_plan(tg_build_shared *all)
{
    tg_spill_free(all->plan);
    all->plan = NULL;
    tg_disk_folder_close(&all->plan_folder);
}

/* ---- all edges ---- */

static void add_input(tg_spill_input *known, const tg_spill_input *more)
{
    if (more->vertices > known->vertices) known->vertices = more->vertices;
    known->declarations += more->declarations;
    known->declared |= more->declared;
}

/* Joins the spills of all slices. The graph is left to one process if only reading the file as a
 * whole can tell what its ids are. */
static tricorn_status join_edges(tricorn_context *context, tg_build_shared *all)
{
    tricorn_status status = TRICORN_OK;
    tg_spill **spills = NULL;
    tg_reader reader = {0};
    char name[TG_STAGED_NAME_BYTES];
    bool may = false;

    const tg_spill_sizes sizes = {.memory_bytes = all->memory_bytes, .parts = 1};
    TG_TRY(tg_spill_create(context, &all->staging.folder, &sizes, &all->spill));
    TG_TRY(TG_ALLOC_ZERO(context, all->slices, &all->folders));
    TG_TRY(TG_ALLOC_ZERO(context, all->slices, &spills));
    for (uint32_t s = 0; s < all->slices; s++) {
        tg_spill_input found;
        tg_staged_name(name, EDGES, s);
        TG_TRY(open_spill(context, all, name, &all->folders[s], &spills[s], &found));
        add_input(&all->known, &found);
    }
    tg_spill **joined = spills;
    spills = NULL;
    TG_TRY(tg_spill_join(context, all->spill, joined, all->slices));
    TG_TRY(tg_reader_open_again(context, all->reader, &reader));
    TG_TRY(tg_reader_may_split(context, &reader, all->spill->base.taken, &may));
    all->alone = !may || tg_numbering_needed(all->spill);
cleanup:
    for (uint32_t s = 0; spills && s < all->slices; s++) tg_spill_free(spills[s]);
    tg_free(spills);
    tg_reader_close(&reader);
    return status;
}

/* ---- rows ---- */

/* Gives a thread no more memory than its largest unit takes. */
static void limit_room(tg_build *build)
{
    uint64_t most = 4 * (uint64_t)build->spill->page_edges; /* the edges of the last page are sorted with the rest */
    for (uint64_t u = 0; u < build->unit_count; u++) {
        const uint64_t edges = tg_build_edges(build, (tg_unit_range){u, u + 1}) + build->spill->page_edges;
        if (edges > most) most = edges;
    }
    if (build->sizes.room_keys > most) build->sizes.room_keys = most;
}

/* Cuts the intervals into units and groups. The sizes do not depend on the memory, so all processes cut alike. */
static tricorn_status cut_units(tricorn_context *context, tg_build_shared *all)
{
    tg_build_sizes sizes = tg_build_sizes_of(context, all->spill, all->memory_bytes);
    sizes.unit_keys = UNIT_EDGES;
    sizes.range_bytes = RANGE_BYTES;
    sizes.limits = (tg_row_limits){PART_ENTRIES, PART_ENTRIES, PART_ENTRIES};
    tg_memory_trim(context->memory);
    TG_DO(tg_build_begin(context, all->spill, all->store, &sizes, &all->build));
    limit_room(&all->build);
    all->groups = (all->build.unit_count + GROUP_UNITS - 1) / GROUP_UNITS;
    if (all->groups > GROUPS_MOST) all->groups = GROUPS_MOST;
    return TRICORN_OK;
}

static tricorn_status make_group(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t units = all->build.unit_count;
    char name[TG_STAGED_NAME_BYTES];
    tg_disk_folder folder = {.descriptor = -1};
    tg_disk_file rows = {.descriptor = -1};
    tg_built made = {0};

    TG_TRY(tg_staged_begin(context, &all->staging, &folder));
    TG_TRY(tg_disk_create(context, &folder, TG_STORE_ROWS, &rows));
    const tg_unit_range range = {units * number / all->groups, units * (number + 1) / all->groups};
    TG_TRY(tg_build_units(context, &all->build, range, &rows, &made));
    *found = made.disk_rows.entries;
    TG_TRY(tg_group_write(context, &folder, all->fingerprint, &rows, &made));
    tg_staged_name(name, ROWS, number);
    TG_TRY(tg_staged_publish(context, &all->staging, &folder, name));
cleanup:
    tg_disk_close(&rows);
    tg_staged_drop(&all->staging, &folder);
    tg_built_free(&made);
    return status;
}

static tricorn_status open_rows(
  tricorn_context *context, const tg_build_shared *all, uint64_t number, tg_disk_folder *folder, tg_disk_file *rows)
{
    char name[TG_STAGED_NAME_BYTES];
    tg_staged_name(name, ROWS, number);
    TG_DO(tg_disk_folder_find(context, &all->staging.folder, name, folder));
    return tg_disk_open(context, folder, TG_STORE_ROWS, rows);
}

/* Finds a place for the rows of each group in the file of all rows: at a block of their own. */
static tricorn_status find_offsets(tricorn_context *context, tg_build_shared *all)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder folder = {.descriptor = -1};
    tg_disk_file rows = {.descriptor = -1};

    TG_TRY(TG_ALLOC_ZERO(context, all->groups, &all->offsets));
    TG_TRY(TG_ALLOC_ZERO(context, all->groups, &all->lengths));
    for (uint64_t g = 0; g < all->groups; g++) {
        TG_TRY(open_rows(context, all, g, &folder, &rows));
        all->offsets[g] = (all->rows_bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        all->lengths[g] = rows.end;
        if (rows.end > 0) all->rows_bytes = all->offsets[g] + rows.end;
        tg_disk_close(&rows);
        tg_disk_folder_close(&folder);
    }
cleanup:
    tg_disk_close(&rows);
    tg_disk_folder_close(&folder);
    return status;
}

/* Copies the rows of a group to their place, or only those that it lacks. A process that
 * was slow, and whose group another one has copied, writes the same bytes to the same place. */
static tricorn_status put_group(
  tricorn_context *context, const tg_build_shared *all, uint64_t number, bool missing_only)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t first = all->offsets[number], bytes = all->lengths[number];
    tg_disk_folder folder = {.descriptor = -1};
    tg_disk_file rows = {.descriptor = -1}, whole = {.descriptor = -1};
    char *buffer = NULL, *there = NULL;

    TG_TRY(TG_ALLOC(context, COPY_BYTES, &buffer));
    TG_TRY(TG_ALLOC(context, COPY_BYTES, &there));
    TG_TRY(open_rows(context, all, number, &folder, &rows));
    TG_TRY(tg_disk_open_shared(context, &all->store->folder, all->rows_name, TG_STORE_ROWS, &whole));
    for (uint64_t done = 0, some; done < bytes; done += some) {
        some = bytes - done < COPY_BYTES ? bytes - done : COPY_BYTES;
        TG_TRY(tg_disk_read(context, &rows, done, buffer, some));
        if (missing_only) {
            TG_TRY(tg_disk_read(context, &whole, first + done, there, some));
            if (memcmp(buffer, there, some) == 0) continue;
        }
        TG_TRY(tg_disk_write(context, &whole, first + done, buffer, some));
    }
    TG_TRY(tg_disk_sync(context, &whole));
cleanup:
    tg_free(buffer);
    tg_free(there);
    tg_disk_close(&rows);
    tg_disk_close(&whole);
    tg_disk_folder_close(&folder);
    return status;
}

static tricorn_status copy_group(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found)
{
    *found = all->lengths[number];
    return put_group(context, all, number, false);
}

/* Reads what was copied, while the rows of the group can still be copied again. */
static tricorn_status check_group(tricorn_context *context, tg_build_shared *all, uint64_t number, uint64_t *found)
{
    *found = all->lengths[number];
    return put_group(context, all, number, true);
}

/* ---- the whole ---- */

static tricorn_status run(tricorn_context *context, tg_build_shared *all)
{
    TG_DO(tg_staging_folder_open(context, &all->store->folder, all->fingerprint, &all->staging));
    TG_DO(look_for_alone(context, all));
    if (!all->alone) TG_DO(plan(context, all));
    if (!all->alone) TG_DO(share(context, all, TG_STEP_READING, all->slices, read_slice));
    close_plan(all);
    if (!all->alone) TG_DO(join_edges(context, all));
    if (!all->alone) TG_DO(cut_units(context, all));
    if (!all->alone) TG_DO(share(context, all, TG_STEP_SORTING, all->groups, make_group));
    if (!all->alone) TG_DO(find_offsets(context, all));
    if (!all->alone) TG_DO(share(context, all, TG_STEP_JOINING, all->groups, copy_group));
    if (!all->alone) TG_DO(share(context, all, TG_STEP_CHECKING, all->groups, check_group));
    return TRICORN_OK;
}

/* Whether the file can be read in slices. */
static tricorn_status may_split(tricorn_context *context, const tg_reader *reader, bool *may)
{
    tricorn_status status = TRICORN_OK;
    tg_reader again = {0};
    *may = false;
    if (!tg_input_is_flat(reader->input) || !tg_input_has_path(reader->input)) return TRICORN_OK;
    TG_TRY(tg_reader_open_again(context, reader, &again));
    TG_TRY(tg_reader_may_split(context, &again, 0, may));
cleanup:
    tg_reader_close(&again);
    return status;
}

tricorn_status tg_build_shared_prepare(
  tricorn_context *context, const tg_reader *reader, tg_store *store, uint64_t memory_bytes, tg_build_shared **shared)
{
    tricorn_status status = TRICORN_OK;
    tg_build_shared *made = NULL;
    bool may;

    TG_TRY(may_split(context, reader, &may));
    if (!may) return TRICORN_OK;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    *made = (tg_build_shared){.reader = reader,
      .store = store,
      .fingerprint = store->fingerprint,
      .memory_bytes = memory_bytes,
      .staging.folder.descriptor = -1,
      .slices = count_slices(reader->input)};
    tg_staged_rows_name(made->rows_name, made->fingerprint);
    status = run(context, made);
    made->cuts = store->disk_rows; /* another process may have finished the graph, with an index
                                      of its own */
    store->disk_rows = (tg_disk_rows){0};
    TG_TRY(status);
    if (made->alone) goto cleanup;
    *shared = made;
    made = NULL;
cleanup:
    tg_build_shared_free(made);
    return status;
}

tg_spill *tg_build_shared_take(tg_build_shared *shared, tg_spill_input *input)
{
    tg_spill *spill = shared->spill;
    shared->spill = NULL;
    *input = shared->known;
    return spill;
}

/* Adds what is known of a group to what is known of all; the groups' indices are joined later. */
static void add_group(const tg_built *group, tg_built *all)
{
    const uint64_t words = all->words;
    for (uint64_t w = 0; w < words; w++) all->seen[w] |= group->seen[w];
    for (uint64_t w = 0; w < words; w++) all->looped[w] |= group->looped[w];
    all->both_directions += group->both_directions;
}

static tricorn_status read_groups(
  tricorn_context *context, const tg_build_shared *all, tg_built *groups, tg_built *made)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t words = all->build.words;
    tg_disk_folder folder = {.descriptor = -1};
    char name[TG_STAGED_NAME_BYTES];

    TG_TRY(TG_ALLOC_ZERO(context, words, &made->seen));
    TG_TRY(TG_ALLOC_ZERO(context, words, &made->looped));
    made->words = words;
    for (uint64_t g = 0; g < all->groups; g++) {
        uint64_t bytes = 0;
        tg_staged_name(name, ROWS, g);
        TG_TRY(tg_disk_folder_find(context, &all->staging.folder, name, &folder));
        groups[g].words = words;
        TG_TRY(tg_group_read(context, &folder, all->fingerprint, &groups[g], &bytes));
        if (bytes != all->lengths[g])
            TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
              "%s/" TG_STORE_ROWS ": was changed or cut; name another work folder", folder.path));
        tg_disk_folder_close(&folder);
        add_group(&groups[g], made);
        tg_free(groups[g].seen);
        tg_free(groups[g].looped);
        groups[g].seen = groups[g].looped = NULL;
    }
cleanup:
    tg_disk_folder_close(&folder);
    return status;
}

/* Gives the file of all rows its name in the work folder, unless this process was stopped for long
 * and another one has given the folder a graph, which must stay. */
static tricorn_status take_rows(tricorn_context *context, const tg_build_shared *all)
{
    tg_store *store = all->store;
    TG_DO(tg_store_check_lease(context, store));
    tg_disk_remove(&store->folder, TG_STORE_GRAPH); /* an index that is left over is of other rows */
    if (all->groups == 0) return tg_disk_create(context, &store->folder, TG_STORE_ROWS, &store->rows);
    TG_DO(tg_disk_link(context, &store->folder, all->rows_name, TG_STORE_ROWS));
    TG_DO(tg_disk_open(context, &store->folder, TG_STORE_ROWS, &store->rows));
    if (store->rows.end != all->rows_bytes)
        return tg_fail(context, TRICORN_BAD_FORMAT,
          "%s/" TG_STORE_ROWS ": was changed or cut; name another work folder", store->folder.path);
    return TRICORN_OK;
}

tricorn_status tg_build_shared_finish(tricorn_context *context, tg_build_shared *shared, tricorn_graph *graph)
{
    tricorn_status status = TRICORN_OK;
    const uint64_t count = shared->groups;
    const tg_disk_rows **disk = NULL;
    tg_built *groups = NULL, made = {0};

    TG_TRY(TG_ALLOC_ZERO(context, count, &groups));
    TG_TRY(TG_ALLOC(context, count, &disk));
    TG_TRY(read_groups(context, shared, groups, &made));
    for (uint64_t g = 0; g < count; g++) disk[g] = &groups[g].disk_rows;
    TG_TRY(tg_disk_rows_join(context, disk, shared->offsets, count, &made.disk_rows));
    TG_TRY(take_rows(context, shared));
    shared->store->disk_rows = shared->cuts;
    shared->cuts = (tg_disk_rows){0};
    TG_TRY(tg_build_finish(context, &shared->build, &made, graph));
    if (!tg_store_is_sound(shared->store))
        TG_TRY(tg_fail(context, TRICORN_BAD_FORMAT,
          "%s: the rows in it were changed or damaged; name another work folder, or "
          "remove it to begin again",
          shared->staging.folder.path));
cleanup:
    for (uint64_t g = 0; groups && g < count; g++) tg_built_free(&groups[g]);
    tg_free(groups);
    tg_free(disk);
    tg_built_free(&made);
    return status;
}

void tg_build_shared_free(tg_build_shared *shared)
{
    if (shared == NULL) return;
    tg_build_end(&shared->build);
    tg_disk_rows_free(&shared->cuts);
    tg_spill_free(shared->spill); /* before the folders that have its files */
    close_plan(shared);
    for (uint32_t s = 0; shared->folders && s < shared->slices; s++) tg_disk_folder_close(&shared->folders[s]);
    tg_free(shared->folders);
    tg_free(shared->offsets);
    tg_free(shared->lengths);
    tg_staging_folder_close(&shared->staging);
    tg_free(shared);
}
