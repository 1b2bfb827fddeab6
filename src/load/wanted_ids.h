/* wanted_ids.h - looks for the vertices that have certain ids, in memory by these ids and not by all
 * vertices of the graph. */
#pragma once

#include "graph/graph.h"
#include "io/text/strings.h"

/* Ids, each once: numbers in ascending order, or words in the order of the input. */
typedef struct tg_wanted_ids {
    uint64_t *numbers; /* or NULL */
    tg_strings *words; /* or NULL */
    uint64_t count;
    uint32_t *vertices; /* that have them; UINT32_MAX: none */
} tg_wanted_ids;

/* Refuses a graph whose ids name no vertices in memory, and conditions on lines; what: that is read, such as
 * "pairs". */
tricorn_status tg_wanted_check(
  tricorn_context *context, const tricorn_graph *graph, const tricorn_load_options *options, const char *what);

/* Takes numbers, in any order, also again. */
tricorn_status tg_wanted_numbers(tricorn_context *context, const uint64_t *ids, uint64_t count, tg_wanted_ids *wanted);

/* The place of an id among the numbers; false if it is none of them. */
bool tg_wanted_find(const tg_wanted_ids *wanted, uint64_t id, uint64_t *at);

/* Sets wanted->vertices, for a graph in memory. */
tricorn_status tg_wanted_look(tricorn_context *context, const tricorn_graph *graph, tg_wanted_ids *wanted);

void tg_wanted_free(tg_wanted_ids *wanted);

/* Whether the ids of the graph are words, in memory or on disk. */
bool tg_graph_has_words(const tricorn_graph *graph);
