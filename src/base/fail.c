/* fail.c - tg_fail(), which the library and the GPU part both link: no call of calls.def can pass `...` on. */
#include "base/context.h"

tricorn_status tg_fail(tricorn_context *context, tricorn_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    tg_fail_list(context, status, format, values);
    va_end(values);
    return status;
}
