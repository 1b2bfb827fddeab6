/* ceilings.h - measures the highest rates of the machine, with which results are compared. */
#ifndef CLI_BENCH_CEILINGS_H
#define CLI_BENCH_CEILINGS_H

#include "verb.h"

/* tricorn bench --ceilings: measures and prints all ceilings of the CPU, or with --device gpu
 * those of a GPU; with -o appends them to a file of records. */
int bench_ceilings(cli_session *session);

#endif
