/* approximate.h - the part of the verb count that estimates. */
#ifndef CLI_APPROXIMATE_H
#define CLI_APPROXIMATE_H

#include "json.h"
#include "verb.h"

/* Whether an option of estimates is given. */
bool cli_is_approximate(const cli_session *session);

/* An estimate of any method. */
typedef struct cli_interval {
    double estimate;
    uint64_t low, high;
    double confidence; /* 1 where it was counted */
    bool exact;
} cli_interval;

void cli_interval_print(const cli_session *session, const cli_interval *of, const char *method);
void cli_interval_json(json_object *answer, const cli_interval *of);

/* Estimates as the options say; returns the exit code. */
int cli_approximate_run(cli_session *session);

#endif
