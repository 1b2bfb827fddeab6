/* vertices.h - sets of vertices: a range, a class x % n, or every n-th vertex of a range. In a
 * task the vertices of a set have the numbers 0, 1, 2, ... */
#pragma once

#include "task/task.h"

/* The vertices first, first + stride, first + 2 stride, ... that are below `end`. If the stride
 * is more than 1, it is more than `first`. */
typedef struct tg_vertices {
    uint32_t first, stride, end;
} tg_vertices;

static inline uint32_t tg_vertices_count(const tg_vertices *set)
{
    if (set->end <= set->first) return 0;
    return (set->end - set->first - 1) / set->stride + 1;
}

static inline bool tg_vertices_same(const tg_vertices *a, const tg_vertices *b)
{
    return a->first == b->first && a->stride == b->stride && a->end == b->end;
}

static inline bool tg_vertices_have(const tg_vertices *set, uint32_t x)
{
    if (x < set->first || x >= set->end) return false;
    return set->stride == 1 || (x - set->first) % set->stride == 0;
}

/* Returns the number of a vertex of the set. */
static inline uint32_t tg_vertices_number(const tg_vertices *set, uint32_t x)
{
    return set->stride == 1 ? x - set->first : x / set->stride;
}

/* Returns the first vertex of the set that is not below x, or one that is at or behind its end. */
static inline uint64_t tg_vertices_from(const tg_vertices *set, uint64_t x)
{
    if (x <= set->first) return set->first;
    return set->first + (x - set->first + set->stride - 1) / set->stride * set->stride;
}

static inline tg_numbering tg_vertices_numbering(const tg_vertices *set)
{
    const tg_numbering numbering = {set->first, set->stride};
    return numbering;
}

/* Returns which numbers w in a row stand for smaller vertices than v. Both sets have the same stride, so number y of
 * w is a smaller vertex than number x of v if y < x + (v - w) / stride, where v and w are the first vertices. */
static inline tg_reach tg_vertices_reach(const tg_vertices *v, const tg_vertices *w)
{
    if (v->first <= w->first) return TG_REACH_BELOW;
    return v->first - w->first <= v->stride ? TG_REACH_EQUAL : TG_REACH_ANY;
}

/* Writes the numbers of those ids of row r that are in the set, unless `numbers` is NULL; returns
 * how many these are. */
uint64_t tg_vertices_select(const tg_vertices *set, const tg_rows *rows, uint64_t r, uint32_t *numbers);

/* Adds counts[n], the count of the vertex with number n, to the count of that vertex, with the context's threads. */
void tg_vertices_add(
  const tricorn_context *context, const tg_vertices *set, const uint64_t *counts, uint64_t *vertices);
