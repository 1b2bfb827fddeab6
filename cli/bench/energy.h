/* energy.h - reads the energy that the machine has used so far, if it is measured. */
#ifndef CLI_BENCH_ENERGY_H
#define CLI_BENCH_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_ENERGY_PARTS = 16, BENCH_ENERGY_NAME_BYTES = 96 };

/* A reading of the counters: of the CPU packages by RAPL, and of one GPU by NVML. */
typedef struct bench_energy {
    uint64_t microjoules[BENCH_ENERGY_PARTS]; /* one for each counter */
    uint64_t ranges[BENCH_ENERGY_PARTS]; /* value at which each counter wraps to 0; 0: it does not
                                          * wrap */
    int parts;                           /* counters; 0: nothing is measured */
} bench_energy;

/* Data of a GPU from NVML; texts are "" if unknown. */
typedef struct bench_gpu {
    char name[BENCH_ENERGY_NAME_BYTES], driver[BENCH_ENERGY_NAME_BYTES];
    bool known;
    bool has_energy;
    uint64_t microjoules; /* energy since the driver was loaded */
} bench_gpu;

/* Reads all counters.  gpu: the number of the GPU; below 0: no GPU. */
bench_energy bench_energy_read(int gpu);

/* Returns the joules between two readings; negative: not measured. */
double bench_energy_between(const bench_energy *before, const bench_energy *after);

bench_gpu bench_gpu_read(unsigned number);

/* The parts of these functions, for tests with files of their own.  The first one adds the
 * counters of CPU packages from a folder like /sys/class/powercap; the second one reads a GPU
 * by a library that has the functions of NVML. */
void bench_energy_read_packages(const char *folder, bench_energy *energy);
bench_gpu bench_gpu_read_by(const char *library, unsigned number);

#endif
