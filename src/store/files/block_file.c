/* block_file.c - writes and reads blocks of a graph in a file. The place of each block is
 * computed from the sizes of the blocks before it. */
#include "store/files/block_file.h"

#include "base/memory.h"
#include "io/bytes/checksum.h"

#define BLOCKS_NAME "tricorn-blocks"

enum { OFFSETS_AT_ONCE = 1024 }; /* the number of offsets that are written at a time */

static uint64_t ids_place(const tg_block_place *block)
{
    return block->place + sizeof(uint64_t) * (block->rows + 1);
}

tricorn_status tg_block_file_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, const tg_block_sizes *sizes, tg_block_file *file)
{
    tricorn_status status = TRICORN_OK;
    tg_block_file made = {.count = sizes->count};
    uint64_t end = 0;

    TG_TRY(TG_ALLOC_ZERO(context, made.count, &made.blocks));
    TG_TRY(name ? tg_disk_create(context, folder, name, &made.file)
                : tg_disk_create_nameless(context, folder, BLOCKS_NAME, &made.file));
    for (uint32_t b = 0; b < made.count; b++) {
        tg_block_place *block = &made.blocks[b];
        const uint64_t entries = sizes->entries[b];
        *block = (tg_block_place){.rows = sizes->rows[b], .entries = entries, .place = end};
        end = ids_place(block) + sizeof(uint32_t) * (entries + entries % 2);
    }
    made.file.end = end;
    *file = made;
    made = (tg_block_file){0};
cleanup:
    tg_block_file_free(&made);
    return status;
}

void tg_block_file_free(tg_block_file *file)
{
    if (file->file.folder) tg_disk_close(&file->file);
    tg_free(file->blocks);
    *file = (tg_block_file){0};
}

/* Appends the offsets of some rows to a block, each increased by the number of entries that the
 * block had before; if `offsets` is NULL, these rows are empty. */
static tricorn_status put_offsets(
  tricorn_context *context, tg_block_file *file, tg_block_place *block, const uint64_t *offsets, uint64_t rows)
{
    uint64_t some[OFFSETS_AT_ONCE];
    for (uint64_t done = 0, now; done < rows; done += now) {
        now = rows - done < OFFSETS_AT_ONCE ? rows - done : OFFSETS_AT_ONCE;
        for (uint64_t r = 0; r < now; r++) some[r] = block->entries_put + (offsets ? offsets[done + r] : 0);
        TG_DO(
          tg_disk_write(context, &file->file, block->place + sizeof *some * block->rows_put, some, now * sizeof *some));
        block->rows_put += now;
    }
    return TRICORN_OK;
}

tricorn_status tg_block_file_put(tricorn_context *context, tg_block_file *file, const tg_block_rows *rows)
{
    tg_block_place *to = &file->blocks[rows->block];
    if (rows->first_row > to->rows_put) TG_DO(put_offsets(context, file, to, NULL, rows->first_row - to->rows_put));
    TG_DO(put_offsets(context, file, to, rows->offsets, rows->rows));
    TG_DO(tg_disk_write(context, &file->file, ids_place(to) + sizeof *rows->ids * to->entries_put, rows->ids,
      rows->count * sizeof *rows->ids));
    to->entries_put += rows->count;
    return TRICORN_OK;
}

tricorn_status tg_block_file_read_ids(
  tricorn_context *context, tg_block_file *file, const tg_block_ids *which, uint32_t *ids)
{
    return tg_disk_read(context, &file->file, ids_place(&file->blocks[which->block]) + sizeof *ids * which->first, ids,
      which->count * sizeof *ids);
}

static bool is_among(uint32_t number, const uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == number) return true;
    return false;
}

static uint64_t checksum_of(const tg_block_place *block, const uint64_t *starts, const uint32_t *ids)
{
    const uint64_t words[] = {
      tg_checksum(starts, (block->rows + 1) * sizeof *starts), tg_checksum(ids, block->entries * sizeof *ids)};
    return tg_checksum(words, sizeof words);
}

/* Checks a block of a file that another process may have written: whoever changes a block on
 * purpose changes its checksum, too, so no offset or id may lead outside of the arrays. */
static tricorn_status check_block(tricorn_context *context, const tg_block_file *file, const tg_block_place *block,
  const uint64_t *starts, const uint32_t *ids)
{
    bool sound =
      checksum_of(block, starts, ids) == block->checksum && starts[0] == 0 && starts[block->rows] == block->entries;
    for (uint64_t r = 0; r < block->rows; r++) sound &= starts[r] <= starts[r + 1];
    for (uint64_t e = 0; e < block->entries; e++) sound &= ids[e] < block->ids_below;
    if (sound) return TRICORN_OK;
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s/%s: was changed or damaged; remove the folder %s to cut the graph again", file->file.folder->path,
      file->file.name, file->file.folder->path);
}

static tricorn_status read_block(
  tricorn_context *context, tg_block_file *file, const tg_block_place *block, uint64_t **offsets, uint32_t **ids)
{
    const uint32_t number = (uint32_t)(block - file->blocks);
    tricorn_status status = TRICORN_OK;
    uint64_t *starts = NULL;
    uint32_t *read = NULL;

    TG_TRY(TG_ALLOC(context, block->rows + 1, &starts));
    TG_TRY(TG_ALLOC(context, block->entries, &read));
    TG_TRY(tg_disk_read(context, &file->file, block->place, starts, block->rows_put * sizeof *starts));
    for (uint64_t r = block->rows_put; r <= block->rows; r++) starts[r] = block->entries;
    TG_TRY(tg_block_file_read_ids(context, file, &(tg_block_ids){number, 0, block->entries}, read));
    if (file->sealed) TG_TRY(check_block(context, file, block, starts, read));
    *offsets = starts;
    *ids = read;
    starts = NULL;
    read = NULL;
cleanup:
    tg_free(starts);
    tg_free(read);
    return status;
}

tricorn_status tg_block_file_seal(tricorn_context *context, tg_block_file *file)
{
    for (uint32_t b = 0; b < file->count; b++) {
        tg_block_place *block = &file->blocks[b];
        uint64_t *starts = NULL;
        uint32_t *ids = NULL;
        TG_DO(put_offsets(context, file, block, NULL, block->rows + 1 - block->rows_put));
        TG_DO(read_block(context, file, block, &starts, &ids));
        block->checksum = checksum_of(block, starts, ids);
        tg_free(starts);
        tg_free(ids);
        TG_DO(tg_check_cancelled(context));
    }
    return tg_disk_sync(context, &file->file);
}

tricorn_status tg_block_file_bring(tricorn_context *context, tg_block_file *file,
  const uint32_t numbers[TG_BLOCKS_HELD], uint64_t **offsets, uint32_t **ids)
{
    uint32_t kept = 0;
    for (uint32_t h = 0; h < file->held_count; h++) {
        const uint32_t block = file->held[h];
        if (is_among(block, numbers, TG_BLOCKS_HELD)) {
            file->held[kept++] = block;
            continue;
        }
        tg_free(offsets[block]);
        tg_free(ids[block]);
        offsets[block] = NULL;
        ids[block] = NULL;
    }
    file->held_count = kept;
    for (uint32_t b = 0; b < TG_BLOCKS_HELD; b++) {
        const uint32_t block = numbers[b];
        if (is_among(block, file->held, file->held_count)) continue;
        TG_DO(read_block(context, file, &file->blocks[block], &offsets[block], &ids[block]));
        file->held[file->held_count++] = block;
    }
    return TRICORN_OK;
}
