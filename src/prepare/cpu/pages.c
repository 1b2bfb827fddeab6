/* pages.c - allocates pages for buckets from the memory of edges that were read.
 *
 * - A slab whose edges were read goes to a list of its thread, which uses it again at once, while
 *   it is still cached.
 * - Each thread also has a small pool of pages, in place of slabs that are not full yet or cannot
 *   be freed yet.
 */
#include "prepare/cpu/pages.h"

#include "base/memory.h"

enum {
    /* the first pages of all buckets and threads take at most this share of the edges' memory */
    PAGE_SHARE = 16,
    MOST_PAGE_EDGES = 1 << 11,
    LEAST_PAGE_EDGES = 1 << 6,
    MOST_PAGES = 1 << 30,
    HUGE_EDGES = TG_HUGE_BYTES / sizeof(tg_edge),
    /* slabs that a thread cannot free for each part that it reads: those at both ends of the slice */
    LOST_SLABS = 2,
    /* huge pages are used only if the pools then take at most 3/8 of the edges' memory */
    POOL_PARTS = 3,
    POOL_WHOLE = 8
};

#define NO_SLAB UINT32_MAX

/* ---- sizes ---- */

static uint32_t page_edges_for(const tg_scatter *scatter, uint64_t edges)
{
    const uint64_t wanted = edges / scatter->buckets / scatter->threads / PAGE_SHARE;
    uint32_t page_edges = LEAST_PAGE_EDGES;
    while (2 * page_edges <= wanted && page_edges < MOST_PAGE_EDGES) page_edges *= 2;
    while (edges / page_edges > MOST_PAGES) page_edges *= 2;
    return page_edges;
}

static uint64_t slab_edges(const tg_scatter *scatter)
{
    return (uint64_t)scatter->slab_pages * scatter->page_edges;
}

/* Returns how many slabs a thread's pool needs: for the slabs that its buckets and groups have not filled, those that
 * it has read but cannot free, and those that it frees only at the end of a step. */
static uint64_t pool_slabs_for(const tg_scatter *scatter, uint64_t most, uint32_t step_edges)
{
    return (scatter->buckets + scatter->slab_pages - 1) / scatter->slab_pages + scatter->groups + LOST_SLABS * most +
           step_edges / slab_edges(scatter) + 2;
}

/* Returns the number of groups for which the least new memory is needed: the rows of the first group need new memory,
 * and so does one slab for each thread and group. The sum is least where both are equal. */
static uint32_t groups_for(const tg_scatter *scatter, uint64_t edges)
{
    const uint64_t rows_bytes = edges * sizeof(uint32_t);
    uint64_t groups = 1;
    while ((groups + 1) * (groups + 1) * scatter->threads * TG_HUGE_BYTES <= rows_bytes) groups++;
    return groups < scatter->buckets ? (uint32_t)groups : scatter->buckets;
}

static bool are_huge(const tg_edges *edges)
{
    for (uint32_t p = 0; p < edges->part_count; p++)
        if (edges->parts[p].count > 0 && tg_huge_begin(edges->parts[p].edges) == UINT64_MAX) return false;
    return true;
}

static void choose_slabs(const tg_preparation *preparation, uint64_t most, uint32_t step_edges, tg_scatter *scatter)
{
    const uint64_t edges = preparation->input_edges;
    scatter->slab_pages = scatter->groups = 1;
    scatter->group_buckets = scatter->buckets;
    if (scatter->page_edges > HUGE_EDGES || !are_huge(preparation->edges)) return;
    for (uint32_t groups = groups_for(scatter, edges); groups > 1; groups--) {
        tg_scatter grouped = *scatter;
        grouped.slab_pages = HUGE_EDGES / scatter->page_edges;
        grouped.group_buckets = (scatter->buckets + groups - 1) / groups;
        grouped.groups = (scatter->buckets + grouped.group_buckets - 1) / grouped.group_buckets;
        const uint64_t pool = scatter->threads * pool_slabs_for(&grouped, most, step_edges);
        if (POOL_WHOLE * pool * HUGE_EDGES > POOL_PARTS * edges) continue;
        *scatter = grouped;
        return;
    }
}

/* ---- creating ---- */

/* Returns the position, in a block of edges, of the first edge at which a page begins. */
static uint64_t grid_of(const tg_scatter *scatter, const void *block)
{
    return scatter->groups > 1 && block ? tg_huge_begin(block) / sizeof(tg_edge) : 0;
}

static uint32_t slabs_of(const tg_scatter *scatter, const tg_edge_part *part)
{
    const uint64_t grid = grid_of(scatter, part->edges);
    return part->count <= grid ? 0 : (uint32_t)((part->count - grid) / slab_edges(scatter));
}

static tg_edge **list_pages(const tg_scatter *scatter, tg_edge *edges, uint64_t slabs, tg_edge **page)
{
    edges += grid_of(scatter, edges);
    for (uint64_t i = 0; i < slabs * scatter->slab_pages; i++) *page++ = edges + i * scatter->page_edges;
    return page;
}

tricorn_status tg_pages_make(
  tricorn_context *context, const tg_preparation *preparation, uint64_t most, uint32_t step_edges, tg_scatter *scatter)
{
    const tg_edges *edges = preparation->edges;
    uint64_t slabs = 0;

    scatter->page_edges = page_edges_for(scatter, preparation->input_edges);
    choose_slabs(preparation, most, step_edges, scatter);
    scatter->pool_slabs = pool_slabs_for(scatter, most, step_edges);
    TG_DO(TG_ALLOC(context, edges->part_count + 1, &scatter->first_slabs));
    for (uint32_t p = 0; p < edges->part_count; p++) {
        scatter->first_slabs[p] = (uint32_t)slabs;
        slabs += slabs_of(scatter, &edges->parts[p]);
    }
    const uint64_t pool = scatter->threads * scatter->pool_slabs;
    const uint64_t all = slabs + pool, edges_each = slab_edges(scatter);
    scatter->first_slabs[edges->part_count] = scatter->first_pool_slab = (uint32_t)slabs;
    TG_DO(TG_ALLOC(context, all * scatter->slab_pages, &scatter->pages));
    TG_DO(TG_ALLOC(context, all * scatter->slab_pages, &scatter->next_pages));
    TG_DO(TG_ALLOC(context, all, &scatter->next_slabs));
    TG_DO(TG_ALLOC(context, (uint64_t)scatter->threads * scatter->groups, &scatter->group_slabs));
    /* Huge pages are aligned, so the first one may begin up to a huge page after the block's start. */
    TG_DO(TG_ALLOC(context, (pool + (scatter->groups > 1)) * edges_each, &scatter->pool));
    tg_edge **page = scatter->pages;
    for (uint32_t p = 0; p < edges->part_count; p++)
        page = list_pages(scatter, edges->parts[p].edges, slabs_of(scatter, &edges->parts[p]), page);
    list_pages(scatter, scatter->pool, pool, page);
    return TRICORN_OK;
}

/* ---- allocating and freeing ---- */

tricorn_status tg_page_allocator_create(
  tricorn_context *context, tg_scatter *scatter, uint32_t thread, tg_page_allocator *allocator)
{
    tg_page_allocator made = {.scatter = scatter,
      .group_slabs = scatter->group_slabs + (uint64_t)thread * scatter->groups,
      .free_slab = NO_SLAB,
      .pool_slab = scatter->first_pool_slab + (uint32_t)(thread * scatter->pool_slabs)};
    for (uint32_t g = 0; g < scatter->groups; g++) made.group_slabs[g] = NO_SLAB;
    const tricorn_status status = TG_ALLOC_ZERO(context, scatter->groups, &made.rooms);
    if (status == TRICORN_OK) *allocator = made;
    return status;
}

void tg_page_allocator_free(tg_page_allocator *allocator)
{
    tg_free(allocator->rooms);
    allocator->rooms = NULL;
}

void tg_pages_begin(const tg_scatter *scatter, uint32_t part, tg_source *from)
{
    const uint64_t size = slab_edges(scatter);
    from->grid = grid_of(scatter, from->edges);
    from->first_slab = scatter->first_slabs[part];
    from->slab_at = from->at <= from->grid ? 0 : (from->at - from->grid + size - 1) / size;
}

void tg_pages_free_read(tg_page_allocator *allocator, tg_source *from)
{
    uint32_t *const next_slabs = allocator->scatter->next_slabs;
    const uint64_t size = slab_edges(allocator->scatter);
    for (; from->grid + (from->slab_at + 1) * size <= from->at; from->slab_at++) {
        const uint32_t slab = from->first_slab + (uint32_t)from->slab_at;
        next_slabs[slab] = allocator->free_slab;
        allocator->free_slab = slab;
    }
}

uint32_t tg_pages_take(tg_page_allocator *allocator, uint32_t bucket)
{
    const tg_scatter *scatter = allocator->scatter;
    const uint32_t group = bucket / scatter->group_buckets;
    tg_page_room *room = &allocator->rooms[group];
    if (room->left == 0) {
        const uint32_t slab = allocator->free_slab == NO_SLAB ? allocator->pool_slab++ : allocator->free_slab;
        if (slab == allocator->free_slab) allocator->free_slab = scatter->next_slabs[slab];
        scatter->next_slabs[slab] = allocator->group_slabs[group];
        allocator->group_slabs[group] = slab;
        *room = (tg_page_room){slab * scatter->slab_pages, scatter->slab_pages};
    }
    room->left--;
    return room->next++;
}

/* ---- returning to the system ---- */

static void give_slab_back(const tg_scatter *scatter, const tg_edges *edges, uint32_t slab)
{
    char *const page = (char *)scatter->pages[(uint64_t)slab * scatter->slab_pages];
    void *block = scatter->pool;
    for (uint32_t p = edges->part_count; p-- > 0 && slab < scatter->first_slabs[p + 1];) block = edges->parts[p].edges;
    const uint64_t first = (uint64_t)(page - (char *)block);
    tg_give_back(block, first, first + TG_HUGE_BYTES);
}

void tg_scatter_release(const tg_scatter *scatter, const tg_edges *edges, uint32_t group)
{
    for (uint32_t t = 0; t < scatter->threads; t++) {
        uint32_t slab = scatter->group_slabs[(uint64_t)t * scatter->groups + group];
        for (; slab != NO_SLAB; slab = scatter->next_slabs[slab]) give_slab_back(scatter, edges, slab);
    }
}
