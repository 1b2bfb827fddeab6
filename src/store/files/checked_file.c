/* checked_file.c - writes and reads a file with a checksum for each block, with one block in
 * memory for the writer and one for each reader. */
#include "store/files/checked_file.h"

#include <string.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"

tricorn_status tg_checked_create(
  tricorn_context *context, tg_disk_folder *folder, const char *name, tg_checked_file *file)
{
    tricorn_status status = TRICORN_OK;
    tg_checked_file made = {.file = {.descriptor = -1}};
    TG_TRY(TG_ALLOC(context, TG_CHECKED_BLOCK, &made.block));
    TG_TRY(tg_disk_create(context, folder, name, &made.file));
    *file = made;
    made = (tg_checked_file){.file = {.descriptor = -1}};
cleanup:
    tg_checked_close(&made);
    return status;
}

/* Appends the block in memory, which has `count` bytes, to the file, and stores its checksum. */
static tricorn_status write_block(tricorn_context *context, tg_checked_file *file, uint64_t count)
{
    const uint64_t number = (file->bytes - 1) / TG_CHECKED_BLOCK;
    uint64_t offset;
    if (number == file->room) {
        const uint64_t room = file->room > 0 ? 2 * file->room : 64;
        TG_DO(TG_REALLOC(context, room, &file->checksums));
        file->room = room;
    }
    file->checksums[number] = tg_checksum(file->block, count);
    return tg_disk_append(context, &file->file, file->block, count, &offset);
}

tricorn_status tg_checked_put(tricorn_context *context, tg_checked_file *file, const void *bytes, uint64_t count)
{
    const char *from = bytes;
    while (count > 0) {
        const uint64_t filled = file->bytes % TG_CHECKED_BLOCK, left = TG_CHECKED_BLOCK - filled;
        const uint64_t taken = count < left ? count : left;
        memcpy(file->block + filled, from, taken);
        file->bytes += taken;
        from += taken;
        count -= taken;
        if (taken == left) TG_DO(write_block(context, file, TG_CHECKED_BLOCK));
    }
    return TRICORN_OK;
}

tricorn_status tg_checked_end(tricorn_context *context, tg_checked_file *file)
{
    const uint64_t filled = file->bytes % TG_CHECKED_BLOCK;
    const tricorn_status status = filled > 0 ? write_block(context, file, filled) : TRICORN_OK;
    tg_free(file->block);
    file->block = NULL;
    return status;
}

tricorn_status tg_checked_open(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, tg_checked_file *file)
{
    const tricorn_status status = tg_disk_open(context, folder, name, &file->file);
    if (status != TRICORN_OK || file->file.end == file->bytes) return status;
    return tg_array_file_refuse(context, folder, name, "was changed or cut");
}

void tg_checked_close(tg_checked_file *file)
{
    tg_disk_close(&file->file);
    tg_free(file->checksums);
    tg_free(file->block);
    *file = (tg_checked_file){.file = {.descriptor = -1}};
}

/* ---- reading ---- */

tricorn_status tg_checked_reader_open(tricorn_context *context, tg_checked_file *from, tg_checked_reader *reader)
{
    *reader = (tg_checked_reader){.from = from, .held = UINT64_MAX};
    return TG_ALLOC(context, TG_CHECKED_BLOCK, &reader->block);
}

void tg_checked_reader_close(tg_checked_reader *reader)
{
    tg_free(reader->block);
    *reader = (tg_checked_reader){0};
}

static tricorn_status read_block(tricorn_context *context, tg_checked_reader *reader, uint64_t number)
{
    tg_checked_file *from = reader->from;
    const uint64_t offset = number * TG_CHECKED_BLOCK, left = from->bytes - offset;
    const uint64_t count = left < TG_CHECKED_BLOCK ? left : TG_CHECKED_BLOCK;

    reader->held = UINT64_MAX;
    TG_DO(tg_disk_read(context, &from->file, offset, reader->block, count));
    if (tg_checksum(reader->block, count) != from->checksums[number])
        return tg_array_file_refuse(context, from->file.folder, from->file.name, "was changed or damaged");
    reader->held = number;
    return TRICORN_OK;
}

tricorn_status tg_checked_read(
  tricorn_context *context, tg_checked_reader *reader, uint64_t offset, void *to, uint64_t count)
{
    char *at = to;
    while (count > 0) {
        const uint64_t number = offset / TG_CHECKED_BLOCK, within = offset % TG_CHECKED_BLOCK;
        const uint64_t left = TG_CHECKED_BLOCK - within, taken = count < left ? count : left;
        if (reader->held != number) TG_DO(read_block(context, reader, number));
        memcpy(at, reader->block + within, taken);
        at += taken;
        offset += taken;
        count -= taken;
    }
    return TRICORN_OK;
}
