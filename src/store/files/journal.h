/* journal.h - the parts of a count that are done, so that a count that was ended goes on.
 *
 * A part is known by what it reads: ranges of the pass, segments of the batch.  Its count depends
 * on nothing else.  A record that a crash has torn ends the journal.
 */
#ifndef TG_STORE_FILES_JOURNAL_H
#define TG_STORE_FILES_JOURNAL_H

#include "store/files/disk.h"

typedef struct tg_part_key {
    uint32_t first_range, last_range, first_segment, last_segment;
} tg_part_key;

typedef struct tg_journal tg_journal;

/* Opens the journal of the store of that identity, or begins it.  *kept_bytes and *batch_bytes,
 * by which the parts are cut: those of the journal if it has any records and they are at most
 * an eighth larger, else what they were, and the journal is empty. */
tricorn_status tg_journal_open(tricorn_context *context, tg_disk_folder *folder,
                               uint64_t identity, uint64_t *kept_bytes, uint64_t *batch_bytes,
                               tg_journal **journal);
void tg_journal_close(tg_journal *journal);

/* The records that it had when it was opened, and that were not taken: they are of another count
 * or too large for the memory, or they were torn. */
uint64_t tg_journal_dropped(const tg_journal *journal);

/* Whether the part is done; then sets *triangles. */
bool tg_journal_has(const tg_journal *journal, const tg_part_key *key, uint64_t *triangles);
/* Notes that it is. */
tricorn_status tg_journal_add(tricorn_context *context, tg_journal *journal,
                              const tg_part_key *key, uint64_t triangles);

/* The count is complete, and told: removes the journal. */
void tg_journal_remove(const tg_disk_folder *folder);

#endif
