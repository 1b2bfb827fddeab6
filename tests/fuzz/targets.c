/* targets.c - the list of targets. */
#include "target.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define FORMAT(name_, file) {.name = name_, .format = name_, .files = {file}}
/* clang-format on */

static const fuzz_target targets[] = {
  FORMAT("edges", "a.txt"),
  FORMAT("matrix-market", "a.mtx"),
  FORMAT("metis", "a.metis"),
  FORMAT("konect", "out.a"),
  FORMAT("graphchallenge-adj", "a_adj.tsv"),
  FORMAT("graphchallenge-inc", "a_inc.tsv"),
  FORMAT("json-lines", "a.jsonl"),
  FORMAT("json-node-link", "a.json"),
  {.name = "tri", .format = "tri", .files = {"a.tri"}, .flags = FUZZ_NO_TOTALS},
  FORMAT("adjacency", "a.adj"),
  {.name = "gapbs", .format = "gapbs", .files = {"a.sg"}, .flags = FUZZ_ONLY_FILES},
  FORMAT("gbbs-binary", "a.gbbs"),
  FORMAT("adjlist", "a.adjlist"),
  FORMAT("multiline-adjlist", "a"),
  FORMAT("dimacs", "a.col"),
  FORMAT("tve", "a.tve"),
  FORMAT("pajek", "a.net"),
  FORMAT("smat", "a.smat"),
  FORMAT("matrix", "a"),
  FORMAT("graphml", "a.graphml"),
  FORMAT("gexf", "a.gexf"),
  FORMAT("gml", "a.gml"),
  FORMAT("dot", "a.dot"),
  FORMAT("lgl", "a.lgl"),
  FORMAT("cytoscape", "a.cyjs"),
  FORMAT("npz", "a.npz"),
  FORMAT("npy", "a.npy"),
  FORMAT("pairs32", "a.u32"),
  FORMAT("pairs64", "a.u64"),
  FORMAT("polak", "a.polak"),
  FORMAT("graph500", "a.g500"),
  FORMAT("graph500-packed", "a.g500p"),
  {.name = "ligra-binary", .format = "ligra-binary", .files = {"a.config", "a.idx", "a.adj"}},
  {.name = "ligra-binary-weighted", .format = "ligra-binary-weighted", .files = {"a.config", "a.idx", "a.adj"}},
  {.name = "trust", .format = "trust", .files = {"begin.bin", "adjacent.bin"}},
  {.name = "graphminer", .format = "graphminer", .files = {"meta.txt", "vertex.bin", "edge.bin"}},
  {.name = "bvgraph", .format = "bvgraph", .files = {"a.properties", "a.graph", "a.offsets"}},
  {.name = "tri-sealed", .run = fuzz_run_sealed_tri, .format = "tri", .files = {"a.tri"}, .flags = FUZZ_NO_TOTALS},
  /* No reader of its own, but other ways to the same ones. */
  {.name = "strings", .format = "edges", .ids = TRICORN_IDS_STRING, .files = {"a.txt"}},
  {.name = "dialect", .format = "edges", .files = {"a.txt"}, .flags = FUZZ_DIALECT},
  {.name = "adjlist-strings", .format = "adjlist", .ids = TRICORN_IDS_STRING, .files = {"a.adjlist"}},
  {.name = "multiline-strings", .format = "multiline-adjlist", .ids = TRICORN_IDS_STRING, .files = {"a"}},
  {.name = "json-lines-strings", .format = "json-lines", .ids = TRICORN_IDS_STRING, .files = {"a.jsonl"}},
  {.name = "json-node-link-strings", .format = "json-node-link", .ids = TRICORN_IDS_STRING, .files = {"a.json"}},
  {.name = "gzip", .format = "edges", .files = {"a.txt.gz"}},
  {.name = "zstd", .format = "edges", .files = {"a.txt.zst"}},
  {.name = "any", .files = {"a"}, .flags = FUZZ_ONLY_FILES | FUZZ_NO_TOTALS},
  {.name = "any-text", .files = {"a.txt"}, .flags = FUZZ_ONLY_FILES | FUZZ_NO_TOTALS},
  {.name = "any-graph", .files = {"a.graph"}, .flags = FUZZ_NO_TOTALS},
  {.name = "parameters", .run = fuzz_run_parameters},
};

enum { TARGETS = sizeof targets / sizeof *targets };

const fuzz_target *fuzz_target_at(size_t index)
{
    return index < TARGETS ? &targets[index] : NULL;
}

const fuzz_target *fuzz_target_find(const char *name)
{
    for (size_t i = 0; i < TARGETS; i++)
        if (strcmp(targets[i].name, name) == 0) return &targets[i];
    return NULL;
}

_Noreturn void fuzz_fault(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}
