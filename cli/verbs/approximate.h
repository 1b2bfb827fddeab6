/* approximate.h - count --approximate: estimates the number of triangles from random wedges. */
#pragma once

#include "json.h"
#include "verb.h"

/* Whether the command line asks for an estimate, or has an option that only estimates have. */
bool cli_is_approximate(const cli_session *session);

/* An estimate with its interval; any method may have made it. */
typedef struct cli_interval {
    double estimate;
    uint64_t low, high;
    double confidence; /* 1 if it is a count */
    bool exact;
} cli_interval;

void cli_interval_print(const cli_session *session, const cli_interval *of, const char *method);
void cli_interval_json(json_object *answer, const cli_interval *of);

/* Makes the estimate that the options ask for, and prints it. Returns the exit code. */
int cli_approximate_run(cli_session *session);
