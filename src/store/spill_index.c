/* spill_index.c - writes and opens the index of spilled edges in a work folder, so that a
 * preparation that was killed continues with the edges that were read.
 *
 * The index is written after the edges are on the disk, so a folder with an index has all edges.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "store/files/array_file.h"
#include "store/spill.h"

enum { ARRAYS = 6 };

/* The head of the file. Its arrays follow: the hubs, their intervals, the first label of each
 * interval of hubs, the pages, and the checksums of the id table. */
typedef struct head {
    tg_array_file_head common;
    tg_spill_input input;
    tg_id_table_head id_table;
    uint64_t taken, self_loops, page_count, file_bytes;
    uint32_t hub_intervals, intervals, page_edges, shift, largest, reserved;
} head;

static void list_arrays(tg_spill *spill, tg_id_table *table, const head *of, tg_array arrays[ARRAYS])
{
    const tg_array all[ARRAYS] = {{(void **)&spill->labels.ids, of->common.hubs, sizeof *spill->labels.ids},
      {(void **)&spill->interval_of_hub, of->common.hubs, sizeof *spill->interval_of_hub},
      {(void **)&spill->first_of_hub_interval, of->hub_intervals, sizeof *spill->first_of_hub_interval},
      {(void **)&spill->pages, of->page_count, sizeof *spill->pages},
      tg_checked_array(&table->ids, of->id_table.id_bytes), tg_checked_array(&table->text, of->id_table.text_bytes)};
    memcpy(arrays, all, sizeof all);
}

static const tg_array_file_kind kind = {.name = TG_SPILL_PAGES,
  .magic = {'T', 'R', 'I', 'P', 'A', 'G', 'E', '\n'},
  .version = 4,
  .head_bytes = sizeof(head),
  .count = ARRAYS};

tricorn_status tg_spill_write_index(tricorn_context *context, tg_spill *spill, const tg_spill_input *input)
{
    uint64_t checksum;
    tg_array arrays[ARRAYS];
    tg_id_table none = {.words = false};
    head made = {.common = {.hubs = spill->labels.hubs, .fingerprint = input->fingerprint},
      .id_table = tg_id_table_head_of(spill->id_table),
      .input = *input,
      .taken = spill->base.taken,
      .self_loops = spill->self_loops,
      .page_count = spill->page_count,
      .file_bytes = spill->file.end,
      .hub_intervals = spill->hub_intervals,
      .intervals = spill->intervals,
      .page_edges = spill->page_edges,
      .shift = spill->shift,
      .largest = spill->largest};
    TG_DO(tg_disk_sync(context, &spill->file));
    if (spill->id_table) TG_DO(tg_id_table_sync(context, spill->id_table));
    list_arrays(spill, spill->id_table ? spill->id_table : &none, &made, arrays);
    const tg_array_file_content content = {&made, arrays};
    TG_DO(tg_array_file_write(context, spill->folder, &kind, &content, &checksum));
    spill->kept = true;
    return TRICORN_OK;
}

static void fill_counts(const head *found, tg_spill *spill)
{
    spill->base.taken = found->taken;
    spill->self_loops = found->self_loops;
    spill->page_count = spill->page_room = found->page_count;
    spill->hub_intervals = found->hub_intervals;
    spill->intervals = found->intervals;
    spill->page_edges = found->page_edges;
    spill->shift = found->shift;
    spill->largest = found->largest;
    spill->begun = spill->kept = true;
}

/* Whether each page is within the file of edges, fits in the memory of a page, and belongs to the
 * interval after that of the page before it, or to the same. */
static bool pages_are_sound(const tg_spill *spill)
{
    uint64_t edges = 0;
    for (uint64_t p = 0; p < spill->page_count; p++) {
        const tg_spill_page *page = &spill->pages[p];
        if (page->count > spill->page_edges || page->first > spill->largest || (p > 0 && page->first < page[-1].first))
            return false;
        edges += page->count;
    }
    return edges <= spill->file.end / sizeof(tg_edge);
}

/* Whether the numbers of the index agree, so that none of them leads to a place outside of its arrays: a checksum
 * shows accidents, but whoever writes a wrong number on purpose writes the checksum, too. */
static bool is_sound(const tg_spill *spill, const tg_spill_input *input)
{
    /* Intervals of a power of two of labels have at most four times the labels that they need. */
    enum { LABELS_LOG2 = 32, MOST_LOG2 = LABELS_LOG2 + 2 };
    const uint64_t others = (uint64_t)spill->intervals - spill->hub_intervals;
    if (spill->shift >= LABELS_LOG2 || spill->largest == UINT32_MAX || spill->page_edges == 0 ||
        spill->intervals <= spill->hub_intervals || others > (UINT64_C(1) << MOST_LOG2) >> spill->shift ||
        (input->declared && input->vertices > UINT32_MAX))
        return false;
    for (uint32_t hub = 0; hub < spill->labels.hubs; hub++)
        if (spill->interval_of_hub[hub] >= spill->hub_intervals) return false;
    return pages_are_sound(spill);
}

static tricorn_status refuse(tricorn_context *context, const tg_spill *spill)
{
    return tg_array_file_refuse(context, spill->folder, kind.name, "was changed or damaged");
}

static tricorn_status open_edges(tricorn_context *context, const head *found, tg_spill *spill)
{
    TG_DO(tg_disk_open(context, spill->folder, TG_SPILL_EDGES, &spill->file));
    tg_disk_read_apart(&spill->file);
    if (spill->file.end != found->file_bytes)
        TG_DO(tg_array_file_refuse(context, spill->folder, TG_SPILL_EDGES, "was changed or cut"));
    return TRICORN_OK;
}

/* Copies the arrays to the spill, and opens the files of the edges and of the id table. */
static tricorn_status fill_spill(tricorn_context *context, const char *bytes, const head *found, tg_spill *spill)
{
    tricorn_status status = TRICORN_OK;
    tg_array arrays[ARRAYS];
    tg_labels labels = {0};
    tg_id_table *table = NULL;

    TG_TRY(open_edges(context, found, spill));
    TG_TRY(tg_id_table_new(context, &table));
    list_arrays(spill, table, found, arrays);
    TG_TRY(tg_array_file_copy(context, spill->folder, &kind, bytes, arrays));
    if (found->common.hubs > TG_HUBS_MOST) TG_TRY(refuse(context, spill));
    if (found->id_table.known) {
        TG_TRY(tg_id_table_open(context, spill->folder, &found->id_table, table));
        spill->id_table = table;
        table = NULL;
    }
    TG_TRY(tg_labels_of_hubs(context, spill->labels.ids, found->common.hubs, &labels));
    tg_labels_free(&spill->labels);
    spill->labels = labels;
    fill_counts(found, spill);
    if (!is_sound(spill, &found->input)) TG_TRY(refuse(context, spill));
cleanup:
    tg_id_table_free(table);
    return status;
}

tricorn_status tg_spill_resume(
  tricorn_context *context, tg_spill *spill, uint64_t fingerprint, tg_spill_input *input, bool *found)
{
    tricorn_status status = TRICORN_OK;
    char *bytes = NULL;
    uint64_t checksum;
    head known = {0};
    bool has;

    TG_TRY(tg_array_file_read(context, spill->folder, &kind, &bytes, &checksum));
    if (bytes != NULL) memcpy(&known, bytes, sizeof known);
    known.input.format[sizeof known.input.format - 1] = '\0';
    known.input.dialect[sizeof known.input.dialect - 1] = '\0';
    TG_TRY(tg_disk_has(context, spill->folder, TG_SPILL_EDGES, &has));
    *found = has && fingerprint != 0 && known.common.fingerprint == fingerprint;
    if (*found) {
        spill->kept = true; /* the files remain, also if opening them fails */
        TG_TRY(fill_spill(context, bytes, &known, spill));
        *input = known.input;
    } else if (bytes != NULL) {
        tg_spill_remove_index(spill->folder);
    }
cleanup:
    tg_free(bytes);
    return status;
}

void tg_spill_remove_index(const tg_disk_folder *folder)
{
    /* This file is removed first, because it says that the edges are complete. */
    tg_disk_remove(folder, TG_SPILL_PAGES);
    tg_disk_remove(folder, TG_SPILL_EDGES);
}
