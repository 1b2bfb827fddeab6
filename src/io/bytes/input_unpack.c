/* input_unpack.c - puts inputs before an input whose content is an archive, or is compressed in
 * another way than by gzip and zstd: one for each layer. */
#include "io/bytes/input_state.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "io/bytes/packing.h"

/* Replaces the name and, if the file was opened by its path, the path by ARCHIVE/MEMBER. */
static tricorn_status name_member(tricorn_context *context, tg_input *input)
{
    const char *archive = tg_input_name(tg_archive_input(input->archive));
    const char *member = tg_archive_member(input->archive);
    const size_t bytes = strlen(archive) + strlen(member) + 2;
    TG_DO(TG_REALLOC(context, bytes, &input->source.name));
    snprintf(input->source.name, bytes, "%s/%s", archive, member);
    if (input->path) {
        tg_free(input->path);
        input->path = NULL;
        TG_DO(tg_copy_text(context, input->source.name, &input->path));
    }
    return TRICORN_OK;
}

/* Puts an input before *input that reads what libarchive makes of its content. */
static tricorn_status unpack_once(tricorn_context *context, tg_archive_source *from, tg_input **input)
{
    tricorn_status status = TRICORN_OK;
    tg_input *made = NULL;
    TG_TRY(tg_input_create(context, tg_input_name(*input), &made));
    if ((*input)->path) TG_TRY(tg_copy_text(context, (*input)->path, &made->path));
    from->input = *input;
    *input = NULL;
    TG_TRY(tg_archive_open(context, from, &made->archive));
    if (tg_archive_member(made->archive)) TG_TRY(name_member(context, made));
    *input = made;
    made = NULL;
cleanup:
    tg_input_close(made);
    return status;
}

tricorn_status tg_input_unpack(tricorn_context *context, tg_input **input, const char *member)
{
    enum { LAYERS_MOST = 3 };
    bool archives = false;
    for (int layer = 0;; layer++) {
        const char *bytes = (*input)->source.bytes ? (char *)(*input)->source.bytes + (*input)->source.begin : NULL;
        size_t count = tg_source_count(&(*input)->source);
        const bool decoded = (*input)->decoder || (*input)->archive;
        if (decoded || (*input)->flat) TG_DO(tg_input_peek(context, *input, &bytes, &count));
        const tg_packing *packing = tg_packing_of(bytes, count);
        if (packing == NULL || (packing->kind < TG_PACKED_BY_CODEC && !decoded)) break;
        if (packing->kind == TG_PACKED_OTHERWISE || layer == LAYERS_MOST)
            return tg_fail(context, TRICORN_UNSUPPORTED,
              "%s: is packed several times: within, it is %s; unpack it first", tg_input_name(*input), packing->name);
        tg_archive_source from = {.member = member, .packing = packing};
        TG_DO(unpack_once(context, &from, input));
        if (tg_archive_member((*input)->archive) == NULL) continue;
        if (archives)
            return tg_fail(context, TRICORN_UNSUPPORTED, "%s: is in an archive within an archive: unpack the outer one",
              tg_input_name(*input));
        archives = true;
        member = NULL;
    }
    if (member)
        return tg_fail(context, TRICORN_IO_ERROR, "%s/%s: cannot be opened: Not a directory, nor an archive",
          tg_input_name(*input), member);
    return TRICORN_OK;
}
