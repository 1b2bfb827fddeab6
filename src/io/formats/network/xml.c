/* xml.c - see xml.h. */
#include "io/formats/network/xml.h"

#include <string.h>

#include "base/memory.h"
#include "io/text/scan.h"

bool tg_xml_begins(const char *bytes, size_t count, const char *name)
{
    const char *at = bytes + tg_mark_bytes(bytes, count), *end = bytes + count;
    const size_t length = strlen(name);
    while (at < end) {
        while (at < end && memchr(" \t\r\n", *at, 4)) at++;
        if (end - at < 2 || *at != '<') return false;
        static const char type[] = "<!DOCTYPE ";
        const bool comment = end - at > 3 && memcmp(at, "<!--", 4) == 0;
        const bool typed = (size_t)(end - at) > sizeof type && memcmp(at, type, sizeof type - 1) == 0;
        if (typed || (at[1] != '?' && at[1] != '!')) {
            at += typed ? sizeof type - 1 : 1; /* a document type names the first element, too */
            const char *stop = at;
            for (; stop < end && !memchr(" \t\r\n/>", *stop, 6); stop++)
                if (*stop == ':') at = stop + 1;
            return stop < end && (size_t)(stop - at) == length && memcmp(at, name, length) == 0;
        }
        at = comment ? memmem(at, (size_t)(end - at), "-->", 3) : memchr(at, '>', (size_t)(end - at));
        if (at == NULL) return false;
        at += comment ? 3 : 1;
    }
    return false;
}

const char *tg_xml_attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(*attributes, name) == 0) return attributes[1];
    return NULL;
}

#ifdef TRICORN_LIBEXPAT

#include <expat.h>

#include "base/library.h"

/* clang-format off */
#define CALLS(CALL) \
    CALL(XML_ParserCreateNS) CALL(XML_ParserFree) CALL(XML_ErrorString) CALL(XML_GetBuffer) \
    CALL(XML_GetCurrentByteIndex) CALL(XML_GetCurrentLineNumber) CALL(XML_GetErrorCode) \
    CALL(XML_ParseBuffer) CALL(XML_SetCharacterDataHandler) CALL(XML_SetElementHandler) \
    CALL(XML_SetStartDoctypeDeclHandler) CALL(XML_SetUserData) CALL(XML_StopParser)
/* clang-format on */

static struct {
    CALLS(TG_LIBRARY_CALL)
} lib;
static const char *const names[] = {CALLS(TG_LIBRARY_NAME) NULL};
static tg_library library = {.file = TRICORN_LIBEXPAT, .names = names, .calls = &lib};

enum { STEP_BYTES = 1 << 16, PART_MOST = 1 << 24 };

struct tg_xml {
    tricorn_context *context;
    tg_input *input;
    const tg_xml_reader *reader;
    XML_Parser parser;
    tricorn_status status; /* of what was called */
    uint64_t bytes; /* that were given to expat */
    uint32_t depth, kept_depth; /* of the element whose text is kept; 0: none */
    uint32_t structure; /* how many of the elements that are open hold elements alone */
    char *text;
    size_t text_bytes;
    uint64_t text_room;
};

static const char *plain_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Ends the reading if the status is no success. */
static void settle(tg_xml *xml, tricorn_status status)
{
    if (xml->status != TRICORN_OK || status == TRICORN_OK) return;
    xml->status = status;
    lib.XML_StopParser(xml->parser, XML_FALSE);
}

static void XMLCALL begin_element(void *user, const char *name, const char **attributes)
{
    tg_xml *xml = user;
    if (xml->status != TRICORN_OK) return;
    if (xml->structure == xml->depth++)
        for (const char *const *at = xml->reader->structure; *at; at++)
            xml->structure += strcmp(*at, plain_name(name)) == 0;
    settle(xml, xml->reader->begin(xml, plain_name(name), attributes));
}

static void XMLCALL end_element(void *user, const char *name)
{
    tg_xml *xml = user;
    if (xml->status != TRICORN_OK) return;
    settle(xml, xml->reader->end(xml, plain_name(name)));
    if (xml->kept_depth == xml->depth) xml->kept_depth = 0;
    if (xml->structure == xml->depth--) xml->structure--;
}

static void XMLCALL take_text(void *user, const char *text, int count)
{
    tg_xml *xml = user;
    const size_t need = xml->text_bytes + (size_t)count + 1;
    if (xml->status != TRICORN_OK) return;
    for (int i = 0; i < count && xml->structure == xml->depth; i++)
        if (!memchr(" \t\r\n", text[i], 4))
            settle(xml, tg_input_refuse_line(
                          xml->context, xml->input, tg_xml_line(xml), "a text between elements: is a tag damaged?"));
    if (xml->status != TRICORN_OK || xml->kept_depth != xml->depth) return;
    if (need > PART_MOST)
        settle(xml, tg_input_refuse_line(xml->context, xml->input, tg_xml_line(xml), "a text of more than 16 MiB"));
    else if (need > xml->text_room) {
        settle(xml, TG_REALLOC(xml->context, 2 * need, &xml->text));
        if (xml->status == TRICORN_OK) xml->text_room = 2 * need;
    }
    if (xml->status != TRICORN_OK) return;
    memcpy(xml->text + xml->text_bytes, text, (size_t)count);
    xml->text_bytes = need - 1;
}

/* Entities, which may stand for any text, and other files can only be named in a document type.
 */
static void XMLCALL look_at_type(
  void *user, const char *name, const char *system, const char *public, int has_declarations)
{
    tg_xml *xml = user;
    (void)name;
    if (system || public || has_declarations)
        settle(xml, tg_input_refuse_line(xml->context, xml->input, tg_xml_line(xml),
                      "has declarations in its document type, or needs those of another file, "
                      "which is not fetched: take <!DOCTYPE ...> out, and write entities out"));
}

static tricorn_status parse_step(tg_xml *xml, size_t *count)
{
    const uint64_t consumed = tg_input_consumed(xml->input);
    void *bytes = lib.XML_GetBuffer(xml->parser, STEP_BYTES);
    if (bytes == NULL) return tg_fail(xml->context, TRICORN_OUT_OF_MEMORY, "expat got no memory");
    TG_DO(tg_input_read(xml->context, xml->input, bytes, STEP_BYTES, count));
    if (tg_work_add(xml->context, tg_input_consumed(xml->input) - consumed)) TG_DO(tg_check_cancelled(xml->context));
    xml->bytes += *count;
    if (lib.XML_ParseBuffer(xml->parser, (int)*count, *count == 0) != XML_STATUS_OK) {
        TG_DO(xml->status);
        return tg_input_refuse_line(xml->context, xml->input, tg_xml_line(xml), "is no XML: %s%s",
          lib.XML_ErrorString(lib.XML_GetErrorCode(xml->parser)), *count == 0 ? "; is the file cut?" : "");
    }
    const int64_t at = lib.XML_GetCurrentByteIndex(xml->parser);
    if (at >= 0 && xml->bytes - (uint64_t)at > PART_MOST)
        return tg_input_refuse_line(xml->context, xml->input, tg_xml_line(xml), "a tag of more than 16 MiB");
    return TRICORN_OK;
}

tricorn_status tg_xml_read(tricorn_context *context, tg_input *input, const tg_xml_reader *reader)
{
    tricorn_status status = TRICORN_OK;
    tg_xml xml = {.context = context, .input = input, .reader = reader};
    if (!tg_library_load(&library))
        return tg_fail(context, TRICORN_UNSUPPORTED,
          "%s: is %s, which is read by expat (" TRICORN_LIBEXPAT
          "), and that is not installed: install it (Debian: libexpat1)",
          tg_input_name(input), reader->format);
    xml.parser = lib.XML_ParserCreateNS(NULL, ':');
    if (xml.parser == NULL) return tg_fail(context, TRICORN_OUT_OF_MEMORY, "expat got no memory");
    lib.XML_SetUserData(xml.parser, &xml);
    lib.XML_SetElementHandler(xml.parser, begin_element, end_element);
    lib.XML_SetCharacterDataHandler(xml.parser, take_text);
    lib.XML_SetStartDoctypeDeclHandler(xml.parser, look_at_type);
    tg_work_begin(context, "reading", tg_input_size(input));
    for (size_t count = 1; count > 0;) TG_TRY(parse_step(&xml, &count));
cleanup:
    lib.XML_ParserFree(xml.parser);
    tg_free(xml.text);
    return status;
}

void *tg_xml_user(const tg_xml *xml)
{
    return xml->reader->user;
}

uint64_t tg_xml_line(const tg_xml *xml)
{
    return lib.XML_GetCurrentLineNumber(xml->parser);
}

uint32_t tg_xml_depth(const tg_xml *xml)
{
    return xml->depth;
}

void tg_xml_keep_text(tg_xml *xml)
{
    xml->kept_depth = xml->depth;
    xml->text_bytes = 0;
}

bool tg_xml_keeps(const tg_xml *xml)
{
    return xml->kept_depth == xml->depth;
}

const char *tg_xml_text(tg_xml *xml)
{
    if (xml->text_bytes == 0) return "";
    const char *begin = xml->text;
    while (xml->text_bytes > 0 && memchr(" \t\r\n", xml->text[xml->text_bytes - 1], 4)) xml->text_bytes--;
    xml->text[xml->text_bytes] = 0;
    return begin + strspn(begin, " \t\r\n");
}

#else /* without expat's header */

tricorn_status tg_xml_read(tricorn_context *context, tg_input *input, const tg_xml_reader *reader)
{
    return tg_fail(context, TRICORN_UNSUPPORTED,
      "%s: is %s, which this build of tricorn does not read: build it again with "
      "expat's header "
      "(Debian: libexpat1-dev)",
      tg_input_name(input), reader->format);
}

void *tg_xml_user(const tg_xml *xml)
{
    (void)xml;
    return NULL;
}

uint64_t tg_xml_line(const tg_xml *xml)
{
    (void)xml;
    return 0;
}

uint32_t tg_xml_depth(const tg_xml *xml)
{
    (void)xml;
    return 0;
}

void tg_xml_keep_text(tg_xml *xml)
{
    (void)xml;
}

bool tg_xml_keeps(const tg_xml *xml)
{
    (void)xml;
    return false;
}

const char *tg_xml_text(tg_xml *xml)
{
    (void)xml;
    return "";
}
#endif
