/* timing.h - what the programs time_... share: their options, their graphs, how they print. */
#ifndef TEST_SUPPORT_TIMING_H
#define TEST_SUPPORT_TIMING_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TIMING_MOST_LABELS = 16 };

typedef struct timing_settings {
    const char *labels[TIMING_MOST_LABELS]; /* KEY=VALUE each */
    int label_count;
    int repeat; /* what is timed is timed so often */
} timing_settings;

/* One option: --repeat N or --label KEY=VALUE.  False where it is another one, or wrong. */
bool timing_read_option(timing_settings *set, const char *option, const char *value);

/* All options; set->repeat is the standard before.  The number of the first argument behind them,
 * 0 where an option is wrong. */
int timing_read_options(timing_settings *set, int argc, char **argv);

/* The graph of "MODEL=PARAMETERS". */
tricorn_status timing_generate(tricorn_context *context, const char *given,
                               tricorn_graph **graph);

/* Parts of a line of JSON, each with a comma before it: all labels; numbers of seconds. */
void timing_print_labels(const timing_settings *set);
void timing_print_seconds(const char *key, const double *seconds, int count);

#ifdef __cplusplus
}

#include <vector>

/* One member of all samples. */
template <typename Sample>
static void timing_print_member(const char *key, const std::vector<Sample> &samples,
                                double Sample::*member)
{
    std::vector<double> seconds;
    for (const Sample &one : samples) seconds.push_back(one.*member);
    timing_print_seconds(key, seconds.data(), (int)seconds.size());
}
#endif

#endif
