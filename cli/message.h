/* message.h - the library's messages, in the words of the program. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include <stdbool.h>

#include <tricorn/tricorn.h>

enum { CLI_MESSAGE_BYTES = 2048 };

/* Writes the message for a call of the library that failed with this status to text, and returns
 * text.  The library names an option "the option 'ids=string'" (TG_OPTION of src/base/context.h),
 * which becomes "--ids string"; 'format' becomes "--to" if a graph is written.  If a name does
 * not exist, the message suggests the one that was probably meant. context may be NULL. */
const char *cli_message(const tricorn_context *context, tricorn_status status, bool writing,
                        char text[CLI_MESSAGE_BYTES]);

#endif
