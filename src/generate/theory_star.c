/* theory_star.c - GraphChallenge's Theory graphs: Kronecker products of stars.
 *
 * "3-4-5-B1k" is the product of stars with 3, 4 and 5 leaves. Bk uses plain stars; B1k adds a loop at the centre of
 * each star; B2k adds a loop at one leaf of each star. The product of these loops is a single loop, which is removed.
 * The number of triangles has a closed form.
 *
 * A vertex of the product consists of one vertex of each star; an edge consists of one arc (or the loop) of each
 * star. Edges u < v are numbered by the first star in which u and v differ:
 * earlier stars use their loops, this star uses an arc from its centre, number 0, to a leaf, and later stars use any
 * of their arcs. Source: Kepner et al., "Design, Generation, and Validation of Extreme Scale Power-Law Graphs", 2018.
 */
#include "generate/model.h"

#include <string.h>

#include "generate/sizes.h"

enum { STARS };
enum { MOST_STARS = 32 }; /* each star at least doubles the number of vertices */

typedef enum loop_place { LOOP_NOWHERE, LOOP_AT_CENTRE, LOOP_AT_LEAF } loop_place;

typedef struct star_product {
    uint64_t leaves[MOST_STARS];
    uint64_t arcs_after[MOST_STARS]; /* how many combinations of arcs the later stars have */
    uint32_t stars;
    loop_place loop;
} star_product;

static bool parse(const char *text, star_product *product)
{
    static const char *const forms[] = {"-Bk", "-B1k", "-B2k"};
    tg_sizes sizes;
    const char *form = tg_parse_sizes(text, &sizes);
    if (form == NULL || sizes.count > MOST_STARS) return false;
    product->loop = LOOP_NOWHERE;
    if (*form == 0) form = forms[0];
    while (strcmp(form, forms[product->loop]) != 0)
        if (++product->loop > LOOP_AT_LEAF) return false;

    uint64_t arcs = 1;
    product->stars = sizes.count;
    for (uint32_t i = sizes.count; i-- > 0;) {
        product->leaves[i] = sizes.at[i];
        product->arcs_after[i] = arcs;
        arcs = tg_times(arcs, 2 * sizes.at[i] + (product->loop != LOOP_NOWHERE));
    }
    return true;
}

/* Returns the number of edges for which star `first` is the first one in which the ends differ. */
static uint64_t edges_from(const star_product *product, uint32_t first)
{
    if (first > 0 && product->loop == LOOP_NOWHERE) return 0;
    return tg_times(product->leaves[first], product->arcs_after[first]);
}

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    star_product product;
    if (!parse(values->text[STARS], &product))
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "theory-star: stars=%s is not a product of stars; write it like "
          "stars=3-4-5-B1k: leaves of at most %d stars, then Bk, B1k or B2k",
          values->text[STARS], MOST_STARS);
    *vertices = 1;
    *edges = 0;
    for (uint32_t i = 0; i < product.stars; i++) {
        *vertices = tg_times(*vertices, 1 + product.leaves[i]);
        if (__builtin_add_overflow(*edges, edges_from(&product, i), edges)) *edges = UINT64_MAX;
    }
    return TRICORN_OK;
}

/* Returns arc number `arc` of a star: first those from the centre to each leaf, then those back, then the loop. */
static tg_edge star_arc(const star_product *product, uint32_t star, uint64_t arc)
{
    const uint32_t leaves = (uint32_t)product->leaves[star];
    if (arc < leaves) return (tg_edge){0, (uint32_t)arc + 1};
    if (arc < 2 * (uint64_t)leaves) return (tg_edge){(uint32_t)(arc - leaves) + 1, 0};
    return product->loop == LOOP_AT_CENTRE ? (tg_edge){0, 0} : (tg_edge){leaves, leaves};
}

static tg_edge edge_at(const star_product *product, uint64_t number)
{
    uint32_t first = 0, u = 0, v = 0;
    while (number >= edges_from(product, first)) number -= edges_from(product, first++);
    for (uint32_t i = 0; i < product->stars; i++) {
        const uint64_t after = product->arcs_after[i];
        const uint64_t loop = 2 * product->leaves[i];
        const tg_edge arc = star_arc(product, i, i < first ? loop : number / after);
        if (i >= first) number %= after;
        u = u * (uint32_t)(product->leaves[i] + 1) + arc.u;
        v = v * (uint32_t)(product->leaves[i] + 1) + arc.v;
    }
    return (tg_edge){u, v};
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    star_product product;
    parse(values->text[STARS], &product); /* size() has already checked the text */
    for (uint64_t i = 0; i < count; i++) out[i] = edge_at(&product, first + i);
    return count;
}

TG_DEFINE_MODEL(theory_star) = {
  .description = {"theory-star",
    "GraphChallenge's Kronecker product of stars: leaves of each, then Bk, B1k (a "
    "loop at each centre) or B2k (at a leaf)",
    "stars=3-4-5-B1k", .simple = 1},
  .texts = {{"stars", "3-4-5-B1k", TG_NO_FACTOR}},
  .size = size,
  .make = make,
  .declared = 1,
};
