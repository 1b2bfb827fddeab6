/* ceilings.h - measures the ceilings of the machine: the highest rates that are possible, with
 * which results are compared. */
#pragma once

#include "verb.h"

/* Runs tricorn bench --ceilings: measures and prints all ceilings of the CPU or, with --device
 * gpu, those of a GPU. With -o, it also appends them to a file of records. */
int bench_ceilings(cli_session *session);
