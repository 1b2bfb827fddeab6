/* expect.h - for the files that say what the verbs must answer. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"

/* Adds what the verb must say of the graph, which a change may change. */
typedef void answer_of(truth *of, const attack_case *from, expected *to);
answer_of answer_edge, answer_hole, answer_similar, answer_label, answer_motif, answer_balance; /* expect_pairs.c */
answer_of answer_graphlet, answer_butterfly, answer_census; /* expect_subgraphs.c */

enum { TEXT = 1, JSON = 2, BOTH = 3, OPTIONAL = 4 };
void add(expected *to, const char *key, double value, int where);

void begin_table(expected *to, const truth *of, unsigned ids, unsigned values);
/* A table of one column, by the vertices that are present; and one of so many, whose values stand vertex by vertex. */
void vertex_table(expected *to, const truth *of, const double *values);
void columns_table(expected *to, const truth *of, const double *values, unsigned columns);
/* The edges whose value in the matrix is at least `least`. */
void edge_table(expected *to, const truth *of, const double *values, double least);
double *matrix_of(const truth *of); /* of zeros, one for two vertices */
