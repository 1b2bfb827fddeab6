/* truss_saved.c - writes and reads the file that describes the rounds, and the files that it names. */
#include "analysis/truss/truss_saved.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "store/files/limits.h"

enum { ARRAYS = 6, GONE_SHARE = 32, MOST_SAVING = 50 /* so saving takes 2 % of the time */ };

static const char gone_name[] = "tricorn-trusses-gone";
static const char *const rows_names[] = {"tricorn-trusses-rows-0", "tricorn-trusses-rows-1"};
static const char *const sums_names[] = {"tricorn-trusses-sums-0", "tricorn-trusses-sums-1"};

/* The head of the file. Its arrays follow: the histogram, the runs of the edges that have left
 * and of the supports, and the segments, blocks and column ranges of the rows. */
typedef struct head {
    tg_array_file_head common;
    uint64_t saves, triangles, rounds, histogram, gone_runs, gone_bytes, sum_runs;
    uint64_t rows_bytes, blocks, column_ranges, edges, longest, wedges;
    uint32_t k, own, segments, reserved;
} head;

static const tg_array_file_kind kind = {.name = "tricorn-trusses",
  .magic = {'T', 'R', 'I', 'T', 'R', 'U', 'S', '\n'},
  .version = 1,
  .head_bytes = sizeof(head),
  .count = ARRAYS};

static void list_arrays(tg_truss_rounds *all, tg_sum_runs *sums, const head *of, tg_array arrays[ARRAYS])
{
    tg_disk_rows *rows = &all->now.store.disk_rows;
    const tg_array listed[ARRAYS] = {{(void **)&all->histogram, of->histogram, sizeof *all->histogram},
      tg_triples_runs(all->gone, of->gone_runs), {(void **)&sums->list, of->sum_runs, sizeof *sums->list},
      {(void **)&rows->segment, of->segments, sizeof *rows->segment},
      {(void **)&rows->block, of->blocks, sizeof *rows->block},
      {(void **)&rows->column_range, of->column_ranges, sizeof *rows->column_range}};
    memcpy(arrays, listed, sizeof listed);
}

static bool is_saved(const tg_truss_rounds *all)
{
    return all->store->identity != 0 && !tg_store_is_joined(all->store);
}

tricorn_status tg_truss_create_rows(tricorn_context *context, const tg_truss_rounds *all, tg_disk_file *file)
{
    tg_disk_folder *folder = &all->store->folder;
    const char *name = rows_names[all->saves % 2];
    return is_saved(all) ? tg_disk_create(context, folder, name, file)
                         : tg_disk_create_nameless(context, folder, name, file);
}

void tg_left_rows_free(tg_left_rows *of)
{
    of->store.disk_rows.cuts = NULL; /* those of the job's store */
    if (of->own) tg_disk_rows_free(&of->store.disk_rows);
    if (of->own) tg_disk_close(&of->store.rows);
    *of = (tg_left_rows){.own = false};
}

/* ---- saving ---- */

static head head_of(const tg_truss_rounds *all, const tg_sum_runs *sums, const tg_triples_file *gone)
{
    const tg_left_rows *now = &all->now;
    const tg_disk_rows none = {0}, *rows = now->own ? &now->store.disk_rows : &none;
    const head made = {.common = {.fingerprint = all->store->identity},
      .saves = all->saves,
      .triangles = all->triangles,
      .rounds = all->made->rounds,
      .histogram = all->histogram_room,
      .gone_runs = gone->runs,
      .gone_bytes = gone->bytes,
      .sum_runs = sums->count,
      .rows_bytes = now->own ? now->store.rows.end : 0,
      .blocks = rows->blocks,
      .column_ranges = rows->column_ranges,
      .edges = rows->entries,
      .longest = rows->longest,
      .wedges = rows->wedges,
      .k = all->k,
      .own = now->own,
      .segments = rows->segments};
    return made;
}

tricorn_status tg_truss_save(tricorn_context *context, tg_truss_rounds *all, tg_level_support *support)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder *folder = &all->store->folder;
    tg_disk_file file = {.descriptor = -1};
    tg_sum_runs sums = {0};
    tg_array arrays[ARRAYS];
    tg_triples_file gone;
    uint64_t checksum;

    const double start = tg_clock_now();
    if (!is_saved(all) || start < all->next_save) return TRICORN_OK;
    TG_TRY(tg_disk_create(context, folder, sums_names[all->saves % 2], &file));
    TG_TRY(tg_level_support_save(context, support, &file, &sums));
    TG_TRY(tg_disk_sync(context, &file));
    if (all->now.own) TG_TRY(tg_disk_sync(context, &all->now.store.rows));
    TG_TRY(tg_triples_write(context, all->gone, &gone));
    head of = head_of(all, &sums, &gone);
    list_arrays(all, &sums, &of, arrays);
    const tg_array_file_content content = {&of, arrays};
    TG_TRY(tg_array_file_write(context, folder, &kind, &content, &checksum));
    all->saves++;
    if (!tg_store_limits_set.save_rounds) all->next_save = tg_clock_now() + MOST_SAVING * (tg_clock_now() - start);
cleanup:
    tg_disk_close(&file);
    tg_sum_runs_free(&sums);
    return status;
}

void tg_truss_forget(const tg_truss_rounds *all)
{
    const tg_disk_folder *folder = &all->store->folder;
    if (!is_saved(all)) return;
    tg_disk_remove(folder, kind.name); /* first, as it names the others */
    tg_disk_remove(folder, gone_name);
    for (int i = 0; i < 2; i++) {
        tg_disk_remove(folder, rows_names[i]);
        tg_disk_remove(folder, sums_names[i]);
    }
}

/* ---- going on ---- */

/* Begins with all edges of the graph. */
static void begin(tg_truss_rounds *all)
{
    tg_left_rows *now = &all->now;
    *now = (tg_left_rows){.graph = *all->job->plan->graph, .store = *all->store};
    now->graph.store = &now->store;
    now->store.lease_seconds = 0; /* others count the whole graph, and not what is left of it */
    now->store.identity = 0;
}

/* Opens the rows that are left; those of the graph become those of the head. */
static tricorn_status open_rows(tricorn_context *context, tg_truss_rounds *all, const head *of)
{
    tg_left_rows *now = &all->now;
    tg_disk_rows *rows = &now->store.disk_rows;
    const char *name = rows_names[of->saves % 2];

    rows->segments = of->segments;
    rows->blocks = of->blocks;
    rows->column_ranges = of->column_ranges;
    now->graph.edges = rows->entries = of->edges;
    now->graph.longest_row = rows->longest = of->longest;
    now->graph.wedges = rows->wedges = of->wedges;
    now->store.rows = (tg_disk_file){.descriptor = -1};
    TG_DO(tg_disk_open(context, &all->store->folder, name, &now->store.rows));
    if (now->store.rows.end < of->rows_bytes || !tg_disk_rows_are_sound(rows, all->store->label_count, of->rows_bytes))
        TG_DO(tg_array_file_refuse(context, &all->store->folder, name, "was changed or cut"));
    return TRICORN_OK;
}

/* Reads the supports of the edges that are left. */
static tricorn_status load_sums(
  tricorn_context *context, tg_truss_rounds *all, const head *of, const tg_sum_runs *sums, tg_level_support **support)
{
    const char *name = sums_names[of->saves % 2];
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};

    TG_TRY(tg_level_support_create(context, &all->now.store, support));
    TG_TRY(tg_disk_open(context, &all->store->folder, name, &file));
    status = tg_level_support_load(context, *support, &file, sums);
    if (status == TRICORN_BAD_FORMAT) TG_TRY(tg_array_file_refuse(context, &all->store->folder, name, "was changed"));
cleanup:
    tg_disk_close(&file);
    return status;
}

static tricorn_status restore(
  tricorn_context *context, tg_truss_rounds *all, const char *bytes, tg_level_support **support)
{
    tricorn_status status = TRICORN_OK;
    const tg_disk_rows whole = all->now.store.disk_rows;
    tg_disk_rows *rows = &all->now.store.disk_rows;
    tg_sum_runs sums = {0};
    tg_array arrays[ARRAYS];
    uint64_t gone;
    head of;

    memcpy(&of, bytes, sizeof of);
    if (of.common.fingerprint != all->store->identity) return TRICORN_OK;
    *rows = (tg_disk_rows){.ranges = whole.ranges, .cuts = whole.cuts};
    all->now.own = true; /* so that the arrays are freed */
    all->now.store.rows = (tg_disk_file){.descriptor = -1};
    list_arrays(all, &sums, &of, arrays);
    TG_TRY(tg_array_file_copy(context, &all->store->folder, &kind, bytes, arrays));
    sums.count = sums.room = of.sum_runs;
    all->histogram_room = of.histogram;
    const tg_triples_file file = {gone_name, of.gone_runs, of.gone_bytes};
    TG_TRY(tg_triples_reopen(context, all->gone, &file, &gone));
    if (of.own) {
        TG_TRY(open_rows(context, all, &of));
    } else {
        tg_left_rows_free(&all->now);
        begin(all);
    }
    if (of.k < 2 || of.histogram == 0 || gone != all->store->disk_rows.entries - all->now.graph.edges)
        TG_TRY(tg_array_file_refuse(context, &all->store->folder, kind.name, "was changed"));
    TG_TRY(load_sums(context, all, &of, &sums, support));
    all->k = of.k;
    all->triangles = of.triangles;
    all->made->rounds = of.rounds;
    all->saves = of.saves + 1;
cleanup:
    tg_sum_runs_free(&sums);
    return status;
}

tricorn_status tg_truss_restore(tricorn_context *context, tg_truss_rounds *all, tg_level_support **support)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_folder *folder = &all->store->folder;
    char *bytes = NULL;
    uint64_t checksum;

    *support = NULL;
    begin(all);
    TG_TRY(tg_triples_create(context, folder, tg_memory_room(context->memory) / GONE_SHARE, &all->gone));
    if (is_saved(all) && !all->job->verify) {
        TG_TRY(tg_array_file_read(context, folder, &kind, &bytes, &checksum));
        if (bytes) TG_TRY(restore(context, all, bytes, support));
    }
    if (*support) goto cleanup;
    if (is_saved(all)) TG_TRY(tg_triples_name(context, all->gone, folder, gone_name));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &all->histogram));
    all->histogram_room = 1;
cleanup:
    tg_free(bytes);
    return status;
}
