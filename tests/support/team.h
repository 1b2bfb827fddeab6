/* team.h - workers that are threads of the test, each with a context of its own, and the
 * transport by which they reach each other. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include <tricorn/tricorn.h>

typedef struct test_team {
    uint32_t size;
    pthread_mutex_t lock;
    pthread_barrier_t barrier;
    uint64_t *values; /* of a sum, or bytes of a broadcast */
    uint64_t room; /* of the values */
    uint64_t claimed; /* the counter */
    uint64_t claims; /* that were made */
    bool fails; /* the transport, from now on */
    bool apart; /* no worker can open another's file */
    int shared; /* the descriptor of worker 0 */
} test_team;

typedef struct test_worker {
    test_team *team;
    tricorn_transport transport;
    tricorn_context *context; /* of one thread */
    void *user;
} test_worker;

/* Runs the function in as many threads, and returns when all have ended. */
typedef void test_work(test_worker *worker);
void test_team_run(test_team *team, uint32_t size, test_work *work, void *user);
