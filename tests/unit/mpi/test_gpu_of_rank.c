/* test_gpu_of_rank.c - rank i of a machine takes GPU i, unless the user says which GPUs it sees.
 */
#include "mpi/gpu_of_rank.h"

#include <string.h>

#include "support/check.h"

static const char *taken(int node_rank, const char *given)
{
    static char own[MPI_GPU_BYTES];
    return mpi_gpu_of_rank(node_rank, given, own);
}

TEST_CASE(each_takes_its_own)
{
    static const struct {
        int rank;
        const char *gpu;
    } ranks[] = {{0, "0"}, {1, "1"}, {7, "7"}, {10, "10"}, {INT32_MAX, "2147483647"}};
    for (size_t r = 0; r < LENGTH(ranks); r++)
        CHECK(strcmp(taken(ranks[r].rank, NULL), ranks[r].gpu) == 0, "rank %d: %s", ranks[r].rank,
          taken(ranks[r].rank, NULL));
}

/* None at all, too; Slurm may give each rank the GPU that it has by another number. */
TEST_CASE(what_the_user_says_stays)
{
    static const char *const given[] = {"", "2", "1,0", "GPU-8932f937", "-1"};
    for (size_t g = 0; g < LENGTH(given); g++)
        for (int rank = 0; rank < 3; rank++)
            CHECK(strcmp(taken(rank, given[g]), given[g]) == 0, "'%s' of rank %d: %s", given[g], rank,
              taken(rank, given[g]));
}

TEST_MAIN()
