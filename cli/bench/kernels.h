/* kernels.h - the simplest loops with the operations that counting needs; no count can be faster than these loops. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The number of operations, or words, between two readings of the clock. */
enum { BENCH_BLOCK = 1 << 14 };

/* What one thread uses; all threads share the table. `bytes` is a power of two; for kernels
 * that stream, it is at least 2 * sizeof(uint64_t) * BENCH_BLOCK. */
typedef struct bench_table {
    uint64_t *words;
    uint64_t bytes;
    uint64_t place; /* this thread's next block; each thread begins at another one */
} bench_table;

typedef struct bench_kernel {
    const char *name, *unit;
    /* The kernel's rate is limited by memory, so it is measured with the largest table only. */
    bool streams;
    /* Works on the block table->place, and advances table->place. Returns a value that depends
     * on all of this work. */
    uint64_t (*block)(bench_table *table);
    uint64_t units; /* the units of work in a block */
} bench_kernel;

typedef struct bench_kernel_set {
    const char *instruction_set;
    const bench_kernel *kernels; /* the last one has the name NULL */
} bench_kernel_set;

/* Returns the kernels for an instruction set that tricorn_instruction_set_at() names; if it has
 * none, the portable kernels. */
const bench_kernel_set *bench_kernels(const char *instruction_set);
