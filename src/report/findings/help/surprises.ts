import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type SurpriseCode = Extract<
  DiagnosticCode,
  | "yaml-1.1-surprise"
  | "prefix-as-text"
  | "container-in-text"
  | "order-fragile"
  | "allow-useless"
  | "unknown-key"
  | "bad-value"
>;

/** Findings about what is legal and surprises, and about settings. */
export const surpriseHelp: Readonly<Record<SurpriseCode, CodeHelp>> = {
  "yaml-1.1-surprise": {
    meaning:
      "A scalar without quotes has a type that the rules of YAML 1.1 give it and that few people expect: " +
      "`yes`, `no`, `on` and `off` are truth values, `0644` is an octal number, `22:30` is a number of base " +
      "60. The value counts as YAML 1.1 reads it, and the node resolves.",
    cause:
      "Text, a file mode or a time of day was written without quotes. Many editors go by YAML 1.2, where all " +
      "of these but the truth values `true` and `false` are text or other numbers.",
    remedy: [
      {
        step: "If text is meant, write quotes.",
        yaml: ["parameters:", '  country: "no"', '  mode: "0644"', '  at: "22:30"'],
      },
      { step: "If the value is meant, write it plainly.", yaml: ["parameters:", "  tls: true", "  mode: 420"] },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  country: no", "  mode: 0644", "  at: 22:30"] } },
    reclass: "The values are the same, and nothing is said.",
    rules: ["Y1", "Y2"],
  },
  "prefix-as-text": {
    meaning:
      "A key begins with `~` or `=` where these signs have no meaning: in a mapping inside a list, or inside " +
      "the value of a key that has a prefix itself. The sign becomes a part of the key. The node resolves.",
    cause: "A block was moved into a list, or below a key with `~`, and its prefixes came along.",
    remedy: [
      {
        step: "Write the key without the sign: what stands around it is replaced or appended as a whole anyway.",
        yaml: ["parameters:", "  rules:", "    - {port: 22}"],
      },
      { step: "If the sign is meant as a part of the key, say so with a comment that allows the finding." },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  rules:", "    - {~port: 22}"] } },
    reclass: "The result is the same, and nothing is said.",
    rules: ["M8", "M9"],
  },
  "container-in-text": {
    meaning:
      "A reference with text around it leads to a list, a mapping or a set. It is written into the text as " +
      "Python prints it, such as `['a', 'b']`. The node resolves.",
    cause:
      "The target was a single value once and has become a list. Or a reference has a blank or quotes around " +
      "it that were not meant.",
    remedy: [
      {
        step: "Refer to one value in it.",
        yaml: ["parameters:", "  dns: {first: 192.0.2.1, second: 192.0.2.2}", "  text: primary is ${dns:first}"],
      },
      {
        step: "Let the reference stand alone. The value is then taken over whole, as a list or mapping.",
        yaml: ["parameters:", "  servers: ${dns}"],
      },
    ],
    example: { files: { "nodes/web1.yml": ["parameters:", "  names: [a, b]", "  text: all of ${names}"] } },
    reclass: "Nothing is said. If the list or mapping holds references itself, reclass may print them unresolved.",
    rules: ["R3", "R4"],
  },
  "order-fragile": {
    meaning:
      "Two classes set one value to different scalars, neither includes the other, and the node says nothing. " +
      "The later one wins only because it stands further down in a list: whoever sorts the list changes the " +
      "value. The node resolves.",
    cause: "Two classes that had nothing to do with each other set the same parameter, and some node has both.",
    remedy: [
      {
        step: "If the order is meant, say so: let the stronger class include the weaker one.",
        yaml: ["# classes/site/paris.yml", "classes: [debian]", "parameters: {motd: Paris}"],
      },
      {
        step: "Or replace on purpose, with `~` before the key in the stronger class.",
        yaml: ["parameters: {~motd: Paris}"],
      },
      { step: "Set the value in the node, or in a class that includes both." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["classes: [debian, site.paris]"],
        "classes/debian.yml": ["parameters: {motd: Debian 13}"],
        "classes/site/paris.yml": ["parameters: {motd: Paris}"],
      },
    },
    reclass: "The result is the same, and nothing is said.",
    rules: ["L1", "L3", "M6"],
  },
  "allow-useless": {
    meaning:
      "A comment `# heir: allow CODE (reason)` allows nothing: there is no such finding on its line any more, " +
      "the code is misspelt, the reason in brackets is missing, or the code is an error and cannot be allowed. " +
      "Left as it is, it would silence the next finding that comes along.",
    cause:
      "The line was mended and the comment stayed, or the comment was moved away from the line that it is " + "about.",
    remedy: [
      { step: "Delete the comment." },
      {
        step: "Put it on the line of the finding, or alone on the line before, with a reason.",
        yaml: ["parameters:", "  # heir: allow yaml-1.1-surprise (a mode in octal, as chmod has it)", "  mode: 0644"],
      },
    ],
    example: {
      files: { "nodes/web1.yml": ["parameters:", "  port: 80  # heir: allow yaml-1.1-surprise (was 080 once)"] },
    },
  },
  "unknown-key": {
    meaning:
      "A key in `heir.yml` or `reclass-config.yml` is no setting, a key at the top of a node or class file is " +
      "no section, or `checks` names a code that does not exist. The key has no effect, and neither has " +
      "anything below it. Everything else counts. In files of groups, properties, techniques, directives and rules " +
      "an unknown key is an error, since nothing else reads them.",
    cause:
      "A typing error, such as `parameter` for `parameters`. Or a setting of another program in a file that it " +
      "shares with heir.",
    remedy: [
      {
        step:
          "Correct the name. Sections are `classes`, `applications`, `parameters`, `exports` and `environment`, and in " +
          "node files `groups`, `facts`, `properties` and `policyServer`.",
      },
      {
        step: "Delete the key, or move what is below it under `parameters`.",
        yaml: ["parameters:", "  owner: ops@example.org"],
      },
    ],
    example: {
      files: {
        "heir.yml": ["compose_node_names: true"],
        "nodes/web1.yml": ["clases: [base]"],
        "classes/base.yml": [],
      },
    },
    reclass: "Unknown keys are ignored, and nothing is said.",
    rules: ["N8"],
  },
  "bad-value": {
    meaning:
      "A setting has a value of the wrong type, or one that cannot be meant. As the result would not be what " +
      "the settings ask for, no node resolves. Only a warning is given for an `inventory_base_uri` that leads " +
      "out of the inventory: it is ignored. The same is said of values in files of groups, properties and policies; " +
      "what is wrong in a file of groups stops all nodes, in a node file that node, in a file of policies none.",
    cause:
      "A number or a list where text belongs, a misspelt word, or an attempt to lower the severity of a code " +
      "that stops a node from resolving.",
    remedy: [
      { step: "Write a value of the type that the message names.", yaml: ["compose_node_name: true"] },
      { step: "Delete the setting to get its default." },
    ],
    example: { files: { "heir.yml": ["compose_node_name: maybe"], "nodes/web1.yml": ["parameters: {port: 80}"] } },
    settings: ["checks", "inventory_base_uri"],
  },
};
