/* options.c - reads structs of callers that were compiled with older or newer headers. */
#include "base/options.h"

enum {
    LEAST_WORDS = 2, /* the size and one member */
    MOST_STRUCT_BYTES = 1 << 10 /* several times the largest struct: a larger size is wrong */
};

static size_t size_of(const void *given)
{
    size_t bytes;
    memcpy(&bytes, given, sizeof bytes);
    return bytes;
}

/* A size that is no multiple of a word cannot be right: the first member, a size_t, aligns the struct to words. */
tg_size_fault tg_check_size(const void *given, size_t known_bytes)
{
    const size_t bytes = size_of(given);
    if (bytes < LEAST_WORDS * sizeof bytes || bytes > MOST_STRUCT_BYTES || bytes % sizeof bytes != 0)
        return TG_SIZE_WRONG;
    for (size_t i = known_bytes; i < bytes; i++)
        if (((const char *)given)[i] != 0) return TG_SIZE_NEWER;
    return TG_SIZE_RIGHT;
}

static size_t shared_bytes(const void *given, size_t known_bytes)
{
    const size_t bytes = size_of(given);
    return bytes < known_bytes ? bytes : known_bytes;
}

void tg_write_result(void *given, const void *known, size_t known_bytes)
{
    const size_t bytes = size_of(given);
    memcpy(given, known, shared_bytes(given, known_bytes));
    memcpy(given, &bytes, sizeof bytes);
}

tricorn_status tg_check_struct(tricorn_context *context, const void *given, size_t known_bytes, const char *macro)
{
    const tg_size_fault fault = given ? tg_check_size(given, known_bytes) : TG_SIZE_RIGHT;
    if (fault == TG_SIZE_RIGHT) return TRICORN_OK;
    if (fault == TG_SIZE_WRONG)
        return tg_fail(context, TRICORN_INVALID_ARGUMENT,
          "struct_size is %zu, which is the size of no version of the struct: set it "
          "with %s",
          size_of(given), macro);
    return tg_fail(context, TRICORN_INVALID_ARGUMENT,
      "struct_size is %zu, but this library, version %s, knows %zu bytes of the struct "
      "(%s), and those behind them are not 0: leave them 0, or use the library that the "
      "header belongs to",
      size_of(given), tricorn_version(), known_bytes, macro);
}

tricorn_status tg_read_struct(
  tricorn_context *context, void *known, size_t known_bytes, const void *given, const char *macro)
{
    const tricorn_status status = tg_check_struct(context, given, known_bytes, macro);
    if (status != TRICORN_OK || given == NULL) return status;
    memcpy(known, given, shared_bytes(given, known_bytes));
    memcpy(known, &known_bytes, sizeof known_bytes);
    return TRICORN_OK;
}
