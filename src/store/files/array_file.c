/* array_file.c - writes and reads small files of a work folder, each as one block of memory with
 * a head and arrays. */
#include "store/files/array_file.h"

#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "io/bytes/checksum.h"

static uint64_t bytes_of(const tg_array_file_kind *kind, const tg_array *arrays)
{
    uint64_t bytes = kind->head_bytes + sizeof(uint64_t);
    for (unsigned s = 0; s < kind->count; s++) bytes += arrays[s].count * arrays[s].size;
    return bytes;
}

tricorn_status tg_array_file_refuse(
  tricorn_context *context, const tg_disk_folder *folder, const char *name, const char *what)
{
    return tg_fail(context, TRICORN_BAD_FORMAT,
      "%s/%s: %s; name another work folder, or remove the file to prepare again", folder->path, name, what);
}

tricorn_status tg_array_file_write(tricorn_context *context, tg_disk_folder *folder, const tg_array_file_kind *kind,
  const tg_array_file_content *content, uint64_t *checksum)
{
    tricorn_status status = TRICORN_OK;
    tg_array_file_head *common = content->head;
    const tg_array *arrays = content->arrays;
    char *bytes = NULL;

    memcpy(common->magic, kind->magic, sizeof common->magic);
    common->version = kind->version;
    common->bytes = bytes_of(kind, arrays);
    TG_TRY(TG_ALLOC(context, common->bytes, &bytes));
    memcpy(bytes, content->head, kind->head_bytes);
    uint64_t at = kind->head_bytes;
    for (unsigned s = 0; s < kind->count; s++) {
        const uint64_t more = arrays[s].count * arrays[s].size;
        if (more > 0) memcpy(bytes + at, *arrays[s].array, more);
        at += more;
    }
    *checksum = tg_checksum(bytes, at);
    memcpy(bytes + at, checksum, sizeof *checksum);
    TG_TRY(tg_disk_replace(context, folder, kind->name, bytes, common->bytes));
cleanup:
    tg_free(bytes);
    return status;
}

/* Checks the head before memory is allocated for a file of this size. */
static tricorn_status check_head(tricorn_context *context, const tg_array_file_kind *kind, tg_disk_file *file)
{
    tg_array_file_head head = {.bytes = 0};

    if (file->end >= kind->head_bytes + sizeof(uint64_t)) TG_DO(tg_disk_read(context, file, 0, &head, sizeof head));
    if (memcmp(head.magic, kind->magic, sizeof head.magic) != 0)
        return tg_array_file_refuse(context, file->folder, kind->name, "is not a file of tricorn");
    if (head.version != kind->version)
        return tg_array_file_refuse(context, file->folder, kind->name, "is of another version of tricorn");
    if (head.bytes != file->end)
        return tg_array_file_refuse(context, file->folder, kind->name, "was changed or damaged");
    return TRICORN_OK;
}

/* Checks all bytes of the file; *checksum receives their checksum, with which the file ends. */
static tricorn_status check(tricorn_context *context, const tg_array_file_kind *kind, const tg_disk_file *file,
  const char *bytes, uint64_t *checksum)
{
    const uint64_t count = file->end - sizeof *checksum;
    memcpy(checksum, bytes + count, sizeof *checksum);
    if (memcmp(bytes, kind->magic, sizeof kind->magic) == 0 &&
        ((const tg_array_file_head *)(const void *)bytes)->bytes == file->end && tg_checksum(bytes, count) == *checksum)
        return TRICORN_OK;
    return tg_array_file_refuse(context, file->folder, kind->name, "was changed or damaged");
}

tricorn_status tg_array_file_read(tricorn_context *context, const tg_disk_folder *folder,
  const tg_array_file_kind *kind, char **bytes, uint64_t *checksum)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    char *read = NULL;
    bool has;

    *bytes = NULL;
    TG_TRY(tg_disk_has(context, folder, kind->name, &has));
    if (!has) return TRICORN_OK;
    TG_TRY(tg_disk_open(context, folder, kind->name, &file));
    TG_TRY(check_head(context, kind, &file));
    TG_TRY(TG_ALLOC(context, file.end, &read));
    TG_TRY(tg_disk_read(context, &file, 0, read, file.end));
    TG_TRY(check(context, kind, &file, read, checksum));
    *bytes = read;
    read = NULL;
cleanup:
    tg_free(read);
    tg_disk_close(&file);
    return status;
}

tricorn_status tg_array_file_read_head(
  tricorn_context *context, const tg_disk_folder *folder, const tg_array_file_kind *kind, void *head)
{
    tricorn_status status = TRICORN_OK;
    tg_disk_file file = {.descriptor = -1};
    bool has;

    memset(head, 0, kind->head_bytes);
    TG_TRY(tg_disk_has(context, folder, kind->name, &has));
    if (!has) return TRICORN_OK;
    TG_TRY(tg_disk_open(context, folder, kind->name, &file));
    TG_TRY(check_head(context, kind, &file));
    TG_TRY(tg_disk_read(context, &file, 0, head, kind->head_bytes));
cleanup:
    tg_disk_close(&file);
    return status;
}

tricorn_status tg_array_file_copy(tricorn_context *context, const tg_disk_folder *folder,
  const tg_array_file_kind *kind, const char *bytes, const tg_array *arrays)
{
    const tg_array_file_head *head = (const void *)bytes;
    const char *at = bytes + kind->head_bytes;
    bool fits = bytes_of(kind, arrays) == head->bytes;

    /* the sum of the sizes may have overflowed */
    for (unsigned s = 0; s < kind->count; s++) fits &= arrays[s].count <= head->bytes / arrays[s].size;
    if (!fits) return tg_array_file_refuse(context, folder, kind->name, "was changed or damaged");
    for (unsigned s = 0; s < kind->count; s++) {
        const uint64_t more = arrays[s].count * arrays[s].size;
        TG_DO(tg_alloc(context, arrays[s].count, arrays[s].size, arrays[s].array));
        if (more > 0) memcpy(*arrays[s].array, at, more);
        at += more;
    }
    return TRICORN_OK;
}
