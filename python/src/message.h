/* message.h - translates the library's messages into the words of the package. */
#pragma once

enum { PY_MESSAGE_BYTES = 4096 };

/* Returns the message, in which the names of options are replaced by keywords: "the option
 * 'ids=string'" becomes ids="string". The message is cut to the size of `text`. */
const char *py_message(const char *message, char text[PY_MESSAGE_BYTES]);
