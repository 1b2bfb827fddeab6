/* ranges.c - cuts labels into ranges of equal memory: it samples edges from evenly spaced pages,
 * sorts the rows of these edges, and cuts where equal shares of the memory end. */
#include "store/ranges.h"

#include <stdlib.h>

#include "base/memory.h"
#include "store/files/limits.h"

enum {
    MOST_RANGES = 1024,
    /* The least number of ranges of a large graph, and the least number of bytes of its ranges. No more ranges are
     * made, because each row needs a bit on disk for each range before its own. */
    FEW_RANGES = 16,
    LARGE_RANGE = 4 << 20,
    /* The size of the sample: with it, the size of a range is right within a few percent. */
    SAMPLED_PAGES = 1024,
    SAMPLED_EDGES = 64 /* the sampled edges of a full page */
};

typedef struct sample {
    uint32_t *rows; /* the rows of the sampled edges; ascending, once they are sorted */
    uint64_t count;
} sample;

static int by_row(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Samples the rows of some edges of some pages, each edge with the same probability. */
static tricorn_status take_sample(tricorn_context *context, tg_spill *spill, sample *made)
{
    const uint64_t page_step = spill->page_count / SAMPLED_PAGES + 1;
    const uint32_t edge_step = spill->page_edges / SAMPLED_EDGES + 1;
    const uint64_t pages = spill->page_count / page_step + 1;
    tricorn_status status = TRICORN_OK;
    tg_edge *edges = NULL;

    TG_TRY(TG_ALLOC(context, spill->page_edges, &edges));
    TG_TRY(TG_ALLOC(context, pages * (spill->page_edges / edge_step + 1), &made->rows));
    uint64_t said = page_step / 2;
    for (uint64_t p = page_step / 2; p < spill->page_count; p += page_step) {
        const tg_spill_page *page = &spill->pages[p];
        tg_spill_fetch(spill, p, page_step, spill->page_count, &said);
        TG_TRY(tg_spill_read(context, spill, page, edges));
        for (uint32_t e = (uint32_t)p % edge_step; e < page->count; e += edge_step)
            made->rows[made->count++] = edges[e].u > edges[e].v ? edges[e].u : edges[e].v;
    }
    if (made->count > 0) qsort(made->rows, made->count, sizeof *made->rows, by_row);
cleanup:
    tg_free(edges);
    return status;
}

/* Cuts the labels so that the rows before cut r, their ids and offsets, need the fraction r /
 * `ranges` of the memory of all rows. */
static void cut_at_shares(const sample *rows, double id_bytes, uint64_t label_count, tg_disk_rows *disk)
{
    const double label_bytes = sizeof(uint64_t);
    const double of_row = rows->count > 0 ? id_bytes / (double)rows->count : 0;
    const double all = id_bytes + label_bytes * (double)label_count;
    uint32_t cut = 0;
    uint64_t i = 0; /* how many sampled rows are before the cut */

    for (uint32_t r = 1; r < disk->ranges; r++) {
        const double share = all * r / disk->ranges;
        while (i < rows->count && of_row * (double)(i + 1) + label_bytes * (double)rows->rows[i] < share) i++;
        /* The cut is before the next sampled row, or at this row if its ids fill the rest of the range. */
        double label = (share - of_row * (double)i) / label_bytes;
        if (i < rows->count && label > rows->rows[i]) label = rows->rows[i];
        if ((uint32_t)label > disk->cuts[cut] && label < (double)label_count) disk->cuts[++cut] = (uint32_t)label;
    }
    disk->ranges = cut + 1;
    disk->cuts[disk->ranges] = (uint32_t)label_count;
}

tricorn_status tg_ranges_cut(
  tricorn_context *context, tg_spill *spill, uint64_t label_count, uint64_t range_bytes, tg_disk_rows *disk)
{
    tricorn_status status = TRICORN_OK;
    const double id_bytes = sizeof(uint32_t) * (double)spill->base.taken;
    const double all = id_bytes + sizeof(uint64_t) * (double)label_count;
    const double few = all / LARGE_RANGE < FEW_RANGES ? all / LARGE_RANGE : FEW_RANGES;
    const double needed = all / (double)range_bytes, wanted = (needed < few ? few : needed) + 1;
    sample rows = {0};

    disk->ranges = wanted < MOST_RANGES ? (uint32_t)wanted : MOST_RANGES;
    if (tg_store_limits_set.ranges) disk->ranges = tg_store_limits_set.ranges;
    TG_TRY(TG_ALLOC(context, disk->ranges + 1, &disk->cuts));
    disk->cuts[0] = 0;
    TG_TRY(take_sample(context, spill, &rows));
    cut_at_shares(&rows, id_bytes, label_count, disk);
cleanup:
    tg_free(rows.rows);
    return status;
}
