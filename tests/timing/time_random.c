/* time_random.c - times all algorithms of a device on random graphs.
 *
 *     time_random [--device cpu|gpu] [--seed S] [--first I] [--graphs N] [--least EDGES]
 *                 [--most EDGES] [--rounds R] [--ways yes] [--energy SECONDS]
 *                 [--label KEY=VALUE]... [--write FOLDER]
 *
 * Graph number I of seed S is one graph, the same on every machine: its model, size, degree, skew, rewiring and order
 * of ids are random, between EDGES and EDGES edges; or it is a flat graph joined with hubs. Each round prepares and
 * counts twice by each algorithm, interleaved; the choice of the device prepares for many counts then, and also for
 * one count, by itself. Algorithms that take more than SLOW times as long as the best are left out after the first
 * round. With
 * --ways an algorithm that can be told its way to count (a parameter 'way') is also timed with
 * each of them, for the costs by which it chooses. With
 * --energy each algorithm that was in all rounds then counts back to back for so long, for the
 * energy of a count. One JSON object a line, graph and algorithm, which bench/regret reads. All algorithms must
 * agree. Exit code 1 if they do not, or if any fails. With --write nothing is timed: each graph becomes a file of
 * 32-bit pairs, FOLDER/NAME.u32, for other programs, and a line gives its parameters.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tricorn/tricorn.h>

#include "timing/joules.h"

enum {
    MOST_LABELS = 8,
    MOST_ROUNDS = 32,
    MOST_ALGORITHMS = 64,
    COUNTS = 2, /* in a round */
    SLOW = 4,
    TEXT_BYTES = 256,
    SPEC_BYTES = 3 * TEXT_BYTES
};

typedef struct settings {
    const char *device, *folder; /* to write into; NULL: graphs are timed */
    uint64_t seed, first, graphs, rounds;
    double least, most; /* edges */
    bool ways;
    joules_meter meter;
    const char *labels[MOST_LABELS];
    uint32_t label_count;
} settings;

/* ---- drawing ---- */

/* Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double draw_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * (double)(draw(state) >> 11) / (double)(UINT64_C(1) << 53);
}

/* All magnitudes are equally likely. */
static double draw_magnitude(uint64_t *state, double low, double high)
{
    return exp(draw_between(state, log(low), log(high)));
}

/* A model of the library with its parameters. */
typedef struct recipe {
    const char *model;
    char parameters[TEXT_BYTES];
} recipe;

static recipe draw_uniform(uint64_t *state, double edges)
{
    recipe made = {.model = "erdos-renyi"};
    const double degree = draw_magnitude(state, 3, 150);
    snprintf(made.parameters, sizeof made.parameters, "vertices=%.0f edges=%.0f",
      ceil(fmax(2 * edges / degree, 2 * degree)), edges);
    return made;
}

static recipe draw_small_world(uint64_t *state, double edges)
{
    recipe made = {.model = "watts-strogatz"};
    const double degree = 2 * round(draw_magnitude(state, 2, 40));
    const double rewire = draw_magnitude(state, 0.001, 1);
    snprintf(made.parameters, sizeof made.parameters, "vertices=%.0f degree=%.0f rewire=%.4f",
      ceil(fmax(2 * edges / degree, 4 * degree)), degree, rewire);
    return made;
}

static recipe draw_preferential(uint64_t *state, double edges)
{
    recipe made = {.model = "barabasi-albert"};
    const double attach = round(draw_magnitude(state, 2, 50));
    snprintf(made.parameters, sizeof made.parameters, "vertices=%.0f attach=%.0f",
      ceil(fmax(edges / attach, 4 * attach)), attach);
    return made;
}

/* Its number of edges is rounded to a power of two times the factor; a part of them is random twice. */
static recipe draw_kronecker(uint64_t *state, double edges)
{
    recipe made = {.model = "kronecker"};
    const double factor = round(draw_magnitude(state, 2, 64));
    const double a = draw_between(state, 0.3, 0.65), b = (1 - a) * draw_between(state, 0.2, 0.45);
    snprintf(made.parameters, sizeof made.parameters, "scale=%.0f edge_factor=%.0f a=%.3f b=%.3f c=%.3f",
      fmax(round(log2(edges / factor)), 6), factor, a, b, b);
    return made;
}

static recipe draw_grid(uint64_t *state, double edges)
{
    recipe made;
    if (draw(state) % 2) {
        const double side = ceil(cbrt(edges / 3));
        made.model = "grid3d";
        snprintf(made.parameters, sizeof made.parameters, "width=%.0f height=%.0f depth=%.0f wrap=%u", side, side, side,
          (unsigned)(draw(state) % 2));
    } else {
        const double side = ceil(sqrt(edges / 2)), diagonals = draw_between(state, 0, 1);
        made.model = "grid2d";
        snprintf(
          made.parameters, sizeof made.parameters, "width=%.0f height=%.0f diagonals=%.3f", side, side, diagonals);
    }
    return made;
}

static recipe draw_star(uint64_t *state, double edges)
{
    recipe made = {.model = "hub"};
    const double extra = edges * draw_magnitude(state, 0.001, 0.5);
    snprintf(made.parameters, sizeof made.parameters, "leaves=%.0f extra=%.0f", fmax(edges - extra, 10), extra);
    return made;
}

/* A graph to make: one recipe, or two whose vertices are shared, and whether ids are shuffled. */
typedef struct random_graph {
    recipe parts[2];
    uint32_t count;
    bool shuffled;
    uint64_t seed; /* of the parts and the order */
    char name[TEXT_BYTES], spec[SPEC_BYTES];
} random_graph;

static random_graph choose_graph(const settings *set, uint64_t number)
{
    static recipe (*const models[])(uint64_t *, double) = {
      draw_uniform, draw_small_world, draw_preferential, draw_kronecker, draw_grid, draw_star};
    enum { MODELS = sizeof models / sizeof *models, FLAT = 2 };
    uint64_t state = set->seed * UINT64_C(0x2545f4914f6cdd1d) + number;
    random_graph made = {.count = 1};
    const double edges = draw_magnitude(&state, set->least, set->most);
    /* Grids and stars have one number in all. */
    const uint64_t which = draw(&state) % (2 * MODELS);
    if (which < MODELS) {
        made.parts[0] = models[which](&state, edges);
    } else if (which < MODELS + 3) {
        made.parts[0] = models[which - MODELS < FLAT ? which - MODELS : 3](&state, edges);
    } else {
        const double hubs = draw_between(&state, 0.02, 0.5);
        made.parts[0] = models[draw(&state) % FLAT](&state, edges * (1 - hubs));
        made.parts[1] = draw_kronecker(&state, edges * hubs);
        made.count = 2;
    }
    made.shuffled = draw(&state) % 2;
    made.seed = draw(&state) >> 1;
    snprintf(made.name, sizeof made.name, "random-%" PRIu64 "-%" PRIu64, set->seed, number);
    snprintf(made.spec, sizeof made.spec, "%s %s%s%s%s%s%s", made.parts[0].model, made.parts[0].parameters,
      made.count > 1 ? " + " : "", made.count > 1 ? made.parts[1].model : "", made.count > 1 ? " " : "",
      made.count > 1 ? made.parts[1].parameters : "", made.shuffled ? ", ids shuffled" : "");
    return made;
}

/* ---- making ---- */

typedef struct pairs {
    uint32_t *ids; /* two an edge */
    uint64_t count, room;
} pairs;

static bool fail(const tricorn_context *context, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, tricorn_context_message(context));
    return false;
}

/* Reads the edges that were written to the file behind those that are there. */
static bool add_pairs(FILE *file, uint64_t edges, pairs *all)
{
    uint32_t *const grown = realloc(all->ids, (all->count + edges) * 2 * sizeof *all->ids);
    if (grown == NULL) return false;
    all->ids = grown;
    rewind(file);
    if (fread(grown + 2 * all->count, 2 * sizeof *grown, edges, file) != edges) return false;
    all->count += edges;
    return true;
}

static bool make_part(tricorn_context *context, const recipe *of, uint64_t seed, pairs *all)
{
    const tricorn_save_options save = {.struct_size = sizeof save, .format = "pairs32"};
    tricorn_graph_description is = TRICORN_GRAPH_DESCRIPTION_INIT;
    tricorn_graph *graph = NULL;
    FILE *file = tmpfile();
    bool good = file != NULL;
    good = good && tricorn_graph_generate(context, of->model, of->parameters, seed, &graph) == TRICORN_OK;
    good = good && tricorn_graph_describe(context, graph, &is) == TRICORN_OK;
    good = good && tricorn_graph_write(context, graph, fileno(file), &save) == TRICORN_OK;
    good = good && add_pairs(file, is.edges, all);
    tricorn_graph_free(graph);
    if (file) fclose(file);
    return good || fail(context, of->parameters);
}

/* Numbers the vertices at random. */
static bool shuffle(pairs *all, uint64_t seed)
{
    uint32_t most = 0;
    for (uint64_t i = 0; i < 2 * all->count; i++)
        if (all->ids[i] > most) most = all->ids[i];
    uint32_t *const places = malloc(((uint64_t)most + 1) * sizeof *places);
    if (places == NULL) return false;
    for (uint64_t v = 0; v <= most; v++) {
        const uint64_t other = draw(&seed) % (v + 1);
        places[v] = places[other];
        places[other] = (uint32_t)v;
    }
    for (uint64_t i = 0; i < 2 * all->count; i++) all->ids[i] = places[all->ids[i]];
    free(places);
    return true;
}

static bool make_graph(
  tricorn_context *context, const random_graph *of, const tricorn_options *count, tricorn_graph **graph)
{
    const tricorn_load_options load = {.struct_size = sizeof load, .count = count};
    pairs all = {0};
    bool good = true;
    for (uint32_t p = 0; p < of->count && good; p++) good = make_part(context, &of->parts[p], of->seed, &all);
    good = good && (!of->shuffled || shuffle(&all, of->seed));
    if (good && tricorn_graph_from_edges32(context, all.ids, all.count, &load, graph) != TRICORN_OK)
        good = fail(context, of->spec);
    free(all.ids);
    return good;
}

/* ---- timing ---- */

typedef struct entrant {
    const tricorn_algorithm_description *algorithm;
    char parameters[TEXT_BYTES]; /* or "" */
    double prepare[MOST_ROUNDS], count[COUNTS * MOST_ROUNDS];
    double once[MOST_ROUNDS]; /* of the choice: preparing and counting once */
    double best_count, best_sum;
    uint64_t rounds, triangles;
    double joules; /* of a count; 0 or less: not measured */
    char device[TEXT_BYTES];
} entrant;

typedef struct contest {
    entrant entrants[MOST_ALGORITHMS];
    uint32_t count;
} contest;

static entrant *enter(const tricorn_algorithm_description *algorithm, contest *all)
{
    if (all->count == MOST_ALGORITHMS) {
        fprintf(stderr, "there are more algorithms\n");
        exit(1);
    }
    all->entrants[all->count] = (entrant){.algorithm = algorithm};
    return &all->entrants[all->count++];
}

/* Enters the algorithm with each of its ways. */
static void enter_ways(const tricorn_algorithm_description *algorithm, contest *all)
{
    for (size_t p = 0; p < algorithm->parameter_count; p++) {
        const tricorn_parameter_description *parameter = &algorithm->parameters[p];
        if (strcmp(parameter->name, "way") != 0) continue;
        for (uint32_t way = 1; way <= parameter->most; way++) {
            entrant *one = enter(algorithm, all);
            snprintf(one->parameters, sizeof one->parameters, "%s.way=%" PRIu32, algorithm->name, way);
        }
    }
}

static void enter_all(const settings *set, contest *all)
{
    all->count = 0;
    for (size_t a = 0; a < tricorn_algorithm_count(); a++) {
        const tricorn_algorithm_description *algorithm = tricorn_algorithm_at(a);
        if (strcmp(algorithm->device, set->device) != 0) continue;
        enter(algorithm, all);
        if (set->ways) enter_ways(algorithm, all);
    }
}

/* An algorithm that chooses its way. */
static bool is_choice(const entrant *one)
{
    return one->parameters[0] == '\0' && strstr(one->algorithm->name, "-adaptive") != NULL;
}

static tricorn_options options_of(const entrant *one)
{
    tricorn_options options = TRICORN_OPTIONS_INIT;
    options.algorithm = one->algorithm->name;
    options.device = one->algorithm->device;
    options.parameters = one->parameters;
    return options;
}

static bool run_once(tricorn_context *context, const tricorn_graph *graph, entrant *one)
{
    const tricorn_options options = options_of(one);
    tricorn_plan *plan = NULL;
    bool good;
    good = tricorn_plan_create(context, graph, &options, &plan) == TRICORN_OK;
    for (uint64_t i = 0; i < COUNTS && good; i++) {
        tricorn_result result = TRICORN_RESULT_INIT;
        good = tricorn_plan_run(context, plan, &result) == TRICORN_OK;
        if (!good) break;
        if (i == 0) one->prepare[one->rounds] = result.seconds.prepare;
        one->count[COUNTS * one->rounds + i] = result.seconds.count;
        one->best_count = one->best_count > 0 ? fmin(one->best_count, result.seconds.count) : result.seconds.count;
        const double sum = result.seconds.prepare + result.seconds.count;
        one->best_sum = one->best_sum > 0 ? fmin(one->best_sum, sum) : sum;
        one->triangles = result.triangles;
        snprintf(one->device, sizeof one->device, "%s", result.how.device);
    }
    tricorn_plan_free(plan);
    if (good && is_choice(one)) {
        tricorn_result result = TRICORN_RESULT_INIT;
        good = tricorn_count(context, graph, &options, &result) == TRICORN_OK;
        one->once[one->rounds] = result.seconds.prepare + result.seconds.count;
    }
    one->rounds += good;
    return good || fail(context, one->algorithm->name);
}

/* Whether an algorithm will not be the best, by its first round. */
static bool is_slow(const contest *all, const entrant *one)
{
    double count = one->best_count, sum = one->best_sum;
    for (uint32_t a = 0; a < all->count; a++) {
        count = fmin(count, all->entrants[a].best_count);
        sum = fmin(sum, all->entrants[a].best_sum);
    }
    return one->best_count > SLOW * count && one->best_sum > SLOW * sum;
}

static bool time_all(tricorn_context *context, const tricorn_graph *graph, const settings *set, contest *all)
{
    bool slow[MOST_ALGORITHMS] = {false};
    for (uint64_t round = 0; round < set->rounds; round++) {
        /* The first of a round may have to take memory from the system, so each round begins with another one. */
        for (uint32_t i = 0; i < all->count; i++) {
            const uint32_t a = (uint32_t)((i + round) % all->count);
            if (!slow[a] && !run_once(context, graph, &all->entrants[a])) return false;
        }
        for (uint32_t a = 0; a < all->count; a++) slow[a] = is_slow(all, &all->entrants[a]);
    }
    return true;
}

typedef struct repeated {
    tricorn_context *context;
    tricorn_plan *plan;
    uint64_t triangles; /* that it must count */
} repeated;

static bool count_again(void *user)
{
    const repeated *of = user;
    tricorn_result result = TRICORN_RESULT_INIT;
    if (tricorn_plan_run(of->context, of->plan, &result) != TRICORN_OK)
        return fail(of->context, "counting for the energy");
    if (result.triangles == of->triangles) return true;
    fprintf(
      stderr, "%" PRIu64 " triangles, and %" PRIu64 " counting for the energy\n", of->triangles, result.triangles);
    return false;
}

/* Of those that were in all rounds. */
static bool measure_energy(tricorn_context *context, const tricorn_graph *graph, const settings *set, contest *all)
{
    for (uint32_t a = 0; a < all->count; a++) {
        entrant *one = &all->entrants[a];
        repeated of = {.context = context, .triangles = one->triangles};
        const tricorn_options options = options_of(one);
        bool good;
        if (one->rounds < set->rounds) continue;
        if (tricorn_plan_create(context, graph, &options, &of.plan) != TRICORN_OK)
            return fail(context, one->algorithm->name);
        good = joules_of_count(&set->meter, count_again, &of, &one->joules);
        tricorn_plan_free(of.plan);
        if (!good) return false;
    }
    return true;
}

/* ---- printing ---- */

static void print_seconds(const char *name, const double *seconds, uint64_t count)
{
    printf(", \"%s\": [", name);
    for (uint64_t i = 0; i < count; i++) printf("%s%.4g", i ? ", " : "", seconds[i]);
    printf("]");
}

static void print_record(const settings *set, const random_graph *of, const tricorn_context *context,
  const tricorn_graph_description *is, const entrant *one)
{
    printf("{\"kind\": \"measured\", \"status\": \"ok\", \"dataset\": \"%s\", \"random\": \"%s\", "
           "\"algorithm\": \"%s\", \"device\": \"%s\", \"threads\": %" PRIu32,
      of->name, of->spec, one->algorithm->name, one->device, tricorn_context_threads(context));
    if (one->parameters[0]) printf(", \"parameters\": \"%s\"", one->parameters);
    for (uint32_t i = 0; i < set->label_count; i++) {
        const char *value = strchr(set->labels[i], '=') + 1;
        printf(", \"%.*s\": \"%s\"", (int)(value - 1 - set->labels[i]), set->labels[i], value);
    }
    printf(", \"vertices\": %" PRIu64 ", \"edges\": %" PRIu64 ", \"triangles\": %" PRIu64, is->vertices, is->edges,
      one->triangles);
    printf(", \"wedges\": %" PRIu64 ", \"longest_row\": %" PRIu64, is->oriented_wedges, is->max_out_degree);
    print_seconds("prepare_seconds", one->prepare, one->rounds);
    print_seconds("count_seconds", one->count, COUNTS * one->rounds);
    if (is_choice(one)) print_seconds("once_seconds", one->once, one->rounds);
    joules_print(one->joules, is->edges);
    printf("}\n");
}

static bool write_graph(
  tricorn_context *context, const settings *set, const random_graph *of, const tricorn_graph *graph)
{
    const tricorn_save_options save = {.struct_size = sizeof save, .format = "pairs32"};
    char path[SPEC_BYTES];
    snprintf(path, sizeof path, "%s/%s.u32", set->folder, of->name);
    if (tricorn_graph_save(context, graph, path, &save) != TRICORN_OK) return fail(context, path);
    printf("{\"dataset\": \"%s\", \"random\": \"%s\"}\n", of->name, of->spec);
    return true;
}

static bool time_random(
  tricorn_context *context, const settings *set, const random_graph *of, const tricorn_graph *graph)
{
    static contest all;
    tricorn_graph_description is = TRICORN_GRAPH_DESCRIPTION_INIT;
    bool good;
    enter_all(set, &all);
    good = tricorn_graph_describe(context, graph, &is) == TRICORN_OK && time_all(context, graph, set, &all);
    for (uint32_t a = 0; a < all.count && good; a++)
        if (all.entrants[a].triangles != all.entrants[0].triangles) {
            fprintf(stderr, "%s (%s): %s counts %" PRIu64 " triangles, %s %" PRIu64 "\n", of->name, of->spec,
              all.entrants[0].algorithm->name, all.entrants[0].triangles, all.entrants[a].algorithm->name,
              all.entrants[a].triangles);
            good = false;
        }
    if (set->meter.seconds > 0) good = good && measure_energy(context, graph, set, &all);
    for (uint32_t a = 0; a < all.count && good; a++) print_record(set, of, context, &is, &all.entrants[a]);
    return good;
}

static bool take_graph(tricorn_context *context, const settings *set, uint64_t number)
{
    const random_graph of = choose_graph(set, number);
    tricorn_options count = TRICORN_OPTIONS_INIT;
    tricorn_graph *graph = NULL;
    bool good;
    count.device = set->device;
    good =
      make_graph(context, &of, &count, &graph) && (set->folder ? write_graph : time_random)(context, set, &of, graph);
    fflush(stdout);
    tricorn_graph_free(graph);
    return good;
}

static bool read_option(const char *name, const char *value, settings *set)
{
    if (strcmp(name, "--device") == 0)
        set->device = value;
    else if (strcmp(name, "--write") == 0)
        set->folder = value;
    else if (strcmp(name, "--seed") == 0)
        set->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--first") == 0)
        set->first = strtoull(value, NULL, 10);
    else if (strcmp(name, "--graphs") == 0)
        set->graphs = strtoull(value, NULL, 10);
    else if (strcmp(name, "--rounds") == 0)
        set->rounds = strtoull(value, NULL, 10);
    else if (strcmp(name, "--least") == 0)
        set->least = strtod(value, NULL);
    else if (strcmp(name, "--most") == 0)
        set->most = strtod(value, NULL);
    else if (strcmp(name, "--ways") == 0)
        set->ways = strcmp(value, "yes") == 0;
    else if (strcmp(name, "--energy") == 0)
        return (set->meter.seconds = strtod(value, NULL)) > 0;
    else if (strcmp(name, "--label") == 0 && strchr(value, '=') && set->label_count < MOST_LABELS)
        set->labels[set->label_count++] = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    settings set = {
      .device = "cpu", .graphs = 10, .rounds = 3, .least = 1e4, .most = 1e6, .meter.read = bench_energy_read};
    tricorn_context *context = NULL;
    bool known = argc % 2 == 1, good = true;
    for (int i = 1; i + 1 < argc && known; i += 2) known = read_option(argv[i], argv[i + 1], &set);
    if (!known || set.rounds < 1 || set.rounds > MOST_ROUNDS || set.least < 100 || set.most < set.least) {
        fprintf(stderr, "usage: time_random [--device cpu|gpu] [--seed S] [--first I] [--graphs N] "
                        "[--least EDGES] [--most EDGES] [--rounds R] [--ways yes] "
                        "[--energy SECONDS] [--label KEY=VALUE]... [--write FOLDER]\n");
        return 2;
    }
    set.meter.gpu = strcmp(set.device, "gpu") == 0 ? 0 : -1;
    if (!joules_measured(&set.meter)) set.meter.seconds = 0;
    if (tricorn_context_create(NULL, &context) != TRICORN_OK) return 1;
    for (uint64_t i = set.first; i < set.first + set.graphs; i++) good = take_graph(context, &set, i) && good;
    tricorn_context_free(context);
    return good ? 0 : 1;
}
