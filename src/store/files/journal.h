/* journal.h - the parts of a count that are done, so that a count that was killed can continue.
 *
 * - A part is identified by the rows that it reads: the ranges of the pass and the segments of
 *   the batch.  Its count depends on nothing else.
 * - A record is appended for each part; the file is synchronised once a second.  A record that a
 *   crash has torn ends the journal, and later parts are counted again.
 */
/* A part of a graph on disk: the ranges of its pass, both included, and segments first to last
 * - 1.
 */
#ifndef TG_STORE_FILES_JOURNAL_H
#define TG_STORE_FILES_JOURNAL_H

#include "store/files/disk.h"

typedef struct tg_part_key {
    uint32_t first_range, last_range, first_segment, last_segment;
} tg_part_key;

typedef struct tg_journal tg_journal;

/* The memory for the rows of a pass and for a batch, by which the parts are cut. */
typedef struct tg_journal_cut {
    uint64_t kept_bytes, batch_bytes;
} tg_journal_cut;

/* Opens or begins the journal of the store with that identity.  If it has records whose cut is at
 * most an eighth larger than *cut, *cut becomes theirs; otherwise the journal is emptied. */
tricorn_status tg_journal_open(tricorn_context *context, tg_disk_folder *folder,
                               uint64_t identity, tg_journal_cut *cut, tg_journal **journal);
void tg_journal_close(tg_journal *journal);

/* Returns the number of records that the journal had when it was opened and that are not used,
 * because they are of another count, too large for the memory, or torn. */
uint64_t tg_journal_dropped(const tg_journal *journal);

/* Whether the part is done; then sets *triangles. */
bool tg_journal_has(const tg_journal *journal, const tg_part_key *key, uint64_t *triangles);
/* Appends a record of a part that is done. */
tricorn_status tg_journal_add(tricorn_context *context, tg_journal *journal,
                              const tg_part_key *key, uint64_t triangles);

/* Removes the journal of a count that is complete and was returned. */
void tg_journal_remove(const tg_disk_folder *folder);

#endif
