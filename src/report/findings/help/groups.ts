import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type GroupFileCode = Extract<
  DiagnosticCode,
  "duplicate-id" | "bad-name" | "bad-inherit-mode" | "bad-property-name" | "bad-criterion"
>;

/** Findings about the form of what is written for groups, properties and policies. */
export const groupFileHelp: Readonly<Record<GroupFileCode, CodeHelp>> = {
  "duplicate-id": {
    meaning:
      "Two files below `groups`, `techniques`, `directives` or `rules` have one id, and nothing says which of them " +
      "is meant. The id is the path below that folder, with dots for slashes and without `init` at the end. As " +
      "long as two groups have one id, no node resolves.",
    cause:
      "`os/debian.yml` beside `os.debian.yml`, `os.yml` beside `os/init.yml`, or one name with both `.yml` and " +
      "`.yaml`: mostly a file that was moved and left behind where it was.",
    remedy: [
      { step: "Delete the file that is no longer meant; the finding shows both." },
      { step: "Rename one of them, and write the new id wherever it is the one that is meant." },
    ],
    example: {
      files: {
        "groups/os.yml": ["properties: {pkg: apt}"],
        "groups/os/init.yml": ["properties: {pkg: dnf}"],
        "nodes/web1.yml": ["groups: [os]"],
      },
    },
  },
  "bad-name": {
    meaning:
      "The id of a group, technique, directive or rule begins with `~` or holds a control character. The file is " +
      "not read. If it is one of a group, no node resolves.",
    cause:
      "In the list `groups` of a node, `~` in front of an id means that the node leaves the group, so no id can " +
      "begin with it. A control character gets into the name of a file by mistake, mostly by pasting.",
    remedy: [{ step: "Rename the file." }],
    example: {
      files: { "groups/~web.yml": ["properties: {role: web}"], "nodes/web1.yml": ["properties: {port: 80}"] },
    },
  },
  "bad-inherit-mode": {
    meaning:
      "The `inheritMode` of a property is not three letters of those that there are: `m` or `o` for objects, then " +
      "`o`, `a` or `p` for lists, then `o`, `a` or `p` for text. `m` merges key by key, `o` replaces, `a` appends, " +
      "`p` puts in front. In `globals.yml` or a group the fault keeps every node from resolving, in a node only " +
      "those that need its file.",
    cause: "A letter at the wrong place, or a word instead of the letters.",
    remedy: [
      {
        step: "Write the three letters. Without an `inheritMode`, `moo` holds unless a layer below says otherwise.",
        yaml: ["ntp:", "  value: {servers: [pool.ntp.org]}", "  inheritMode: mao"],
      },
    ],
    example: {
      files: {
        "globals.yml": ["ntp: {value: {servers: [pool.ntp.org]}, inheritMode: append}"],
        "nodes/web1.yml": ["properties: {port: 80}"],
      },
    },
    rules: ["P2"],
  },
  "bad-property-name": {
    meaning:
      "The name of a property is empty, is no text, or holds white space, a control character or one of the signs " +
      '`"`, `$`, `{`, `}`, `[` and `]`. In `globals.yml` or a group the fault keeps every node from resolving, in a ' +
      "node only those that need its file.",
    cause:
      "A label for people was taken as a name. Or a name without quotes is a number or a truth value for YAML 1.1, " +
      "as `80` and `yes` are.",
    remedy: [
      {
        step: "Choose a name of letters, digits, `_`, `-` and `.`.",
        yaml: ["properties: {ntp_servers: [pool.ntp.org]}"],
      },
      {
        step: "Put quotes round a name that looks like a number or a truth value.",
        yaml: ['properties: {"80": open}'],
      },
    ],
    example: { files: { "nodes/web1.yml": ["properties: {ntp servers: [pool.ntp.org]}"] } },
    rules: ["P6"],
  },
  "bad-criterion": {
    meaning:
      "A criterion in the `match` of a group cannot be read: the message shows it as it is written, and says why. " +
      "Who is in the group is then not known, so no node resolves.",
    cause:
      "An operator that does not exist or does not go with what is asked for, a `value` that is missing or one " +
      "too many, nothing after the `=` of a property, or a regular expression that is none.",
    remedy: [
      {
        step: "Compare a fact with a value, or ask whether there is one.",
        yaml: ["match:", "  all:", "    - {fact: os.name, op: eq, value: Debian}", "    - {fact: ram, op: exists}"],
      },
      {
        step: "Write what a property is compared with into the same text, or ask whether it is set.",
        yaml: ["match:", "  any:", '    - {property: "role=web", op: eq}', "    - {property: role, op: notExists}"],
      },
      {
        step: "Name a group or a node without an operator.",
        yaml: ["match:", "  any:", "    - {group: os.debian}", "    - {nodeid: web1}"],
      },
    ],
    example: {
      files: {
        "groups/web.yml": ['match: {all: [{property: "role=", op: eq}]}'],
        "nodes/web1.yml": ["properties: {role: web}"],
      },
    },
    rules: ["G2", "G10"],
  },
};
