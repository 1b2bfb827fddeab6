/* journal.h - the parts of a count that are done, so that a count that was killed can continue.
 *
 * - A part is identified by the rows that it reads: by the ranges of its pass and the segments
 *   of its batch.  Its count depends on nothing else.
 * - A record is appended for each part; the file is synchronised once a second. A record that a
 *   crash has torn ends the journal, and later parts are counted again.
 */
/* One part of the count of a graph on disk: the first and last range of its pass, and its
 * segments, `first` to `last` - 1. */
#pragma once

#include "store/files/disk.h"

typedef struct tg_part_key {
    uint32_t first_range, last_range, first_segment, last_segment;
} tg_part_key;

typedef struct tg_journal tg_journal;

/* The two sizes of memory by which the parts were cut: for the rows of a pass, and for a batch. */
typedef struct tg_journal_cut {
    uint64_t kept_bytes, batch_bytes;
} tg_journal_cut;

/* Opens the journal of the store with this identity, or begins one. If the journal has records and its cut is at most
 * an eighth larger than *cut, *cut becomes the journal's cut; otherwise the journal is emptied. */
tricorn_status tg_journal_open(
  tricorn_context *context, tg_disk_folder *folder, uint64_t identity, tg_journal_cut *cut, tg_journal **journal);
void tg_journal_close(tg_journal *journal);

/* Returns how many records the journal had when it was opened that are not used: because they
 * belong to another count, are too large for the memory, or are torn. */
uint64_t tg_journal_dropped(const tg_journal *journal);

/* Whether the part is done; if so, sets *triangles. */
bool tg_journal_has(const tg_journal *journal, const tg_part_key *key, uint64_t *triangles);
/* Appends the record of a part that is done. */
tricorn_status tg_journal_add(
  tricorn_context *context, tg_journal *journal, const tg_part_key *key, uint64_t triangles);

/* Removes the journal from the folder, once its count is complete and was returned. */
void tg_journal_remove(const tg_disk_folder *folder);
