/* cliques.c - counts cliques: for each vertex u, makes a matrix of bits that tells which ids of row u are connected.
 *
 * - The cliques in that matrix, each extended by u, are those whose largest vertex is u: so each
 *   clique is found once.
 * - The matrix of a short row is made from matches in registers, that of a longer row with a
 *   bitmap.
 * - Rows are independent: threads share only the counts of vertices.
 */
#include "cpu/analytics/cliques.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "cpu/common/bitmap.h"
#include "cpu/analytics/clique_row.h"
#include "cpu/intersect/intersect.h"
#include "cpu/stream_edge.h"

enum {
    /* how many largest positions are counted between two reports of progress */
    POSITIONS_AT_ONCE = 64,
    ROWS_AT_ONCE = 16, /* rows that a thread claims at a time */
    SAMPLES = 4096, /* random paths for an estimate */
    FEW_SAMPLES = 128 /* random paths for a rough estimate */
};

/* ---- estimate ---- */

/* Returns the next number of a fixed random sequence; it is below `bound` (splitmix64: Steele,
 * Lea, Flood, OOPSLA 2014). */
static uint64_t draw(uint64_t *state, uint64_t bound)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint64_t)((unsigned __int128)(z ^ (z >> 31)) * bound >> 64);
}

/* Removes from `ids` those that are not in the row; returns how many remain. */
static uint64_t keep_shared(const tg_rows *rows, uint32_t row, uint32_t *ids, uint64_t count)
{
    const uint32_t *other = rows->ids + rows->offsets[row];
    const uint64_t most = rows->offsets[row + 1] - rows->offsets[row];
    uint64_t kept = 0;
    for (uint64_t i = 0, j = 0; i < count && j < most;) {
        if (ids[i] == other[j]) ids[kept++] = ids[i];
        const uint32_t a = ids[i], b = other[j];
        i += a <= b;
        j += b <= a;
    }
    return kept;
}

/* Chooses one of `count` positions at random. Larger positions have more cliques below them:
 * position i is chosen with the probability that i is the largest of `left` random positions.
 * Divides *weight by that probability. */
static uint64_t choose(uint64_t *state, uint64_t count, uint32_t left, double *weight)
{
    const double all = (double)count, drawn = (double)draw(state, UINT64_C(1) << 53) * 0x1p-53;
    const uint64_t found = (uint64_t)(all * pow(drawn, 1.0 / left));
    const uint64_t i = found < count ? found : count - 1;
    *weight /= pow((double)(i + 1) / all, left) - pow((double)i / all, left);
    return i;
}

/* Follows one random path of extensions, from a random row. One divided by the path's probability is, on average, the
 * number of all paths. In a complete graph nearly all paths have the same probability. */
static tg_clique_estimate sample(const tg_rows *rows, uint32_t k, uint64_t *state, uint32_t *ids)
{
    const uint64_t edges = rows->offsets[rows->count];
    const uint32_t u = tg_row_with(rows, draw(state, edges));
    const uint64_t length = rows->offsets[u + 1] - rows->offsets[u];
    tg_clique_estimate found = {0};
    double weight = (double)edges / (double)length;
    uint64_t count = length;

    memcpy(ids, rows->ids + rows->offsets[u], length * sizeof *ids);
    for (uint32_t left = k - 1; left > 1 && count > 0; left--) {
        const uint32_t next = ids[choose(state, count, left, &weight)];
        found.steps += weight * (double)((length + 63) / 64);
        count = keep_shared(rows, next, ids, count);
    }
    found.cliques = weight * (double)count;
    return found;
}

/* Returns an upper bound of the steps of a count: each id of each row, combined with every set of
 * up to k - 3 ids of the row. */
static double bound_of_steps(const tg_rows *rows, uint32_t k, uint64_t longest)
{
    double sets = 1, all = 1;
    for (uint32_t i = 0; i + 3 < k && i < longest; i++) {
        sets *= (double)(longest - i) / (i + 1);
        all += sets;
    }
    return (double)rows->offsets[rows->count] * all * (double)((longest + 63) / 64);
}

tricorn_status tg_cliques_estimate(
  tricorn_context *context, const tg_rows *rows, uint32_t k, double allowed, tg_clique_estimate *estimate)
{
    tricorn_status status = TRICORN_OK;
    uint64_t state = 1;
    uint32_t *ids = NULL;
    tg_clique_estimate sum = {0};

    *estimate = sum;
    if (rows->count == 0 || rows->offsets[rows->count] == 0) return TRICORN_OK;
    const uint64_t longest = tg_rows_measures(context, rows).longest;
    const int samples = bound_of_steps(rows, k, longest) <= allowed ? FEW_SAMPLES : SAMPLES;
    TG_TRY(TG_ALLOC(context, longest, &ids));
    for (int i = 0; i < samples; i++) {
        const tg_clique_estimate found = sample(rows, k, &state, ids);
        sum.cliques += found.cliques / samples;
        sum.steps += found.steps / samples;
    }
    *estimate = sum;
cleanup:
    tg_free(ids);
    return status;
}

/* ---- counting ---- */

typedef struct clique_job {
    tricorn_context *context;
    const tg_rows *rows;
    uint32_t k;
    uint64_t longest;
    const tg_clique_counter *counter;
    const tg_kernels *kernels;
    /* the cliques of each vertex are added here; NULL: they are not counted */
    uint64_t *vertices;
    _Atomic uint64_t next, cliques;
    _Atomic int failure;
    atomic_bool too_many;
} clique_job;

/* The arrays of one thread. */
typedef struct worker {
    uint64_t *bitmap; /* a bit for each vertex, zero between rows */
    /* for each word of `bitmap` with an id: how many ids of the row are in earlier words */
    uint32_t *before;
    /* NULL if the edges are too many: then short rows use the bitmap too */
    tg_matches *matches;
    uint64_t *bits;
    tg_clique_row row;
} worker;

static void free_worker(worker *own)
{
    tg_free(own->bitmap);
    tg_free(own->before);
    tg_free(own->matches);
    tg_free(own->bits);
    tg_free(own->row.sets);
    tg_free(own->row.counts);
    tg_free(own->row.planes);
}

static tricorn_status create_worker(const clique_job *job, worker *own)
{
    tricorn_context *context = job->context;
    const uint64_t all = job->rows->count / 64 + 1, words = job->longest / 64 + 1;

    TG_DO(TG_ALLOC_ZERO(context, all, &own->bitmap));
    TG_DO(TG_ALLOC(context, all, &own->before));
    if (job->rows->offsets[job->rows->count] <= UINT32_MAX) TG_DO(TG_ALLOC(context, 1, &own->matches));
    TG_DO(TG_ALLOC(context, job->longest * words, &own->bits));
    TG_DO(TG_ALLOC(context, words * job->k, &own->row.sets));
    own->row.context = context;
    if (job->vertices == NULL) return TRICORN_OK;
    TG_DO(TG_ALLOC_ZERO(context, 64 * words, &own->row.counts));
    return TG_ALLOC_ZERO(context, words * TG_CLIQUE_PLANES, &own->row.planes);
}

static void join(worker *own, uint32_t i, uint32_t j)
{
    own->bits[(uint64_t)i * own->row.words + j / 64] |= UINT64_C(1) << j % 64;
}

/* Makes the matrix of a short row, comparing ids in registers. */
static void join_few(const clique_job *job, worker *own, uint32_t u)
{
    const tg_match_row row = {.rows = job->rows,
      .begin = job->rows->offsets[u],
      .end = job->rows->offsets[u + 1],
      .ahead = TG_STREAM_AHEAD,
      .placed = true};
    const uint64_t found = job->kernels->row_matches(&row, own->matches);
    for (uint64_t k = 0; k < found; k++) join(own, own->matches->seconds[k], own->matches->places[k]);
}

static void join_marked(const clique_job *job, worker *own, uint32_t u)
{
    enum { MASK_IDS = 64 };
    const tg_rows *rows = job->rows;
    const uint32_t *ids = rows->ids + rows->offsets[u], count = own->row.count;

    tg_bits_set_ranked(own->bitmap, own->before, ids, count);
    for (uint32_t i = 1; i < count; i++) { /* no id of the row is below ids[0] */
        const uint64_t end = rows->offsets[ids[i] + 1];
        for (uint64_t e = rows->offsets[ids[i]]; e < end; e += MASK_IDS) {
            const uint64_t left = end - e;
            uint64_t common = tg_bits_mask(own->bitmap, rows->ids + e, left < MASK_IDS ? left : MASK_IDS);
            for (; common; common &= common - 1)
                join(own, i, tg_bits_rank(own->bitmap, own->before, rows->ids[e + (uint64_t)__builtin_ctzll(common)]));
        }
    }
    tg_bits_clear(own->bitmap, ids, count);
}

/* Makes the matrix of row u, for rows of any length. */
static void make_bits(const clique_job *job, worker *own, uint32_t u)
{
    const uint32_t count = (uint32_t)(job->rows->offsets[u + 1] - job->rows->offsets[u]);

    own->row.bits = own->bits;
    own->row.count = count;
    own->row.words = count / 64 + 1;
    memset(own->bits, 0, (uint64_t)count * own->row.words * sizeof *own->bits);
    if (own->matches && count <= TG_MATCH_ROW)
        join_few(job, own, u);
    else
        join_marked(job, own, u);
}

static void add_counts(const clique_job *job, worker *own, uint32_t u, uint64_t found)
{
    const uint32_t *ids = job->rows->ids + job->rows->offsets[u];
    __atomic_fetch_add(&job->vertices[u], found, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < own->row.count; i++) {
        if (own->row.counts[i] == 0) continue;
        __atomic_fetch_add(&job->vertices[ids[i]], own->row.counts[i], __ATOMIC_RELAXED);
        own->row.counts[i] = 0;
    }
}

/* Adds the number of cliques whose largest vertex is u to *sum. Returns false to end the count. */
static bool count_row(clique_job *job, worker *own, uint32_t u, uint64_t *sum)
{
    const uint64_t count = job->rows->offsets[u + 1] - job->rows->offsets[u];
    uint64_t found = 0;
    if (count + 1 < job->k) return true;
    make_bits(job, own, u);
    for (uint32_t first = 0; first < count; first += POSITIONS_AT_ONCE) {
        const uint32_t end = first + POSITIONS_AT_ONCE;
        found += job->counter->count(&own->row, job->k - 1, first, end < count ? end : (uint32_t)count);
        if (own->row.stopped) return false;
        if (count > POSITIONS_AT_ONCE && tg_work_add(job->context, 0)) return false;
    }
    if (job->vertices) add_counts(job, own, u, found);
    if (found > UINT64_MAX - *sum) job->too_many = true;
    *sum += found;
    return true;
}

/* Claims rows and counts their cliques, until all rows are claimed; each thread calls this. */
static tricorn_status work(clique_job *job)
{
    const uint64_t count = job->rows->count;
    worker own = {0};
    tricorn_status status = TRICORN_OK;
    uint64_t sum = 0;
    TG_TRY(create_worker(job, &own));
    /* The last rows are counted first: hubs have the first numbers, and the shortest rows. */
    for (uint64_t at; (at = atomic_fetch_add(&job->next, ROWS_AT_ONCE)) < count;) {
        const uint64_t end = at + ROWS_AT_ONCE < count ? at + ROWS_AT_ONCE : count;
        bool more = true;
        for (uint64_t i = at; i < end && more; i++) more = count_row(job, &own, (uint32_t)(count - 1 - i), &sum);
        if (tg_work_add(job->context, end - at) || !more) break;
    }
    if (atomic_fetch_add(&job->cliques, sum) > UINT64_MAX - sum) job->too_many = true;
cleanup:
    free_worker(&own);
    return status;
}

tricorn_status tg_cliques_count(
  tricorn_context *context, const tg_rows *rows, uint32_t k, uint64_t *vertices, uint64_t *cliques)
{
    clique_job job = {.context = context,
      .rows = rows,
      .k = k,
      .longest = tg_rows_measures(context, rows).longest,
      .counter = tg_clique_counter_of(context->isa),
      .kernels = tg_kernels_of(context->isa),
      .vertices = vertices};

    *cliques = 0;
    if (job.longest + 1 < k) return TRICORN_OK;
    tg_work_begin(context, "counting cliques", rows->count);
#pragma omp parallel num_threads((int)context->threads)
    tg_keep_failure(&job.failure, work(&job));
    if (job.failure != TRICORN_OK) return (tricorn_status)job.failure;
    if (job.too_many) return tg_fail(context, TRICORN_UNSUPPORTED, "the graph has 2^64 cliques or more");
    *cliques = job.cliques;
    return tg_check_cancelled(context);
}
