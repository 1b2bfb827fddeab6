/* characters.c - see characters.h. */
#include "io/formats/network/characters.h"

#include "base/memory.h"
#include "io/text/header.h"

enum { BUFFER_BYTES = 1 << 16, TEXT_LEAST = 256, TEXT_MOST = 1 << 24 };

tricorn_status tg_characters_begin(tricorn_context *context, tg_input *input, tg_characters *characters)
{
    *characters = (tg_characters){.context = context, .input = input, .line = 1};
    TG_DO(tg_header_skip_mark(context, input));
    TG_DO(TG_ALLOC(context, BUFFER_BYTES, &characters->buffer));
    TG_DO(TG_MAKE_ROOM(context, TEXT_LEAST, &characters->room, &characters->text));
    tg_characters_clear(characters);
    tg_work_begin(context, "reading", tg_input_size(input));
    return TRICORN_OK;
}

void tg_characters_end(tg_characters *characters)
{
    tg_free(characters->buffer);
    tg_free(characters->text);
}

tricorn_status tg_characters_peek(tg_characters *characters, int *byte)
{
    tricorn_context *context = characters->context;
    if (characters->at == characters->count) {
        const uint64_t before = tg_input_consumed(characters->input);
        characters->at = characters->count = 0;
        TG_DO(tg_input_read(context, characters->input, characters->buffer, BUFFER_BYTES, &characters->count));
        if (tg_work_add(context, tg_input_consumed(characters->input) - before)) TG_DO(tg_check_cancelled(context));
    }
    *byte = characters->at < characters->count ? (unsigned char)characters->buffer[characters->at] : TG_NO_BYTE;
    if (*byte == 0) return tg_characters_refuse(characters, "a NUL byte: this is no text");
    return TRICORN_OK;
}

void tg_characters_pass(tg_characters *characters)
{
    characters->line += characters->buffer[characters->at++] == '\n';
}

void tg_characters_clear(tg_characters *characters)
{
    characters->bytes = 0;
    *characters->text = 0;
}

tricorn_status tg_characters_put(tg_characters *characters, char byte)
{
    if (characters->bytes + 1 >= characters->room) {
        if (characters->room > TEXT_MOST) return tg_characters_refuse(characters, "a value of more than 16 MiB");
        const uint64_t room = 2 * characters->room;
        TG_DO(TG_REALLOC(characters->context, room, &characters->text));
        characters->room = room;
    }
    characters->text[characters->bytes++] = byte;
    characters->text[characters->bytes] = 0;
    return TRICORN_OK;
}

tricorn_status tg_characters_refuse(const tg_characters *characters, const char *what)
{
    return tg_input_refuse_line(characters->context, characters->input, characters->line, "%s", what);
}
