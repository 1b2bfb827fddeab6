/* main.c - tricorn-mpi: the program tricorn, with ranks under mpirun or srun that share a count.
 *
 * The ranks of a machine are one worker: the first of them counts with the CPUs of all, and the others sleep. But if
 * a machine has GPUs, or if the first rank may not use the CPUs of the other ranks, each rank is a worker (decision
 * 18).
 *
 * It uses MPI-3.1, and only two-sided messages and collectives. Worker 0 has a thread that answers claims. All
 * waiting alternates tests and sleeps, because MPI's own waiting would occupy a core that should count.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "exit.h"
#include "gpu_of_rank.h"
#include "main.h"

enum {
    CLAIM = 1, /* the tags of messages */
    CLAIMED = 2,
    /* The most values in a message, which is then shorter than 2^31 bytes. */
    CHUNK = 1 << 24,
    LEAST_SLEEP = 20000, /* nanoseconds */
    MOST_SLEEP = 1000000,
    LONG_SLEEP = 5000000 /* for ranks that wait until the job ends */
};

typedef struct ranks {
    int rank, size; /* this worker's number, and the number of workers */
    /* This rank's number among those of its machine, and how many these are. */
    int node_rank, node_size;
    uint32_t threads; /* this worker's threads while all workers count; 0: one for each CPU */
    bool together; /* the ranks of this machine are one worker; then: */
    /* A pipe that the first rank of the machine keeps open while it works; -1: no pipe. */
    int working;
    MPI_Comm node, workers;
    MPI_Comm claims; /* for claims; collectives have another communicator */
    pthread_mutex_t lock; /* protects all calls of MPI, and the counter */
    uint64_t counter;
    pthread_t server; /* the thread of worker 0 that answers claims */
    bool ends;
} ranks;

/* ---- waiting ---- */

static void sleep_longer(long *nanoseconds, long most)
{
    const struct timespec time = {0, *nanoseconds};
    nanosleep(&time, NULL);
    if (*nanoseconds < most) *nanoseconds *= 2;
}

/* Waits for a request, with sleeps of at most about `most` nanoseconds; returns MPI's status. */
static int wait_for(ranks *all, MPI_Request *request, long most)
{
    long sleep = LEAST_SLEEP;
    for (;;) {
        int done = 0;
        pthread_mutex_lock(&all->lock);
        const int error = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        pthread_mutex_unlock(&all->lock);
        if (error != MPI_SUCCESS || done) return error;
        sleep_longer(&sleep, most);
    }
}

/* Makes a call of MPI that starts a request, and waits until the request is complete. */
#define RUN(all, request, call) \
    (pthread_mutex_lock(&(all)->lock), error = (call), pthread_mutex_unlock(&(all)->lock), \
      error == MPI_SUCCESS ? wait_for((all), (request), MOST_SLEEP) : error)

/* ---- the transport ---- */

static int broadcast(void *user, void *bytes, uint64_t count)
{
    ranks *all = user;
    char *at = bytes;
    int error = MPI_SUCCESS;
    if (all->rank == 0) { /* no worker can make a claim before it has these bytes */
        pthread_mutex_lock(&all->lock);
        all->counter = 0;
        pthread_mutex_unlock(&all->lock);
    }
    for (uint64_t done = 0; done < count && error == MPI_SUCCESS; done += CHUNK) {
        const uint64_t left = count - done;
        MPI_Request request;
        error = RUN(
          all, &request, MPI_Ibcast(at + done, left < CHUNK ? (int)left : CHUNK, MPI_BYTE, 0, all->workers, &request));
    }
    return error != MPI_SUCCESS;
}

static int sum(void *user, uint64_t *values, uint64_t count)
{
    ranks *all = user;
    int error = MPI_SUCCESS;
    for (uint64_t done = 0; done < count && error == MPI_SUCCESS; done += CHUNK) {
        const uint64_t left = count - done;
        MPI_Request request;
        error = RUN(all, &request,
          MPI_Iallreduce(MPI_IN_PLACE, values + done, left < CHUNK ? (int)left : CHUNK, MPI_UINT64_T, MPI_SUM,
            all->workers, &request));
    }
    return error != MPI_SUCCESS;
}

/* Adds a claim to the counter, and returns what it was before. The caller holds the lock. */
static uint64_t add_claim(ranks *all, uint64_t wanted)
{
    const uint64_t first = all->counter;
    all->counter += wanted;
    return first;
}

static int claim(void *user, uint64_t wanted, uint64_t *first)
{
    ranks *all = user;
    MPI_Request request;
    int error;
    if (all->rank == 0) {
        pthread_mutex_lock(&all->lock);
        *first = add_claim(all, wanted);
        pthread_mutex_unlock(&all->lock);
        return 0;
    }
    error = RUN(all, &request, MPI_Isend(&wanted, 1, MPI_UINT64_T, 0, CLAIM, all->claims, &request));
    if (error == MPI_SUCCESS)
        error = RUN(all, &request, MPI_Irecv(first, 1, MPI_UINT64_T, 0, CLAIMED, all->claims, &request));
    return error != MPI_SUCCESS;
}

/* Answers a claim if one has arrived, and returns whether one had. The caller holds the lock. */
static bool answer(ranks *all)
{
    MPI_Status status;
    uint64_t wanted, first;
    int found = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, CLAIM, all->claims, &found, &status) != MPI_SUCCESS || !found) return false;
    MPI_Recv(&wanted, 1, MPI_UINT64_T, status.MPI_SOURCE, CLAIM, all->claims, &status);
    first = add_claim(all, wanted);
    MPI_Send(&first, 1, MPI_UINT64_T, status.MPI_SOURCE, CLAIMED, all->claims);
    return true;
}

static void *serve(void *given)
{
    ranks *all = given;
    long sleep = LEAST_SLEEP;
    for (bool ends = false; !ends;) {
        pthread_mutex_lock(&all->lock);
        const bool found = answer(all);
        ends = all->ends;
        pthread_mutex_unlock(&all->lock);
        if (found)
            sleep = LEAST_SLEEP;
        else
            sleep_longer(&sleep, MOST_SLEEP);
    }
    return NULL;
}

static bool serves(const ranks *all)
{
    return all->rank == 0 && all->size > 1;
}

static bool start_server(ranks *all)
{
    return !serves(all) || pthread_create(&all->server, NULL, serve, all) == 0;
}

static void stop_server(ranks *all)
{
    if (!serves(all)) return;
    pthread_mutex_lock(&all->lock);
    all->ends = true;
    pthread_mutex_unlock(&all->lock);
    pthread_join(all->server, NULL);
}

/* ---- the ranks of a machine ---- */

/* Opens a file without a name that another process of the same user has open. */
static int open_of(pid_t process, int descriptor)
{
    char name[64];
    snprintf(name, sizeof name, "/proc/%ld/fd/%d", (long)process, descriptor);
    return open(name, O_RDONLY | O_CLOEXEC);
}

/* The first rank of the machine tells the others where its file is, and waits until all have opened it. */
static int share(void *user, int *descriptor)
{
    ranks *all = user;
    int from[] = {(int)getpid(), *descriptor}, done = 0, error;
    MPI_Request request;
    error = RUN(all, &request, MPI_Ibcast(from, 2, MPI_INT, 0, all->node, &request));
    if (error == MPI_SUCCESS && all->node_rank > 0) *descriptor = from[1] < 0 ? from[1] : open_of(from[0], from[1]);
    if (error == MPI_SUCCESS)
        error = RUN(all, &request, MPI_Iallreduce(MPI_IN_PLACE, &done, 1, MPI_INT, MPI_SUM, all->node, &request));
    return error != MPI_SUCCESS;
}

/* Makes this process, and the threads that it will start, use exactly these CPUs; returns whether that worked. */
static bool use_cpus(const cpu_set_t *cpus)
{
    cpu_set_t now;
    return sched_setaffinity(0, sizeof *cpus, cpus) == 0 && sched_getaffinity(0, sizeof now, &now) == 0 &&
           CPU_EQUAL(&now, cpus);
}

/* Returns every size-th of the CPUs, beginning with number `rank`. */
static cpu_set_t every(const cpu_set_t *cpus, int rank, int size)
{
    cpu_set_t mine;
    int number = 0;
    CPU_ZERO(&mine);
    for (int c = 0; c < CPU_SETSIZE; c++)
        if (CPU_ISSET(c, cpus) && number++ % size == rank) CPU_SET(c, &mine);
    return mine;
}

/* Divides the CPUs among workers of one rank each: ranks that may all use the same CPUs get different ones. If the
 * ranks outnumber the CPUs, the system shares the CPUs. Rank 0, which loads for the others, keeps all CPUs. */
static void share_cpus(ranks *all, cpu_set_t own, bool same)
{
    const bool many = same && CPU_COUNT(&own) < all->node_size;
    if (same && !many) own = every(&own, all->node_rank, all->node_size);
    all->threads = many ? 1 : (uint32_t)CPU_COUNT(&own);
    if (all->node_rank > 0) (void)use_cpus(&own);
}

/* Gives each rank of a machine its own GPU, unless the user has set which GPUs the ranks see. */
static void share_gpus(const ranks *all)
{
    static const char NAME[] = "CUDA_VISIBLE_DEVICES";
    char own[MPI_GPU_BYTES];
    setenv(NAME, mpi_gpu_of_rank(all->node_rank, getenv(NAME), own), 1);
}

/* Whether each rank must be a worker on its own, whatever CPUs it may use. */
static bool are_apart(void)
{
    const char *wish = getenv("TRICORN_WORKERS");
    if (wish != NULL) return strcmp(wish, "ranks") == 0;
    return access("/dev/nvidiactl", F_OK) == 0 && tricorn_gpu_part() != NULL;
}

/* Opens a pipe in the first rank of the machine, which keeps it open while it works. The others wait until it is
 * closed, and use no CPU time meanwhile. A rank that cannot open the pipe asks MPI instead. */
static void open_pipe(ranks *all)
{
    int ends[2] = {-1, -1};
    if (all->node_rank == 0 && pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
    int from[] = {(int)getpid(), ends[0]};
    MPI_Bcast(from, 2, MPI_INT, 0, all->node);
    all->working = ends[1];
    if (all->node_rank > 0 && from[1] >= 0) all->working = open_of(from[0], from[1]);
    MPI_Barrier(all->node);
    if (ends[0] >= 0) close(ends[0]);
}

/* The first rank closes the pipe; the others wait until it has done so. */
static void wait_for_work(const ranks *all)
{
    struct pollfd pipe = {.fd = all->working};
    if (all->working < 0) return;
    while (all->node_rank > 0 && poll(&pipe, 1, -1) < 0 && errno == EINTR) continue;
    close(all->working);
}

/* Makes the ranks of a machine one worker, if the first of them may use the CPUs of all of them,
 * and if this is possible on all machines; otherwise each rank is a worker. */
static void share_node(ranks *all)
{
    cpu_set_t own, common, any;
    int apart = are_apart();
    MPI_Comm_rank(all->node, &all->node_rank);
    MPI_Comm_size(all->node, &all->node_size);
    if (sched_getaffinity(0, sizeof own, &own) != 0) CPU_ZERO(&own);
    MPI_Allreduce(&own, &common, (int)sizeof own, MPI_BYTE, MPI_BAND, all->node);
    MPI_Allreduce(&own, &any, (int)sizeof own, MPI_BYTE, MPI_BOR, all->node);
    if (all->node_size > 1 && all->node_rank == 0 && !use_cpus(&any)) apart = 1;
    MPI_Allreduce(MPI_IN_PLACE, &apart, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    all->together = !apart;
    if (all->together) open_pipe(all);
    if (all->together || all->node_size < 2) return;
    share_cpus(all, own, memcmp(&common, &any, sizeof any) == 0);
    share_gpus(all);
}

/* Finds out which ranks are workers, and numbers the workers. */
static void find_workers(ranks *all)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &all->node);
    share_node(all);
    const bool works = !all->together || all->node_rank == 0;
    MPI_Comm_split(MPI_COMM_WORLD, works ? 0 : MPI_UNDEFINED, rank, &all->workers);
    if (!works) return;
    MPI_Comm_rank(all->workers, &all->rank);
    MPI_Comm_size(all->workers, &all->size);
    MPI_Comm_dup(all->workers, &all->claims);
}

/* Returns the exit code of the job, which the first rank of the machine knows. The others wait
 * for it, and leave signals to it. */
static int learn_code(ranks *all, int code)
{
    MPI_Request request;
    if (!all->together) return code;
    if (all->node_rank > 0) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
    }
    wait_for_work(all);
    pthread_mutex_lock(&all->lock);
    const int error = MPI_Ibcast(&code, 1, MPI_INT, 0, all->node, &request);
    pthread_mutex_unlock(&all->lock);
    if (error == MPI_SUCCESS && wait_for(all, &request, LONG_SLEEP) == MPI_SUCCESS) return code;
    return CLI_FAILED;
}

/* ---- messages of ranks ---- */

/* Makes only rank 0 print. The messages of other ranks are stored until the exit code is known; then they are printed
 * if the failure is not a wrong command line, which is the same for all ranks. */
static int keep_messages(const ranks *all)
{
    if (all->rank == 0) return -1;
    if (freopen("/dev/null", "w", stdout) == NULL) return -1;
    const int real = dup(STDERR_FILENO), kept = memfd_create("messages", MFD_CLOEXEC);
    if (real < 0 || kept < 0 || dup2(kept, STDERR_FILENO) < 0) return -1;
    close(kept);
    return real;
}

static void tell_messages(const ranks *all, int real, int code)
{
    char text[PIPE_BUF];
    ssize_t count;
    if (real < 0) return;
    fflush(stderr);
    lseek(STDERR_FILENO, 0, SEEK_SET);
    if (code != CLI_DONE && code != CLI_USAGE) {
        dprintf(real, "rank %d: ", all->rank);
        while ((count = read(STDERR_FILENO, text, sizeof text)) > 0)
            if (write(real, text, (size_t)count) != count) break;
    }
    dup2(real, STDERR_FILENO);
    close(real);
}

/* ---- the whole ---- */

static int run(ranks *all, int argc, char **argv)
{
    const tricorn_transport transport = {.struct_size = sizeof transport,
      .rank = (uint32_t)all->rank,
      .size = (uint32_t)all->size,
      .broadcast = broadcast,
      .sum = sum,
      .claim = claim,
      .user = all,
      .node_rank = all->together ? 0 : (uint32_t)all->node_rank,
      .node_size = all->together ? 0 : (uint32_t)all->node_size,
      .share = share,
      .threads = all->threads};
    const int real = keep_messages(all);
    const int code = cli_main(argc, argv, &transport);
    tell_messages(all, real, code);
    return code;
}

static int work(ranks *all, int argc, char **argv)
{
    if (!start_server(all)) {
        fputs("tricorn-mpi: a thread cannot be started: raise the limit of processes (ulimit -u)\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, CLI_FAILED);
    }
    const int code = run(all, argc, argv);
    /* The other workers do not wait for one that has failed, but a wrong command line is wrong for all of them. If
     * the others fail because worker 0 has failed, worker 0 gets time to report the reason. */
    if (code != CLI_DONE && code != CLI_USAGE) {
        if (all->rank > 0) sleep(1);
        pthread_mutex_lock(&all->lock);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    stop_server(all);
    MPI_Comm_free(&all->claims);
    MPI_Comm_free(&all->workers);
    return code;
}

int main(int argc, char **argv)
{
    ranks all = {.lock = PTHREAD_MUTEX_INITIALIZER, .working = -1};
    int level = MPI_THREAD_SINGLE, code = CLI_DONE;

    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) return CLI_FAILED;
    if (level < MPI_THREAD_SERIALIZED) {
        fputs("tricorn-mpi: this MPI does not allow threads (MPI_THREAD_SERIALIZED): use one "
              "that does\n",
          stderr);
        MPI_Abort(MPI_COMM_WORLD, CLI_FAILED);
    }
    find_workers(&all); /* from now on, the lock protects all calls of MPI */
    if (all.workers != MPI_COMM_NULL) code = work(&all, argc, argv);
    code = learn_code(&all, code);
    MPI_Comm_free(&all.node);
    MPI_Finalize();
    return code;
}
