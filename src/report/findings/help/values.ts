import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type ValueCode = Extract<
  DiagnosticCode,
  | "unresolved-reference"
  | "overwritten-reference"
  | "reference-cycle"
  | "reference-syntax"
  | "reference-limit"
  | "query-failed"
  | "query-expression"
  | "merge-type"
  | "constant-changed"
>;

/** Findings about values: how they are merged, and what references and queries make of them. */
export const valueHelp: Readonly<Record<ValueCode, CodeHelp>> = {
  "unresolved-reference": {
    meaning:
      "A reference leads to a key that the node does not have. The node does not resolve; all such references " +
      "of a node are reported at once.",
    cause:
      "A typing error in the path, a parameter that only some of the nodes with this class have, or a path " +
      "that ends in an item of a list.",
    remedy: [
      { step: "Correct the path. `heir show NODE` prints what a node has, once it resolves." },
      {
        step:
          "Set the value in a class that all these nodes have, such as the one with the reference. Later " +
          "classes and the node replace it.",
        yaml: ["parameters:", "  ntp: {server: ntp1.example.org}", "  chrony: ${ntp:server}"],
      },
      {
        step: "If the sign is meant as text, put a backslash before it.",
        yaml: ["parameters:", "  shell: 'echo \\${HOME}'"],
      },
    ],
    example: {
      files: { "nodes/web1.yml": ["parameters:", "  ntp: {server: ntp1.example.org}", "  chrony: ${ntp:sever}"] },
    },
    rules: ["R5", "R6", "R9"],
    settings: ["group_errors"],
  },
  "overwritten-reference": {
    meaning:
      "A reference leads to a key that the node does not have, but a later layer replaces the value, so nobody " +
      "needs it. The reference counts as null, and the node resolves. It becomes an error on the day the later " +
      "value goes away.",
    cause: "A class makes a value from a parameter that not all nodes have, and the others set the value themselves.",
    remedy: [
      {
        step: "Set what the reference leads to in the class that has the reference.",
        yaml: ["parameters:", "  site: {mirror: deb.debian.org}", "  mirror: ${site:mirror}"],
      },
      { step: "Delete the value with the reference, if every node replaces it." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [base]", "parameters: {mirror: deb.example.org}"],
        "classes/base.yml": ['parameters: {mirror: "${site:mirror}"}'],
      },
    },
    rules: ["R9"],
    settings: ["ignore_overwritten_missing_references"],
  },
  "reference-cycle": {
    meaning:
      "References lead back to where they started, so none of them has a value; a value that refers to a " +
      "mapping around it is such a loop too. The node does not resolve. The finding shows each step.",
    cause:
      "Two values are each given as the other, often in two classes that are used alone elsewhere. Or a value " +
      "refers to the mapping that it stands in.",
    remedy: [
      { step: "Give one of the values without a reference." },
      {
        step: "Refer to the one key that is needed, not to the mapping around it.",
        yaml: ["parameters:", '  api: {host: web1, url: "https://${api:host}/"}'],
      },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  fqdn: ${host}.example.org", "  host: ${fqdn}"] } },
    reclass: "The same error; but it does not end when a value refers to a mapping around it.",
    rules: ["R8"],
  },
  "reference-syntax": {
    meaning:
      "A reference or an inventory query cannot be read: there is no closing sign behind `${` or `$[`, nothing " +
      "between the signs, or a query has a word where none belongs. The nodes that need the file do not " +
      "resolve, all others do.",
    cause: "A piece of shell, or a template of another program, was written as it is. Or the closing sign got lost.",
    remedy: [
      {
        step:
          "If the sign is meant as text, put a backslash before it. Use single quotes or none: in double " +
          "quotes YAML has escapes of its own.",
        yaml: ["parameters:", "  shell: 'echo \\${HOME'"],
      },
      { step: "Close the reference.", yaml: ["parameters:", "  shell: echo ${home}"] },
      {
        step: "If the files are full of such texts, choose other signs in `heir.yml`.",
        yaml: ['reference_sentinels: ["<<", ">>"]'],
      },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  shell: echo ${HOME"] } },
    rules: ["R1", "R5", "Q1"],
    settings: ["reference_sentinels", "export_sentinels", "escape_character"],
  },
  "reference-limit": {
    meaning:
      "References are chained more than 500 deep, or stand for more than two million values or 32 million " +
      "characters of text. The node does not resolve.",
    cause:
      "Values double at each step: a text that refers to another one several times, which does the same, and " +
      "so on. Or a long chain was made by a program.",
    remedy: [
      { step: "Refer to the value itself instead of to a value that refers to it." },
      { step: "Let the program that needs the large value put it together, and keep its parts here." },
    ],
    example: {
      files: {
        "nodes/web1.yml": [
          "parameters:",
          "  a: 0123456789abcdef0123456789abcdef",
          "  b: ${a}${a}${a}${a}${a}${a}${a}${a}${a}${a}",
          "  c: ${b}${b}${b}${b}${b}${b}${b}${b}${b}${b}",
          "  d: ${c}${c}${c}${c}${c}${c}${c}${c}${c}${c}",
          "  e: ${d}${d}${d}${d}${d}${d}${d}${d}${d}${d}",
          "  f: ${e}${e}${e}${e}${e}${e}${e}${e}${e}${e}",
          "  g: ${f}${f}${f}${f}${f}${f}${f}${f}${f}${f}",
          "  h: ${g}${g}",
        ],
      },
    },
    rules: ["R8"],
  },
  "query-failed": {
    meaning:
      "An inventory query asks a node that cannot answer: the export that is asked for does not resolve, or " +
      "the file of a node cannot be read as YAML, so that not even its environment is known. A query is " +
      "answered by all nodes in scope or not at all, so the node that asks does not resolve. The finding shows " +
      "the fault in the other node.",
    cause: "The fault is in the other node. It has a finding of its own, or an export that only the query needs.",
    remedy: [
      { step: "Mend the fault in the other node." },
      {
        step: "Leave nodes out whose export does not resolve: `+IgnoreErrors`.",
        yaml: ["parameters:", "  urls: $[ +IgnoreErrors exports:url ]"],
      },
      {
        step: "Leave nodes out whose file cannot be read. In `heir.yml`:",
        yaml: ["inventory_ignore_failed_node: true"],
      },
    ],
    example: {
      files: {
        "nodes/mon1.yml": ["parameters:", "  urls: $[ exports:url ]"],
        "nodes/web1.yml": ['exports: {url: "http://${host}/"}'],
      },
    },
    reclass:
      "The same error. With `--inventory`, though, queries without `+AllEnvs` come out empty; heir gives the " +
      "same result everywhere.",
    rules: ["Q7", "Q8"],
    settings: ["inventory_ignore_failed_node"],
  },
  "query-expression": {
    meaning:
      "An inventory query can be read but not evaluated: there is text around it, none or both sides of a test " +
      "are exports, it compares with a parameter that is null, or it stands where no query can be answered, " +
      "such as in the name of a class. The node does not resolve.",
    cause:
      "A query was put into text as references are, or a test compares with `parameters:` or `export:` where " +
      "`self:` and `exports:` are the words.",
    remedy: [
      {
        step: "Give the query a parameter of its own, and refer to that in the text.",
        yaml: ["parameters:", "  addresses: $[ exports:address ]", '  text: "web1 is at ${addresses:web1}"'],
      },
      {
        step: "Let one side of a test be an export, the other a value or a parameter of the node that asks.",
        yaml: ["parameters:", "  peers: $[ if exports:cluster == self:cluster ]"],
      },
      {
        step: "If the sign is meant as text, put a backslash before it.",
        yaml: ["parameters:", "  shell: 'echo \\$[1 + 1]'"],
      },
    ],
    example: {
      files: {
        "nodes/mon1.yml": ["parameters:", '  text: "all: $[ exports:address ]"'],
        "nodes/web1.yml": ["exports: {address: 192.0.2.1}"],
      },
    },
    reclass: "It stops with a Python stack trace at a query inside text.",
    rules: ["Q1", "Q3", "Q4", "Q7"],
    settings: ["export_sentinels"],
  },
  "merge-type": {
    meaning:
      "Under one key a layer has a mapping, a list or a scalar where a later layer has something of another " +
      "kind. Only values of one kind are merged, and scalars and null replace scalars; so the node does not " +
      "resolve. The finding shows every place that takes part. References are filled in first: one that leads " +
      "to a list counts as a list. The `merges` of a directive report it too, when their operands are neither " +
      "two objects nor two lists; then the variable is left out.",
    cause:
      "A class was changed, say from one server to a list of servers, and the nodes that override it were not. " +
      "Or one value was written where a list of one belongs.",
    remedy: [
      { step: "Write the same kind in all layers.", yaml: ["parameters: {dns: [192.0.2.3]}"] },
      {
        step: "Replace what is there, whatever its kind: `~` before the key.",
        yaml: ["parameters: {~dns: 192.0.2.3}"],
      },
      { step: "Allow one change of kind everywhere, with one of the settings below." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [base]", "parameters: {ntp: [ntp1.example.org]}"],
        "classes/base.yml": ["parameters: {ntp: {server: ntp1.example.org}}"],
      },
    },
    reclass: "The same error, for the first key only.",
    rules: ["M5", "M6"],
    settings: [
      "allow_scalar_over_dict",
      "allow_scalar_over_list",
      "allow_list_over_scalar",
      "allow_dict_over_scalar",
      "allow_none_override",
    ],
  },
  "constant-changed": {
    meaning:
      "A key was made constant by `=` before it, and a later layer sets it again, be it to the same value. The " +
      "node does not resolve. A constant mapping is constant as a whole: no key may be added to it.",
    cause:
      "A node or class sets what another one has reserved for itself, or one file was given the prefix that " +
      "several were meant to share.",
    remedy: [
      { step: "Delete the later value." },
      { step: "Take the `=` away, if nodes are to decide." },
      { step: "Ignore later values instead of failing. In `heir.yml`:", yaml: ["strict_constant_parameters: false"] },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [base]", "parameters: {realm: EXAMPLE.NET}"],
        "classes/base.yml": ["parameters: {=realm: EXAMPLE.ORG}"],
      },
    },
    rules: ["M7"],
    settings: ["strict_constant_parameters", "dict_key_constant_prefix"],
  },
};
