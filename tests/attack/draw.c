/* draw.c - draws a case by its seed: a graph, how it comes to the program, a verb and its options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"
#include "support/files.h"
#include "support/families.h"

enum { SMALL = 40, LARGE = 1200, LARGE_LINES = 6000, ONE_IN_LARGE = 60 };

/* ---- graphs ---- */

static edge_list draw_tiny(uint32_t count, test_random *random)
{
    const uint32_t vertices = 2 + test_random_below(random, 5);
    edge_list edges = edge_list_create(vertices);
    for (uint32_t i = 0; i < count; i++)
        edge_list_add(&edges, test_random_below(random, vertices), test_random_below(random, vertices));
    return edges;
}

/* A hub that is joined to all, and some edges among its neighbours. */
static edge_list draw_hub(uint32_t n, test_random *random)
{
    edge_list edges = make_star(n);
    for (uint32_t i = 0; i < n; i++) edge_list_add(&edges, test_random_below(random, n), test_random_below(random, n));
    return edges;
}

static edge_list draw_large(test_random *random)
{
    const uint32_t n = 100 + test_random_below(random, LARGE - 100);
    const uint32_t hubs = 1 + test_random_below(random, n);
    edge_list edges = edge_list_create(n);
    for (uint32_t i = 500 + test_random_below(random, LARGE_LINES - 500); i > 0; i--)
        edge_list_add(&edges, test_random_below(random, hubs), test_random_below(random, n));
    return edges;
}

static edge_list draw_edges(test_random *random)
{
    const uint32_t n = 2 + test_random_below(random, SMALL - 2);
    uint32_t parts[3];
    for (int p = 0; p < 3; p++) parts[p] = 1 + test_random_below(random, SMALL / 3);
    switch (test_random_below(random, 20)) {
    case 0:
    case 1: return draw_tiny(test_random_below(random, 2), random);
    case 2:
    case 3: return draw_tiny(2 + test_random_below(random, 3), random);
    case 4: return edge_list_create(n); /* loops and listed vertices alone */
    case 5: return make_complete(n / 2 + 1);
    case 6: return make_star(n);
    case 7: return make_path(n);
    case 8: return make_multipartite(parts, 2 + test_random_below(random, 2));
    case 9: return draw_hub(n, random);
    case 10: return make_path_power(n + 5, 1 + test_random_below(random, 4));
    case 11: return make_windmill(3 + test_random_below(random, 4), 1 + n / 8);
    case 12: return make_of_twenty((int)test_random_below(random, TEST_TWENTY));
    case 13: return make_tree(n, random);
    case 14: return make_k_tree(n + 4, 1 + test_random_below(random, 4), random);
    case 15: return make_wheel(n + 3);
    default: return make_random(n, test_random_below(random, 101), random);
    }
}

/* ---- ids ---- */

/* Different ids, of one of several kinds, in any order. */
static uint64_t *draw_ids(uint32_t count, test_random *random)
{
    static const uint64_t firsts[] = {
      0, 1, 1000000, UINT32_MAX - 20, INT32_MAX - 5, (UINT64_C(1) << 63) - 9, UINT64_MAX - LARGE};
    uint64_t *ids = test_allocate(count, sizeof *ids);
    const uint32_t kind = test_random_below(random, 10);
    const uint64_t first = kind < 7 ? firsts[kind] : test_random_next(random) >> 44;
    const uint64_t most_step = kind == 7 ? 3 : kind == 8 ? 1000 : kind == 9 ? UINT64_C(1) << 32 : 1;
    uint64_t next = kind < 6 || count <= LARGE ? first : 0;

    for (uint32_t v = 0; v < count; v++) {
        ids[v] = next;
        next += 1 + test_random_next(random) % most_step;
    }
    for (uint32_t v = count; v > 1 && test_random_below(random, 2) == 0; v--) {
        const uint32_t other = test_random_below(random, v);
        const uint64_t kept = ids[v - 1];
        ids[v - 1] = ids[other];
        ids[other] = kept;
    }
    return ids;
}

/* ---- cases ---- */

bool attack_reads_graph(const cli_verb *verb)
{
    return (verb->takes & CLI_TAKES(FORM)) != 0;
}

/* Verbs whose answer by definition takes long are given small graphs. */
static bool may_be_large(const attack_case *of)
{
    static const char *const fast[] = {"count", "vertex", "edge", "similar", "core", "info", "convert", "report"};
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
        if (strcmp(of->verb->name, fast[i]) == 0) return true;
    return false;
}

static void draw_graph(attack_case *to, test_random *random)
{
    edge_list *lines = &to->lists[LINES];
    *lines = may_be_large(to) && test_random_below(random, ONE_IN_LARGE) == 0 ? draw_large(random) : draw_edges(random);
    if (test_random_below(random, 2)) edge_list_flip(lines, random);
    if (test_random_below(random, 3) == 0) edge_list_add_duplicates(lines, 1 + test_random_below(random, 9), random);
    if (test_random_below(random, 3) == 0) edge_list_add_loops(lines, 1 + test_random_below(random, 5), random);
    if (test_random_below(random, 8) == 0) edge_list_add_reversed(lines);
    if (test_random_below(random, 2)) edge_list_shuffle(lines, random);
    to->ids = draw_ids(lines->vertices, random);
    for (int list = LINES + 1; list < LISTS; list++) to->lists[list] = edge_list_create(lines->vertices);
    for (uint32_t v = 0; test_random_below(random, 5) == 0 && v < lines->vertices; v++)
        if (test_random_below(random, 2)) edge_list_add(&to->lists[LISTED], v, v);
}

static void draw_form(attack_case *to, test_random *random)
{
    static const struct {
        unsigned percent, kinds;
    } draws[FORMS] = {[FORM_SEPARATOR] = {40, 4},
      [FORM_DELIVERY] = {25, DELIVERIES},
      [FORM_PACKED] = {12, 3},
      [FORM_WORDS] = {10, 2},
      [FORM_HEADER] = {15, 2},
      [FORM_COMMENT] = {15, 4},
      [FORM_MISSING] = {6, 3},
      [FORM_WEIGHTS] = {10, 2}};

    for (int f = 0; f < FORMS; f++)
        if (draws[f].kinds && test_random_below(random, 100) < draws[f].percent)
            to->form[f] = test_random_below(random, draws[f].kinds);
    if (attack_weighs(to) || attack_is_temporal(to)) to->form[FORM_WEIGHTS] = 1;
    if (!attack_is_temporal(to) && to->lists[LISTED].count == 0 && !attack_option(to, "strict") &&
        !attack_option(to, "weights") &&
        (to->lists[LINES].count == 0 ? test_random_below(random, 5) > 0 : test_random_below(random, 10) == 0)) {
        const unsigned kept[] = {[FORM_DELIVERY] = to->form[FORM_DELIVERY] % BY_LIST,
          [FORM_PACKED] = to->form[FORM_PACKED],
          [FORM_WEIGHTS] = to->form[FORM_WEIGHTS],
          [FORM_MATRIX] = 1};
        memset(to->form, 0, sizeof to->form);
        memcpy(to->form, kept, sizeof kept);
        for (uint32_t v = 0; v < to->lists[LINES].vertices; v++) to->ids[v] = v + 1;
    }
    const unsigned format = test_random_below(random, (uint32_t)tricorn_format_count());
    const bool simple = !to->form[FORM_WEIGHTS] && !attack_option(to, "directed") && !attack_option(to, "strict") &&
                        !attack_option(to, "pairs") && !attack_option(to, "remove") && !attack_option(to, "add") &&
                        !attack_option(to, "labels") &&
                        (strcmp(to->verb->name, "census") != 0 || attack_option(to, "undirected")) &&
                        !attack_is_bipartite(to);
    if (simple && test_random_below(random, 8) == 0 && test_format_name(format) != NULL)
        to->form[FORM_THROUGH] = format + 1;
}

/* Pairs of vertices of the graph, at least one in each list that an option names. */
static void draw_pairs(attack_case *to, test_random *random)
{
    static const struct {
        const char *option;
        attack_list list;
    } named[] = {{"pairs", PAIRS}, {"remove", REMOVED}, {"add", ADDED}};
    const edge_list *of = to->lists[LINES].count ? &to->lists[LINES] : &to->lists[LISTED];

    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        if (attack_option(to, named[i].option) == NULL) continue;
        for (uint32_t p = test_random_below(random, 12) + 1; of->count > 0 && p > 0; p--) {
            const uint64_t a = test_random_next(random) % (2 * of->count);
            const uint64_t b = test_random_below(random, 2) ? a ^ 1 : test_random_next(random) % (2 * of->count);
            if (of->pairs[a] != of->pairs[b]) edge_list_add(&to->lists[named[i].list], of->pairs[a], of->pairs[b]);
        }
    }
}

/* A model with small values of its parameters. */
static void draw_model(attack_case *to, test_random *random)
{
    const tricorn_model_description *model =
      tricorn_model_at(test_random_below(random, (uint32_t)tricorn_model_count()));
    cli_list_take(&to->arguments, cli_string("%s", model->name));
    cli_list_split(&to->arguments, model->parameters, ' ');
    for (size_t i = 1; i < to->arguments.count; i++) {
        char *word = to->arguments.words[i], *value = strchr(word, '=') + 1;
        if (*value < '1' || *value > '9' || strspn(value, "0123456789") != strlen(value)) continue;
        const unsigned most = strncmp(word, "scale", 5) == 0 || strncmp(word, "dimension", 9) == 0 ? 6 : 30;
        to->arguments.words[i] = cli_string("%.*s%u", (int)(value - word), word, 1 + test_random_below(random, most));
        free(word);
    }
}

/* What `bench` forks cannot use the GPU of its parent, in which many cases run. */
static const cli_verb *draw_verb(test_random *random, bool gpu)
{
    size_t count = 0;
    const cli_verb *verb;
    while (cli_verb_at(count) != NULL) count++;
    do verb = cli_verb_at(test_random_below(random, (uint32_t)count));
    while (!attack_reads_graph(verb) && test_random_below(random, 4) > 0);
    const bool forks = !gpu && CHILDREN_HAVE_THREADS;
    return !forks && strcmp(verb->name, "bench") == 0 ? cli_verb_find("count") : verb;
}

void attack_draw(attack_case *made, uint64_t seed, bool gpu)
{
    test_random random = {seed};

    *made = (attack_case){.seed = seed, .gpu = gpu, .verb = draw_verb(&random, gpu)};
    attack_draw_words(made, &random);
    draw_graph(made, &random);
    if (strcmp(made->verb->name, "generate") == 0) draw_model(made, &random);
    if (!attack_reads_graph(made->verb)) return;
    draw_form(made, &random);
    draw_pairs(made, &random);
}

attack_case attack_copy(const attack_case *of)
{
    attack_case copy = *of;
    copy.words = copy.arguments = (cli_list){0};
    for (size_t i = 0; i < of->words.count; i++)
        cli_list_add(&copy.words, of->words.words[i], strlen(of->words.words[i]));
    for (size_t i = 0; i < of->arguments.count; i++)
        cli_list_add(&copy.arguments, of->arguments.words[i], strlen(of->arguments.words[i]));
    for (int list = 0; list < LISTS; list++) copy.lists[list] = edge_list_copy(&of->lists[list]);
    copy.ids = test_allocate(of->lists[LINES].vertices, sizeof *copy.ids);
    for (uint32_t v = 0; v < of->lists[LINES].vertices; v++) copy.ids[v] = of->ids[v];
    return copy;
}

void attack_free(attack_case *of)
{
    for (int list = 0; list < LISTS; list++) edge_list_free(&of->lists[list]);
    cli_list_free(&of->words);
    cli_list_free(&of->arguments);
    free(of->ids);
}
