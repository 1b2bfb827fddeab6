/* spill_index.c - the pages of spilled edges stay in a work folder until the graph is made. */
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "store/files/array_file.h"
#include "store/spill.h"

enum { SECTIONS = 6 };

/* The arrays follow: hubs, their intervals, the firsts of these, pages, checksums of names. */
typedef struct head {
    tg_array_file_head common;
    tg_spill_input input;
    tg_id_table_head names;
    uint64_t taken, self_loops, page_count, file_bytes;
    uint32_t hub_intervals, intervals, page_edges, shift, largest, reserved;
} head;

static void list_sections(tg_spill *spill, tg_id_table *names, const head *of,
                          tg_array sections[SECTIONS])
{
    const tg_array all[SECTIONS] = {
        {(void **)&spill->labels.ids, of->common.hubs, sizeof *spill->labels.ids},
        {(void **)&spill->interval_of_hub, of->common.hubs, sizeof *spill->interval_of_hub},
        {(void **)&spill->first_of_hub_interval, of->hub_intervals,
         sizeof *spill->first_of_hub_interval},
        {(void **)&spill->pages, of->page_count, sizeof *spill->pages},
        tg_checked_array(&names->ids, of->names.id_bytes),
        tg_checked_array(&names->text, of->names.text_bytes)};
    memcpy(sections, all, sizeof all);
}

static const tg_array_file_kind kind = {.name = TG_SPILL_PAGES,
                                        .magic = {'T', 'R', 'I', 'P', 'A', 'G', 'E', '\n'},
                                        .version = 3,
                                        .head_bytes = sizeof(head),
                                        .count = SECTIONS};

tricorn_status tg_spill_write_index(tricorn_context *context, tg_spill *spill,
                                    const tg_spill_input *input)
{
    tricorn_status status = TRICORN_OK;
    uint64_t checksum;
    tg_array sections[SECTIONS];
    tg_id_table none = {.words = false};
    head made = {.common = {.hubs = spill->labels.hubs, .fingerprint = input->fingerprint},
                 .names = tg_id_table_head_of(spill->id_table),
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
    TG_TRY(tg_disk_sync(context, &spill->file));
    if (spill->id_table) TG_TRY(tg_id_table_sync(context, spill->id_table));
    list_sections(spill, spill->id_table ? spill->id_table : &none, &made, sections);
    TG_TRY(tg_array_file_write(context, spill->folder, &kind, &made, sections, &checksum));
    spill->kept = true;
cleanup:
    return status;
}

static void fill(const head *found, tg_spill *spill)
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

static tricorn_status open_edges(tricorn_context *context, const head *found, tg_spill *spill)
{
    tricorn_status status = TRICORN_OK;
    TG_TRY(tg_disk_open(context, spill->folder, TG_SPILL_EDGES, &spill->file));
    tg_disk_read_apart(&spill->file);
    if (spill->file.end != found->file_bytes)
        TG_TRY(
            tg_array_file_refuse(context, spill->folder, TG_SPILL_EDGES, "was changed or cut"));
cleanup:
    return status;
}

/* Takes the pages that the file lists. */
static tricorn_status take_pages(tricorn_context *context, const char *bytes, const head *found,
                                 tg_spill *spill)
{
    tricorn_status status = TRICORN_OK;
    tg_array sections[SECTIONS];
    tg_labels labels = {0};
    tg_id_table *names = NULL;

    TG_TRY(open_edges(context, found, spill));
    TG_TRY(tg_id_table_new(context, &names));
    list_sections(spill, names, found, sections);
    TG_TRY(tg_array_file_take(context, spill->folder, &kind, bytes, sections));
    if (found->names.known) {
        TG_TRY(tg_id_table_open(context, spill->folder, &found->names, names));
        spill->id_table = names;
        names = NULL;
    }
    TG_TRY(tg_labels_of_hubs(context, spill->labels.ids, found->common.hubs, &labels));
    tg_labels_free(&spill->labels);
    spill->labels = labels;
    fill(found, spill);
cleanup:
    tg_id_table_free(names);
    return status;
}

tricorn_status tg_spill_resume(tricorn_context *context, tg_spill *spill, uint64_t fingerprint,
                               tg_spill_input *input, bool *found)
{
    tricorn_status status = TRICORN_OK;
    char *bytes = NULL;
    uint64_t checksum;
    struct stat info;
    head known = {0};

    TG_TRY(tg_array_file_read(context, spill->folder, &kind, &bytes, &checksum));
    if (bytes != NULL) memcpy(&known, bytes, sizeof known);
    *found = fingerprint != 0 && known.common.fingerprint == fingerprint &&
             fstatat(spill->folder->descriptor, TG_SPILL_EDGES, &info, 0) == 0;
    if (*found) {
        spill->kept = true; /* also if they are refused */
        TG_TRY(take_pages(context, bytes, &known, spill));
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
    tg_disk_remove(folder, TG_SPILL_PAGES); /* first: it says that the other one is whole */
    tg_disk_remove(folder, TG_SPILL_EDGES);
}
