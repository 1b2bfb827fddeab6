/* truth.c - what a case's file means, by definition. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"
#include "support/files.h"

/* What each format that is written keeps of a graph. */
typedef enum keeps { IDS, NUMBERS, NO_IDS } keeps;
static const struct kept {
    const char *format;
    keeps ids;
    unsigned bits; /* of the ids that it holds */
    uint64_t first; /* without ids, the number of the first vertex */
    bool isolated; /* it has vertices without an edge */
} formats[] = {{"edges", IDS, 64, 0, false}, {"tri", IDS, 64, 0, true}, {"pairs32", NUMBERS, 32, 0, false},
  {"pairs64", NUMBERS, 64, 0, false}, {"polak", NUMBERS, 31, 0, false}, {"graph500", NUMBERS, 63, 0, false},
  {"graph500-packed", NUMBERS, 47, 0, false}, {"matrix-market", NO_IDS, 64, 1, true}, {"metis", NO_IDS, 64, 1, true},
  {"graphchallenge-adj", NO_IDS, 64, 1, false}, {"graphchallenge-inc", NO_IDS, 64, 1, false},
  {"adjacency", NO_IDS, 64, 0, true}, {"gapbs", NO_IDS, 64, 0, true}, {"gbbs-binary", NO_IDS, 64, 0, true},
  {"npz", NO_IDS, 64, 0, true}, {"pajek", NO_IDS, 64, 1, true}, {"json-node-link", IDS, 64, 0, true},
  {"graphml", IDS, 64, 0, true}, {"gexf", IDS, 64, 0, true}, {"gml", IDS, 64, 0, true}};

static const struct kept *find_kept(const char *format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].format, format) == 0) return &formats[i];
    return NULL;
}

const char *attack_without_format(void)
{
    for (size_t i = 0; i < tricorn_format_count(); i++) {
        const char *format = test_format_name(i);
        if (format && find_kept(format) == NULL) return format;
    }
    return NULL;
}

uint64_t truth_common(const truth *of, uint32_t u, uint32_t v)
{
    const unsigned char *a = of->edge + (size_t)u * of->n, *b = of->edge + (size_t)v * of->n;
    uint64_t common = 0;
    for (uint32_t w = 0; w < of->n; w++) common += a[w] & b[w];
    return common;
}

void truth_count(truth *of)
{
    const uint32_t n = of->n;

    memset(of->degree, 0, n * sizeof *of->degree);
    memset(of->triangles, 0, n * sizeof *of->triangles);
    of->vertices = of->isolated = of->edges = of->total = 0;
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < n; v++) {
            if (!of->edge[(size_t)u * n + v]) continue;
            of->degree[u]++;
            of->triangles[u] += (double)truth_common(of, u, v) / 2;
        }
    for (uint32_t v = 0; v < n; v++) {
        of->total += of->triangles[v] / 3;
        of->edges += of->degree[v] / 2;
        of->vertices += of->present[v] && of->degree[v] > 0;
        of->isolated += of->present[v] && of->degree[v] == 0;
    }
    of->total = nearbyint(of->total);
}

/* Line number i repeats an edge. Its weight is combined with that of the lines before. */
static void combine(truth *of, const char *rule, double *to, double weight, uint32_t count)
{
    const bool is_signed = attack_is_signed(of->from);
    if (rule == NULL || strcmp(rule, "error") == 0)
        of->unequal = of->unequal || (is_signed ? (*to > 0) != (weight > 0) : *to != weight);
    else if (strcmp(rule, "sum") == 0)
        *to += weight;
    else if (strcmp(rule, "mean") == 0)
        *to += (weight - *to) / count;
    else if (strcmp(rule, "min") == 0)
        *to = weight < *to ? weight : *to;
    else if (strcmp(rule, "max") == 0)
        *to = weight > *to ? weight : *to;
}

static void add_line(truth *to, const attack_case *of, uint64_t i, uint32_t *counts)
{
    const uint32_t u = of->lists[LINES].pairs[2 * i],
                   v = of->lists[LINES].pairs[2 * i + 1] + (attack_is_bipartite(of) ? of->lists[LINES].vertices : 0);
    const size_t there = (size_t)u * to->n + v, back = (size_t)v * to->n + u;

    to->present[u] = to->present[v] = true;
    if (u == v) {
        to->loops++;
        return;
    }
    to->duplicates += to->edge[there];
    if (to->weight && to->edge[there]) {
        combine(to, attack_option(of, "combine"), &to->weight[there], attack_weight(of, i), ++counts[there]);
        counts[back] = counts[there];
    } else if (to->weight) {
        to->weight[there] = attack_weight(of, i);
        counts[there] = counts[back] = 1;
    }
    if (to->weight) to->weight[back] = to->weight[there];
    to->edge[there] = to->edge[back] = to->arc[there] = 1;
}

truth truth_of(const attack_case *of)
{
    const size_t vertices = of->lists[LINES].vertices;
    const size_t n = attack_is_bipartite(of) ? 2 * vertices : vertices;
    truth made = {.from = of, .n = (uint32_t)n, .missing = of->form[FORM_MISSING]};
    uint32_t *counts = NULL;

    made.ids = test_allocate(n, sizeof *made.ids);
    made.present = test_allocate(n, sizeof *made.present);
    made.edge = test_allocate(n * n, 1);
    made.arc = test_allocate(n * n, 1);
    made.degree = test_allocate(n, sizeof *made.degree);
    made.triangles = test_allocate(n, sizeof *made.triangles);
    if (attack_weighs(of)) {
        made.weight = test_allocate(n * n, sizeof *made.weight);
        counts = test_allocate(n * n, sizeof *counts);
    }
    for (size_t v = 0; v < n; v++) {
        made.ids[v] = of->ids[v % vertices];
        made.present[v] = of->form[FORM_MATRIX];
    }
    for (uint64_t i = 0; i < of->lists[LINES].count; i++) add_line(&made, of, i, counts);
    for (uint64_t i = 0; i < of->lists[LISTED].count; i++) made.present[of->lists[LISTED].pairs[2 * i]] = true;
    free(counts);
    truth_count(&made);
    return made;
}

/* Numbers the vertices that are present from `first` on, in the order of their ids. */
static void number(truth *of, uint64_t first)
{
    uint64_t *numbers = test_allocate(of->n, sizeof *numbers);
    for (uint32_t v = 0; v < of->n; v++) {
        numbers[v] = first;
        for (uint32_t w = 0; w < of->n; w++) numbers[v] += of->present[w] && of->ids[w] < of->ids[v];
    }
    free(of->ids);
    of->ids = numbers;
}

static bool has_vertex(const truth *of)
{
    uint32_t v = 0;
    while (v < of->n && !of->present[v]) v++;
    return v < of->n;
}

bool truth_through(truth *of, const char *format, bool words)
{
    const struct kept *kept = find_kept(format);

    if (kept->ids == NUMBERS && words && !of->nameless && has_vertex(of)) return false;
    if (of->edges == 0 && !kept->isolated && strcmp(format, "polak") != 0) return false;
    for (uint32_t v = 0; v < of->n; v++)
        if (!kept->isolated && of->degree[v] == 0) of->present[v] = false;
    if (kept->ids == NO_IDS) number(of, kept->first);
    of->nameless = of->nameless || (kept->ids == NO_IDS && words);
    for (uint32_t v = 0; v < of->n; v++)
        if (of->present[v] && kept->bits < 64 && of->ids[v] >> kept->bits > 0) return false;
    of->loops = of->duplicates = of->missing = 0;
    truth_count(of);
    return true;
}

void truth_free(truth *of)
{
    free(of->ids);
    free(of->present);
    free(of->edge);
    free(of->arc);
    free(of->weight);
    free(of->degree);
    free(of->triangles);
}
