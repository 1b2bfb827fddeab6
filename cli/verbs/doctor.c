/* doctor.c - the verb doctor: reports what this machine and this build offer for counting, and what is missing. */
#include <dirent.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "json.h"
#include "message.h"
#include "shown.h"
#include "text.h"
#include "verb.h"

enum { MOST_FINDINGS = 16, TEXT_BYTES = CLI_MESSAGE_BYTES, KEY_COLUMNS = 18 };

typedef enum state { GOOD, MISSING, BROKEN } state;

static const char *const state_names[] = {[GOOD] = "ok", [MISSING] = "missing", [BROKEN] = "broken"};

typedef struct finding {
    const char *what; /* what was looked at, such as "memory" */
    state state;
    char found[TEXT_BYTES];
    const char *remedy; /* how to get what is missing; NULL: nothing is missing */
} finding;

typedef struct findings {
    cli_session *session;
    finding all[MOST_FINDINGS];
    size_t count;
} findings;

static finding *add(findings *to, const char *what, state how, const char *remedy)
{
    finding *added = &to->all[to->count++];

    *added = (finding){.what = what, .state = how, .remedy = remedy};
    return added;
}

/* ---- the machine ---- */

static void look_at_processor(findings *to)
{
    const tricorn_context *context = to->session->context;
    finding *sets;
    size_t length;

    snprintf(add(to, "threads", GOOD, NULL)->found, TEXT_BYTES, "%" PRIu32 " of %ld processors",
      tricorn_context_threads(context), sysconf(_SC_NPROCESSORS_ONLN));
    sets = add(to, "instruction sets", GOOD, NULL);
    length =
      (size_t)snprintf(sets->found, TEXT_BYTES, "%s is used; this CPU has", tricorn_context_instruction_set(context));
    for (size_t i = 0; i < tricorn_instruction_set_count() && length < TEXT_BYTES; i++) {
        const char *name = tricorn_instruction_set_at(i);
        if (tricorn_instruction_set_usable(name))
            length += (size_t)snprintf(sets->found + length, TEXT_BYTES - length, " %s", name);
    }
}

static void look_at_memory(findings *to)
{
    char room[CLI_NUMBER_BYTES], all[CLI_NUMBER_BYTES];
    const uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

    snprintf(add(to, "memory", GOOD, NULL)->found, TEXT_BYTES,
      "%s for a graph, of the machine's %s; --memory sets another limit",
      cli_bytes(tricorn_context_room_bytes(to->session->context), room), cli_bytes(machine, all));
}

/* Looks at the folder where graphs are stored that do not fit in memory. */
static void look_at_scratch(findings *to)
{
    const char *folder = cli_scratch_folder();
    struct statvfs disk;
    char room[CLI_NUMBER_BYTES];

    if (statvfs(folder, &disk) != 0 || access(folder, W_OK | X_OK) != 0) {
        snprintf(add(to, "scratch folder", BROKEN, "set TMPDIR to a folder on a disk with room")->found, TEXT_BYTES,
          "%s: no file can be made in it", folder);
        return;
    }
    snprintf(add(to, "scratch folder", GOOD, NULL)->found, TEXT_BYTES,
      "%s, %s free, for graphs larger than memory (about 10 bytes for each input edge)", folder,
      cli_bytes((uint64_t)disk.f_bavail * disk.f_frsize, room));
}

/* Returns how many GPUs the driver knows, even if this build cannot use them. */
static unsigned gpus_of_the_driver(void)
{
    DIR *folder = opendir("/proc/driver/nvidia/gpus");
    const struct dirent *entry;
    unsigned count = 0;

    if (folder == NULL) return 0;
    while ((entry = readdir(folder)) != NULL) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void look_at_gpu_part(findings *to)
{
    const char *path = tricorn_gpu_part(), *gpus = NULL;
    char message[CLI_MESSAGE_BYTES];
    const tricorn_status status = tricorn_gpu_part_load(to->session->context, &gpus);

    if (status == TRICORN_OK)
        snprintf(add(to, "GPU part", GOOD, NULL)->found, TEXT_BYTES, "%s, for GPUs of %s", path, gpus);
    else
        snprintf(add(to, "GPU part", path ? BROKEN : MISSING,
                   "the package tricorn-gpu, for Python tricorn-cu13, of this version; "
                   "docs/gpus.md says more")
                   ->found,
          TEXT_BYTES, "%s", cli_message(to->session->context, status, false, message));
}

static void look_at_gpus(findings *to)
{
    const unsigned gpus = gpus_of_the_driver();
    tricorn_options options = TRICORN_OPTIONS_INIT;
    char message[CLI_MESSAGE_BYTES];
    tricorn_status status;
    finding *gpu;

    options.device = "gpu";
    status = tricorn_options_check(to->session->context, &options, TRICORN_FOR_TOTAL);
    gpu = add(to, "GPU", status == TRICORN_OK ? GOOD : MISSING,
      status == TRICORN_OK         ? NULL
      : gpus == 0                  ? "an NVIDIA GPU; without one everything is counted on the CPU"
      : tricorn_gpu_part() == NULL ? "the GPU part, as above"
                                   : "a driver that fits CUDA (nvidia-smi shows which it has)");
    if (status == TRICORN_OK)
        snprintf(gpu->found, TEXT_BYTES, "in use where it is faster; the driver has %u", gpus);
    else if (tricorn_gpu_part() == NULL)
        snprintf(gpu->found, TEXT_BYTES, "the driver has %u; the GPU part is missing", gpus);
    else
        snprintf(gpu->found, TEXT_BYTES, "the driver has %u; %s", gpus,
          cli_message(to->session->context, status, false, message));
}

/* ---- the build ---- */

#ifndef TRICORN_LIBARCHIVE
#define TRICORN_LIBARCHIVE NULL
#endif
#ifndef TRICORN_LIBBROTLI
#define TRICORN_LIBBROTLI NULL
#endif
#ifndef TRICORN_LIBEXPAT
#define TRICORN_LIBEXPAT NULL
#endif
#ifndef TRICORN_LIBHDF5
#define TRICORN_LIBHDF5 NULL
#endif

/* Looks for a library that is loaded when a file needs it; file NULL: the build had not its header. */
static void look_for(findings *to, const char *what, const char *file, const char *package)
{
    void *object = file ? dlopen(file, RTLD_LAZY) : NULL;
    if (object) dlclose(object);
    snprintf(add(to, what, object ? GOOD : MISSING, object ? NULL : package)->found, TEXT_BYTES, "%s%s",
      file ? file : "its header was missing when tricorn was built",
      object ? " is loaded when a file needs it"
      : file ? " is not here"
             : "");
}

static void look_at_libraries(findings *to)
{
#if defined(TRICORN_HAS_ISAL)
    snprintf(add(to, "ISA-L", GOOD, NULL)->found, TEXT_BYTES, "gzip is read by it");
#else
    snprintf(add(to, "ISA-L", MISSING, "libisal-dev (Debian) or isa-l, then build again")->found, TEXT_BYTES,
      "gzip is read by zlib, more slowly");
#endif
    look_for(to, "libarchive", TRICORN_LIBARCHIVE, "libarchive13 (Debian) or libarchive");
    look_for(to, "brotli", TRICORN_LIBBROTLI, "libbrotli1 (Debian) or brotli");
    look_for(to, "expat", TRICORN_LIBEXPAT, "libexpat1 (Debian) or expat");
    look_for(to, "DuckDB", "libduckdb.so", "libduckdb (duckdb.org or conda-forge), for Parquet and Arrow");
    look_for(to, "Arrow", "libarrow-glib.so", "arrow-c-glib (conda-forge)");
    look_for(to, "HDF5", TRICORN_LIBHDF5, "libhdf5-103-1 (Debian 12) or hdf5");
#if defined(TRICORN_HAS_HWLOC)
    snprintf(add(to, "hwloc", GOOD, NULL)->found, TEXT_BYTES, "threads and memory stay on NUMA nodes");
#else
    snprintf(add(to, "hwloc", MISSING, "libhwloc-dev (Debian) or hwloc, then build again")->found, TEXT_BYTES,
      "threads and memory are placed by the system alone");
#endif
}

/* Counts a graph whose count is known: the complete graph with 100 vertices, which has (100 choose 3) triangles. */
static void try_to_count(findings *to)
{
    enum { EXPECTED = 161700 };
    tricorn_context *context = to->session->context;
    tricorn_options options = TRICORN_OPTIONS_INIT;
    tricorn_result result = TRICORN_RESULT_INIT;
    tricorn_graph *graph = NULL;
    char message[CLI_MESSAGE_BYTES];
    tricorn_status status = tricorn_graph_generate(context, "complete", "vertices=100", 0, &graph);

    options.verify = 1;
    if (status == TRICORN_OK) status = tricorn_count(context, graph, &options, &result);
    tricorn_graph_free(graph);
    if (status != TRICORN_OK)
        snprintf(add(to, "trial count", BROKEN, "report this as a fault of tricorn")->found, TEXT_BYTES, "%s",
          cli_message(context, status, false, message));
    else
        snprintf(add(to, "trial count", result.triangles == EXPECTED ? GOOD : BROKEN,
                   result.triangles == EXPECTED ? NULL : "report this as a fault of tricorn")
                   ->found,
          TEXT_BYTES, "%" PRIu64 " triangles, by %s and %s; %d are right", result.triangles, result.how.algorithm,
          result.how.verified_by, EXPECTED);
}

/* ---- the report ---- */

static void print_json(const findings *all)
{
    json_object *answer = cli_json_object(), *list = cli_json_array();

    cli_json_text(answer, "version", tricorn_version());
    for (size_t i = 0; i < all->count; i++) {
        json_object *entry = cli_json_object();
        cli_json_text(entry, "what", all->all[i].what);
        cli_json_text(entry, "state", state_names[all->all[i].state]);
        cli_json_text(entry, "found", all->all[i].found);
        cli_json_text(entry, "remedy", all->all[i].remedy);
        cli_json_append(list, entry);
    }
    cli_json_add(answer, "findings", list);
    cli_json_print(answer);
}

static void print_text(const findings *all)
{
    printf("tricorn %s\n", tricorn_version());
    for (size_t i = 0; i < all->count; i++) {
        const finding *one = &all->all[i];
        printf("%-8s ", state_names[one->state]);
        cli_print_name(KEY_COLUMNS, one->what, one->found);
        if (one->remedy != NULL) printf("%-8s %-*sget: %s\n", "", KEY_COLUMNS, "", one->remedy);
    }
}

static int run(cli_session *session)
{
    findings all = {.session = session};
    bool broken = false;

    CLI_DO(cli_session_open(session));
    look_at_processor(&all);
    look_at_memory(&all);
    look_at_scratch(&all);
    look_at_gpu_part(&all);
    look_at_gpus(&all);
    look_at_libraries(&all);
    try_to_count(&all);
    if (session->options.json)
        print_json(&all);
    else
        print_text(&all);
    for (size_t i = 0; i < all.count; i++) broken = broken || all.all[i].state == BROKEN;
    return broken ? CLI_FAILED : CLI_DONE;
}

CLI_DEFINE_VERB(doctor) = {
  .name = "doctor",
  .arguments = "",
  .summary = "what this machine and this build have, what is missing, and how to get it",
  .description = "Looks at what counting depends on: threads, instruction sets, memory, the folder for\n"
                 "graphs larger than memory, GPUs, libraries; counts a graph whose count is known, by\n"
                 "two algorithms; and says of each whether it is ok, missing (tricorn works without it)\n"
                 "or broken, and what to do.  The exit code is 1 if something is broken.",
  .examples = "  tricorn doctor\n"
              "  tricorn doctor --json\n"
              "  tricorn doctor --memory 2G --isa avx2\n",
  .takes = CLI_TAKES(JSON) | CLI_TAKES(MACHINE),
  .run = run,
};
