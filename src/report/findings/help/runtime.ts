import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type RuntimeCode = Extract<
  DiagnosticCode,
  | "merge-undefined"
  | "bad-namespace"
  | "too-shallow"
  | "json-syntax"
  | "not-an-object"
  | "property-case-clash"
  | "fileid-collision"
>;

/** Findings about what an agent has at run time: the files of `properties.d`, and what directives merge from them. */
export const runtimeHelp: Readonly<Record<RuntimeCode, CodeHelp>> = {
  "merge-undefined": {
    meaning:
      "A directive merges two variables, and neither of them is there: no resolved property and no file of " +
      "`properties.d` sets them. One of them would be enough. The merged variable is left out.",
    cause: "A typing error in a namespace or key, or a rule that reaches nodes that have neither.",
    remedy: [
      { step: "Correct the operands: `node.NAMESPACE[KEY]`. `heir properties NODE --runtime` lists what is there." },
      { step: "Set the property for the node, for a group that holds it, or in `globals.yml`." },
      { step: "Change the targets of the rule." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {sysctl: {vm.swappiness: 10}}"],
        "techniques/sysctl.yml": ["multi: true"],
        "directives/kernel.yml": [
          "technique: sysctl",
          'merges: {all: ["node.properties[sysctls]", "node.local[sysctls]"]}',
        ],
        "rules/base.yml": ['{directives: [kernel], targets: ["special:all"]}'],
      },
    },
    rules: ["T4"],
  },
  "bad-namespace": {
    meaning:
      "A key at the top of a file of `properties.d` is no name of a namespace. The agent does not take it: all that " +
      "stands below it is missing. The rest of the file counts.",
    cause: "A dash, a dot or a blank in the name, or an underscore in front.",
    remedy: [{ step: "Use letters, digits and underscores, and begin with a letter or digit: `local_properties`." }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "properties.d/web1/local.json": ['{"local-properties": {"role": "db"}}'],
      },
    },
    rules: ["T2"],
  },
  "too-shallow": {
    meaning:
      "A namespace in a file of `properties.d` holds a text, a number or a list instead of keys. The agent needs two " +
      "levels: namespaces, and keys below them. The namespace is left out; the rest of the file counts.",
    cause: "The namespace was forgotten, and the keys stand at the top.",
    remedy: [{ step: 'Put the keys below a namespace: `{"properties": {"datacenter": "Paris"}}`.' }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "properties.d/web1/local.json": ['{"datacenter": "Paris"}'],
      },
    },
    rules: ["T2"],
  },
  "json-syntax": {
    meaning: "A file of `properties.d` is not JSON, or not UTF-8 text. Nothing in it counts; the other files do.",
    cause: "A comma behind the last entry, a comment, single quotes, or a key without quotes: YAML, written by habit.",
    remedy: [{ step: "Correct what the finding marks." }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "properties.d/web1/local.json": ['{"properties": {"role": "db",}}'],
      },
    },
    rules: ["T2"],
  },
  "not-an-object": {
    meaning:
      "A file of `properties.d` is JSON, but holds a list, a text, a number or null where an object of namespaces " +
      "belongs. Nothing in it counts; the other files do.",
    cause: "The output of another program was put there as it is.",
    remedy: [{ step: 'Write an object of namespaces: `{"properties": {"role": "db"}}`.' }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "properties.d/web1/local.json": ['["db"]'],
      },
    },
    rules: ["T2"],
  },
  "property-case-clash": {
    meaning:
      "Two keys of one namespace differ only in upper and lower case. On most machines they are two keys; an agent " +
      "on Windows cannot tell them apart, and which one it has is open.",
    cause: "Two people named the same thing, or a local file was meant to override a property and missed its case.",
    remedy: [{ step: "Rename one of them, or delete the one that was not meant." }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {dns: 1.1.1.1}"],
        "properties.d/web1/local.json": ['{"properties": {"DNS": "9.9.9.9"}}'],
      },
    },
    rules: ["T2"],
  },
  "fileid-collision": {
    meaning:
      "The agent keeps a copy of every file of `properties.d` for debugging, in a variable called by the path of " +
      "the file, with an underscore for every other sign. Two files share one such name, so the copy of the first " +
      "is lost. The properties themselves are not affected.",
    cause: "Names of files that differ only in a dash, a dot or a blank.",
    remedy: [{ step: "Rename one of the files." }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "properties.d/web1/my-app.json": ['{"app": {"port": 80}}'],
        "properties.d/web1/my_app.json": ['{"app": {"debug": true}}'],
      },
    },
    rules: ["T1"],
  },
};
