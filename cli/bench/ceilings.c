/* ceilings.c - runs the kernels that measure the highest rates of the machine, and prints
 * records with the results. */
#include "bench/ceilings.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/kernels.h"
#include "bench/log.h"
#include "bench/machine.h"
#include "bench/process.h"
#include "bench/samples.h"
#include "bench/stress.h"
#include "portable.h"
#include "words.h"
#include "exit.h"
#include "json.h"
#include "signals.h"
#include "text.h"

/* The bytes of tables: three of them fit in the first, second and last level of the caches of
 * most CPUs, the last one in none. */
static const uint64_t table_bytes[] = {16 << 10, 256 << 10, 4 << 20, 64 << 20, 512 << 20};
enum { TABLES = sizeof table_bytes / sizeof *table_bytes, EXIT_NO_GPU = 77 };

/* A table uses at most 1 / memory_share of the memory, because others may use the machine, too. */
static const uint64_t memory_share = 8;

/* The program that measures GPUs; it is in the same folder as this program (bench/gpu_ceilings.cu). */
static const char gpu_program[] = "bench_gpu_ceilings";

typedef struct output {
    cli_session *session;
    const bench_kernel_set *kernels; /* the kernels for the CPU */
    bench_log log;
    json_object *machine;
    int code;
} output;

/* ---- one ceiling ---- */

static void print_line(json_object *record)
{
    uint64_t bytes = 0, threads = 0;
    char size[CLI_NUMBER_BYTES] = "", cpus[CLI_NUMBER_BYTES] = "";

    if (bench_json_number(record, "table_bytes", &bytes)) cli_bytes(bytes, size);
    if (bench_json_number(record, "threads", &threads)) cli_plural(threads, "thread", cpus);
    printf("%-10s %10s  %-10s %10.3f G %s\n", bench_json_text(record, "what"), size, cpus,
      json_object_get_double(bench_json_get(record, "rate")) / 1e9, bench_json_text(record, "unit"));
    fflush(stdout);
}

/* Prints the record, appends it to the file of records, and frees it. */
static void emit(output *out, json_object *record)
{
    char *date = bench_date();

    cli_json_text(record, "kind", "ceiling");
    cli_json_add(record, "machine", json_object_get(out->machine));
    cli_json_text(record, "commit", bench_commit());
    cli_json_text(record, "compiler", bench_compiler());
    cli_json_text(record, "date", date);
    free(date);
    if (out->code == CLI_DONE) out->code = bench_log_append(&out->log, record);
    if (!out->session->options.json) {
        print_line(record);
        json_object_put(record);
    } else {
        cli_json_print(record);
        fflush(stdout);
    }
}

/* ---- CPU ---- */

static void measure(output *out, const bench_kernel *kernel, uint64_t bytes, uint32_t threads)
{
    json_object *record;
    double rate;

    if (out->code != CLI_DONE) return;
    if (cli_stop_requested()) {
        out->code = CLI_INTERRUPTED;
        return;
    }
    rate = bench_stress(kernel, bytes, threads);
    if (rate < 0) {
        cli_error("not enough memory or threads for the ceiling '%s'", kernel->name);
        out->code = CLI_FAILED;
        return;
    }
    record = cli_json_object();
    cli_json_text(record, "what", kernel->name);
    cli_json_text(record, "device", "cpu");
    cli_json_count(record, "table_bytes", bytes);
    cli_json_count(record, "threads", threads);
    bench_json_figure(record, "rate", rate);
    cli_json_text(record, "unit", kernel->unit);
    cli_json_text(record, "instructions", out->kernels->instruction_set);
    emit(out, record);
}

static void measure_cpu(output *out, uint32_t threads)
{
    const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / memory_share;

    for (const bench_kernel *kernel = out->kernels->kernels; kernel->name != NULL; kernel++)
        for (size_t i = kernel->streams ? TABLES - 1 : 0; i < TABLES; i++)
            measure(out, kernel, table_bytes[i] < memory ? table_bytes[i] : memory, threads);
}

static int all_cpu(output *out)
{
    const uint32_t asked = (uint32_t)out->session->options.threads;
    const uint32_t threads = asked != 0 ? asked : cli_process_cpus();

    out->code = cli_session_open(out->session);
    if (out->code != CLI_DONE) return out->code;
    out->kernels = bench_kernels(tricorn_context_instruction_set(out->session->context));
    measure_cpu(out, 1);
    if (threads > 1) measure_cpu(out, threads);
    return out->code;
}

/* ---- GPU ---- */

static char *gpu_program_path(void)
{
    char *own = cli_program_path();
    char *path = cli_string("%s/%s", own != NULL ? dirname(own) : ".", gpu_program);
    free(own);
    return path;
}

/* Reads the records from the output of the program: each line is one. */
static void take_lines(output *out, const char *text)
{
    cli_list lines = {0};

    cli_list_split(&lines, text, '\n');
    for (size_t i = 0; i < lines.count; i++) {
        json_object *record = bench_json_last_line(lines.words[i]);
        if (record != NULL) emit(out, record);
    }
    cli_list_free(&lines);
}

static int all_gpu(output *out)
{
    char *path = gpu_program_path();
    const char *const words[] = {path, NULL};
    bench_process process;

    if (access(path, X_OK) != 0) {
        cli_error("unsupported: the ceilings of a GPU need %s, which is built with "
                  "-DTRICORN_CUDA=ON -DTRICORN_BENCH=ON",
          gpu_program);
        free(path);
        return CLI_FAILED;
    }
    process = bench_process_execute(words, 0);
    if (process.end == BENCH_STOPPED) {
        out->code = CLI_INTERRUPTED;
    } else if (process.end != BENCH_EXITED || process.code != 0) {
        const char *why = bench_process_last_words(&process);
        cli_error("%s%s", process.code == EXIT_NO_GPU ? "unsupported: " : "",
          *why != '\0' ? why : "the program for a GPU's ceilings failed");
        out->code = CLI_FAILED;
    } else {
        take_lines(out, process.output);
    }
    bench_process_free(&process);
    free(path);
    return out->code;
}

int bench_ceilings(cli_session *session)
{
    output out = {.session = session, .machine = bench_machine()};
    const char *device = session->options.device;

    if (session->options.argument_count > 0)
        out.code =
          cli_usage(session->verb, "--ceilings takes no GRAPH, so '%s' is too much", session->options.arguments[0]);
    if (out.code == CLI_DONE) out.code = bench_log_open(session->options.output, &out.log);
    if (out.code == CLI_DONE) out.code = device != NULL && *device == 'g' ? all_gpu(&out) : all_cpu(&out);
    if (out.code == CLI_INTERRUPTED) cli_error("stopped");
    bench_log_close(&out.log);
    json_object_put(out.machine);
    return out.code;
}
