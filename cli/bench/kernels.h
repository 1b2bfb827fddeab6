/* kernels.h - the simplest loops with the operations of counting: no count can be faster than
 * these loops. */
#ifndef CLI_BENCH_KERNELS_H
#define CLI_BENCH_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_BLOCK = 1 << 14 }; /* operations, or words, between two readings of the clock */

/* The data of one thread.  All threads share the table. bytes is a power of two; for kernels that
 * stream it is at least 2 * sizeof(uint64_t) * BENCH_BLOCK. */
typedef struct bench_table {
    uint64_t *words;
    uint64_t bytes;
    uint64_t place; /* the next block of this thread; each thread begins at another one */
} bench_table;

typedef struct bench_kernel {
    const char *name, *unit;
    bool streams; /* memory bounds its rate, so it is measured with the largest table only */
    /* Works on the block table->place and advances it.  Returns a value that depends on all of
     * the work. */
    uint64_t (*block)(bench_table *table);
    uint64_t units; /* of work in a block */
} bench_kernel;

typedef struct bench_kernel_set {
    const char *instruction_set;
    const bench_kernel *kernels; /* ended by a NULL name */
} bench_kernel_set;

/* Returns the kernels for an instruction set of tricorn_instruction_set_at(), or the portable
 * ones. */
const bench_kernel_set *bench_kernels(const char *instruction_set);

#endif
