/* npy_header.c - see npy_header.h. Source: NumPy's documentation of numpy.lib.format. */
#include "io/binary/npy_header.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 6,
    VERSION_BYTES = 2,
    /* From this version on, the header's length has 4 bytes; before, it has 2. */
    WIDE_HEADERS_FROM = 2,
    LAST_VERSION = 3,
    HEADER_MOST = 1 << 14 /* the most bytes of a description; NumPy writes about 100 */
};

static const char MAGIC[] = "\x93NUMPY";

/* Returns the value of a key in the header, which is a Python dictionary: "{'descr': '<i4', ...}". */
static const char *find_value(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (at == NULL) return NULL;
    at += strlen(key);
    at += strspn(at, " ");
    if (*at != ':') return NULL;
    at++;
    return at + strspn(at, " ");
}

/* Reads the byte order, kind and width from a text such as "'<i4'". */
static bool read_type(const char *at, tg_npy *array)
{
    char *end;
    if (at == NULL || (*at != '\'' && *at != '"') || strchr("<>|=", at[1]) == NULL || at[1] == 0) return false;
    array->order = at[1];
    array->kind = at[2];
    if (array->kind == 0 || at[3] < '0' || at[3] > '9') return false;
    array->width = strtoull(at + 3, &end, 10);
    return *end == at[0];
}

/* Reads the lengths in a text such as "(5,)", "(2, 3)" or "()". */
static bool read_shape(const char *at, tg_npy *array)
{
    if (at == NULL || *at++ != '(') return false;
    array->count = 1;
    for (at += strspn(at, " "); *at != ')'; at += strspn(at, " ,")) {
        char *end;
        if (*at < '0' || *at > '9') return false;
        const uint64_t length = strtoull(at, &end, 10);
        if (__builtin_mul_overflow(array->count, length, &array->count) || array->count > INT64_MAX) return false;
        if (array->dimensions < TG_NPY_DIMENSIONS) array->shape[array->dimensions] = length;
        array->dimensions++;
        at = end;
    }
    return true;
}

tricorn_status tg_npy_read(tricorn_context *context, tg_bytes *from, tg_npy *array, const char **fault)
{
    static const char what[] = "description";
    unsigned char start[MAGIC_BYTES + VERSION_BYTES], length_bytes[sizeof(uint32_t)] = {0};
    char header[HEADER_MOST + 1];
    *fault = NULL;
    *array = (tg_npy){.dimensions = 0};
    TG_DO(tg_bytes_read(context, from, start, sizeof start, what));
    if (memcmp(start, MAGIC, MAGIC_BYTES) != 0) *fault = "is not a NumPy array";
    if (start[MAGIC_BYTES] > LAST_VERSION) *fault = "is a NumPy array of a later version than 3";
    if (*fault) return TRICORN_OK;
    const size_t width = start[MAGIC_BYTES] < WIDE_HEADERS_FROM ? 2 : sizeof(uint32_t);
    TG_DO(tg_bytes_read(context, from, length_bytes, width, what));
    const uint32_t length = tg_get32(length_bytes);
    if (length > HEADER_MOST) *fault = "has a description that is too long";
    if (*fault) return TRICORN_OK;
    TG_DO(tg_bytes_read(context, from, header, length, what));
    header[length] = 0;
    const char *fortran = find_value(header, "'fortran_order'");
    array->fortran = fortran && strncmp(fortran, "True", 4) == 0;
    const bool known = array->fortran || (fortran && strncmp(fortran, "False", 5) == 0);
    if (!known || !read_type(find_value(header, "'descr'"), array) || !read_shape(find_value(header, "'shape'"), array))
        *fault = "has a description that tricorn does not understand";
    return TRICORN_OK;
}
