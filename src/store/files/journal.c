/* journal.c - writes and reads the journal of a count: a head with the cut, then a record with a
 * checksum for each part that is done. */
#include "store/files/journal.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "io/bytes/checksum.h"

static const char JOURNAL[] = "tricorn-journal";
static const double SYNC_SECONDS = 1; /* seconds of work that a power cut may destroy */

typedef struct record {
    tg_part_key key;
    uint64_t triangles, checksum;
} record;

typedef struct head {
    uint64_t identity, kept_bytes, batch_bytes, checksum;
} head;

struct tg_journal {
    tg_disk_file file;
    record *records;
    uint64_t count;
    /* found: records in the file when it was opened, also torn ones; dropped: those that are not used */
    uint64_t found, dropped;
    double synced;
};

static uint64_t checksum_of(const record *of)
{
    return tg_checksum(of, offsetof(record, checksum));
}

static uint64_t checksum_of_head(const head *of)
{
    return tg_checksum(of, offsetof(head, checksum));
}

/* Reads records until one is torn or changed, some at a time: a file that somebody has made huge needs no memory. */
static tricorn_status read_records(tricorn_context *context, tg_disk_file *file, uint64_t most, tg_journal *journal)
{
    enum { LEAST = 256 }; /* records of the first reading; each one doubles what is read */
    uint64_t read = 0;

    while (journal->count == read && read < most) {
        const uint64_t some = most - read < read + LEAST ? most - read : read + LEAST;
        TG_DO(TG_REALLOC(context, read + some, &journal->records));
        record *next = journal->records + read;
        TG_DO(tg_disk_read(context, file, sizeof(head) + read * sizeof *next, next, some * sizeof *next));
        read += some;
        while (journal->count < read &&
               checksum_of(&journal->records[journal->count]) == journal->records[journal->count].checksum)
            journal->count++;
    }
    return TRICORN_OK;
}

/* Reads the file; *first is all zero if the file does not exist or has no valid head. */
static tricorn_status read_all(tricorn_context *context, tg_disk_folder *folder, head *first, tg_journal *journal)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    struct stat info;

    *first = (head){0};
    if (fstatat(folder->descriptor, JOURNAL, &info, AT_SYMLINK_NOFOLLOW) != 0) return TRICORN_OK;
    TG_TRY(tg_disk_open(context, folder, JOURNAL, &file));
    if (file.end < sizeof *first) goto cleanup;
    const uint64_t most = (file.end - sizeof *first) / sizeof(record);
    const bool is_torn = (file.end - sizeof *first) % sizeof(record) > 0;
    journal->found = most + is_torn;
    TG_TRY(tg_disk_read(context, &file, 0, first, sizeof *first));
    if (checksum_of_head(first) != first->checksum) *first = (head){0};
    TG_TRY(read_records(context, &file, most, journal));
cleanup:
    tg_disk_close(&file);
    return status;
}

/* Replaces the file by one with only the records that are used, so that no record follows a torn one. */
static tricorn_status write_all(
  tricorn_context *context, tg_disk_folder *folder, const head *first, tg_journal *journal)
{
    tricorn_status status = TRICORN_OK;
    uint64_t offset;
    char *bytes = NULL;
    const uint64_t count = sizeof *first + journal->count * sizeof(record);

    TG_TRY(TG_ALLOC(context, count, &bytes));
    memcpy(bytes, first, sizeof *first);
    if (journal->count > 0) memcpy(bytes + sizeof *first, journal->records, journal->count * sizeof(record));
    TG_TRY(tg_disk_replace(context, folder, JOURNAL, bytes, count));
    TG_TRY(tg_disk_reopen(context, folder, JOURNAL, &journal->file));
    offset = journal->file.end;
    if (offset != count)
        TG_TRY(tg_fail(context, TRICORN_IO_ERROR, "%s/%s: was changed by another process", folder->path, JOURNAL));
cleanup:
    tg_free(bytes);
    return status;
}

/* Whether parts that were cut for `bytes` of memory may be counted in `left` bytes: a little
 * less is enough, as the memory that a process itself needs varies from run to run. */
static bool is_about(uint64_t bytes, uint64_t left)
{
    return bytes <= left + left / 8;
}

tricorn_status tg_journal_open(
  tricorn_context *context, tg_disk_folder *folder, uint64_t identity, tg_journal_cut *cut, tg_journal **journal)
{
    tricorn_status status = TRICORN_OK;
    tg_journal *made = NULL;
    head first;

    TG_TRY(TG_ALLOC_ZERO(context, 1, &made));
    TG_TRY(read_all(context, folder, &first, made));
    if (first.identity != identity || made->count == 0 || !is_about(first.kept_bytes, cut->kept_bytes) ||
        !is_about(first.batch_bytes, cut->batch_bytes)) {
        made->count = 0;
        first = (head){identity, cut->kept_bytes, cut->batch_bytes, 0};
        first.checksum = checksum_of_head(&first);
    }
    made->dropped = made->found - made->count;
    TG_TRY(write_all(context, folder, &first, made));
    *cut = (tg_journal_cut){first.kept_bytes, first.batch_bytes};
    made->synced = tg_clock_now();
    *journal = made;
    made = NULL;
cleanup:
    tg_journal_close(made);
    return status;
}

void tg_journal_close(tg_journal *journal)
{
    if (journal == NULL) return;
    tg_disk_close(&journal->file);
    tg_free(journal->records);
    tg_free(journal);
}

uint64_t tg_journal_dropped(const tg_journal *journal)
{
    return journal->dropped;
}

bool tg_journal_has(const tg_journal *journal, const tg_part_key *key, uint64_t *triangles)
{
    for (uint64_t i = 0; i < journal->count; i++) {
        if (memcmp(&journal->records[i].key, key, sizeof *key) != 0) continue;
        *triangles = journal->records[i].triangles;
        return true;
    }
    return false;
}

tricorn_status tg_journal_add(tricorn_context *context, tg_journal *journal, const tg_part_key *key, uint64_t triangles)
{
    record made = {.key = *key, .triangles = triangles};
    uint64_t offset;
    made.checksum = checksum_of(&made);
    const tricorn_status status = tg_disk_append(context, &journal->file, &made, sizeof made, &offset);
    if (status != TRICORN_OK || tg_clock_now() - journal->synced < SYNC_SECONDS) return status;
    journal->synced = tg_clock_now();
    return tg_disk_sync(context, &journal->file);
}

void tg_journal_remove(const tg_disk_folder *folder)
{
    tg_disk_remove(folder, JOURNAL);
}
