"""Text edge lists of all forms are counted right or refused: separators, columns, headers, comments.

Each case is a text, what the command line says of it, and its number of triangles, counted by hand;
or, of what can be read in several ways, what the message must hold.
"""

import gzip
import json
import random
import re
import subprocess

from program import BAD_INPUT, USAGE, ProgramTest, main, run

WORDS = ("--ids", "string")


def triangle(form, a="1", b="2", c="3"):
    """The three edges of a triangle, each as `form`, which has {u}, {v} and {i}, the line."""
    pairs = ((a, b), (b, c), (a, c))
    return "".join(form.format(u=u, v=v, i=i) + "\n" for i, (u, v) in enumerate(pairs, start=1))


# A path of which each third vertex is joined to the next but one, with weights that are no ids.
WEIGHTED = ([(i, i + 1, 70 + i % 9) for i in range(1, 10)]
            + [(i, i + 2, 80 + i % 7) for i in range(1, 10, 3)])


# What is read: (text, triangles, arguments).
READ = [
    # one separator
    (triangle("{u} {v}"), 1),
    (triangle("{u}\t{v}"), 1),
    (triangle("{u},{v}"), 1),
    (triangle("{u};{v}"), 1),
    (triangle("{u}, {v}"), 1),
    (triangle("  {u}   {v}  "), 1),
    (triangle("{u} \t {v}\t"), 1),
    (triangle("{u}|{v}"), 1, "--separator", "|"),
    # a column without a name, and one with a quote in it
    ("gene_a,,gene_b\n1,7,2\n2,7,3\n1,7,3\n", 1),
    ('"u","a""b"\n1,2\n2,3\n1,3\n', 1, "--columns", 'u,a"b'),
    (triangle("{u}:{v}"), 1, "--separator", ":"),
    (triangle("{u},{v}"), 1, "--separator", "comma"),
    (triangle("{u}\t{v}"), 1, "--separator", "tab"),
    (triangle("{u}\t{v}"), 1, "--separator", "\t"),
    (triangle("{u} {v}"), 1, "--separator", "space"),
    (triangle("{u} \t{v}"), 1, "--separator", " "),
    (triangle("{u};{v}"), 1, "--separator", "semicolon"),
    ("1 2\n2\t3\n1  3\n", 1),
    # line ends
    (triangle("{u} {v}\r"), 1),
    (triangle("{u},{v},5\r"), 1),
    (triangle("{u} {v}").rstrip("\n"), 1),
    ("\n\n1 2\n\n2 3\r\n\r\n \t\n1 3\n\n", 1),
    ("\ufeff" + triangle("{u} {v}"), 1),
    ("\ufeff# comment\n" + triangle("{u},{v}"), 1),
    # further columns
    (triangle("{u} {v} 0.5"), 1),
    (triangle("{u} {v} 1"), 1),
    (triangle("{u} {v} -3 1e5"), 1),
    (triangle("{u} {v} 1082040961"), 1),
    (triangle("{u} {v} text"), 1),
    (triangle("{u}\t{v}\tNew York"), 1),
    (triangle("{u},{v},"), 1),
    (triangle('{u},{v},"a, b"'), 1),
    (triangle("{u} {v} {{}}"), 1),
    (triangle("{u} {v} {{'weight': {i}}}"), 1),
    ("1 2 {}\n2 3 {'a': 1, 'b': 'c d'}\n1 3 {}\n", 1),
    ("1 2 {'a': 'it\\'s }'}\n2 3 {}\n1 3 {}\n", 1),
    ("1 2 5\n2 3 7\n1 3 9\n", 1),
    ("1 2 5\n1 3 5\n2 3 6\n", 1),
    # columns by number and by name
    (triangle("x{i} {u} {v}"), 1, "--columns", "2,3"),
    (triangle("x{i} {u} {v}"), 1, "--columns", "3,2"),
    (triangle("{u},x,{v}"), 1, "--columns", "1,3"),
    ("1 2 a b\n2 3\n1 3 c\n", 1, "--columns", "1,2"),
    ("e 1 2\ne 2 3\ne 1 3\n", 1, "--columns", "2,3"),
    ("from,what,till\n" + triangle("{u},x,{v}"), 1, "--columns", "from,till"),
    ("from,what,till\n" + triangle("{u},x,{v}"), 1, "--columns", "till,from"),
    (triangle("{i} {u} {v}", "11", "12", "13"), 1, "--columns", "2,3"),
    # headers
    ("source,target\n" + triangle("{u},{v}"), 1),
    ("a b\n" + triangle("{u} {v}"), 1),
    ("id,source,target\n" + triangle("{i},{u},{v}", "5", "6", "7"), 1),
    (" u  v\n" + triangle("{i}  {u}  {v}", "5", "6", "7"), 1),
    (",source,target\n" + triangle("{i},{u},{v}", "5", "6", "7"), 1),
    ("Source;Target;Type;Id;Label;Weight\n" + triangle("{u};{v};Undirected;{i};;1.0"), 1),
    ("node1\tnode2\tscore\n" + triangle("{u}\t{v}\t7"), 1),
    ("weight,FromNodeId,ToNodeId\n" + triangle("{i},{u},{v}"), 1),
    ("src dst time\n" + triangle("{u} {v} 12"), 1),
    ("source,target,%\n" + triangle("{u},{v},12"), 1),
    ("time u v\n" + triangle("20 {u} {v}"), 1),
    ("user_a,user_b,since\n" + triangle("{u},{v},2020"), 1),
    ("9 9 9\n" + triangle("{u} {v}"), 1, "--header", "yes"),
    ("3 3\n" + triangle("{u} {v}"), 1, "--header", "yes"),
    ("3 3\n" + triangle("{u} {v}"), 1, "--header", "no"),
    ("1 2\n" + triangle("{u} {v}"), 1, "--header", "no"),
    # comments
    ("# c\n% d\n" + triangle("{u} {v}") + "# e\n", 1),
    ("1 2\n# 5 6\n2 3\n  % x\n1 3\n", 1),
    ("// c\n" + triangle("{u} {v}"), 1, "--comment", "/"),
    ("#;FromNodeId;ToNodeId\n" + triangle("{u};{v};5"), 1),
    ("#,source,target\n" + triangle("{u},{v},5"), 1),
    ("c x y z\n" + triangle("{u} {v}"), 1, "--comment", "c"),
    ("1 2 # one\n2 3 # two words\n1 3\n", 1),
    # columns that differ enough to be an edge and its weight
    ("0 1 5\n0 2 7\n0 3 20\n1 2 1\n", 1),
    ("".join(f"{u} {v} {w}\n" for u, v, w in WEIGHTED), 3),
    ("".join(f"0 {v} {300 - v}\n" for v in range(1, 100)), 0),
    ("".join(f"{v} {v + 1} {300 - v}\n" for v in range(1, 100)), 0),
    ("".join(f"{v} {v // 2} 1\n" for v in range(1, 100)), 0),
    ("".join(f"{v} {v // 2} 0.{v}\n" for v in range(1, 100)), 0),
    ("".join(f"{500 + 2 * i} {900 + 3 * i} 0.5\n" for i in range(20)), 0),
    # words
    ("head tail\ntail a\na head\n", 1, *WORDS),
    ("u,v\n" + triangle("{u},{v}"), 1, *WORDS, "--header", "yes"),
    ("// a\na b\nb //\n", 1, *WORDS, "--comment", "none"),
    (triangle("{u} {v}", "a", "b", "c"), 1, *WORDS),
    (triangle("{u}\t{v}", "New York", "Los Angeles", "New Haven"), 1, *WORDS),
    (triangle("{u},{v}", "New York", "Rome", "Bonn"), 1, *WORDS),
    (triangle("{u},{v}", '"Doe, John"', '"Roe, Jane"', "X"), 1, *WORDS),
    (triangle("{u} {v}", '"a b"', '"c d"', "e"), 1, *WORDS),
    (triangle("{u},{v}", '"say ""hi"""', "b", "c"), 1, *WORDS),
    ('"a",b\nb,c\n"c",a\n', 1, *WORDS),
    ('"a""b",b\nb,c\n"c","a""b"\n', 1, *WORDS),
    (triangle("{u}\t{v}", "#one", "#two", "#three"), 1, *WORDS, "--comment", "none"),
    (triangle("{u},{v}", "%one", "two", "three"), 1, *WORDS, "--comment", "#"),
    (triangle("{u} {v} 0.5", "a", "b", "c"), 1, *WORDS),
    (triangle("{u} {v} {{}}", "a", "b", "c"), 1, *WORDS),
    (triangle("{u} -> {v}", "a", "b", "c"), 1, *WORDS, "--columns", "1,3"),
    ("# a comment\n" + triangle("{u} {v}", "a", "b", "c"), 1, *WORDS),
    ("source,target\n" + triangle("{u},{v}", "a", "b", "c"), 1, *WORDS),
    ("source,target\n" + triangle("{u},{v}", "a", "source", "c"), 1, *WORDS),
    ("source,target\nsource,a\na,target\n", 1, *WORDS, "--header", "no"),
    ("id,source,target\n" + triangle("{i},{u},{v}", "a", "b", "c"), 1, *WORDS),
    ("x,y\n" + triangle("{u},{v}", "a", "b", "c"), 1, *WORDS, "--header", "yes"),
    (triangle("{u} {v}", "01", "1", "001"), 1, *WORDS),
    ("01 1\n1 001\n", 0),
    # quotes
    (triangle('"{u}","{v}"'), 1),
    ('"source","target"\n' + triangle('"{u}","{v}"'), 1),
    ('"","from","to"\n' + triangle('"{i}",{u},{v}'), 1),
    ("hub a\nhub b\na b\n", 1, *WORDS),
    ("hub\tRoe (sen.)\nhub\tLee\nLee\tRoe (sen.)\n", 1, *WORDS),
    ("f\tg(x)\ng(x)\th->y\nf\th->y\n", 1, *WORDS),
]

# What is not read, or could be read in two ways: (text, what the message says, arguments).
REFUSED = [
    # lines that differ
    ("0 1 2 3\n1 2\n2 3\n", ":1: 4 columns, but the lines behind it have 2"),
    ("5 10\n2 3 4 5\n1 3 4 5\n1 2 4 5\n", ":2: 4 columns"),
    ("1 2\n2 3\n1 3 4\n", ":3: 3 columns"),
    ("1 2 5\n2 3\n1 3 4\n", ":2: 2 columns"),
    ("1 2\n2 3\n1\n", ":3: 1 column"),
    ("1,2\n2,3\n1 3\n", ":3: 1 column"),
    ("1,2\n2;3\n1,3\n", ":2: 1 column"),
    ("a b\nb c d\n", ":2: 3 columns", *WORDS),
    ("a,b\nb,c\nc a\n", ":", *WORDS),
    ("1\n2\n3\n", ":1: only one column"),
    ("0110\n1011\n", ":1: only one column"),
    # not numbers
    ("1 -> 2\n2 -> 3\n1 -> 3\n", ":1: "),
    ("1->2\n2->3\n", ":1: only one column"),
    ("1-2\n2-3\n", "--separator"),
    ("1|2\n2|3\n", "--separator"),
    ("(1, 2)\n(2, 3)\n(1, 3)\n", ":1: the separator is within brackets"),
    ("1,234 5,678\n1,234 9,999\n5,678 9,999\n", ":1: "),
    ("1,234, 5,678\n1,234, 9,999\n5,678, 9,999\n", "part of a number"),
    ('"1,234","5,678"\n"1,234","9,999"\n', ":1: '1,234'"),
    ("1.0 2.0\n2.0 3.0\n", ":1: '1.0'"),
    ("1e0 2e0\n", ":1: '1e0'"),
    ("1 0x2\n", "'0x2'"),
    ("1 2\n2 -3\n", "negative"),
    ("a b\nb c\n", "--ids string", "--ids", "number"),
    ("c text\np edge 3 3\ne 1 2\n", ":"),
    # empty ids
    ("1,2,x\n2,,x\n", ":2: column 2, an id, is empty"),
    ("1\t2\tx\n\t3\tx\n", ":2: "),
    ("a,b\n,c\n", ":2: column 1, an id, is empty", *WORDS),
    # two ways to read
    ("     1\t5 7\n     2\t7 9\n     3\t5 9\n", "number the lines"),
    ("     1\t5\n     2\t7\n     3\t5\n", "number the lines"),
    ("1\t5 7\n2\t7 9\n3\t5 9\n", "tabs and blanks"),
    ("      1 5 7\n      1 5 9\n      1 7 9\n", "count or number"),
    ("1 5 7\n2 5 9\n3 7 9\n", "number the lines"),
    ("1,5,7\n2,5,9\n3,7,9\n", "number the lines"),
    ("10 5 7\n20 5 9\n30 7 9\n", "number the lines"),
    ("1 5 7\n1 5 9\n2 7 9\n2 9 11\n", "clear"),
    ("20 501 502\n20 501 503\n40 502 503\n", "in common"),
    ("3 5 7\n1 5 9\n3 7 9\n2 9 11\n", "clear"),
    ("0 1 1\n1 0 1\n1 1 0\n", "matrix"),
    ("0,1,1\n1,0,1\n1,1,0\n", "matrix"),
    ("0 5 2\n5 0 3\n2 3 0\n", "matrix"),
    ("0 0.5 0.2\n0.5 0 0.1\n0.2 0.1 0\n", "'0.5'"),
    ("\n".join(" ".join("1" if i != j else "0" for j in range(3)) for i in range(3)), "matrix"),
    ("0 1 2\n1 2 0\n2 0 1\n", "matrix"),
    ("1 2 3\n2 3 4\n3 4 5\n", "matrix"),
    ("1 2 2 3 1 3\n", "several edges"),
    ("1 2 2 3\n1 3 3 4\n", "clear"),
    ("3 2\n1 2\n1 3\n", "numbers of vertices and edges"),
    ("# c\n3 2\n1 2\n1 3\n", ":2: 2 lines follow it, so it may be an edge, or"),
    ("3 2\n1 3\n2 1\n", ":1: 2 lines follow it, so it may be"),
    ("1 001 1 002\n1 002 1 003\n1 001 1 003\n", "group digits"),
    ("1 3 2 3 4\n2 3 1 3 4\n3 3 1 2 4\n4 3 1 2 3\n", "clear"),
    ("2 3 4\n1 3 4\n1 2 4\n1 2 3\n", "clear"),
    ("3 1 2\n1 1 3\n2 1 4\n6 2 3\n5 2 4\n4 3 4\n", "clear"),
    ("1 7\n2 7\n3 7\n#\n1 2\n2 3\n1 3\n", "TGF"),
    ("1:2 3\n2:2 4\n3:3 4\n", ":1: "),
    (" u | v\n---+---\n 1 | 2\n 2 | 3\n", ":2: "),
    ("INSERT INTO e VALUES (1,2);\nINSERT INTO e VALUES (2,3);\n", ":1: "),
    ("1 2:1 3:1\n2 1:1 3:1\n3 1:1 2:1\n", ":1: "),
    ("".join(f"1 {u} {v}\n" for u, v, _ in WEIGHTED), "same on all lines"),
    ("".join(f"{u} 1 {v}\n" for u, v, _ in WEIGHTED), "same on all lines"),
    ("".join(f"1 {i} 0.5 x\n" for i in range(5)), "same on all lines"),
    ("".join(f"{500 + 2 * i} {900 + 3 * i} 0.5 {i % 6}\n" for i in range(20)), "comes twice"),
    ("".join(f"{900 + 7 * i} {i % 5} 0.5 {i % 6}\n" for i in range(20)), "comes twice"),
    ("".join(f"{i % 5} {900 + 7 * i} {40 + i % 6}\n" for i in range(20)), "comes twice"),
    ("".join(f"{i} {u} 0.5 {v}\n" for i, (u, v, _) in enumerate(WEIGHTED)), "numbers the lines"),
    ("".join(f"{u} {i} 0.5 {v}\n" for i, (u, v, _) in enumerate(WEIGHTED)), "numbers the lines"),
    ("".join(f"{900 + u} {u % 3} {900 + v}\n" for u, v, _ in WEIGHTED), "the third has"),
    ("".join(f"{u} {900 + u % 3} 0.5 {v}\n" for u, v, _ in WEIGHTED), "the fourth has"),
    ("".join(f"{90 + u} {u % 3 + (u == 5) * 95} {90 + v}\n" for u, v, _ in WEIGHTED), "in common with another"),
    # headers that do not tell
    ("node1,node2,node3\n0,2,3\n2,0,4\n3,4,0\n", "--columns A,B"),
    ("u,v,w\n1,2,3\n2,3,4\n", "--columns A,B"),
    ("to,weight\n1,2\n2,3\n1,3\n", "--columns to,weight"),
    ("person,friend,since\n1,2,5\n1,3,5\n2,3,6\n", "--columns A,B"),
    ("a_id,b_x,c\n1,2,5\n", "--columns A,B"),
    ("a1,a2,x1,x2\n1,2,5,6\n", "--columns A,B"),
    ("source,target\n", ":1: ", *WORDS),
    ("source,target\nsource,a\na,target\n", ":1: may be an edge, or the names", *WORDS),
    # words
    ("head,tail\na,b\nb,c\n", ":1: may be an edge, or the names", *WORDS),
    ("someone another\n1 2\n2 3\n1 3\n", ":1: may be an edge, or the names", *WORDS),
    ("7 x\n" + triangle("{u} {v}"), ":1: may be an edge, or the names", *WORDS),
    ("// a\na b\nb c\n", ":1: the line begins with '//'", *WORDS),
    ("a b\n//\tc\nb c\n", ":2: the line begins with '//'", *WORDS),
    ("// a\n1 2\n2 3\n", ":1: the line begins with '//'"),
    ("a,b;c,d\nb,c;d,e\n", "commas or semicolons", *WORDS),
    ("a;b;1,5\nb;c;2,5\na;c;3,5;1\n", "commas or semicolons", *WORDS),
    ("a b 1,5 2,5\nb c 2,5 3,5\na c 3,5 4\n", "commas or blanks", *WORDS),
    ("1 2 3 2 3 {} 1 4\n", "braces"),
    ("1 2 {'a': 3 {'a': 1 3 {'a': 2 3 {'a': 4\n", "braces"),
    ("7 8 id u v\n", "several edges"),
    ("1\t1\tsrc\tdst\n", "several edges"),
    ("611271270   217653,60\n217653460\n", ":2: 1 column"),
    ("22482302143466261\t3182658645138973\n3182658645138973\t22482302,43466261\n", ":2: '22482302,43466261'"),
    ("41672601563856382   32305425371575922\n32305425371575922   5875580,989759222\n", ":2: '5875580,989759222'"),
    ("% a note\nu   v 1\n% a note\n1   5\n% a note\n5   1\n", ":4: 2 columns, but line 2 has 3"),
    ("% a\nu, v, weight, time,0, 2, 50, 86\n% b\n5, 6, 83, 5\n3, 6, 79, 5\n", ":4: 4 columns, but line 2 has 8"),
    ("19\t1\t1\n2\t1\t1\n95\t2\t1\n4\t2\t1\n", "incidence matrix"),
    ("# a\nsource\ttarget\tweight\t39\n# b\n1\t2\t5.9\n", "line 2 has 4"),
    ("1\t2\n1\t3,4\n", ":2:"),
    ("source\ttarget\n1\t2\t\t\n2\t3\t\t\n1\t3\t\t\n", "is a cell empty"),
    ("New York,New Jersey\nLos Angeles,San Diego\n", "commas or blanks", *WORDS),
    ("#a\tb\nb\tc\n#a\tc\n", "comment", *WORDS),
    ("%a b\n", "comment", *WORDS),
    ("CREATE (a)-[:R]->(b)\n" * 3, "if that is a command", *WORDS),
    ("1 3 2 3 4\n2 1 3\n3 1 4\n", "count the ids"),
    ("e 1 2\ne 2 3\ne 1 3\n", "words and the other numbers", *WORDS),
    ("v 0 1\nv 1 1\ne 0 1\n", "clear", *WORDS),
    ("a -> b\nb -> c\na -> c\n", "as by --columns 1,3, or", *WORDS),
    ("1 -> 2\n2 -> 3\n1 -> 3\n", "as by --columns 1,3, or", *WORDS),
    ("a knows b\nb knows c\na knows c\n", "as by --columns 1,3, or", *WORDS),
    ("1 -> 2\n2 -> 3\n", "--columns 1,3"),
    ("a b kin\nb c foe\n", "as by --columns 1,2, or", *WORDS),
    ("1 a b\n2 b c\n3 a c\n", "as by --columns 2,3, or", *WORDS),
    ("a likes tea\nb likes milk\n", "--columns 1,2, --columns 1,3 or", *WORDS),
    ("a likes 5\nb likes 6\nc likes 7\n", "clear", *WORDS),
    ("(a, b)\n(b, c)\n(a, c)\n", "brackets", *WORDS),
    ('"a b" c\nd "e\n', ":2: a quote", *WORDS),
    ('"a"b,c\n', ":1: only one column", *WORDS),
    ("a:b\nb:c\n", ":1: only one column", *WORDS),
    ("1 5 7\n2 5 9\n3 7 9\n", "number the lines", *WORDS),
    ("0 1 1\n1 0 1\n1 1 0\n", "matrix", *WORDS),
    ("1:1 2\n2:1 3\n3:2 3\n", "colons", *WORDS),
    ("(1, 2),\n(2, 3),\n(1, 3),\n", "brackets", *WORDS),
    ("{1, 2},\n{2, 3},\n{1, 3},\n", "brackets", *WORDS),
    ("1 2.\n2 3.\n1 3.\n", "sign", *WORDS),
    ("1 a\n2 a\n3 a\n#\n1 2\n2 3\n1 3\n", "TGF", *WORDS),
    ("a, b c\nb, c d\na, c d\n", "commas or blanks", *WORDS),
    ("a b\nb c,\n", ":2: an id ends in a comma", *WORDS),
    ('weight,to,from\n7,"q""1",-q;3\n5,"q,4","q,0"\n', "--columns 3,2", "--separator", "comma", *WORDS),
    # nothing in it
    ("", "g.txt"),
    ("\n \n\r\n", "no edge"),
    ("# only\n% comments\n", "no edge"),
    ("#a,#b\n#b,#c\n", "no edge"),
    ("#a,#b\n#b,#c\n#a,#c\n", "--comment none", *WORDS),
]

# What the command line says does not fit: (text, exit code, what the message says, arguments).
WRONG = [
    ("1 2\n", USAGE, "separator", "--separator", "ab"),
    ("1 2\n", USAGE, "separator", "--separator", "5"),
    ("1 2\n", USAGE, "separator", "--separator", ""),
    ("1 2\n", USAGE, "columns", "--columns", "1"),
    ("1 2\n", USAGE, "one and the same", "--columns", "1,1"),
    ("1 2\n", USAGE, "columns", "--columns", "0,1"),
    ("1 2\n", USAGE, "columns", "--columns", "1,2,3"),
    ("1 2\n", USAGE, "source, target, weight, time and label", "--columns", "source=1,goal=2"),
    ("1 2\n", USAGE, "twice", "--columns", "source=1,source=2"),
    ("1 2\n", USAGE, "columns", "--columns", "source=1,2"),
    ("1 2\n", USAGE, "columns", "--columns", "target=,source=1"),
    ("1 2\n", USAGE, "columns", "--columns", "1,99999999"),
    ("1 2\n", USAGE, "header", "--header", "maybe"),
    ("1 2\n", USAGE, "comment", "--comment", "ab"),
    ("1 2\n", USAGE, "comment", "--comment", "7"),
    ("1 2\n", BAD_INPUT, "column", "--columns", "1,3"),
    ("a,b,c\n1,2,3\n", BAD_INPUT, "no column is named 'z'", "--columns", "a,z"),
    ("1 2\n2 3\n", BAD_INPUT, "column", "--separator", "comma"),
    ("a b\n1 2\n", BAD_INPUT, "no vertex id", "--header", "no"),
]

BLOCK = 1 << 16  # the first lines, by which the dialect is decided


class Dialect(ProgramTest):
    def check_count(self, text, expected, arguments, name="g.txt"):
        answer = self.run_json("count", self.write(name, text), *arguments)
        self.assertEqual(answer["triangles"], expected)
        self.assertEqual(answer["format"], "edges")
        self.assertTrue(answer["dialect"])

    def check_refused(self, text, words, arguments):
        message = self.check_failed(run("count", self.write("g.txt", text), *arguments), BAD_INPUT)
        self.assertIn(words, message.split("g.txt", 1)[1] if words.startswith(":") else message)

    def test_read(self):
        for text, expected, *arguments in READ:
            with self.subTest(text=text, arguments=arguments):
                self.check_count(text, expected, arguments)

    def test_read_by_one_thread_strictly(self):
        for text, expected, *arguments in READ:
            if expected == 1 and text.count("1 2\n") < 2 and "3 3" not in text:
                with self.subTest(text=text, arguments=arguments):
                    self.check_count(text, 1, [*arguments, "--strict", "--threads", "1"])

    def test_read_from_pipes(self):
        for text, expected, *arguments in READ:
            with self.subTest(text=text, arguments=arguments):
                answer = self.run_json("count", "-", *arguments, stdin=gzip.compress(text.encode()))
                self.assertEqual(answer["triangles"], expected)

    def test_refused(self):
        for text, words, *arguments in REFUSED:
            with self.subTest(text=text, arguments=arguments):
                self.check_refused(text, words, arguments)

    def test_wrong_options(self):
        for text, code, words, *arguments in WRONG:
            with self.subTest(text=text, arguments=arguments):
                self.check_failed(run("count", self.write("g.txt", text), *arguments), code, words)

    def test_estimates_hold_to_the_dialect(self):
        path = self.write("g.csv", "id,source,target\n" + triangle("{i},{u},{v}", "5", "6", "7"))
        self.assertEqual(self.run_json("info", "--estimate", path)["input_edges"], 3)
        path = self.write("g.txt", "1 2\n2 3 4\n")
        self.check_failed(run("info", "--estimate", path), BAD_INPUT, "columns")


class Written(ProgramTest):
    """What is written is read again, whatever the words are."""

    WORDS = ("head", "tail", "u", "v", "user", "friend", "source", "target", "//", "//x", "/", "#a",
             "1", "2", "30", "a b", "a,b", "weight", "start", "end")

    def test_words(self):
        draw = random.Random(3)
        graphs = [[("head", "tail"), ("a", "b")], [("//", "x"), ("x", "y")],
                  [("user", "friend"), ("1", "2"), ("2", "30")]]
        graphs += [[tuple(draw.sample(self.WORDS, 2)) for _ in range(draw.randint(1, 6))]
                   for _ in range(40)]
        for graph in graphs:
            path = self.write("g.jsonl", "".join(json.dumps(edge) + "\n" for edge in graph))
            for name in ("out.txt", "out.csv"):
                out = self.path(name)
                with self.subTest(graph=graph, name=name):
                    self.run_done("convert", "--ids", "string", path, out)
                    found = self.run_done("edge", "-q", "--ids", "string", "--to", "jsonl", out)
                    edges = [json.loads(line) for line in found.stdout.decode().splitlines()]
                    self.assertEqual(sorted(sorted((edge["u"], edge["v"])) for edge in edges),
                                     sorted(map(list, {tuple(sorted(edge)) for edge in graph})))


class LaterLines(ProgramTest):
    """Lines behind the first block are held to what the first ones are."""

    def lines(self, form):
        """A path, long enough, behind it a triangle far from it."""
        path = "".join(form.format(u=2 * i, v=2 * i + 2, i=i) + "\n" for i in range(BLOCK // 4))
        far = 10**6
        return path, triangle(form, str(far), str(far + 1), str(far + 2))

    def test_as_the_first(self):
        forms = ("{u} {v}", "{u}\t{v}\t7", "{u},{v}", '"{u}","{v}","x"', "{u};{v};0.{i}", "{u} {v} {{}}")
        for form in forms:
            path, last = self.lines(form)
            for threads in ("1", "3"):
                with self.subTest(form=form, threads=threads):
                    file = self.write("g.txt", path + last)
                    answer = self.run_json("count", file, "--threads", threads)
                    self.assertEqual(answer["triangles"], 1)

    def test_others_are_refused_by_line(self):
        path, last = self.lines("{u} {v}")
        number = (path + last).count("\n") + 1
        for bad in ("1 2 3", "1", "1,2", "a b", "1 2 3 4", "1 -2", "1;2", '"1 2"', "1 2\0", "1 2 x y z"):
            with self.subTest(line=bad):
                file = self.write("g.txt", path + last + bad + "\n1 2\n")
                message = self.check_failed(run("count", file), BAD_INPUT)
                self.assertIn(f"g.txt:{number}: ", message)

    def test_blanks_beyond_ascii(self):
        """At an end of an id they are refused, and the message's command makes them blanks; in quotes and within an
        id they are a part of it."""
        draw = random.Random(9)
        blanks = "\u00a0\u00ad\u2000\u2007\u2009\u200b\u200e\u2028\u202f\u205f\u2060\u3000"
        for case in range(60):
            blank, separator = draw.choice(blanks), draw.choice((",", "\t", ";", " "))
            names = [["ann", "b\u00e9a", "\u674e"], ["1", "2", "3"]][case % 2]
            rows = [[names[0], names[1]], [names[1], names[2]], [names[0], names[2]]] * draw.choice((1, 5000))
            plain = "".join(separator.join(row) + "\n" for row in rows)
            row, end = draw.randrange(len(rows)), draw.randrange(2)
            rows[row] = list(rows[row])
            rows[row][end] = draw.choice((blank + rows[row][end], rows[row][end] + blank))
            text = "".join(separator.join(row) + "\n" for row in rows)
            options = WORDS if names[0] == "ann" else ()
            with self.subTest(text=text[:60], row=row):
                message = self.check_failed(run("count", "-", *options, stdin=text), BAD_INPUT, f":{row + 1}: ", "none of ASCII")
                command = re.search("by (sed .*) FILE > OUT", message)[1]
                made = subprocess.run(command, shell=True, check=True, input=text.encode(), stdout=subprocess.PIPE).stdout
                for given in (made, plain):
                    self.assertEqual(self.run_json("count", "-", *options, stdin=given)["triangles"], 1)
        for text, vertices in (('"ann\u00a0",bob\nbob,cid\nann,cid\n', 4), ("a\u00a0b,bob\nbob,cid\na\u00a0b,cid\n", 3)):
            self.assertEqual(self.run_json("count", "-", *WORDS, stdin=text)["vertices"], vertices)
        graph, ids = self.write("g.csv", "ann,bob\n"), self.write("v.txt", "id\nann\n\u3000bob\n")
        self.check_failed(run("count", graph, *WORDS, "--vertex-file", ids), BAD_INPUT, "v.txt:3: ", "none of ASCII")

    def test_columns_that_come_and_go(self):
        path, last = self.lines("{u} {v} 0.5")
        number = path.count("\n") + 1
        file = self.write("g.txt", path + "1 2\n" + last)
        self.check_failed(run("count", file), BAD_INPUT, f":{number}: 2 columns", "--columns 1,2")
        self.assertEqual(self.run_json("count", file, "--columns", "1,2")["triangles"], 1)

    def test_comments_before_everything(self):
        """More of them than the first block."""
        head = "# " + "x" * 100 + "\n"
        text = head * 2000 + "\n" * 70000 + "# " + "y" * 200000 + "\n" + triangle("{u},{v}")
        for data in (text.encode(), gzip.compress(text.encode())):
            answer = self.run_json("count", "-", stdin=data)
            self.assertEqual(answer["triangles"], 1)
        lines = text.count("\n")
        message = self.check_failed(run("count", "-", stdin=text + "1;2\n"), BAD_INPUT)
        self.assertRegex(message, re.escape(f":{lines + 1}: "))


if __name__ == "__main__":
    main()
