/* join_look.c - looks at the work that processes share, without taking part. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"
#include "store/files/join_inside.h"

const char *const tg_step_names[TG_STEPS] = {
  "planning", "reading", "sorting", "joining", "checking", "cutting", "totals", "vertices", "edges"};

typedef struct about_file {
    char magic[8];
    uint64_t identity, count, step;
    uint64_t checksum;
} about_file;

static const char MAGIC[8] = {'T', 'R', 'I', 'S', 'T', 'E', 'P', '\n'};

static uint64_t checksum_of(const about_file *of)
{
    return tg_checksum(of, offsetof(about_file, checksum));
}

tricorn_status tg_join_write_about(tricorn_context *context, tg_join *join)
{
    about_file made = {.identity = join->identity, .count = join->count, .step = join->step};
    char temporary[NAME_BYTES];
    const tg_disk_names names = {TG_JOIN_ABOUT, temporary};
    memcpy(made.magic, MAGIC, sizeof MAGIC);
    made.checksum = checksum_of(&made);
    snprintf(temporary, sizeof temporary, "new-%016" PRIx64, join->random);
    return tg_disk_publish(context, &join->folder, &names, &made, sizeof made);
}

static tricorn_status read_about(tricorn_context *context, tg_join *join)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    about_file found;

    TG_TRY(tg_disk_open(context, &join->folder, TG_JOIN_ABOUT, &file));
    if (file.end != sizeof found) TG_TRY(tg_join_refuse(context, join, TG_JOIN_ABOUT));
    TG_TRY(tg_disk_read(context, &file, 0, &found, sizeof found));
    if (memcmp(found.magic, MAGIC, sizeof MAGIC) != 0 || found.checksum != checksum_of(&found) ||
        found.step >= TG_STEPS || found.count == 0)
        TG_TRY(tg_join_refuse(context, join, TG_JOIN_ABOUT));
    join->identity = found.identity;
    join->count = found.count;
    join->step = (tg_step)found.step;
cleanup:
    tg_disk_close(&file);
    return status;
}

tricorn_status tg_join_look(tricorn_context *context, const tg_disk_folder *work, const char *name, tg_join **join)
{
    tricorn_status status = TRICORN_OK;
    tg_join *made = NULL;

    *join = NULL;
    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(tg_disk_folder_find(context, work, name, &made->folder));
    TG_TRY(tg_disk_has(context, &made->folder, TG_JOIN_ABOUT, &made->has_about));
    if (!made->has_about) goto cleanup;
    TG_TRY(read_about(context, made));
    TG_TRY(TG_ALLOC_ZERO(context, made->count, &made->parts));
    TG_TRY(tg_join_add_journal(context, made, ""));
    TG_TRY(tg_join_refresh(context, made));
    *join = made;
    made = NULL;
cleanup:
    tg_join_close(made);
    return status;
}

tg_step tg_join_step(const tg_join *join)
{
    return join->step;
}

/* ---- times ---- */

static int compare(const void *a, const void *b)
{
    const double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

/* Stores when the leases of parts that are done were touched last: when they were taken, or a
 * little later. Returns how many are known. */
static uint64_t times_of_done(const tg_join *join, double *times)
{
    uint64_t known = 0;
    for (uint64_t q = 0; q < join->count; q++) {
        char name[NAME_BYTES];
        const part *of = &join->parts[q];
        tg_join_name_lease(name, q, of->generation);
        if (of->by > 0 && tg_disk_touched(&join->folder, name, &times[known])) known++;
    }
    qsort(times, known, sizeof *times, compare);
    return known;
}

tricorn_status tg_join_seconds_left(tricorn_context *context, const tg_join *join, double now, double *seconds)
{
    double *times = NULL;
    const tricorn_status status = TG_ALLOC(context, join->count, &times);
    *seconds = join->done == join->count ? 0 : -1;
    if (status != TRICORN_OK || *seconds == 0) goto cleanup;
    const uint64_t known = times_of_done(join, times), first = known / 2;
    /* the later half tells the rate: before it, all processes may have been stopped for long */
    if (known > 0 && now > times[first])
        *seconds = (double)(join->count - join->done) * (now - times[first]) / (double)(known - first);
cleanup:
    tg_free(times);
    return status;
}

const char *tg_join_counted(const tg_join *join, uint32_t number, uint64_t *done)
{
    *done = 0;
    if (number + 1 >= join->journal_count) return NULL;
    for (uint64_t q = 0; q < join->count; q++) *done += join->parts[q].by == number + 2;
    return join->journals[number + 1].name + strlen(TG_JOIN_JOURNAL);
}
