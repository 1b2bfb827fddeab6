/* manual.h - writes manual pages and scripts for completion from the tables of verbs and options. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "option.h"
#include "verb.h"

/* Writes tricorn(1). */
void manual_program(FILE *page, const char *date);
/* Writes the verb's page in section 1. */
void manual_verb(FILE *page, const cli_verb *verb, const char *date);
/* Writes tricorn(3) from the text of the public header. */
void manual_library(FILE *page, const char *header, const char *date);
/* Writes a page of section 5 from a Markdown text with headings, paragraphs and tables. */
void manual_format(FILE *page, const char *name, const char *markdown, const char *date);

void complete_bash(FILE *script);
void complete_zsh(FILE *script);
void complete_fish(FILE *script);

/* What the value of an option, or of an argument, can be. */
typedef enum manual_kind {
    MANUAL_ANYTHING,
    MANUAL_WORDS, /* one word of a list */
    MANUAL_FILE,
    MANUAL_FOLDER
} manual_kind;

/* Returns what the value of the option can be. *words receives the list of words for
 * MANUAL_WORDS, separated by blanks, otherwise ""; the caller frees it with free(). */
manual_kind manual_value(const cli_option *option, char **words);

/* Returns what the first argument of the verb can be; *words is as for manual_value(). */
manual_kind manual_argument(const cli_verb *verb, char **words);
