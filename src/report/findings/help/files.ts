import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type FileCode = Extract<
  DiagnosticCode,
  | "yaml-syntax"
  | "yaml-limit"
  | "yaml-duplicate-key"
  | "merge-marker"
  | "section-type"
  | "key-invalid"
  | "symlink-escape"
  | "file-unreadable"
  | "unmerged"
>;

/** Findings about files as such: whether they can be read, and what they have to look like. */
export const fileHelp: Readonly<Record<FileCode, CodeHelp>> = {
  "yaml-syntax": {
    meaning:
      "The file is not valid YAML 1.1, or holds something that PyYAML refuses too: two documents in one file, " +
      "a list or mapping as a key, a date that does not exist, a control character. Nothing in the file " +
      "counts. The nodes that need it do not resolve, all others do; if it is the file of a node, inventory " +
      "queries fail as well, and if it is a file of settings, no node resolves.",
    cause:
      "Text that YAML takes for more than text: a colon with a blank behind it, a template such as `{{ name " +
      "}}`, a `%`, `@` or `*` at its start. Or a quote or bracket that was never closed, and tabs for " +
      "indentation.",
    remedy: [
      { step: "Put the text in quotes.", yaml: ['motd: "Paris: closed"'] },
      {
        step:
          "Look at the lines before the mark as well. A quote, a bracket or a wrong indentation often " +
          "shows only further down.",
      },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  motd: Paris: closed"] } },
    reclass: "It stops with a Python stack trace at the first such file.",
    rules: ["Y6", "Y7", "Q8"],
  },
  "yaml-limit": {
    meaning:
      "The file is larger than 16 MB, nests lists and mappings more than 200 levels deep, or has more than a " +
      "million parts once its aliases are written out. So that no file can bring heir to its knees, nothing in " +
      "it counts. The nodes that need it do not resolve, all others do.",
    cause:
      "Hardly ever a file that a person wrote: the output of another program was put where nodes or classes " +
      "belong, or aliases of lists of aliases multiply.",
    remedy: [
      {
        step:
          "Move data that is no configuration out of the folders of nodes and classes, and keep its path " +
          "or address in a parameter.",
      },
      { step: "Split a file that is too large into several classes." },
      { step: "Do without aliases of aliases: name each list once, and write down what is really needed." },
    ],
    example: {
      files: {
        "nodes/web1.yml": [
          "parameters:",
          "  a: &a [x, x, x, x, x, x, x, x, x, x]",
          "  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]",
          "  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]",
          "  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]",
          "  e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]",
          "  f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]",
        ],
      },
    },
    rules: ["Y8"],
  },
  "yaml-duplicate-key": {
    meaning:
      "One mapping has the same key twice. The last one counts, and what was given before it is lost: the two " +
      "are not merged. The node resolves.",
    cause:
      "A section was added to a long file that has it already further up, or a merge in git kept what both " +
      "sides had added.",
    remedy: [
      { step: "Put what belongs together under one key.", yaml: ["parameters:", "  motd: hello", "  port: 2222"] },
      { step: "Delete the one that does not count, or rename it." },
    ],
    example: {
      files: { "nodes/web1.yml": ["parameters:", "  motd: hello", "environment: prod", "parameters:", "  port: 2222"] },
    },
    reclass: "The result is the same, and nothing is said.",
    rules: ["Y4"],
  },
  "merge-marker": {
    meaning:
      "git could not merge the file and left both versions in it, between lines that begin with `<<<<<<<`, " +
      "`=======` and `>>>>>>>`. heir does not guess which of them is meant: nothing in the file counts, the " +
      "nodes that need it do not resolve, all others do.",
    cause:
      "A merge, rebase, cherry-pick or `git stash pop` with conflicts is not finished yet, or was committed " +
      "before all of them were settled.",
    remedy: [
      { step: "Settle the conflict, delete the three marks, then `git add` the file." },
      { step: "To start over with one file while the merge is under way: `git checkout --merge FILE`." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["parameters:", "<<<<<<< HEAD", "  port: 8080", "=======", "  port: 8443", ">>>>>>> tls"],
      },
    },
    reclass: "To reclass it is a file that is not valid YAML: it stops with a Python stack trace.",
    rules: ["Y7"],
  },
  "section-type": {
    meaning:
      "A file is one mapping. In it, `classes` and `applications` are lists of text, `parameters` and " +
      "`exports` are mappings; null counts as absent. Here something of another type stands. The nodes that " +
      "need the file do not resolve, all others do.",
    cause:
      "A single class was written without the brackets or the dash of a list, or the name of a class or " +
      "application looks like a number or like `yes` and needs quotes.",
    remedy: [
      { step: "Write a list, even for one name.", yaml: ["classes: [base]"] },
      { step: "Put names in quotes that YAML takes for something else.", yaml: ['applications: ["80", "yes"]'] },
    ],
    example: { files: { "nodes/web1.yml": ["classes: base"], "classes/base.yml": ["parameters: {port: 22}"] } },
    reclass: "It stops with a Python stack trace.",
    rules: ["N8"],
  },
  "key-invalid": {
    meaning:
      "A key in `parameters` or `exports` is empty, or nothing but `~` or `=`. Before a key these two signs " +
      'mean "replace" and "constant", so there has to be a key behind them. The node does not resolve.',
    cause: "The rest of the key was lost in an edit, or the file was made by a program from a name that was empty.",
    remedy: [
      { step: "Write the key behind the prefix.", yaml: ["parameters:", "  ~dns: [192.0.2.1]"] },
      {
        step: "If your keys have to begin with these signs, choose other prefixes in `heir.yml`.",
        yaml: ['dict_key_override_prefix: "!"'],
      },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", '  "~": [192.0.2.1]'] } },
    reclass: "It stops with a Python stack trace.",
    rules: ["M6", "M7"],
    settings: ["dict_key_override_prefix", "dict_key_constant_prefix"],
  },
  "symlink-escape": {
    meaning:
      "A symbolic link leads out of the inventory folder. A commit does not hold what is out there, and the " +
      "result would depend on the machine, so nothing is read through the link: its node or class is missing, " +
      "everything else is read. It is a warning if the name of the link does not tell whether anything behind " +
      "it would be read.",
    cause:
      "A file or folder that several repositories share was linked in, or a link was made with an absolute " + "path.",
    remedy: [
      { step: "Put a copy of the file in place of the link." },
      { step: "Move the target into the inventory folder and link to it by a relative path." },
    ],
    example: {
      files: { "nodes/web2.yml": ["parameters: {port: 22}"] },
      commands: ["ln -s ../../shared/web1.yml nodes/web1.yml"],
    },
    reclass: "It follows links wherever they lead.",
    rules: ["N1"],
  },
  "file-unreadable": {
    meaning:
      "A file or folder cannot be read: permission is denied, its name is not UTF-8, or it is a symbolic link " +
      "that leads to nothing or back to itself. It is left out, so its node or class is missing; everything " +
      "else is read. It is a warning if the name of the link does not tell whether anything behind it would be " +
      "read.",
    cause:
      "The target of a link was renamed or deleted, or files were copied from another machine with their " +
      "permissions.",
    remedy: [
      { step: "Let the link lead to a file that is there, or delete it." },
      { step: "Give yourself permission to read: `chmod u+r FILE`, for a folder `chmod u+rx FOLDER`." },
      { step: "Give the file a name in UTF-8." },
    ],
    example: {
      files: { "nodes/web2.yml": ["parameters: {port: 22}"] },
      commands: ["ln -s web.yml nodes/web1.yml"],
    },
    rules: ["N1"],
  },
  unmerged: {
    meaning:
      "A merge is under way, and the index holds several versions of this path. It has no content that a " +
      "commit could take, so it is left out of what `--staged` and `-r INDEX` read: its node or class is " +
      "missing there, everything else is read, and `heir check` ends with 2.",
    cause: "A merge, rebase or cherry-pick stopped at a conflict, and the file has not been added since.",
    remedy: [
      { step: "Settle the conflict in the file, then `git add` it." },
      { step: "Give the merge up: `git merge --abort`." },
    ],
    example: {
      files: { "nodes/web1.yml": ["parameters: {port: 80}"], "classes/base.yml": [] },
      commands: [
        "git init -q -b main && git add . && git commit -q -m 'One node'",
        "git checkout -q -b tls",
        "echo 'parameters: {port: 443}' > nodes/web1.yml && git commit -q -a -m 'TLS'",
        "git checkout -q main",
        "echo 'parameters: {port: 8080}' > nodes/web1.yml && git commit -q -a -m 'Proxy'",
        "git merge -q tls",
      ],
      shownBy: "heir check --staged",
    },
    rules: ["S2"],
  },
};
