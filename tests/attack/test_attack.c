/* test_attack.c - random graphs, verbs and options: each answer must be the one by definition.
 *
 *     test_attack [cpu | gpu] [SEED [CASES]]     case number i is drawn by SEED + i
 *
 * TRICORN_ATTACK_SECONDS=3600 goes on for that time. Cases run in processes that are forked, many in each. A case
 * that fails, crashes or does not end is made smaller, and printed as commands for a shell.
 */
#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attack.h"
#include "support/files.h"

enum {
#ifdef SANITIZED
    FIRST = 1, /* the first seed, if none is named */
    CASES = 1500,
    PATIENCE = 300, /* seconds for a case */
#else
    FIRST = 1501, /* the cases before it run with sanitizers */
    CASES = 6500,
    PATIENCE = 30,
#endif
    BATCH = 250, /* cases of a process */
    GPU_BATCH = 2000, /* a GPU takes time to open */
    SHOWN_MOST = 10, /* faults after which it stops */
    TRIALS_MOST = 400,
    SAME_BYTES = 60,
    FEW = 20, /* of which no share says something */
    VERBS_MOST = 64,
    BAD = 9 /* the exit code of a process with a fault */
};

/* What the processes share. */
typedef struct board {
    uint64_t seed; /* of the case that runs */
    verdict verdict;
    char fault[FAULT_BYTES];
    uint64_t cases[VERBS_MOST][VERDICTS];
    chances chances;
} board;

/* How a process with a case ends. */
typedef enum ending { WELL, JUDGED, CRASHED, HUNG } ending;

static board *shared;
static test_folder folder;
static unsigned trials;

/* ---- processes ---- */

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *place)
{
    (void)found, (void)kind;
    return place->level > 0 ? remove(path) : 0;
}

static void run_here(attack_case *one, int patience)
{
    size_t verb = 0;
    nftw(".", remove_one, 16, FTW_DEPTH | FTW_PHYS);
    shared->seed = one->seed;
    alarm((unsigned)patience);
    shared->verdict = attack_judge(one, &shared->chances, shared->fault);
    alarm(0);
    while (cli_verb_at(verb) != one->verb) verb++;
    shared->cases[verb][shared->verdict]++;
    if (shared->verdict >= WRONG) _exit(BAD);
}

/* Runs the case, or, if it is NULL, the cases of these seeds, in a process of its own. */
static ending run_apart(attack_case *one, uint64_t first, uint64_t last, bool gpu, int patience)
{
    int status;
    fflush(stdout);
    shared->fault[0] = '\0';
    const pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        if (chdir(folder.path) != 0) abort();
        if (one) run_here(one, patience);
        for (uint64_t seed = first; !one && seed < last; seed++) {
            attack_case made;
            attack_draw(&made, seed, gpu);
            run_here(&made, patience);
            attack_free(&made);
        }
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child) abort();
    if (WIFSIGNALED(status)) {
        char *errors = attack_errors();
        snprintf(shared->fault, FAULT_BYTES, "signal %d: %s", WTERMSIG(status), errors);
        free(errors);
        return WTERMSIG(status) == SIGALRM ? HUNG : CRASHED;
    }
    if (WEXITSTATUS(status) == BAD) return JUDGED;
    if (WEXITSTATUS(status) == 0) return WELL;
    snprintf(shared->fault, FAULT_BYTES, "the process ended with code %d", WEXITSTATUS(status));
    return CRASHED;
}

/* ---- making a case smaller ---- */

typedef struct fault_kind {
    ending ending;
    verdict verdict;
    char fault[SAME_BYTES]; /* the begin of the message of what is refused */
} fault_kind;

/* Whether the case still fails in the same way; then it takes the place of *best. */
static bool is_smaller(attack_case *best, attack_case *smaller, const fault_kind *kind)
{
    const int patience = kind->ending == HUNG ? 5 : PATIENCE;
    const bool fails =
      trials++ < TRIALS_MOST && run_apart(smaller, 0, 0, smaller->gpu, patience) == kind->ending &&
      (kind->ending != JUDGED || shared->verdict == kind->verdict) &&
      (kind->ending != JUDGED || kind->verdict == WRONG || strncmp(shared->fault, kind->fault, SAME_BYTES) == 0);
    if (fails) {
        attack_free(best);
        *best = *smaller;
    } else {
        attack_free(smaller);
    }
    return fails;
}

static void drop_word(attack_case *of, size_t index)
{
    free(of->words.words[index]);
    of->words.count--;
    memmove(of->words.words + index, of->words.words + index + 1, (of->words.count - index) * sizeof *of->words.words);
}

static void drop_lines(edge_list *of, uint64_t first, uint64_t count)
{
    memmove(
      of->pairs + 2 * first, of->pairs + 2 * (first + count), 2 * (of->count - first - count) * sizeof *of->pairs);
    of->count -= count;
}

static bool shrink_words(attack_case *best, const fault_kind *kind)
{
    bool smaller = false;
    for (size_t i = best->words.count; i-- > 0;) {
        attack_case next = attack_copy(best);
        drop_word(&next, i);
        smaller = is_smaller(best, &next, kind) || smaller;
    }
    for (int f = 0; f < FORMS; f++) {
        if (best->form[f] == 0) continue;
        attack_case next = attack_copy(best);
        next.form[f] = 0;
        smaller = is_smaller(best, &next, kind) || smaller;
    }
    return smaller;
}

static bool shrink_lines(attack_case *best, const fault_kind *kind)
{
    bool smaller = false;
    for (int list = 0; list < LISTS; list++)
        for (uint64_t part = best->lists[list].count; part > 0; part /= 2)
            for (uint64_t first = 0; first + part <= best->lists[list].count;) {
                attack_case next = attack_copy(best);
                drop_lines(&next.lists[list], first, part);
                if (is_smaller(best, &next, kind))
                    smaller = true;
                else
                    first += part;
            }
    return smaller;
}

static void shrink_ids(attack_case *best, const fault_kind *kind)
{
    attack_case next = attack_copy(best);
    for (uint32_t v = 0; v < next.lists[LINES].vertices; v++) next.ids[v] = v + 1;
    is_smaller(best, &next, kind);
}

static void report(uint64_t seed, bool gpu, ending how)
{
    fault_kind kind = {.ending = how, .verdict = shared->verdict};
    attack_case best;

    printf("seed %" PRIu64 ": %s\n", seed, shared->fault);
    memcpy(kind.fault, shared->fault, sizeof kind.fault);
    attack_draw(&best, seed, gpu);
    trials = 0;
    attack_case same = attack_copy(&best);
    if (!is_smaller(&best, &same, &kind))
        printf("(alone it ends well: it fails behind the cases before it, or by chance)\n");
    else {
        shrink_ids(&best, &kind);
        while (shrink_words(&best, &kind) || shrink_lines(&best, &kind)) continue;
        run_apart(&best, 0, 0, gpu, PATIENCE);
    }
    attack_print(&best);
    char *errors = attack_errors();
    printf("-> %s\n%.3000s\n", shared->fault, how == CRASHED ? errors : "");
    free(errors);
    attack_free(&best);
}

/* ---- all cases ---- */

/* Prints what happened; false if most cases were refused, or too many intervals miss the number:
 * the least confidence that is drawn is 90 %. */
static bool print_sums(void)
{
    uint64_t sums[VERDICTS] = {0};
    for (size_t v = 0; cli_verb_at(v) != NULL; v++) {
        const uint64_t *cases = shared->cases[v];
        for (int i = 0; i < VERDICTS; i++) sums[i] += cases[i];
        if (cases[RIGHT] + cases[REFUSED] > 0)
            printf(
              "%-12s %8" PRIu64 " right %8" PRIu64 " refused\n", cli_verb_at(v)->name, cases[RIGHT], cases[REFUSED]);
    }
    const chances *drawn = &shared->chances;
    printf("%" PRIu64 " right, %" PRIu64 " refused; %" PRIu64 " of %" PRIu64 " intervals missed\n", sums[RIGHT],
      sums[REFUSED], drawn->missed, drawn->drawn);
    return sums[REFUSED] <= sums[RIGHT] + FEW && drawn->missed <= drawn->drawn / 10 + FEW;
}

/* Each option has a rule, each verb an answer, each format a line: what is new is attacked. */
static bool is_complete(void)
{
    const char *const missing[] = {attack_without_rule(), attack_without_answer(), attack_without_format()};
    static const char *const where[] = {"the option %s has no rule in rules.c\n",
      "the verb %s has no answer in expect.c\n", "the format %s has no line in truth.c\n"};
    for (int i = 0; i < 3; i++)
        if (missing[i]) printf(where[i], missing[i]);
    return !missing[0] && !missing[1] && !missing[2];
}

int main(int count, char **arguments)
{
    const bool gpu = count > 1 && strcmp(arguments[1], "gpu") == 0,
               named = gpu || (count > 1 && strcmp(arguments[1], "cpu") == 0);
    const char *seconds = getenv("TRICORN_ATTACK_SECONDS");
    const time_t stop = seconds ? time(NULL) + atol(seconds) : 0;
    uint64_t first = count > 1 + named ? strtoull(arguments[1 + named], NULL, 10) : FIRST;
    const uint64_t last = first + (count > 2 + named ? strtoull(arguments[2 + named], NULL, 10) : CASES);
    unsigned faults = 0;

    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!is_complete()) return 1;
    if (shared == MAP_FAILED) abort();
    attack_open_streams();
    test_folder_create(&folder);
    while (faults < SHOWN_MOST && (seconds ? time(NULL) < stop : first < last)) {
        const uint64_t batch = gpu ? GPU_BATCH : BATCH, left = last - first;
        const uint64_t next = first + (!seconds && left < batch ? left : batch);
        const ending how = run_apart(NULL, first, next, gpu, PATIENCE);
        first = how == WELL ? next : shared->seed + 1;
        if (how != WELL) report(shared->seed, gpu, how);
        faults += how != WELL;
    }
    const bool good = print_sums() && faults == 0;
    nftw(folder.path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    test_folder_remove(&folder);
    return good ? 0 : 1;
}
