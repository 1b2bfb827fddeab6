/* xml.h - reads XML by expat, which is loaded when a file needs it.
 *
 * One thread reads; memory holds a tag or a text at a time, of at most 16 MiB. Files that declare entities, or that
 * need a document type of another file, are refused: nothing is expanded or fetched.
 */
#pragma once

#include "io/bytes/input.h"

typedef struct tg_xml tg_xml;

/* What a format does with the parts of a document. Names are without the prefix of a name space,
 * but for those of attributes. After a failure nothing more is called. */
typedef struct tg_xml_reader {
    const char *format; /* for messages, such as "GraphML" */
    void *user;
    /* NULL behind the last one: elements that hold elements alone, if their parent does, too, or is
     * none. Text in them is refused: it may be what is left of an element. */
    const char *const *structure;
    tricorn_status (*begin)(tg_xml *xml, const char *name, const char **attributes);
    tricorn_status (*end)(tg_xml *xml, const char *name);
} tg_xml_reader;

/* Reads the whole input. Faults become TRICORN_BAD_FORMAT "NAME:LINE: ...". */
tricorn_status tg_xml_read(tricorn_context *context, tg_input *input, const tg_xml_reader *reader);

void *tg_xml_user(const tg_xml *xml);
uint64_t tg_xml_line(const tg_xml *xml);
/* How many elements are open, with the one that begins or ends. */
uint32_t tg_xml_depth(const tg_xml *xml);
/* Keeps the text of the element that has just begun, until its end. */
void tg_xml_keep_text(tg_xml *xml);
/* Whether the text of the element that ends was kept. */
bool tg_xml_keeps(const tg_xml *xml);
/* The text that was kept, without blanks around it; valid in `end` of its element. */
const char *tg_xml_text(tg_xml *xml);

/* The value of an attribute; NULL: the element has none of that name. */
const char *tg_xml_attribute(const char **attributes, const char *name);

/* Whether the text is XML whose first element, behind comments and the like, has one of these names. */
bool tg_xml_begins(const char *bytes, size_t count, const char *name);
