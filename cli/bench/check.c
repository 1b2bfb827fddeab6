/* check.c - compares the counts of a graph's cases with the published count, or with each other. */
#include "bench/check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bench/samples.h"
#include "text.h"

/* Whether a number in the list of data sets is unknown, or equal to the measured one. */
static bool fits(uint64_t listed, json_object *shape, const char *key)
{
    uint64_t number;
    return listed == UINT64_MAX || (bench_json_number(shape, key, &number) && number == listed);
}

bench_known bench_known_count(const bench_graph *graph, json_object *shape)
{
    const bench_entry *entry = graph->entry;
    bench_known known = {.triangles = UINT64_MAX, .source = NULL};

    if (entry == NULL) return known;
    if (!fits(entry->vertices, shape, "vertices") || !fits(entry->edges, shape, "edges")) {
        cli_note("%s: has other numbers of vertices or edges than bench/datasets.csv, so the count "
                 "of that list does not hold for it",
          graph->name);
        return known;
    }
    if (graph->is_own && (entry->vertices == UINT64_MAX || entry->edges == UINT64_MAX))
        return known; /* a user's file may have another graph with the same name */
    known.triangles = entry->triangles;
    known.source = entry->counted_by;
    return known;
}

/* ---- votes ---- */

static bool counted(const bench_case *one)
{
    return one->status == BENCH_OK && one->triangles != UINT64_MAX;
}

static size_t votes_for(const bench_case *cases, size_t count, uint64_t triangles)
{
    size_t votes = 0;

    for (size_t i = 0; i < count; i++)
        if (counted(&cases[i]) && cases[i].triangles == triangles) votes++;
    return votes;
}

/* Returns the count that more than half of the cases have; UINT64_MAX if no count is so common. */
static uint64_t majority(const bench_case *cases, size_t count)
{
    size_t voters = 0;

    for (size_t i = 0; i < count; i++)
        if (counted(&cases[i])) voters++;
    for (size_t i = 0; i < count; i++)
        if (counted(&cases[i]) && 2 * votes_for(cases, count, cases[i].triangles) > voters) return cases[i].triangles;
    return UINT64_MAX;
}

static void condemn(bench_case *one, bench_status status, char *message)
{
    free(one->message);
    one->status = status;
    one->message = message;
}

void bench_check(const bench_known *known, bench_case *cases, size_t count)
{
    const bool published = known->triangles != UINT64_MAX;
    const uint64_t right = published ? known->triangles : majority(cases, count);

    for (size_t i = 0; i < count; i++) {
        bench_case *one = &cases[i];
        if (!counted(one) || one->triangles == right) continue;
        if (right == UINT64_MAX)
            condemn(one, BENCH_DISPUTED,
              cli_string("counted %" PRIu64 "; others disagree, and no majority or "
                         "published count tells who is right",
                one->triangles));
        else
            condemn(one, BENCH_WRONG,
              cli_string("counted %" PRIu64 "; %s is %" PRIu64, one->triangles,
                published ? "the published count" : "the count of the others", right));
    }
}

const char *bench_verified_by(const bench_known *known, const bench_case *cases, size_t count, const bench_case *one)
{
    if (!counted(one)) return NULL;
    if (known->triangles == one->triangles) return "published";
    return votes_for(cases, count, one->triangles) > 1 ? "agreement" : NULL;
}
