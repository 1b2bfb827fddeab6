/* energy.h - the energy that the machine has used so far, if it is measured. */
#ifndef CLI_BENCH_ENERGY_H
#define CLI_BENCH_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_ENERGY_PARTS = 16, BENCH_ENERGY_NAME_BYTES = 96 };

/* A reading of all counters: the CPU packages' by RAPL, and one GPU's by NVML. */
typedef struct bench_energy {
    uint64_t microjoules[BENCH_ENERGY_PARTS]; /* a counter each */
    uint64_t ranges[BENCH_ENERGY_PARTS];      /* the value at which it wraps to 0; 0: never */
    int parts;                                /* 0: not measured */
} bench_energy;

/* Properties of a GPU from NVML; empty strings if unknown. */
typedef struct bench_gpu {
    char name[BENCH_ENERGY_NAME_BYTES], driver[BENCH_ENERGY_NAME_BYTES];
    bool known;
    bool has_energy;
    uint64_t microjoules; /* since the driver was loaded */
} bench_gpu;

/* gpu: its number, below 0 for none. */
bench_energy bench_energy_read(int gpu);

/* Joules between two readings; negative if not measured. */
double bench_energy_between(const bench_energy *before, const bench_energy *after);

bench_gpu bench_gpu_read(unsigned number);

/* The parts of these, which tests call with files of their own: adds the counters of CPU packages
 * in a folder that is laid out as /sys/class/powercap; reads a GPU by a library with NVML's
 * functions. */
void bench_energy_read_packages(const char *folder, bench_energy *energy);
bench_gpu bench_gpu_read_by(const char *library, unsigned number);

#endif
