/* timing.h - common code of the programs time_...: their options, their graphs, their output. */
#pragma once

#include <stdbool.h>

#include <tricorn/tricorn.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TIMING_MOST_LABELS = 16 };

typedef struct timing_settings {
    const char *labels[TIMING_MOST_LABELS]; /* KEY=VALUE each */
    int label_count;
    int repeat; /* repetitions of each timing */
} timing_settings;

/* Takes one option: --repeat N or --label KEY=VALUE. False for another or an invalid one. */
bool timing_read_option(timing_settings *set, const char *option, const char *value);

/* Takes all options; set->repeat has the default before. Returns the index of the first argument
 * after them, 0 if an option is invalid. */
int timing_read_options(timing_settings *set, int argc, char **argv);

/* The graph of "MODEL=PARAMETERS". */
tricorn_status timing_generate(tricorn_context *context, const char *given, tricorn_graph **graph);

/* A graph with all its edges in a random order, the same in each process. */
typedef struct timing_edges {
    tricorn_graph *graph;
    uint64_t vertices; /* with those without an edge */
    uint64_t count;
    uint32_t *pairs;
} timing_edges;

/* Of a file or of "MODEL=PARAMETERS"; false with a message if there is none. */
bool timing_take_edges(tricorn_context *context, const char *given, timing_edges *all);
void timing_free_edges(timing_edges *all);

/* Times one graph, a file or "MODEL=PARAMETERS"; false where something failed or is wrong. */
typedef bool timing_graph(tricorn_context *context, const char *given, const timing_settings *set);

/* main() of a program NAME [--repeat N] [--label KEY=VALUE]... FILE|MODEL=PARAMETERS..., which
 * times each graph, with at most so many repetitions. Returns the exit code. */
int timing_main(int argc, char **argv, const char *name, int most_repeat, timing_graph *time);

/* Print parts of a line of JSON, each after a comma: all labels; numbers of seconds. */
void timing_print_labels(const timing_settings *set);
void timing_print_seconds(const char *key, const double *seconds, int count);

#ifdef __cplusplus
}

#include <vector>

/* Prints one member with all samples. */
template <typename Sample>
static void timing_print_member(const char *key, const std::vector<Sample> &samples, double Sample::*member)
{
    std::vector<double> seconds;
    for (const Sample &one : samples) seconds.push_back(one.*member);
    timing_print_seconds(key, seconds.data(), (int)seconds.size());
}
#endif
