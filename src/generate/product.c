/* product.c - the Kronecker product of two graphs A and B, whose number of triangles is known at any size.
 *
 * A vertex (a, b) of the product consists of a vertex of A and one of B, and has the number
 * a * |B| + b. It is joined to (a', b') if a-a' is an edge of A and b-b' is an edge of B. The
 * corners of a triangle of A can be paired with those of a triangle of B in six ways. So the
 * product has |A| |B| vertices, 2 m(A) m(B) edges and 6 T(A) T(B) triangles, where m and T are
 * the numbers of edges and triangles.
 *
 * Each edge is generated once, at its end with the smaller a. The edges of (a, b) lead to all (a', b') with an a' of
 * row a and any neighbour b' of b. So among the edges of row a, those of arc number i of B begin at number i *
 * (length of row a), and the edges of row a begin at number offsets[a] * 2 m(B).
 *
 * Sources: Weichsel, "The Kronecker Product of Graphs", Proc. AMS 13, 1962; Sanders, Pearce, La Fond, Kepner, "On
 * Large-Scale Graph Generation with Validation of Diverse Triangle Statistics at Edges and Vertices", IPDPSW 2018.
 */
#include "generate/model.h"

typedef struct product {
    const tg_rows *left; /* the larger neighbours of each vertex of A */
    const tg_rows *right; /* all neighbours of each vertex of B */
} product;

static product product_of(const tg_model_values *values)
{
    const tg_factor *factors = values->factors->at;
    return (product){&factors[0].rows, &factors[1].rows};
}

static uint64_t entries(const tg_rows *rows)
{
    return rows->offsets[rows->count];
}

static tricorn_status size(tricorn_context *context, const tg_model_values *values, uint64_t *vertices, uint64_t *edges)
{
    const product of = product_of(values);
    (void)context;
    *vertices = tg_times(of.left->count, of.right->count);
    *edges = tg_times(entries(of.left), entries(of.right));
    return TRICORN_OK;
}

/* The edges of vertex (a, b), without the first `skip` ones. */
typedef struct place {
    uint32_t a, b;
    uint64_t skip;
} place;

static place place_of(const product *of, uint64_t edge)
{
    place at;
    at.a = tg_row_with(of->left, edge / entries(of->right));
    edge -= of->left->offsets[at.a] * entries(of->right);
    at.b = tg_row_with(of->right, edge / tg_row_length(of->left, at.a));
    at.skip = edge - of->right->offsets[at.b] * tg_row_length(of->left, at.a);
    return at;
}

/* Writes at most `most` edges of the vertex; returns how many it wrote. */
static uint64_t write_row(const product *of, const place *at, uint64_t most, tg_edge *out)
{
    const uint32_t *larger = of->left->ids + of->left->offsets[at->a];
    const uint32_t *neighbours = of->right->ids + of->right->offsets[at->b];
    const uint64_t degree = tg_row_length(of->right, at->b);
    const uint64_t left = tg_row_length(of->left, at->a) * degree - at->skip;
    const uint64_t count = left < most ? left : most;
    const uint32_t u = at->a * of->right->count + at->b;
    for (uint64_t made = 0; made < count;) {
        const uint32_t base = larger[(at->skip + made) / degree] * of->right->count;
        for (uint64_t i = (at->skip + made) % degree; i < degree && made < count; i++)
            out[made++] = (tg_edge){u, base + neighbours[i]};
    }
    return count;
}

static uint64_t make(const tg_model_values *values, uint64_t first, uint64_t count, tg_edge *out)
{
    const product of = product_of(values);
    place at = place_of(&of, first);
    for (uint64_t made = 0;;) {
        made += write_row(&of, &at, count - made, out + made);
        if (made == count) return made;
        at.skip = 0;
        if (++at.b < of.right->count) continue;
        at.b = 0;
        /* The loop ends, because a row with edges follows. */
        while (tg_row_length(of.left, ++at.a) == 0) {
        }
    }
}

TG_DEFINE_MODEL(product) = {
  .description = {"product",
    "the Kronecker product of two graphs, with six times the product of their triangles; "
    "each is a model, such as kronecker:scale=10:edge_factor=8, a benchmark graph or a file",
    "left=complete:vertices=10 right=windmill:cliques=5:size=4", .simple = 1},
  .texts = {{"left", "complete:vertices=10", TG_FACTOR}, {"right", "windmill:cliques=5:size=4", TG_SYMMETRIC_FACTOR}},
  .size = size,
  .make = make,
  .declared = 1,
};
