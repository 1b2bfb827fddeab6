/* kernels.h - the simplest loops with the operations of counting, each a ceiling for it. */
#ifndef CLI_BENCH_KERNELS_H
#define CLI_BENCH_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_BLOCK = 1 << 14 }; /* operations, or words, between two readings of the clock */

/* A thread's part of the work.  The table is shared by all threads; bytes is a power of two of
 * at least 2 * sizeof(uint64_t) * BENCH_BLOCK for the kernels that stream. */
typedef struct bench_table {
    uint64_t *words;
    uint64_t bytes;
    uint64_t place; /* the position of this thread; each begins elsewhere */
} bench_table;

typedef struct bench_kernel {
    const char *name, *unit;
    bool streams; /* memory bounds its rate: it runs on the largest table only */
    /* Does a block of work from table->place on and advances it; returns a value that depends on
     * all of it. */
    uint64_t (*block)(bench_table *table);
    uint64_t units; /* of the block */
} bench_kernel;

typedef struct bench_kernel_set {
    const char *instruction_set;
    const bench_kernel *kernels; /* ended by a NULL name */
} bench_kernel_set;

/* The kernels for an instruction set of tricorn_instruction_set_at(); portable ones where there
 * are no others. */
const bench_kernel_set *bench_kernels(const char *instruction_set);

#endif
