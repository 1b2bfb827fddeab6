/* sums.c - stores the sums of parts in files of a shared folder: each process has a file, and the
 * sums are read in the order of parts. */
#include "store/files/sums.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"

enum { NAME_BYTES = 96 };

struct tg_sums {
    tg_join *join;
    tg_disk_file own; /* this process's file, which is created for the first part */
    char own_name[NAME_BYTES];
    tg_sum_runs runs; /* the runs of the part that is being written */
    tg_disk_file read; /* the file from which sums were read last */
    char read_name[NAME_BYTES];
};

static void name_file(char name[NAME_BYTES], const char *process)
{
    snprintf(name, NAME_BYTES, "sums-%s", process);
}

tricorn_status tg_sums_open(tricorn_context *context, tg_join *join, tg_sums **sums)
{
    tg_sums *made = NULL;
    TG_DO(TG_ALLOC_ZERO(context, 1, &made));
    made->join = join;
    name_file(made->own_name, tg_join_process(join));
    *sums = made;
    return TRICORN_OK;
}

void tg_sums_close(tg_sums *sums)
{
    if (sums == NULL) return;
    tg_disk_close(&sums->own);
    tg_disk_close(&sums->read);
    tg_sum_runs_free(&sums->runs);
    tg_free(sums);
}

/* Returns a checksum of the runs that does not depend on where they are in the file. */
static uint64_t digest_of(const tg_sum_runs *runs)
{
    uint64_t digest = runs->count;
    for (uint64_t s = 0; s < runs->count; s++) {
        const tg_sum_run *of = &runs->list[s];
        const uint64_t words[] = {digest, tg_checksum(&of->bytes, sizeof *of - offsetof(tg_sum_run, bytes))};
        digest = tg_checksum(words, sizeof words);
    }
    return digest;
}

/* ---- writing ---- */

tricorn_status tg_sums_begin(tricorn_context *context, tg_sums *sums, tg_disk_file **file, tg_sum_runs **runs)
{
    if (sums->own.folder == NULL)
        TG_DO(tg_disk_create(context, tg_join_folder(sums->join), sums->own_name, &sums->own));
    sums->runs.count = 0;
    *file = &sums->own;
    *runs = &sums->runs;
    return TRICORN_OK;
}

tricorn_status tg_sums_end(tricorn_context *context, tg_sums *sums, uint64_t number, uint64_t triangles)
{
    const tg_sum_runs *made = &sums->runs;
    tg_join_found found = {.triangles = triangles, .digest = digest_of(made)};
    uint64_t offset;

    TG_DO(tg_disk_append(context, &sums->own, &made->count, sizeof made->count, &found.where));
    TG_DO(tg_disk_append(context, &sums->own, made->list, made->count * sizeof *made->list, &offset));
    TG_DO(tg_disk_sync(context, &sums->own));
    return tg_join_add(context, sums->join, number, &found);
}

/* ---- reading ---- */

static tricorn_status open_file(tricorn_context *context, tg_sums *sums, const char *process)
{
    char name[NAME_BYTES];

    name_file(name, process);
    if (sums->read.folder && strcmp(name, sums->read_name) == 0) return TRICORN_OK;
    tg_disk_close(&sums->read);
    memcpy(sums->read_name, name, sizeof name);
    return tg_disk_open(context, tg_join_folder(sums->join), sums->read_name, &sums->read);
}

/* Reads the table of runs of a part. Errors: TRICORN_BAD_FORMAT if its checksum is not the one in the journal. */
static tricorn_status read_table(
  tricorn_context *context, tg_sums *sums, const tg_join_found *found, tg_sum_runs *table)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file *file = &sums->read;
    const uint64_t begin = found->where + sizeof table->count;
    uint64_t count;

    table->count = 0;
    if (begin < found->where || begin > file->end) return TRICORN_BAD_FORMAT;
    TG_TRY(tg_disk_read(context, file, found->where, &count, sizeof count));
    if (count > (file->end - begin) / sizeof *table->list) return TRICORN_BAD_FORMAT;
    if (count > table->room) {
        TG_TRY(TG_REALLOC(context, count, &table->list));
        table->room = count;
    }
    TG_TRY(tg_disk_read(context, file, begin, table->list, count * sizeof *table->list));
    table->count = count;
    if (digest_of(table) != found->digest) status = TRICORN_BAD_FORMAT;
cleanup:
    return status;
}

static tricorn_status take_part(
  tricorn_context *context, tg_sums *sums, uint64_t number, tg_take_sum_run *take, void *user)
{
    const char *process;
    const tg_join_found found = tg_join_found_of(sums->join, number, &process);
    tricorn_status status = open_file(context, sums, process);
    if (status != TRICORN_OK) return status;
    status = read_table(context, sums, &found, &sums->runs);
    for (uint64_t s = 0; status == TRICORN_OK && s < sums->runs.count; s++)
        status = take(context, user, &sums->read, &sums->runs.list[s]);
    if (status == TRICORN_BAD_FORMAT) return tg_join_refuse(context, sums->join, sums->read_name);
    return status;
}

tricorn_status tg_sums_each(tricorn_context *context, tg_sums *sums, tg_take_sum_run *take, void *user)
{
    for (uint64_t q = 0; q < tg_join_count(sums->join); q++) {
        TG_DO(take_part(context, sums, q, take, user));
        if (tg_work_interrupted(context)) TG_DO(tg_check_cancelled(context));
    }
    return TRICORN_OK;
}
