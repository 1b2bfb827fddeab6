/* joules.h - the energy of one count, from counts back to back, for the programs time_... */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "bench/energy.h"

/* What reads the counters (bench_energy_read), and for how long counts are measured. */
typedef struct joules_meter {
    bench_energy (*read)(int gpu);
    int gpu; /* its number, below 0 for none */
    double seconds; /* at least; 0: energy is not asked for */
    double patience; /* seconds in which a counter has to move; 0: one */
} joules_meter;

/* Counts once; false after an error. */
typedef bool joules_count(void *user);

/* Whether energy is asked for and measured; if it is asked for and no counter can be read, says so on stderr. */
bool joules_measured(const joules_meter *meter);

/* The energy of a count on average, from a step of the counters to a later one; below 0, with a
 * line on stderr, if they do not move. False if a count failed. */
bool joules_of_count(const joules_meter *meter, joules_count *count, void *user, double *joules);

/* Prints the members of a record, each after a comma; nothing if joules is not above 0. */
void joules_print(double joules, uint64_t edges);

#ifdef __cplusplus
}
#endif
