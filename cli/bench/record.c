/* record.c - makes the JSON object of a case, and reads that of an earlier run. */
#include "bench/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/machine.h"
#include "bench/samples.h"
#include "json.h"

/* For each phase, in their order, the name of its samples and that of its median. */
static const struct {
    const char *samples, *median;
} phases[] = {
  {"read_seconds", "read_median_seconds"},
  {"prepare_seconds", "prepare_median_seconds"},
  {"transfer_seconds", "transfer_median_seconds"},
  {"single_count_seconds", "single_count_median_seconds"},
  {"once_seconds", "once_median_seconds"},
  {"plan_seconds", "plan_median_seconds"},
  {"count_seconds", "count_median_seconds"},
};

enum { PHASES = sizeof phases / sizeof *phases };

bench_setting bench_setting_make(void)
{
    return (bench_setting){.machine = bench_machine(), .build = bench_build()};
}

void bench_setting_free(bench_setting *setting)
{
    json_object_put(setting->machine);
    free(setting->build);
    *setting = (bench_setting){.machine = NULL};
}

static void add_all(json_object *record, json_object *members)
{
    json_object_object_foreach(members, name, value)
    {
        cli_json_add(record, name, json_object_get(value));
    }
}

json_object *bench_record_key(
  const bench_setting *setting, const cli_options *options, const bench_graph *graph, const bench_case *one)
{
    static const char dirty[] = "-dirty";
    const char *commit = bench_commit();
    json_object *key = cli_json_object();

    cli_json_text(key, "dataset", graph->name);
    cli_json_text(key, "algorithm", one->name);
    cli_json_flag(key, "peer", one->script != NULL);
    cli_json_text(key, "asked_device", one->device);
    cli_json_text(key, "parameters", one->parameters);
    cli_json_text(key, "preparation", one->script == NULL ? options->prepare : NULL);
    if (one->script == NULL && options->order != NULL) cli_json_text(key, "order", options->order);
    if (one->script == NULL && options->relabel != NULL) cli_json_text(key, "relabel", options->relabel);
    cli_json_count(key, "threads", options->threads);
    cli_json_text(key, "asked_instruction_set", one->script == NULL ? options->instruction_set : NULL);
    cli_json_add(key, "machine", json_object_get(setting->machine));
    cli_json_text(key, "commit", commit);
    if (strlen(commit) >= sizeof dirty && strcmp(commit + strlen(commit) - (sizeof dirty - 1), dirty) == 0)
        cli_json_text(key, "build", setting->build);
    return key;
}

/* ---- times ---- */

static void add_rate(json_object *record, const char *key, json_object *shape, const char *work, double spent)
{
    uint64_t units;

    if (shape == NULL || !bench_json_number(shape, work, &units)) return;
    if (spent > 0) bench_json_figure(record, key, (double)units / spent);
}

static void add_times(json_object *record, json_object *shape, const bench_case *one)
{
    const bench_spread count = bench_json_spread(bench_json_get(one->samples, "count_seconds"));
    const bench_spread joules = bench_json_spread(bench_json_get(one->samples, "energy_joules"));

    add_all(record, one->samples);
    for (size_t i = 0; i < PHASES; i++) {
        const bench_spread phase = bench_json_spread(bench_json_get(one->samples, phases[i].samples));
        if (!isnan(phase.median)) bench_json_seconds(record, phases[i].median, phase.median);
    }
    if (isnan(count.median)) return;
    bench_json_seconds(record, "count_iqr_seconds", count.iqr);
    add_rate(record, "edges_per_second", shape, "edges", count.median);
    add_rate(record, "wedges_per_second", shape, "oriented_wedges", count.median);
    add_rate(record, "edges_per_joule", shape, "edges", joules.median);
    if (count.median > 0) bench_json_figure(record, "triangles_per_second", (double)one->triangles / count.median);
}

/* ---- all ---- */

static void add_origin(json_object *record, const bench_setting *setting, const cli_options *options)
{
    char *date = bench_date();

    cli_json_count(record, "rounds", options->rounds);
    cli_json_count(record, "trials", options->trials);
    cli_json_count(record, "warmup", options->warmup);
    cli_json_text(record, "version", tricorn_version());
    cli_json_text(record, "compiler", bench_compiler());
    cli_json_text(record, "build", setting->build);
    cli_json_text(record, "date", date);
    free(date);
}

json_object *bench_record_make(
  const bench_setting *setting, const cli_options *options, json_object *key, json_object *shape, const bench_case *one)
{
    json_object *record = cli_json_object();

    add_all(record, key);
    cli_json_text(record, "kind", "measured");
    cli_json_text(record, "device", one->device);
    cli_json_text(record, "status", bench_status_name(one->status));
    cli_json_text(record, "message", one->message);
    if (one->triangles != UINT64_MAX) cli_json_count(record, "triangles", one->triangles);
    if (one->status == BENCH_OK) add_times(record, shape, one);
    add_all(record, one->facts);
    if (shape != NULL) add_all(record, shape);
    add_origin(record, setting, options);
    return record;
}

void bench_record_verified(json_object *record, const bench_known *known, const char *verified_by)
{
    cli_json_flag(record, "verified", verified_by != NULL);
    cli_json_text(record, "verified_by", verified_by);
    if (known->triangles == UINT64_MAX) return;
    cli_json_count(record, "published_triangles", known->triangles);
    cli_json_text(record, "published_by", known->source);
}

void bench_record_recall(json_object *record, bench_case *one)
{
    const char *name = bench_json_text(record, "status"), *message = bench_json_text(record, "message");

    one->recorded = true;
    one->status = BENCH_FAILED;
    for (bench_status status = BENCH_OK; status <= BENCH_SKIPPED; status++)
        if (strcmp(name, bench_status_name(status)) == 0) one->status = status;
    if (*message != '\0') {
        free(one->message);
        one->message = cli_string("%s", message);
    }
    if (!bench_json_number(record, "triangles", &one->triangles)) one->triangles = UINT64_MAX;
}
