/* allocator.h - an allocator that counts its blocks, poisons them, and fails on request. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <tricorn/tricorn.h>

typedef struct test_allocator {
    _Atomic int64_t fail_from; /* number of the first allocation that fails, from 0; < 0: none */
    _Atomic int64_t failures; /* how many fail from there on */
    _Atomic int64_t calls; /* allocations asked for since the last test_allocator_fail */
    _Atomic int64_t refused; /* of those, how many failed */
    _Atomic int64_t live_blocks, live_bytes;
} test_allocator;

/* Nothing fails. */
void test_allocator_init(test_allocator *allocator);

/* From now on allocation `first` (counted from 0) and the `failures` - 1 after it fail. */
void test_allocator_fail(test_allocator *allocator, int64_t first, int64_t failures);

/* A context whose memory comes from the allocator; threads 0: all. */
tricorn_context *test_context_create(test_allocator *allocator, uint32_t threads);

/* Frees the context; fails the test unless every block was freed with its true size. */
void test_context_free(test_allocator *allocator, tricorn_context *context);
