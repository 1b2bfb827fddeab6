/* bsearch_thread_match.h - the parameters of gpu-bsearch-thread-match, for its description and for its kernels. */
#pragma once

/* Where the algorithm's parameters are in task->values. */
enum { BATCH, FILTER };

/* Partial matches of a batch: both tables of STANDARD_BATCH matches, 24 MiB, stay in the L2 of an H100. */
enum { LEAST_BATCH = 1 << 10, STANDARD_BATCH = 1 << 20, MOST_BATCH = 1 << 26 };
