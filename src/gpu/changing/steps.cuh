/* steps.cuh - the steps of one thread for one element of a batch of edges: functions that the
 * host can run, too, for tests.
 *
 * - An arc is an edge seen from one of its ends. Its key consists of from, to, and whether it is
 *   added.  So the sorted keys of a batch are in the order of rows, and the same arc removed and
 *   added is at neighbouring positions.
 * - The arcs that have an effect are the batch's changes.
 * - In the rows, the highest bit of an id marks an edge of the batch, so a triangle of several
 *   such edges is counted for only one of them.
 */
#ifndef TG_GPU_CHANGING_STEPS_CUH
#define TG_GPU_CHANGING_STEPS_CUH

#include "device/device_rows.h"
#include "device/search.cuh"
#include "gpu/lookup/cuda_host.cuh"

static const uint32_t CHANGING_MARK = 1u << 31; /* marks an id; all vertices are below this bit */

/* Rows with all neighbours of each vertex. */
typedef struct changing_rows {
    const uint32_t *offsets;
    uint32_t *ids;
} changing_rows;

/* The arcs of a batch that have an effect, ascending by key. */
typedef struct changing_changes {
    uint64_t *keys;
    /* the place, in the old rows, of the id that is removed, or before which one is added */
    uint32_t *places;
    /* count + 1 entries: how many more arcs were added than removed before this one; last, in all */
    int32_t *shifts;
    uint32_t count;
    uint32_t bits; /* how many bits a vertex has in a key */
    uint32_t chunk; /* how many ids of a row a warp looks up at a time */
} changing_changes;

/* Returns how many bits the number of a vertex needs. */
static TG_BOTH uint32_t changing_bits(uint32_t vertices)
{
    return vertices > 1 ? 1 + log2_floor(vertices - 1) : 1;
}

static TG_BOTH uint64_t changing_key(uint32_t from, uint32_t to, bool added, uint32_t bits)
{
    return ((uint64_t)from << bits | to) << 1 | (uint64_t)added;
}

static TG_BOTH uint32_t changing_from(uint64_t key, uint32_t bits)
{
    return (uint32_t)(key >> (bits + 1));
}

static TG_BOTH uint32_t changing_to(uint64_t key, uint32_t bits)
{
    return (uint32_t)(key >> 1) & ((1u << bits) - 1);
}

static TG_BOTH bool changing_is_added(uint64_t key)
{
    return key & 1;
}

/* Returns an edge's rank. A triangle with several edges of the batch counts for the one of least rank. */
static TG_BOTH uint64_t changing_edge(uint32_t u, uint32_t v)
{
    return u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
}

/* Returns the position of the first of the ascending values first to last - 1 that is not below
 * `value`; `last` if all are below. */
template <typename Value>
static TG_BOTH uint32_t changing_find(const Value *values, uint32_t first, uint32_t last, Value value)
{
    return search_places(first, last, [=](uint32_t i) { return values[i] < value; });
}

/* Returns the position of the first id that is not below `id`; marks of ids are ignored. */
static TG_BOTH uint32_t changing_find_id(const uint32_t *ids, uint32_t first, uint32_t last, uint32_t id)
{
    return search_places(first, last, [=](uint32_t i) { return (ids[i] & ~CHANGING_MARK) < id; });
}

/* Returns the last of rows `first` to `last` - 1 that starts at or before the place. */
static TG_BOTH uint32_t changing_row_of(const uint32_t *offsets, uint32_t first, uint32_t last, uint32_t place)
{
    const auto begins = [=](uint32_t row) { return offsets[row] <= place; };
    return search_places(first + 1, last, begins) - 1;
}

/* The sorted keys of a batch. */
typedef struct changing_keys {
    const uint64_t *keys;
    uint32_t count;
    uint32_t bits; /* how many bits a vertex has in a key */
} changing_keys;

/* Whether key i of a batch has an effect: it adds an arc that the rows lack, or removes one that they have and that
 * is not also added. Sets *place to the place of the arc in the old rows, or where it would be. */
static TG_BOTH bool changing_judge(const changing_rows *old, const changing_keys &batch, uint32_t i, uint32_t *place)
{
    const uint64_t key = batch.keys[i];
    const uint32_t from = changing_from(key, batch.bits), to = changing_to(key, batch.bits);
    if (from == to || (i > 0 && batch.keys[i - 1] == key)) return false;
    const uint32_t end = old->offsets[from + 1];
    *place = changing_find_id(old->ids, old->offsets[from], end, to);
    const bool there = *place < end && old->ids[*place] == to;
    if (changing_is_added(key)) return !there;
    if (!there) return false;
    const uint32_t twin = changing_find(batch.keys, i + 1, batch.count, key + 1);
    return twin == batch.count || batch.keys[twin] != key + 1;
}

/* Returns where row v starts in the new rows. */
static TG_BOTH uint32_t changing_new_offset(const changing_rows *old, const changing_changes *changes, uint32_t v)
{
    const uint64_t first = (uint64_t)v << (changes->bits + 1);
    const uint32_t at = changing_find(changes->keys, 0, changes->count, first);
    return old->offsets[v] + (uint32_t)changes->shifts[at];
}

/* The changes `first` to `last` - 1. */
typedef struct changing_range {
    uint32_t first, last;
} changing_range;

/* Copies the id or support at a place of the old rows to its place in the new rows, unless the id is removed. Changes
 * before the range must all be at or before the place, and those after the range after it. */
static TG_BOTH void changing_move(
  const uint32_t *values, const changing_changes *changes, changing_range range, uint32_t place, uint32_t *moved)
{
    const uint32_t next = changing_find(changes->places, range.first, range.last, place + 1);
    if (next > 0 && changes->places[next - 1] == place && !changing_is_added(changes->keys[next - 1])) return;
    moved[place + (uint32_t)changes->shifts[next]] = values[place];
}

/* Returns the place of added arc i in the new rows. */
static TG_BOTH uint32_t changing_added_place(const changing_changes *changes, uint32_t i)
{
    return changes->places[i] + (uint32_t)changes->shifts[i];
}

/* Makes change i: writes an added id to the new rows, with a mark, or marks a removed id in the old rows. */
static TG_BOTH void changing_mark(const changing_rows *old, const changing_changes *changes, uint32_t i, uint32_t *ids)
{
    const uint64_t key = changes->keys[i];
    if (changing_is_added(key))
        ids[changing_added_place(changes, i)] = changing_to(key, changes->bits) | CHANGING_MARK;
    else
        old->ids[changes->places[i]] |= CHANGING_MARK;
}

/* Clears the mark of change i. */
static TG_BOTH void changing_clear(const changing_rows *old, const changing_changes *changes, uint32_t i, uint32_t *ids)
{
    if (changing_is_added(changes->keys[i]))
        ids[changing_added_place(changes, i)] &= ~CHANGING_MARK;
    else
        old->ids[changes->places[i]] &= ~CHANGING_MARK;
}

/* The rows of an edge's ends: the ids of the shorter row are looked up in the longer one. */
typedef struct changing_ends {
    uint32_t u, v; /* the vertices of the shorter and of the longer row */
    uint32_t first, last; /* the shorter row is at places `first` to `last` - 1 */
    uint32_t in_first, in_last; /* the longer row is at places `in_first` to `in_last` - 1 */
} changing_ends;

static TG_BOTH changing_ends changing_ends_of(const changing_rows *rows, uint64_t key, uint32_t bits)
{
    const uint32_t a = changing_from(key, bits), b = changing_to(key, bits);
    const uint32_t a_first = rows->offsets[a], a_last = rows->offsets[a + 1];
    const uint32_t b_first = rows->offsets[b], b_last = rows->offsets[b + 1];
    if (a_last - a_first <= b_last - b_first) return {a, b, a_first, a_last, b_first, b_last};
    return {b, a, b_first, b_last, a_first, a_last};
}

/* Kinds of edges of a batch. */
enum { CHANGING_REMOVED = 1, CHANGING_ADDED = 2 };

/* Returns how many chunks of ids change i has to look up. Only one of the two arcs of an edge
 * has chunks, and only if its edge is of one of the given kinds. */
static TG_BOTH uint32_t changing_chunks(
  const changing_rows *old, const changing_rows *now, const changing_changes *changes, uint32_t kinds, uint32_t i)
{
    const uint64_t key = changes->keys[i];
    if (!(kinds & (changing_is_added(key) ? CHANGING_ADDED : CHANGING_REMOVED))) return 0;
    const uint32_t bits = changes->bits;
    if (changing_from(key, bits) < changing_to(key, bits)) return 0;
    const changing_ends ends = changing_ends_of(changing_is_added(key) ? now : old, key, bits);
    return (ends.last - ends.first + changes->chunk - 1) / changes->chunk;
}

/* The third vertex of a triangle, and its place in the longer row. */
typedef struct changing_corner {
    uint32_t id, place;
} changing_corner;

/* Whether the id at this place of the shorter row makes a triangle that counts for the edge. */
static TG_BOTH bool changing_closes(
  const changing_rows *rows, const changing_ends *ends, uint32_t place, changing_corner *third)
{
    const uint32_t marked = rows->ids[place], w = marked & ~CHANGING_MARK;
    const uint32_t at = changing_find_id(rows->ids, ends->in_first, ends->in_last, w);
    if (at == ends->in_last) return false;
    const uint32_t met = rows->ids[at];
    if ((met & ~CHANGING_MARK) != w) return false;
    const uint64_t edge = changing_edge(ends->u, ends->v);
    *third = {w, at};
    return (!(marked & CHANGING_MARK) || changing_edge(ends->u, w) > edge) &&
           (!(met & CHANGING_MARK) || changing_edge(ends->v, w) > edge);
}

/* ---- supports -----------------------------------------------------------------------------
 *
 * Each arc has a number at its place. The support of an edge is the sum of the numbers of its two arcs, modulo 2^32.
 * So a thread that finds a triangle adds to those arcs whose places it knows, and need not search for the others. */

/* If arc i is added, sets its number to 0. */
static TG_BOTH void changing_begin_support(const changing_changes *changes, uint32_t i, uint32_t *supports)
{
    if (changing_is_added(changes->keys[i])) supports[changing_added_place(changes, i)] = 0;
}

/* Returns the number of an arc; 0 if the graph has no such arc. */
static TG_BOTH uint32_t changing_at_arc(const changing_rows *rows, const uint32_t *supports, uint32_t from, uint32_t to)
{
    const uint32_t last = rows->offsets[from + 1];
    const uint32_t place = changing_find_id(rows->ids, rows->offsets[from], last, to);
    return place < last && (rows->ids[place] & ~CHANGING_MARK) == to ? supports[place] : 0;
}

static TG_BOTH uint32_t changing_support(const changing_rows *rows, const uint32_t *supports, uint32_t u, uint32_t v)
{
    return changing_at_arc(rows, supports, u, v) + changing_at_arc(rows, supports, v, u);
}

#endif
