/* team.c - see team.h. */
#include "support/team.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/edge_list.h"

enum { STACK_BYTES = 1 << 20 };

/* Room for so many numbers, the same for all; between barriers. */
static void make_room(test_team *team, uint64_t count)
{
    if (count <= team->room) return;
    free(team->values);
    team->values = test_allocate(count, sizeof *team->values);
    team->room = count;
}

static int broadcast(void *user, void *bytes, uint64_t count)
{
    const test_worker *worker = user;
    test_team *team = worker->team;
    pthread_barrier_wait(&team->barrier);
    if (worker->transport.rank == 0) {
        make_room(team, count / sizeof *team->values + 1);
        memcpy(team->values, bytes, count);
        team->claimed = 0;
    }
    pthread_barrier_wait(&team->barrier);
    memcpy(bytes, team->values, count);
    pthread_barrier_wait(&team->barrier);
    return team->fails;
}

static int sum(void *user, uint64_t *values, uint64_t count)
{
    const test_worker *worker = user;
    test_team *team = worker->team;
    pthread_barrier_wait(&team->barrier);
    if (worker->transport.rank == 0) {
        make_room(team, count);
        memset(team->values, 0, count * sizeof *values);
    }
    pthread_barrier_wait(&team->barrier);
    pthread_mutex_lock(&team->lock);
    for (uint64_t i = 0; i < count; i++) team->values[i] += values[i];
    pthread_mutex_unlock(&team->lock);
    pthread_barrier_wait(&team->barrier);
    memcpy(values, team->values, count * sizeof *values);
    return team->fails;
}

static int claim(void *user, uint64_t wanted, uint64_t *first)
{
    const test_worker *worker = user;
    test_team *team = worker->team;
    pthread_mutex_lock(&team->lock);
    *first = team->claimed;
    team->claimed += wanted;
    team->claims++;
    pthread_mutex_unlock(&team->lock);
    return team->fails;
}

static int share(void *user, int *descriptor)
{
    const test_worker *worker = user;
    test_team *team = worker->team;
    if (worker->transport.node_rank == 0) team->shared = *descriptor;
    pthread_barrier_wait(&team->barrier);
    if (worker->transport.node_rank > 0)
        *descriptor = team->shared < 0 ? team->shared : team->apart ? -1 : dup(team->shared);
    pthread_barrier_wait(&team->barrier);
    return team->fails;
}

typedef struct started {
    test_worker worker;
    test_work *work;
    pthread_t thread;
} started;

static void *run(void *given)
{
    started *own = given;
    own->work(&own->worker);
    return NULL;
}

static void start(test_team *team, uint32_t rank, test_work *work, void *user, started *own)
{
    pthread_attr_t attributes;
    own->work = work;
    own->worker = (test_worker){.team = team, .user = user};
    own->worker.transport = (tricorn_transport){.struct_size = sizeof own->worker.transport,
      .rank = rank,
      .size = team->size,
      .broadcast = broadcast,
      .sum = sum,
      .claim = claim,
      .user = &own->worker,
      .node_rank = rank,
      .node_size = team->size,
      .share = share};
    assert_int_equal(
      tricorn_context_create(OPTIONS(tricorn_context_options, .threads = 1), &own->worker.context), TRICORN_OK);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    assert_int_equal(pthread_create(&own->thread, &attributes, run, own), 0);
    pthread_attr_destroy(&attributes);
}

void test_team_run(test_team *team, uint32_t size, test_work *work, void *user)
{
    started *all = test_allocate(size, sizeof *all);
    const bool fails = team->fails, apart = team->apart;
    *team = (test_team){.size = size, .fails = fails, .apart = apart};
    pthread_mutex_init(&team->lock, NULL);
    pthread_barrier_init(&team->barrier, NULL, size);
    for (uint32_t w = 0; w < size; w++) start(team, w, work, user, &all[w]);
    for (uint32_t w = 0; w < size; w++) {
        pthread_join(all[w].thread, NULL);
        tricorn_context_free(all[w].worker.context);
    }
    pthread_barrier_destroy(&team->barrier);
    pthread_mutex_destroy(&team->lock);
    free(team->values);
    free(all);
}
