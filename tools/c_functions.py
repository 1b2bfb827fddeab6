"""The functions that a C or CUDA file defines, found without a compiler; for the scripts beside it.

    for function in c_functions.of_file(path):
        print(function.name, function.parameters, function.line, function.lines)

A definition is a block { } outside of functions whose head ends with a list in parentheses.  All
branches of conditional code are read; bodies of macros are not.
"""
import collections
import re

# `line` is the first one, `lines` how many from there to the closing bracket.  `head` and `body` are
# without comments and texts in quotes.
Function = collections.namedtuple("Function", "name parameters line lines head body")

COMMENT_OR_QUOTED = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\\\n]|\\.|\\\n)*", re.MULTILINE)
STOP = re.compile(r"[;{}]")
# A block with definitions inside.
SCOPE = re.compile(r"(?:^|\s)(?:namespace|extern|struct|class|union)\b[^()=]*$")
# What stands in a head with parentheses of its own, or behind the parameters.
ATTRIBUTE = re.compile(r"\b(?:__attribute__|__launch_bounds__|__align__|_Alignas)\s*"
                       r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
QUALIFIERS = re.compile(r"(\s*\b(?:const|noexcept|override))+$")
NAME = re.compile(r"(operator\s*\S+|\w+(?:\([^()]*\))?)\s*$") # or a macro that makes a name


def blank(found):
    """As many lines as the text that was found has, and no word of it."""
    text = found[0]
    return '""' if text[0] in "\"'" else " " + "\n" * text.count("\n")


def closing(code, opening):
    """Where the bracket closes that opens at `opening`."""
    depth = 0
    for place in range(opening, len(code)):
        depth += (code[place] in "({[") - (code[place] in ")}]")
        if depth == 0:
            return place
    return len(code) - 1


def count_parameters(text):
    """How many parameters a list has, given without its parentheses."""
    if text.strip() in ("", "void"):
        return 0
    depth = 0
    count = 1
    for letter in text:
        depth += (letter in "([{<") - (letter in ")]}>")
        count += letter == "," and depth == 0
    return count


def read_head(text):
    """(name, parameters) of the function whose head this is, or None."""
    text = QUALIFIERS.sub("", ATTRIBUTE.sub(" ", text).rstrip())
    if not text.endswith(")"):
        return None
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            break
    name = NAME.search(text[:place])
    return (re.sub(r"\s", "", name[1]), count_parameters(text[place + 1:-1])) if name else None


def without_texts(text):
    """The code without comments, directives and texts in quotes; lines keep their numbers."""
    return DIRECTIVE.sub(blank, COMMENT_OR_QUOTED.sub(blank, text))


def of_text(text):
    code = without_texts(text)
    start = place = 0 # where a head may start; where the search goes on
    while found := STOP.search(code, place):
        place = found.end()
        head = code[start:found.start()]
        if found[0] == "{" and not SCOPE.search(head):
            place = closing(code, found.start()) + 1
            function = read_head(head)
            if not function: # values or members: what is declared ends at the semicolon
                continue
            first = code.count("\n", 0, found.start() - len(head.lstrip())) + 1
            yield Function(*function, first, code.count("\n", 0, place) + 2 - first, head.strip(),
                           code[found.start():place])
        start = place


def of_file(path):
    yield from of_text(path.read_text(encoding="utf-8", errors="replace"))
