/* communities.c - finds the communities of cliques of k vertices: those that share k - 1 vertices are in one.
 *
 * Hubs have the first numbers. Each clique is in one that is maximal among those with its last vertex (Tomita, Tanaka,
 * Takahashi, "The worst-case time complexity for generating all maximal cliques", 2006). These, or for k = 3 triangles,
 * are listed, and joined if they share k - 1 vertices. Then one of the last s - k + 2 of s vertices is shared, too
 * (Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins in data cleaning", ICDE 2006), so a clique is
 * looked up at these alone, which are in few cliques. Runs of cliques that are joined already are skipped. */
#include "analysis/subgraphs/cliques.h"
#include "analysis/subgraphs/hubs_first.h"
#include "base/clock.h"
#include "base/memory.h"
#include "cpu/common/bitmap.h"
#include "graph/transpose.h"

enum { NONE = UINT32_MAX, TRIANGLE = 3, STEPS_AT_ONCE = 1 << 12 };

typedef struct clique {
    uint64_t first; /* of its vertices, which are in falling order */
    uint32_t count, parent, next;
} clique;

/* A clique at one of its last vertices. */
typedef struct entry {
    uint32_t clique, next; /* the entry before it at that vertex, or NONE */
    uint32_t skip; /* one before it: all between are in this clique's community */
} entry;

typedef struct percolation {
    tricorn_context *context;
    tg_rows rows;
    uint32_t size;
    const uint32_t *ids; /* of the row in which cliques are listed */
    uint32_t words, depth; /* of the sets of these ids, and how many are chosen */
    uint64_t *matrix, *chosen, *sets;
    clique *cliques;
    uint32_t *members;
    entry *entries;
    uint64_t clique_count, clique_room, member_count, member_room, entry_count, entry_room, steps;
    uint32_t *places, *heads, *marks; /* of a vertex: its place in the row, from 1 on; last entry; last clique */
} percolation;

static tricorn_status grow(tricorn_context *context, uint64_t need, size_t size, uint64_t *room, void *block)
{
    if (need <= *room) return TRICORN_OK;
    TG_DO(tg_realloc(context, 2 * need, size, (void **)block));
    *room = 2 * need;
    return TRICORN_OK;
}

static uint32_t root_of(clique *all, uint32_t c)
{
    for (; all[c].parent != c; c = all[c].parent) all[c].parent = all[all[c].parent].parent;
    return c;
}

/* Whether a clique shares size - 1 vertices with the last one, which is marked. */
static bool shares(const percolation *own, const clique *other)
{
    uint32_t left = other->count + 1 - own->size; /* how many need not be shared */
    for (uint32_t i = 0; i < other->count; i++)
        if (own->marks[own->members[other->first + i]] != own->clique_count && left-- == 0) return false;
    return true;
}

/* Joins the last clique with those before it at v, and puts it before them. */
static void join_at(percolation *own, uint32_t v)
{
    clique *all = own->cliques;
    uint32_t root = root_of(all, (uint32_t)own->clique_count);
    for (uint32_t at = own->heads[v]; at != NONE;) {
        entry *now = &own->entries[at];
        const uint32_t other = root_of(all, now->clique);
        at = now->next;
        if (other != root && !shares(own, &all[now->clique])) continue;
        all[root].parent = other;
        root = other;
        at = now->skip;
        while (at != NONE && root_of(all, own->entries[at].clique) == root) at = own->entries[at].skip;
        now->skip = at;
    }
    own->entries[own->entry_count] = (entry){(uint32_t)own->clique_count, own->heads[v], own->heads[v]};
    own->heads[v] = (uint32_t)own->entry_count++;
}

/* Adds the clique of v and the chosen ids, and joins it with others. */
static tricorn_status add_clique(percolation *own, uint32_t v)
{
    const uint32_t count = own->depth + 1, last = count + 2 - own->size, number = (uint32_t)own->clique_count;
    const uint64_t first = own->member_count;
    tricorn_context *context = own->context;

    if (own->entry_count + last >= NONE) return tg_fail(context, TRICORN_UNSUPPORTED, "the graph has too many cliques");
    TG_DO(grow(context, own->clique_count + 1, sizeof *own->cliques, &own->clique_room, &own->cliques));
    TG_DO(grow(context, first + count, sizeof *own->members, &own->member_room, &own->members));
    TG_DO(grow(context, own->entry_count + last, sizeof *own->entries, &own->entry_room, &own->entries));
    own->cliques[number] = (clique){first, count, number, NONE};
    own->members[own->member_count++] = v;
    for (uint32_t i = 64 * own->words; i-- > 0;)
        if (tg_bits_get(own->chosen, i)) own->members[own->member_count++] = own->ids[i];
    for (uint32_t i = 0; i < count; i++) own->marks[own->members[first + i]] = number;
    for (uint32_t i = 0; i < last; i++) join_at(own, own->members[first + i]);
    own->clique_count++;
    return TRICORN_OK;
}

static void flip(uint64_t *set, uint32_t i)
{
    set[i / 64] ^= UINT64_C(1) << i % 64;
}

/* Lists the cliques of v, the chosen ids, and ids of this depth's first set, unless an id of the second set extends
 * them. Neighbours of one id, the pivot, are not chosen next: a clique without it has an id that is none of these. */
static tricorn_status list_cliques(percolation *own, uint32_t v)
{
    const uint32_t words = own->words;
    uint64_t *left = own->sets + 2 * (uint64_t)own->depth * words, *listed = left + words, *next = listed + words;
    const uint64_t *pivot = NULL;
    uint32_t most = 0, count = 0;

    if (++own->steps % STEPS_AT_ONCE == 0 && tg_work_add(own->context, 0)) return tg_check_cancelled(own->context);
    for (uint32_t w = 0; w < words; w++) count += (uint32_t)__builtin_popcountll(left[w]);
    if (own->depth + 1 + count < own->size) return TRICORN_OK;
    for (uint32_t i = 0; i < 64 * words && own->size > TRIANGLE; i++) {
        if (!tg_bits_get(left, i) && !tg_bits_get(listed, i)) continue;
        const uint64_t *row = own->matrix + (uint64_t)i * words;
        uint32_t common = 0;
        for (uint32_t w = 0; w < words; w++) common += (uint32_t)__builtin_popcountll(left[w] & row[w]);
        if (pivot == NULL || common > most) pivot = row, most = common;
    }
    if (own->size > TRIANGLE ? pivot == NULL : own->depth == TRIANGLE - 1) return add_clique(own, v);
    for (uint32_t i = 0; i < 64 * words; i++) {
        if (!tg_bits_get(left, i) || (pivot && tg_bits_get(pivot, i))) continue;
        const uint64_t *row = own->matrix + (uint64_t)i * words;
        for (uint32_t w = 0; w < words; w++) next[w] = left[w] & row[w], next[words + w] = listed[w] & row[w];
        flip(own->chosen, i);
        own->depth++;
        TG_DO(list_cliques(own, v));
        own->depth--;
        flip(own->chosen, i);
        flip(left, i);
        flip(listed, i);
    }
    return TRICORN_OK;
}

/* Lists the cliques whose last vertex is v, unless its row is too short. */
static tricorn_status list_row(percolation *own, uint32_t v)
{
    const tg_rows *rows = &own->rows;
    const uint32_t count = (uint32_t)tg_row_length(rows, v), words = own->words = count / 64 + 1;
    if (count + 1 < own->size) return TRICORN_OK;
    own->ids = rows->ids + rows->offsets[v];
    for (uint64_t i = 0; i < (uint64_t)count * words; i++) own->matrix[i] = 0;
    for (uint32_t i = 0; i < 2 * words; i++) own->sets[i] = 0;
    for (uint32_t i = 0; i < count; i++) own->places[own->ids[i]] = i + 1;
    for (uint32_t i = 0; i < count; i++) {
        flip(own->sets, i);
        for (uint64_t e = rows->offsets[own->ids[i]]; e < rows->offsets[own->ids[i] + 1]; e++) {
            const uint32_t place = own->places[rows->ids[e]], j = place - 1;
            if (place == 0) continue;
            flip(own->matrix + (uint64_t)i * words, j);
            flip(own->matrix + (uint64_t)j * words, i);
        }
    }
    for (uint32_t i = 0; i < count; i++) own->places[own->ids[i]] = 0;
    return list_cliques(own, v);
}

static tricorn_status list_all(percolation *own)
{
    tricorn_context *context = own->context;
    const uint64_t longest = tg_rows_measures(context, &own->rows).longest, words = longest / 64 + 1;

    TG_DO(TG_ALLOC_ZERO(context, own->rows.count, &own->places));
    TG_DO(TG_ALLOC(context, own->rows.count, &own->heads));
    TG_DO(TG_ALLOC(context, own->rows.count, &own->marks));
    TG_DO(TG_ALLOC(context, longest * words, &own->matrix));
    TG_DO(TG_ALLOC(context, 2 * (longest + 1) * words, &own->sets));
    TG_DO(TG_ALLOC_ZERO(context, words, &own->chosen));
    for (uint32_t v = 0; v < own->rows.count; v++) own->heads[v] = own->marks[v] = NONE;
    tg_work_begin(context, "finding communities", own->rows.count);
    for (uint32_t v = own->rows.count; v-- > 0 && !tg_work_add(context, 1);) TG_DO(list_row(own, v));
    return tg_check_cancelled(context);
}

/* Fills the communities; vertices[p] is the vertex with number p here. */
static tricorn_status gather(percolation *own, const uint32_t *vertices, tricorn_communities *found)
{
    clique *all = own->cliques;
    uint64_t used = 0;

    TG_DO(TG_ALLOC(own->context, own->clique_count + 1, &found->offsets));
    TG_DO(TG_ALLOC(own->context, own->member_count + 1, &found->vertices));
    for (uint32_t v = 0; v < own->rows.count; v++) own->marks[v] = NONE;
    for (uint32_t c = 0; c < own->clique_count; c++) {
        const uint32_t root = root_of(all, c);
        if (root == c) continue;
        all[c].next = all[root].next;
        all[root].next = c;
    }
    for (uint32_t root = 0; root < own->clique_count; root++) {
        if (all[root].parent != root) continue;
        found->offsets[found->count++] = used;
        for (uint32_t c = root; c != NONE; c = all[c].next)
            for (uint32_t i = 0; i < all[c].count; i++) {
                const uint32_t v = own->members[all[c].first + i];
                if (own->marks[v] != root) found->vertices[used++] = vertices[v];
                own->marks[v] = root;
            }
    }
    found->offsets[found->count] = used;
    return TRICORN_OK;
}

tricorn_status tg_communities_find(
  tricorn_context *context, const tricorn_graph *graph, uint32_t size, tricorn_communities *found)
{
    tricorn_status status = TRICORN_OK;
    percolation own = {.context = context, .size = size};
    const double start = tg_clock_now();
    tg_hubs_first ordered = {0};
    uint32_t *vertices = NULL;
    tg_rows rows, above = {0};

    TG_TRY(tg_graph_rows(context, graph, &rows));
    TG_TRY(tg_rows_transpose(context, &rows, &above));
    TG_TRY(tg_hubs_first_create(context, graph, &rows, &above, &ordered));
    TG_TRY(TG_ALLOC(context, rows.count, &vertices));
    for (uint32_t v = 0; v < rows.count; v++) vertices[ordered.places[v]] = v;
    own.rows = ordered.below;
    TG_TRY(list_all(&own));
    TG_TRY(gather(&own, vertices, found));
    found->seconds = tg_clock_now() - start;
cleanup:
    tg_rows_free(&above);
    tg_hubs_first_free(&ordered);
    void *const blocks[] = {vertices, own.matrix, own.chosen, own.sets, own.cliques, own.members, own.entries,
      own.places, own.heads, own.marks};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) tg_free(blocks[i]);
    return status;
}
