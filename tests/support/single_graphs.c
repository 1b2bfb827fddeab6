/* single_graphs.c - graphs with names of their own; see families.h. */
#include "support/families.h"

/* Source: Zachary, "An Information Flow Model for Conflict and Fission in Small Groups",
 * Journal of Anthropological Research 33, 1977; members counted from 0. */
edge_list make_karate(void)
{
    static const unsigned char pairs[][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {0, 8}, {0, 10},
      {0, 11}, {0, 12}, {0, 13}, {0, 17}, {0, 19}, {0, 21}, {0, 31}, {1, 2}, {1, 3}, {1, 7}, {1, 13}, {1, 17}, {1, 19},
      {1, 21}, {1, 30}, {2, 3}, {2, 7}, {2, 8}, {2, 9}, {2, 13}, {2, 27}, {2, 28}, {2, 32}, {3, 7}, {3, 12}, {3, 13},
      {4, 6}, {4, 10}, {5, 6}, {5, 10}, {5, 16}, {6, 16}, {8, 30}, {8, 32}, {8, 33}, {9, 33}, {13, 33}, {14, 32},
      {14, 33}, {15, 32}, {15, 33}, {18, 32}, {18, 33}, {19, 33}, {20, 32}, {20, 33}, {22, 32}, {22, 33}, {23, 25},
      {23, 27}, {23, 29}, {23, 32}, {23, 33}, {24, 25}, {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33},
      {28, 31}, {28, 33}, {29, 32}, {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
    edge_list edges = edge_list_create(34);

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) edge_list_add(&edges, pairs[i][0], pairs[i][1]);
    return edges;
}

/* Two poles, each over a ring of five; the rings are joined like a drum. */
edge_list make_icosahedron(void)
{
    enum { RING = 5, NORTH = 2 * RING, SOUTH };
    edge_list edges = edge_list_create(SOUTH + 1);

    for (uint32_t i = 0; i < RING; i++) {
        const uint32_t next = (i + 1) % RING;
        edge_list_add(&edges, NORTH, i);
        edge_list_add(&edges, SOUTH, RING + i);
        edge_list_add(&edges, i, next);
        edge_list_add(&edges, RING + i, RING + next);
        edge_list_add(&edges, i, RING + i);
        edge_list_add(&edges, i, RING + next);
    }
    return edges;
}

edge_list make_wagner(void)
{
    const uint32_t steps[] = {1, 4};
    return make_circulant(8, steps, 2);
}

/* The Cayley graph of Z4 x Z4 with steps (0,1), (1,0), (1,1). */
edge_list make_shrikhande(void)
{
    return make_torus_diagonal(4, 4);
}

/* Lines on a cubic surface that do not meet. The 27 lines are a1-a6, b1-b6 and c12-c56; ai
 * meets bj for i != j, ai and bi meet cij, and cij meets ckl where they share no index. */
edge_list make_schlaefli(void)
{
    enum { SIX = 6, C_FIRST = 2 * SIX, LINES = C_FIRST + SIX * (SIX - 1) / 2 };
    unsigned low[LINES] = {0}, high[LINES] = {0};
    edge_list meets = edge_list_create(LINES);
    uint32_t line = C_FIRST;

    for (unsigned i = 0; i < SIX; i++)
        for (unsigned j = i + 1; j < SIX; j++, line++) {
            low[line] = i;
            high[line] = j;
        }
    for (uint32_t i = 0; i < SIX; i++)
        for (uint32_t j = 0; j < SIX; j++)
            if (i != j) edge_list_add(&meets, i, SIX + j);
    for (uint32_t c = C_FIRST; c < LINES; c++) {
        edge_list_add(&meets, low[c], c);
        edge_list_add(&meets, high[c], c);
        edge_list_add(&meets, SIX + low[c], c);
        edge_list_add(&meets, SIX + high[c], c);
        for (uint32_t d = C_FIRST; d < c; d++)
            if (low[c] != low[d] && low[c] != high[d] && high[c] != low[d] && high[c] != high[d])
                edge_list_add(&meets, d, c);
    }
    edge_list edges = make_complement(&meets);
    edge_list_free(&meets);
    return edges;
}

/* The hypercube of four dimensions with its four long diagonals. */
edge_list make_clebsch(void)
{
    edge_list edges = make_hypercube(4);
    for (uint32_t v = 0; v < 8; v++) edge_list_add(&edges, v, 15 - v);
    return edges;
}

/* Robertson's pentagons and pentagrams: vertex j of pentagon h is joined to vertex h*i + j of pentagram i. */
edge_list make_hoffman_singleton(void)
{
    enum { FIVE = 5, STARS = FIVE * FIVE };
    edge_list edges = edge_list_create(2 * STARS);

    for (uint32_t h = 0; h < FIVE; h++)
        for (uint32_t j = 0; j < FIVE; j++) {
            edge_list_add(&edges, h * FIVE + j, h * FIVE + (j + 1) % FIVE);
            edge_list_add(&edges, STARS + h * FIVE + j, STARS + h * FIVE + (j + 2) % FIVE);
            for (uint32_t i = 0; i < FIVE; i++)
                edge_list_add(&edges, h * FIVE + j, STARS + i * FIVE + (h * i + j) % FIVE);
        }
    return edges;
}
