/* time_changing.c - seconds of batches of a changing graph: random edges of it are removed in one batch, and
 * added again in the next one.
 *
 *     time_changing [--device D] [--method M] [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS...
 *
 * For batches of 10^3 to 10^6 edges, without and with supports. One JSON object a line. Exit code 1 where
 * the counts are not those of a graph that is made and counted afresh, untimed, after each batch: all triangles and
 * edges, the triangles of each vertex and, if they are kept, the supports of each edge.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/timing.h"

enum { MOST_SAMPLES = 100, LEAST_BATCH = 1000, MOST_BATCH = 1000000 };

static const char *device, *method;

typedef struct subject {
    tricorn_context *context;
    tricorn_context *other; /* for calls within a visit */
    tricorn_graph *graph;
    const char *name;
    const uint32_t *edges; /* all pairs, in a random order */
    uint64_t count, vertices;
} subject;

/* A graph of the state, counted afresh, whose vertices have numbers of its own. */
typedef struct check {
    tricorn_context *context;
    const tricorn_changing *changing;
    bool supports;
    uint32_t *numbers; /* of each of its vertices, as a changing graph has it */
    uint64_t *counts; /* by number, of triangles: twice, of supports */
    uint64_t edges, wrong;
} check;

/* Vertices of a graph by ascending id, and these ids. */
static bool sort_ids(
  tricorn_context *context, const tricorn_graph *graph, uint64_t count, uint64_t *ids, uint32_t *vertices)
{
    uint64_t *unsorted = calloc(count + 1, sizeof *unsorted);
    uint32_t *places = calloc(count + 1, sizeof *places);
    const bool done = unsorted && places && tricorn_graph_ids(context, graph, unsorted, places) == TRICORN_OK;
    for (uint64_t v = 0; done && v < count; v++) {
        ids[places[v]] = unsorted[v];
        vertices[places[v]] = (uint32_t)v;
    }
    free(unsorted);
    free(places);
    return done;
}

/* Both have the same ids, but for vertices that have lost their edges. */
static bool match_numbers(const subject *of, const tricorn_graph *afresh, uint64_t count, uint32_t *numbers)
{
    const uint64_t room = of->vertices + 1;
    uint64_t *ids = calloc(room, sizeof *ids), *own_ids = calloc(room, sizeof *own_ids);
    uint32_t *vertices = calloc(room, sizeof *vertices), *own = calloc(room, sizeof *own);
    bool done = ids && own_ids && vertices && own && count <= of->vertices &&
                sort_ids(of->context, of->graph, of->vertices, ids, vertices) &&
                sort_ids(of->context, afresh, count, own_ids, own);
    uint64_t at = 0;
    for (uint64_t i = 0; done && i < count; i++) {
        while (at < of->vertices && ids[at] < own_ids[i]) at++;
        done = at < of->vertices && ids[at] == own_ids[i];
        if (done) numbers[own[i]] = vertices[at];
    }
    free(ids);
    free(own_ids);
    free(vertices);
    free(own);
    return done;
}

/* Compares with the supports that are kept; whether they were there. */
static bool check_supports(check *to, const uint32_t *pairs, const uint32_t *support, uint64_t count)
{
    uint32_t *kept = calloc(count + 1, sizeof *kept);
    const bool done = kept && tricorn_changing_supports(to->context, to->changing, pairs, count, kept) == TRICORN_OK;
    for (uint64_t i = 0; done && i < count; i++) to->wrong += kept[i] != support[i];
    free(kept);
    return done;
}

static int check_edges(void *user, const uint32_t *ends, const uint32_t *support, uint64_t count)
{
    check *to = user;
    uint32_t *pairs = calloc(2 * count + 1, sizeof *pairs);
    if (pairs == NULL) return 1;
    for (uint64_t i = 0; i < count; i++) {
        for (int end = 0; end < 2; end++) {
            pairs[2 * i + end] = to->numbers[ends[2 * i + end]];
            to->counts[pairs[2 * i + end]] += support[i];
        }
    }
    const bool done = !to->supports || check_supports(to, pairs, support, count);
    free(pairs);
    to->edges += count;
    return !done;
}

/* Whether a graph of the state, counted afresh, has the same triangles, edges, counts of each vertex and, if kept,
 * supports of each edge. */
static bool is_right(const subject *of, const tricorn_changing *changing, bool supports)
{
    check found = {.context = of->other, .changing = changing, .supports = supports};
    tricorn_graph *afresh = NULL;
    tricorn_graph_description described = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_visitor visitor = TRICORN_VISITOR_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    uint64_t *own = calloc(of->vertices + 1, sizeof *own);

    visitor.edges = check_edges;
    visitor.user = &found;
    found.numbers = calloc(of->vertices + 1, sizeof *found.numbers);
    found.counts = calloc(of->vertices + 1, sizeof *found.counts);
    bool right = own && found.numbers && found.counts &&
                 tricorn_changing_vertices(of->context, changing, own) == TRICORN_OK &&
                 tricorn_changing_graph(of->context, changing, &afresh) == TRICORN_OK &&
                 tricorn_graph_describe(of->context, afresh, &described) == TRICORN_OK &&
                 match_numbers(of, afresh, described.vertices + described.isolated, found.numbers) &&
                 tricorn_edge_support(of->context, afresh, NULL, &visitor, &result) == TRICORN_OK;
    right = right && found.wrong == 0 && found.edges == tricorn_changing_edges(changing) &&
            result.triangles == tricorn_changing_triangles(changing);
    for (uint64_t v = 0; right && v < of->vertices; v++) right = found.counts[v] == 2 * own[v];
    tricorn_graph_free(afresh);
    free(found.numbers);
    free(found.counts);
    free(own);
    return right;
}

typedef struct samples {
    double removed[MOST_SAMPLES], added[MOST_SAMPLES];
    const char *method;
    bool supports, right;
} samples;

static bool apply(
  const subject *of, tricorn_changing *changing, const tricorn_batch *batch, double *seconds, samples *to)
{
    tricorn_batch_result result = TRICORN_BATCH_RESULT_INIT;
    if (tricorn_changing_apply(of->context, changing, batch, &result) != TRICORN_OK) return false;
    *seconds = result.seconds;
    to->method = result.method;
    return result.removed + result.added == batch->removed_count + batch->added_count;
}

/* Batch i has edges of its own, as far as they reach. */
static bool time_batches(const subject *of, tricorn_changing *changing, uint64_t size, int repeat, samples *to)
{
    bool done = true;
    to->right = true;
    for (int i = 0; i < repeat && done; i++) {
        const uint64_t first = (uint64_t)i * size % (of->count - size + 1);
        tricorn_batch out = TRICORN_BATCH_INIT, in = TRICORN_BATCH_INIT;
        out.removed = in.added = of->edges + 2 * first;
        out.removed_count = in.added_count = size;
        out.method = in.method = method;
        done = apply(of, changing, &out, &to->removed[i], to);
        to->right = to->right && done && is_right(of, changing, to->supports);
        done = done && apply(of, changing, &in, &to->added[i], to);
        to->right = to->right && done && is_right(of, changing, to->supports);
    }
    return done;
}

static bool time_changing(const subject *of, bool supports, const timing_settings *set)
{
    tricorn_changing *changing = NULL;
    bool right = tricorn_changing_create_on(of->context, of->graph, device, &changing) == TRICORN_OK &&
                 (!supports || tricorn_changing_keep_supports(of->context, changing) == TRICORN_OK);
    for (uint64_t size = LEAST_BATCH; right && size <= MOST_BATCH && size <= of->count; size *= 10) {
        samples found = {.supports = supports};
        right = time_batches(of, changing, size, set->repeat, &found);
        if (!right) break;
        printf("{\"dataset\": \"%s\", \"batch\": %" PRIu64 ", \"supports\": %s, \"method\": \"%s\"", of->name, size,
          supports ? "true" : "false", found.method);
        timing_print_labels(set);
        printf(", \"verified\": %s", found.right ? "true" : "false");
        timing_print_seconds("remove_seconds", found.removed, set->repeat);
        timing_print_seconds("add_seconds", found.added, set->repeat);
        printf("}\n");
        fflush(stdout);
        right = found.right;
    }
    if (!right) fprintf(stderr, "%s: %s\n", of->name, tricorn_context_message(of->context));
    tricorn_changing_free(changing);
    return right;
}

static bool time_graph(tricorn_context *context, const char *given, const timing_settings *set)
{
    timing_edges all;
    tricorn_context *other = NULL;
    bool right = timing_take_edges(context, given, &all) && tricorn_context_create(NULL, &other) == TRICORN_OK;
    const subject of = {context, other, all.graph, given, all.pairs, all.count, all.vertices};
    for (int supports = 0; supports < 2 && right; supports++) right = time_changing(&of, supports != 0, set);
    tricorn_context_free(other);
    timing_free_edges(&all);
    return right;
}

int main(int argc, char **argv)
{
    for (; argc > 2; argc -= 2, argv += 2) {
        if (strcmp(argv[1], "--device") == 0)
            device = argv[2];
        else if (strcmp(argv[1], "--method") == 0)
            method = argv[2];
        else
            break;
    }
    return timing_main(argc, argv, "time_changing", MOST_SAMPLES, time_graph);
}
