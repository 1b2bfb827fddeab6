/* degrees.c - a random graph with given degrees: the configuration model, made simple afterwards.
 *
 * Each vertex has as many ends as its degree. All ends are put into a random order, in which every two consecutive
 * ends are an edge. Then loops and repeated edges are removed, so hubs have a few edges less than their degree says:
 * this is the erased configuration model of Britton, Deijfen, Martin-Lof, "Generating Simple Random Graphs with
 * Prescribed Degree Distribution", 2006. If the number of ends is odd, the last end in the order has no edge.
 *
 * Degrees are given for groups of vertices: 50x3 means 50 vertices of degree 3. 100x2-8 means 100 vertices that are
 * divided among the degrees 2 to 8, as equally as possible. So groups between the quantiles of a real graph's degrees
 * describe a graph with about the same distribution.
 */
#include "base/search.h"
#include "generate/model.h"

#include "base/memory.h"
#include "generate/hash.h"

enum { DEGREES };
enum { STREAM = 21 };
static const uint64_t MOST_ENDS = UINT64_C(1) << 32; /* the most that a tg_permutation allows */
static const uint64_t MOST_CLASSES = UINT64_C(1) << 17; /* the most classes of a group */

/* Vertices that have the same degree; the vertices are consecutive, and so are their ends. */
typedef struct degree_class {
    uint64_t first_end;
    uint32_t first_vertex, degree;
} degree_class;

typedef struct degree_list {
    degree_class *classes;
    uint64_t count, vertices, ends;
} degree_list;

typedef struct group {
    /* A group: the number of vertices with the degrees `low` to `high`. */
    uint64_t vertices, low, high;
} group;

/* ---- groups ---- */

/* Reads a number from 1 to 2^32 - 1; returns the position after it, or NULL. */
static const char *read_number(const char *text, uint64_t *number)
{
    *number = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        *number = 10 * *number + (uint64_t)(*text - '0');
        if (*number > UINT32_MAX) return NULL;
    }
    return *number > 0 ? text : NULL;
}

/* Reads a group such as 100x2-8 or 50x3; returns the beginning of the next group, "" at the end
 * of the text, or NULL for a wrong group. */
static const char *read_group(const char *text, group *read)
{
    text = read_number(text, &read->vertices);
    if (text == NULL || *text != 'x') return NULL;
    text = read_number(text + 1, &read->low);
    read->high = read->low;
    if (text && *text == '-') text = read_number(text + 1, &read->high);
    if (text == NULL || read->high < read->low) return NULL;
    if (*text == '+' && text[1] != 0) return text + 1;
    return *text == 0 ? text : NULL;
}

static uint64_t classes_of_group(const group *of)
{
    const uint64_t degrees = of->high - of->low + 1;
    return degrees < of->vertices ? degrees : of->vertices;
}

/* Appends the classes of a group: of its n vertices, vertex j has degree low + floor(j * degrees
 * / n), where `degrees` is the number of different degrees. */
static void append_group(degree_list *list, const group *of)
{
    const uint64_t degrees = of->high - of->low + 1;
    for (uint64_t j = 0; j < of->vertices;) {
        const uint64_t step = j * degrees / of->vertices, degree = of->low + step;
        const uint64_t next = ((step + 1) * of->vertices + degrees - 1) / degrees;
        list->classes[list->count++] = (degree_class){list->ends, (uint32_t)list->vertices, (uint32_t)degree};
        list->vertices += next - j;
        list->ends += (next - j) * degree;
        j = next;
    }
}

/* ---- the model ---- */

static void end(tg_model_values *values)
{
    degree_list *list = values->made;
    if (list == NULL) return;
    tg_free(list->classes);
    tg_free(list);
    values->made = NULL;
}

static tricorn_status too_many_ends(tricorn_context *context, const char *text)
{
    return tg_fail(
      context, TRICORN_INVALID_ARGUMENT, "degrees: the degrees of degrees=%s add up to more than 4294967296", text);
}

/* Checks the text, and counts the classes that it describes. */
static tricorn_status measure(tricorn_context *context, const char *text, uint64_t *classes)
{
    uint64_t highest = 0, vertices = 0;
    group one;
    *classes = 0;
    for (const char *at = text; at == text || *at != 0;) {
        at = read_group(at, &one);
        if (at == NULL)
            return tg_fail(context, TRICORN_INVALID_ARGUMENT,
              "degrees: degrees=%s is not a list of groups; write it like "
              "degrees=600x1+300x2-8+1x40, vertices and their degrees",
              text);
        /* The degrees of a group are all different, so half the square of their number is less than their sum. */
        if (classes_of_group(&one) > MOST_CLASSES) return too_many_ends(context, text);
        vertices += one.vertices;
        *classes += classes_of_group(&one);
        if (one.high > highest) highest = one.high;
    }
    if (vertices > UINT32_MAX || highest >= vertices)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "degrees: degrees=%s has %llu vertices and a degree of %llu; there can be "
          "4294967295 vertices, and degrees are below their number",
          text, (unsigned long long)vertices, (unsigned long long)highest);
    return TRICORN_OK;
}

static tricorn_status begin(tricorn_context *context, tg_model_values *values)
{
    tricorn_status status = TRICORN_OK;
    const char *at = values->text[DEGREES];
    degree_list *list = NULL;
    uint64_t classes;
    group one;

    TG_TRY(measure(context, at, &classes));
    TG_TRY(TG_ALLOC_ZERO(context, 1, &list));
    values->made = list;
    TG_TRY(TG_ALLOC(context, classes, &list->classes));
    while (*at != 0) {
        at = read_group(at, &one);
        append_group(list, &one);
    }
    if (list->ends > MOST_ENDS) status = too_many_ends(context, values->text[DEGREES]);
cleanup:
    if (status != TRICORN_OK) end(values);
    return status;
}

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const degree_list *list = values->made;
    (void)context;
    *vertices = list->vertices;
    *edges = list->ends / 2;
    return TRICORN_OK;
}

/* Returns the vertex to which an end belongs. */
static uint32_t vertex_of(const degree_list *list, uint64_t which)
{
    tg_search in = {1, list->count - 1}; /* classes[0] begins at or before any end */
    while (in.left > 0) tg_search_step(&in, list->classes[tg_search_at(&in)].first_end <= which);
    const degree_class *of = &list->classes[in.first - 1];
    return of->first_vertex + (uint32_t)((which - of->first_end) / of->degree);
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const degree_list *list = values->made;
    const tg_permutation order = tg_permutation_of(list->ends);
    const tg_permutation label = tg_permutation_of(list->vertices);
    const uint64_t shift = tg_hash_key(STREAM, values->seed) % list->ends;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertices[2];
        for (uint64_t side = 0; side < 2; side++) {
            /* The permutation is applied twice, with a shift by the seed in between. A shift
             * before or after both would yield the same pairs for all seeds. */
            const uint64_t place = tg_permute(&order, (uint32_t)(2 * (first + i) + side));
            const uint64_t which = tg_permute(&order, (uint32_t)((place + shift) % list->ends));
            vertices[side] = tg_permute(&label, vertex_of(list, which));
        }
        out[i] = (tg_edge){vertices[0], vertices[1]};
    }
    return count;
}

TG_DEFINE_MODEL(degrees) = {
  .description = {"degrees",
    "random edges between vertices of given degrees: 100x2-8 are 100 vertices, as "
    "many of degree 2 as of 3, ..., 8",
    "degrees=600x1+300x2-8+10x9-40", .simple = 0},
  .texts = {{"degrees", "600x1+300x2-8+10x9-40", TG_NO_FACTOR}},
  .begin = begin,
  .end = end,
  .size = size,
  .make = make,
  .declared = 1,
};
