/* approximate.h - the part of the verb count that estimates. */
#ifndef CLI_APPROXIMATE_H
#define CLI_APPROXIMATE_H

#include "json.h"
#include "verb.h"

enum { CLI_APPROXIMATE = CLI_OWN, CLI_CONFIDENCE, CLI_SEED, CLI_OWN_AFTER_APPROXIMATE };

#define CLI_APPROXIMATE_OPTION(name, number, text, value)                                        \
    {                                                                                            \
        .longName = name, .argInfo = POPT_ARG_STRING, .val = number, .descrip = text,            \
        .argDescrip = value                                                                      \
    }

#define CLI_APPROXIMATE_OPTIONS                                                                  \
    CLI_APPROXIMATE_OPTION("approximate", CLI_APPROXIMATE,                                       \
                           "estimate with an interval of that size, such as 1%", "ERROR"),       \
        CLI_APPROXIMATE_OPTION("confidence", CLI_CONFIDENCE,                                     \
                               "how often the interval has the number [99.9%]", "SHARE"),        \
        CLI_APPROXIMATE_OPTION("seed", CLI_SEED, "draw other samples [0]", "N")

/* Whether any of these options is given. */
bool cli_is_approximate(const cli_session *session);

/* Reads --confidence and --seed, where they are given. */
int cli_approximate_check(const cli_session *session, double *confidence, uint64_t *seed);

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
