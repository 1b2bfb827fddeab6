/* test_refused.c - files of other kinds: each is named, with a remedy, and nothing else is. */
#include "io/text/refused.h"

#include "unit/io/format_files.h"

typedef struct refusal {
    const char *bytes;
    size_t count;
    const char *message, *remedy;
} refusal;

/* A constant, which may have zeros within. */
#define OF(text) text, sizeof(text) - 1
#define ZIP(name) "PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x09\0\0\0" name "\x01\x02"

static const refusal refusals[] = {
  {OF("PK\x03\x04\n"), "is a zip archive that is damaged", "fetch it again"},
  {OF("PK\x05\x06\0\0\0\0\0\0\0\0\0\0"), "is an empty zip archive", ""},
  {OF(ZIP("[Content_Types].xml")), "is an Office document", "CSV"},
  {OF(ZIP("mimetypeapplication/vnd.oasis.opendocument.spreadsheet")), "is an Office document", "CSV"},
  {OF("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0"), "is an old Office document", "CSV"},
  {OF("MATLAB 5.0 MAT-file, Platform: GLNXA64\0\1IM"), "is a MATLAB file", "-v7.3"},
  {OF("\x89HDF\r\n\x1a\n\0\0"), "is an HDF5 file", "as text"},
  {OF("FEA1\0\0\0\0"), "is a Feather file", "read_feather"},
  {OF("ORC\x08\x03\x10"), "is an ORC file", "read_orc"},
  {OF("Obj\x01\x04\x14"), "is an Avro file", "as text"},
  {OF("SQLite format 3\0\x10\0"), "is an SQLite database", "sqlite3 -csv"},
  {OF("RDX3\nX\n\0\0\0\3"), "is a file of R", "write.csv"},
  {OF("RDA3\nA\n3\n"), "is a file of R", "write.csv"},
  {OF("X\n\0\0\0\3\0\4\2\1"), "is a file of R", "write.csv"},
  {OF("\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c"), "is a Python pickle", "pickle"},
  {OF("\x80\x02}q\0."), "is a Python pickle", "pickle"},
  {OF("<!DOCTYPE html>\n<html>"), "is a page of the web", "login"},
  {OF("<!doctype HTML>"), "is a page of the web", "login"},
  {OF("<HEAD></HEAD><html>"), "is a page of the web", "login"},
  {OF("<?xml version='1.0'?>\n<Error><Code>NoSuchKey</Code>"), "is XML", "as text"},
  {OF(">>graph6<<A_\n"), "is graph6", "read_graph6"},
  {OF(">>sparse6<<:An\n"), "is sparse6", "read_sparse6"},
  {OF("LEDA.GRAPH\nstring\nint\n"), "is a file of LEDA", "read_leda"},
  {OF("nodedef>name VARCHAR\na\n"), "is GDF", "as text"},
  {OF("DL n=3 format=edgelist1\ndata:\n1 2\n"), "is DL, of UCINET", "as text"},
  {OF("dl\nN = 3\n"), "is DL, of UCINET", "as text"},
  {OF("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "is a pointer of Git LFS", "git lfs pull"},
  {OF("/annex/objects/SHA256E-s1--0.txt\n"), "is a pointer of git-annex", "git annex get"},
  {OF("sep=;\n1;2\n"), "begins with a line 'sep='", "tail -n +2"},
  {OF("\xEF\xBB\xBFsep=,\r\n1,2\r\n"), "begins with a line 'sep='", "tail -n +2"},
  {OF("{\\rtf1\\ansi 1 2\\par}"), "is a text with layout (RTF)", "plain text"},
  {OF("%PDF-1.7\n"), "is a PDF document", ""},
  {OF("%!PS-Adobe-3.0\n"), "is a PostScript document", ""},
  {OF("\x89PNG\r\n\x1a\n\0\0"), "is an image (PNG)", ""},
  {OF("\xff\xd8\xff\xe0\0\x10JFIF"), "is an image (JPEG)", ""},
  {OF("GIF89a\1\0"), "is an image (GIF)", ""},
  {OF("\177ELF\2\1\1\0"), "is a program (ELF)", ""},
  {OF("\xff\3761\0 \0002\0\n\0"), "is text in UTF-16", "iconv -f UTF-16 "},
  {OF("\xfe\xff\0001\0 \0002\0\n"), "is text in UTF-16", "iconv -f UTF-16 "},
  {OF("1\0 \0002\0\r\0\n\0"), "is text in UTF-16", "iconv -f UTF-16LE "},
  {OF("\0001\0\t\0002\0\n"), "is text in UTF-16", "iconv -f UTF-16BE "},
  {OF("\xff\xfe\0\0001\0\0\0 \0\0\0"), "is text in UTF-32", "iconv -f UTF-32 "},
  {OF("\0\0\xfe\xff\0\0\0001"), "is text in UTF-32", "iconv -f UTF-32 "},
  {OF("\0\1\2\3"), "is binary", "as text"},
  {OF("abc\x01 d\n1 2\n"), "is binary", "as text"},
  {OF("1 2\0\n"), "is binary", "as text"},
};

static void fails(const char *name, const refusal *wanted, const char *format)
{
    tg_edges edges = {0};
    write_file(name, wanted->bytes, wanted->count, TEST_PLAIN);
    FAILS(read_file(name, format, false, &edges), TRICORN_UNSUPPORTED);
    CHECK_MESSAGE(fixture.context, name);
    CHECK_MESSAGE(fixture.context, wanted->message);
    CHECK_MESSAGE(fixture.context, wanted->remedy);
    tg_edges_free(&edges);
}

/* Texts are refused whatever their suffix. */
TEST_CASE(test_refused)
{
    static const char *const names[] = {"a", "a.txt", "a.csv", "a.mtx", "a.adjlist", "a.net"};
    for (size_t i = 0; i < LENGTH(refusals); i++)
        for (size_t n = 0; n < LENGTH(names); n++) fails(names[n], &refusals[i], NULL);
}

TEST_CASE(test_table_under_another_name)
{
    static const refusal table = {OF("PAR1\x15\x04\x15"), "is a Parquet file", "parquet"};
    fails("a.mtx", &table, NULL);
}

/* The remedy is the same for a compressed stream. */
TEST_CASE(test_compressed)
{
    tg_edges edges = {0};
    write_file("a.txt.gz", ">>graph6<<A_\n", 13, TEST_GZIP);
    FAILS(read_file("a.txt.gz", NULL, false, &edges), TRICORN_UNSUPPORTED);
    CHECK_MESSAGE(fixture.context, "is graph6");
}

/* Raw numbers may begin with anything short; not with eight bytes that are fixed. */
TEST_CASE(test_raw)
{
    static const refusal sure[] = {
      {OF("\x89HDF\r\n\x1a\n\0\0\0\0\0\0\0\0"), "is an HDF5 file", ""},
      {OF("SQLite format 3\0"), "is an SQLite database", ""},
      {OF("%PDF-1.7"), "is a PDF document", ""},
    };
    static const char *const any[] = {"PAR1\1\0\0\0", "PK\3\4\n\n\n\n", "\177ELF\2\1\1\0", "\xff\xfe\0\0\1\0\0\0",
      "\x80\4\x95\0\0\0\0\0", "graph {}", "<?xml   ", "\1\2\3\4\5\6\7\xc8"};
    for (size_t i = 0; i < LENGTH(sure); i++) fails("a.u32", &sure[i], NULL);
    for (size_t i = 0; i < LENGTH(any); i++) {
        tg_edges edges = {0};
        write_file("a.u32", any[i], 8, TEST_PLAIN);
        WORKS(read_file("a.u32", NULL, false, &edges));
        CHECK_EQ(tg_edges_count(&edges), 1, "edges of case %zu", i);
        tg_edges_free(&edges);
    }
    /* A format that the caller names is not questioned, and reads what it can. */
    tg_edges edges = {0};
    write_file("a.txt", sure[0].bytes, 16, TEST_PLAIN);
    WORKS(read_file("a.txt", "pairs32", false, &edges));
    tg_edges_free(&edges);
    FAILS(read_file("a.txt", "edges", false, &edges), TRICORN_BAD_FORMAT);
    tg_edges_free(&edges);
}

/* Files of compressors that nobody decodes here are recognised before any format. */
TEST_CASE(test_packed)
{
    static const refusal packed[] = {
      {OF("\x1f\x9d\x90\x31"), "is compressed by compress", "uncompress -c FILE"},
      {OF("Rar!\x1a\x07\x01\0"), "is a RAR archive", "unrar p -inul FILE"},
      {OF("\x89LZO\0\r\n\x1a\n\x10"), "is compressed by lzop", "lzop -dc FILE"},
      {OF("\xff\x06\0\0sNaPpY\0"), "is compressed by Snappy", "snzip -dc FILE"},
    };
    for (size_t i = 0; i < LENGTH(packed); i++) {
        tg_input *input = NULL;
        write_file("a.txt", packed[i].bytes, packed[i].count, TEST_PLAIN);
        FAILS(tg_input_open(fixture.context, IN_FOLDER("a.txt"), &input), TRICORN_UNSUPPORTED);
        CHECK_MESSAGE(fixture.context, packed[i].message);
        CHECK_MESSAGE(fixture.context, packed[i].remedy);
    }
}

/* Texts whose beginnings are similar. */
TEST_CASE(test_not_refused)
{
    static const char *const texts[] = {
      "",
      "1 2\n",
      "# graph {\n1 2\n",
      "graph theory\n",
      "graph\tdigraph\nstrict graph\n",
      "graphs [\n",
      "creator x\n",
      "Creator x\n1 2\n",
      "Creator graph [",
      "label graph\n[ ]\n",
      "directed a\nb c\n",
      "dl x\n",
      "dl n\n",
      "dlx n=1\n",
      "sep=\n",
      "sep=;1\n",
      "separator x\n",
      "<NA>,1\n2,3\n",
      "< 2\n",
      "<1 2\n",
      "PAR 1\n",
      "PAR1 1\n",
      "FEA1\tPAR1\n",
      "PK\n",
      "GIF 1\n",
      "BZh9 x\n",
      "]\n",
      "] 1\n",
      "404: 405\n",
      "version https\n",
      "%%MatrixMarket\n",
      "%!x\n",
      "{\"a\": 1}\n",
      "[1, 2]\n",
      "\xEF\xBB\2771 2\n",
      "\2001 2\n",
      "\xc3\xa9 x\n",
      "\x1b[1m a\n",
      "1 2\f\n",
      "1 2\n\1\2\3\n",
      "X\n3\n",
      "A\n3\n",
      "Obj 1\n",
      "ORC 1\n",
      "strict x {\n",
      "//\n1 2\n",
      "/* 1 2\n",
      "#",
    };
    for (size_t i = 0; i < LENGTH(texts); i++)
        WORKS(tg_refuse_content(fixture.context, "a", texts[i], strlen(texts[i]), false));
}

/* No cut beginning is read beyond its end: the sanitizers detect it. */
TEST_CASE(test_cut)
{
    for (size_t i = 0; i < LENGTH(refusals); i++)
        for (size_t count = 0; count < refusals[i].count; count++) {
            char *bytes = test_allocate(count + 1, 1);
            memcpy(bytes, refusals[i].bytes, count);
            char *exact = realloc(bytes, count > 0 ? count : 1);
            const tricorn_status status = tg_refuse_content(fixture.context, "a", exact, count, false);
            CHECK(status == TRICORN_OK || status == TRICORN_UNSUPPORTED, "status %d", status);
            free(exact);
        }
}

TEST_MAIN_EACH(files_create, test_destroy)
