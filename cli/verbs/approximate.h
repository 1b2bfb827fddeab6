/* approximate.h - count --approximate: an estimate from random wedges. */
#ifndef CLI_APPROXIMATE_H
#define CLI_APPROXIMATE_H

#include "json.h"
#include "verb.h"

/* Whether the command line asks for an estimate, or has an option of estimates. */
bool cli_is_approximate(const cli_session *session);

/* An estimate, by any method, with its interval. */
typedef struct cli_interval {
    double estimate;
    uint64_t low, high;
    double confidence; /* 1 for a count */
    bool exact;
} cli_interval;

void cli_interval_print(const cli_session *session, const cli_interval *of, const char *method);
void cli_interval_json(json_object *answer, const cli_interval *of);

/* Estimates as the options say, and prints the estimate.  Returns the exit code. */
int cli_approximate_run(cli_session *session);

#endif
