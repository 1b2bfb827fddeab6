/* target.h - what is fuzzed: one target for each reader, and for each other parser of text. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <tricorn/tricorn.h>

typedef struct fuzz_target fuzz_target;
struct fuzz_target {
    const char *name; /* also of its folder in corpus/ */
    /* Gives the target one input. Whatever it is, this returns, or a fault was found and it aborts. */
    void (*run)(const fuzz_target *target, const uint8_t *bytes, size_t count);
    const char *format; /* of readers: NULL where content and name tell */
    tricorn_ids ids;
    /* Of readers: what the file is called or, of formats of several files, the files, ended by NULL; the first is the
     * one that is named. An input is then the contents one behind the other, with FUZZ_SEPARATOR between. */
    const char *files[4];
    unsigned flags;
};

enum {
    FUZZ_ONLY_FILES = 1, /* a pipe may be understood otherwise, for its size is not known */
    FUZZ_NO_TOTALS = 2, /* the file itself says how many edges were removed */
    FUZZ_DIALECT = 4 /* the first byte of the input says what is named of an edge list's form */
};

/* A mutation seldom makes or breaks it, and pieces may grow and shrink around it. */
#define FUZZ_SEPARATOR "\n<NEXT FILE>\n"

/* NULL for an index out of range, or an unknown name. */
const fuzz_target *fuzz_target_at(size_t index);
const fuzz_target *fuzz_target_find(const char *name);

void fuzz_run_reader(const fuzz_target *target, const uint8_t *bytes, size_t count);
void fuzz_run_sealed_tri(const fuzz_target *target, const uint8_t *bytes, size_t count);
void fuzz_run_parameters(const fuzz_target *target, const uint8_t *bytes, size_t count);

/* Aborts with the message unless the condition holds. */
#define FUZZ_REQUIRE(condition, ...) \
    do { \
        if (!(condition)) fuzz_fault(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)
_Noreturn void fuzz_fault(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A context of so many threads that refuses more than FUZZ_MEMORY_BYTES; with its memory all
 * given back, and never more than that in use, it is freed. */
enum { FUZZ_MEMORY_BYTES = 64 << 20 };
tricorn_context *fuzz_context_create(uint32_t threads);
void fuzz_context_free(tricorn_context *context);

/* Everything that a graph promises (graph/graph.h), and that algorithms of two kinds agree how
 * many triangles it has: that number is returned. */
uint64_t fuzz_check_graph(tricorn_context *context, const tricorn_graph *graph, unsigned flags);
