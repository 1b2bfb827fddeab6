/* completion.c - writes scripts that complete command lines of the program in bash, zsh and fish. */
#include <stdlib.h>
#include <string.h>

#include "manual/manual.h"

static void put_verbs(FILE *script)
{
    for (size_t i = 0; cli_verb_at(i) != NULL; i++) fprintf(script, "%s ", cli_verb_at(i)->name);
    fputs("help", script);
}

/* ---- bash ---- */

/* Writes the options of a verb as bash completes them, such as "--json --threads= -q". */
static void bash_options(FILE *script, const cli_verb *verb)
{
    const cli_option *option = NULL;
    const char *before = "";

    while ((option = cli_option_next(verb, option)) != NULL) {
        const char *mark = option->value != NULL ? "=" : "";
        if (option->name != NULL)
            fprintf(script, "%s--%s%s", before, option->name, mark);
        else
            fprintf(script, "%s-%c", before, option->letter);
        before = " ";
    }
}

/* Writes a case "VERB:--option" for each option that has a value: it says what the value can be. */
static void bash_values(FILE *script, const cli_verb *verb)
{
    static const char *const kinds[] = {
      [MANUAL_ANYTHING] = "any", [MANUAL_WORDS] = "words", [MANUAL_FILE] = "file", [MANUAL_FOLDER] = "folder"};
    const cli_option *option = NULL;
    char *words;

    while ((option = cli_option_next(verb, option)) != NULL) {
        if (option->value == NULL) continue;
        const manual_kind kind = manual_value(option, &words);
        fputs("    ", script);
        if (option->name != NULL) fprintf(script, "%s:--%s", verb->name, option->name);
        if (option->name != NULL && option->letter != 0) fputs("|", script);
        if (option->letter != 0) fprintf(script, "%s:-%c", verb->name, option->letter);
        fprintf(script, ") kind=%s words='%s' ;;\n", kinds[kind], words);
        free(words);
    }
}

void complete_bash(FILE *script)
{
    const cli_verb *verb;
    char *words;

    fputs("# Completes the command line of tricorn in bash; made from its tables of options.\n"
          "_tricorn() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  local verb=${COMP_WORDS[1]} options='' kind=none words=''\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "    mapfile -t COMPREPLY < <(compgen -W '",
      script);
    put_verbs(script);
    fputs(" --help --version' -- \"$current\")\n    return\n  fi\n"
          "  # bash takes = for a word of its own\n"
          "  if [ \"$current\" = = ]; then current=''\n"
          "  elif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "  case $verb:$before in\n    help:*) kind=words words='",
      script);
    put_verbs(script);
    fputs("' ;;\n", script);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) bash_values(script, verb);
    fputs("  esac\n  case $verb in\n", script);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) {
        fprintf(script, "    %s) options='", verb->name);
        bash_options(script, verb);
        fputs("'", script);
        if (manual_argument(verb, &words) == MANUAL_WORDS)
            fprintf(script, "\n      [ $kind = none ] && [[ $current != -* ]] && kind=words words='%s'", words);
        free(words);
        fputs(" ;;\n", script);
    }
    fputs("  esac\n"
          "  case $kind in\n"
          "    words) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
          "    folder) mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); compopt -o "
          "filenames ;;\n"
          "    file) mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); compopt -o filenames "
          ";;\n"
          "    none)\n"
          "      if [[ $current = -* ]]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
          "        [[ ${COMPREPLY[0]-} = *= ]] && compopt -o nospace\n"
          "      else\n"
          "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); compopt -o filenames\n"
          "      fi ;;\n"
          "  esac\n}\n"
          "complete -F _tricorn tricorn tricorn-mpi\n",
      script);
}

/* ---- zsh ---- */

/* Writes a text in single quotes. A backslash is put before each character of `special`, which
 * zsh would otherwise interpret. */
static void zsh_text(FILE *script, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", script);
        else if (strchr(special, *text) != NULL)
            fprintf(script, "\\%c", *text);
        else
            fputc(*text, script);
    }
}

static void zsh_value(FILE *script, const cli_option *option)
{
    char *words;
    const manual_kind kind = manual_value(option, &words);

    fputc(':', script);
    zsh_text(script, option->value, ":\\");
    if (kind == MANUAL_WORDS) fprintf(script, ":(%s)", words);
    if (kind == MANUAL_FILE) fputs(":_files", script);
    if (kind == MANUAL_FOLDER) fputs(":_files -/", script);
    if (kind == MANUAL_ANYTHING) fputs(":", script);
    free(words);
}

/* Writes an option, either by its name or by its letter. */
static void zsh_form(FILE *script, const cli_option *option, bool by_name)
{
    char *help = cli_option_help(option, false);

    fputs("        '", script);
    if (by_name)
        fprintf(script, "--%s%s", option->name, option->value != NULL ? "=" : "");
    else
        fprintf(script, "-%c%s", option->letter, option->value != NULL ? "+" : "");
    fputc('[', script);
    zsh_text(script, help, "[]\\:");
    fputc(']', script);
    if (option->value != NULL) zsh_value(script, option);
    fputs("' \\\n", script);
    free(help);
}

static void zsh_verb(FILE *script, const cli_verb *verb)
{
    const cli_option *option = NULL;
    char *words;
    const manual_kind kind = manual_argument(verb, &words);

    fprintf(script, "    %s)\n      _arguments -s \\\n", verb->name);
    while ((option = cli_option_next(verb, option)) != NULL) {
        if (option->name != NULL) zsh_form(script, option, true);
        if (option->letter != 0) zsh_form(script, option, false);
    }
    if (kind == MANUAL_WORDS)
        fprintf(script, "        '1:argument:(%s)' '*:argument:_files' ;;\n", words);
    else
        fprintf(script, "        '*:argument:%s' ;;\n", kind == MANUAL_FILE ? "_files" : "");
    free(words);
}

void complete_zsh(FILE *script)
{
    const cli_verb *verb;

    fputs("#compdef tricorn tricorn-mpi\n"
          "# Completes the command line of tricorn in zsh; made from its tables of options.\n"
          "_tricorn() {\n  local -a verbs\n  verbs=(\n",
      script);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) {
        fprintf(script, "    '%s:", verb->name);
        zsh_text(script, verb->summary, ":\\");
        fputs("'\n", script);
    }
    fputs("    'help:describe a verb'\n  )\n"
          "  if (( CURRENT == 2 )); then\n    _describe -t verbs verb verbs\n    return\n  fi\n"
          "  local verb=$words[2]\n"
          "  words=(\"${(@)words[2,-1]}\")\n  (( CURRENT-- ))\n"
          "  case $verb in\n    help) _describe -t verbs verb verbs ;;\n",
      script);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) zsh_verb(script, verb);
    fputs("  esac\n}\n"
          "# Loaded by the system of completion it is the function; sourced it registers itself.\n"
          "if [ \"${funcstack[1]}\" = _tricorn ]; then\n  _tricorn \"$@\"\n"
          "else\n  compdef _tricorn tricorn tricorn-mpi\nfi\n",
      script);
}

/* ---- fish ---- */

static void fish_text(FILE *script, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\') fputc('\\', script);
        fputc(*text, script);
    }
}

static void fish_option(FILE *script, const cli_verb *verb, const cli_option *option)
{
    char *words, *help = cli_option_help(option, false);
    const manual_kind kind = manual_value(option, &words);

    fprintf(script, "complete -c tricorn -n '__fish_seen_subcommand_from %s'", verb->name);
    if (option->name != NULL) fprintf(script, " -l %s", option->name);
    if (option->letter != 0) fprintf(script, " -s %c", option->letter);
    if (option->value != NULL) {
        fputs(kind == MANUAL_FILE ? " -r -F" : " -x", script);
        if (kind == MANUAL_WORDS) fprintf(script, " -a '%s'", words);
        if (kind == MANUAL_FOLDER) fputs(" -a '(__fish_complete_directories)'", script);
    }
    fputs(" -d '", script);
    fish_text(script, help);
    fputs("'\n", script);
    free(words);
    free(help);
}

void complete_fish(FILE *script)
{
    const cli_verb *verb;
    const cli_option *option;
    char *words;

    fputs("# Completes the command line of tricorn in fish; made from its tables of options.\n"
          "complete -c tricorn-mpi -w tricorn\n",
      script);
    for (size_t i = 0; (verb = cli_verb_at(i)) != NULL; i++) {
        fprintf(script, "complete -c tricorn -n __fish_use_subcommand -f -a %s -d '", verb->name);
        fish_text(script, verb->summary);
        fputs("'\n", script);
        while ((option = cli_option_next(verb, option)) != NULL) fish_option(script, verb, option);
        if (manual_argument(verb, &words) == MANUAL_WORDS)
            fprintf(script, "complete -c tricorn -n '__fish_seen_subcommand_from %s' -f -a '%s'\n", verb->name, words);
        free(words);
    }
    fputs("complete -c tricorn -n __fish_use_subcommand -f -a help -d 'describe a verb'\n"
          "complete -c tricorn -n '__fish_seen_subcommand_from help' -f -a '",
      script);
    put_verbs(script);
    fputs("'\n", script);
}
