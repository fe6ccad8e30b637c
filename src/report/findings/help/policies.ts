import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type PolicyCode = Extract<
  DiagnosticCode,
  | "unknown-technique"
  | "unknown-directive"
  | "bad-target"
  | "technique-version-mix"
  | "policy-mode-mix"
  | "policy-tie"
  | "rule-name-twice"
  | "missing-property"
  | "syntax"
  | "ref-cycle"
>;

/** Findings about techniques, directives and rules, and about what directives ask of a node's properties. */
export const policyHelp: Readonly<Record<PolicyCode, CodeHelp>> = {
  "unknown-technique": {
    meaning:
      "A directive names a technique that no file below `techniques` defines. The directive does nothing, on any " +
      "node; everything else counts.",
    cause: "A typing error, or a technique that was renamed or deleted while a directive still names it.",
    remedy: [
      { step: "Correct the name. The id of a technique is the path of its file, with dots for slashes." },
      { step: "Create the file: `techniques/motd.yml` defines `motd`, and may be empty." },
      { step: "Delete the directive." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "techniques/motd.yml": ["multi: true"],
        "directives/welcome.yml": ["technique: mtod"],
      },
    },
    rules: ["D1"],
  },
  "unknown-directive": {
    meaning:
      "A rule lists a directive that no file below `directives` defines. The whole rule does not apply, on any node: " +
      "half of what belongs together could do more harm than nothing.",
    cause: "A typing error, or a directive that was renamed or deleted while a rule still lists it.",
    remedy: [
      { step: "Correct the name. The id of a directive is the path of its file, with dots for slashes." },
      { step: "Take the entry out of the list." },
      { step: "Keep the directive, but let it do nothing for now.", yaml: ["enabled: false"] },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "techniques/motd.yml": ["multi: true"],
        "directives/welcome.yml": ["technique: motd"],
        "rules/base.yml": ['{directives: [welcom], targets: ["special:all"]}'],
      },
    },
    rules: ["D1"],
  },
  "bad-target": {
    meaning:
      "A target of a rule is none of the forms that there are. The target is left out, with the whole composite " +
      "around it: without one of its parts it could mean more nodes than was meant. The other targets of the rule " +
      "count.",
    cause: "The bare id of a group, without `group:` in front, or a mapping that has both `or` and `and`.",
    remedy: [
      {
        step: "Write one of the forms.",
        yaml: [
          "targets:",
          '  - "group:os.debian"',
          '  - "policyServer:srv1"',
          '  - "special:all_exceptPolicyServers"',
          '  - {and: ["group:web", "group:env.prod"]}',
          '  - {include: "special:all", exclude: "group:env.test"}',
        ],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["groups: [web]"],
        "groups/web.yml": ["nodes: []"],
        "rules/base.yml": ["targets: [web]"],
      },
    },
    rules: ["D1"],
  },
  "technique-version-mix": {
    meaning:
      "Several directives of one technique reach a node, the technique merges them into one policy, and they are " +
      "made for different versions of it. No version at all counts as a version of its own. The node gets no policy " +
      "of this technique; its other policies count.",
    cause: "A new version was brought in directive by directive, and the node has some of each.",
    remedy: [
      { step: "Give all directives of the technique the same `version`." },
      {
        step: "Let each directive be a policy of its own. In the file of the technique:",
        yaml: ["multi: true", "generation: separated"],
      },
      { step: "Change the targets of the rules, so that no node gets both." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "techniques/motd.yml": ["multi: true"],
        "directives/new.yml": ['{technique: motd, version: "2.0"}'],
        "directives/old.yml": ['{technique: motd, version: "1.0"}'],
        "rules/base.yml": ['{directives: [new, old], targets: ["special:all"]}'],
      },
    },
    rules: ["D4"],
  },
  "policy-mode-mix": {
    meaning:
      "Several directives of one technique reach a node, the technique merges them into one policy, and some are to " +
      "be enforced while others are only to be audited. One policy cannot do both. The node gets no policy of this " +
      "technique; its other policies count.",
    cause: "A directive was set to `audit` for a trial, and others of its technique have the default, `enforce`.",
    remedy: [
      { step: "Give all directives of the technique the same `policyMode`." },
      {
        step: "Let each directive be a policy of its own. In the file of the technique:",
        yaml: ["multi: true", "generation: separated"],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "techniques/motd.yml": ["multi: true"],
        "directives/trial.yml": ["{technique: motd, policyMode: audit}"],
        "directives/welcome.yml": ["technique: motd"],
        "rules/base.yml": ['{directives: [trial, welcome], targets: ["special:all"]}'],
      },
    },
    rules: ["D4"],
  },
  "policy-tie": {
    meaning:
      "Priorities leave open which of several directives has its way, so names decide: of a unique technique the " +
      "first by name of rule and directive is kept, of a merged one the last by name says what a variable is. " +
      "Whoever renames a rule changes what the node gets.",
    cause: "The directives have no `priority`, so all of them have 5, or were given the same one.",
    remedy: [
      {
        step: "Of a unique technique, give the directive that is meant a smaller number: the smallest is kept.",
        yaml: ["priority: 3"],
      },
      {
        step: "Of a merged one, give it a larger number: the last value of a variable stays.",
        yaml: ["priority: 8"],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "techniques/sshd.yml": ["{}"],
        "directives/open.yml": ["technique: sshd"],
        "directives/strict.yml": ["technique: sshd"],
        "rules/base.yml": ['{directives: [open, strict], targets: ["special:all"]}'],
      },
    },
    rules: ["D3", "D4"],
  },
  "rule-name-twice": {
    meaning:
      "Two enabled rules have one name; upper and lower case do not count. Policies run in the order of the names " +
      "of rules, then of directives: these two rules are mixed, and where directives have one name too, ids decide.",
    cause: "A rule was copied, and its name was not changed.",
    remedy: [{ step: "Give each a name of its own, with digits in front that say when it is its turn." }],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {role: web}"],
        "rules/base.yml": ["name: 10. base"],
        "rules/copy.yml": ["name: 10. Base"],
      },
    },
    rules: ["D2"],
  },
  "missing-property": {
    meaning:
      "A variable of a directive asks for a property that a node does not have. A property whose value is null " +
      "counts as missing, and so does one on which groups disagree. The node does not get the variable.",
    cause:
      "A typing error in a key, a rule that reaches more nodes than have the property, or a dot where a new bracket " +
      "belongs: one bracket is one key.",
    remedy: [
      { step: "Set the property for the node, for a group that holds it, or in `globals.yml`." },
      {
        step: "Say what holds without it.",
        yaml: ["sets: {dns: '${node.properties[dns] | default = \"1.1.1.1\"}'}"],
      },
      { step: "Leave the call to the agent, which may find the property in `properties.d`: `| node`." },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {ntp: {server: ntp.example.org}}"],
        "techniques/ntp.yml": ["multi: true"],
        "directives/clock.yml": ["technique: ntp", 'sets: {server: "${node.properties[ntp][sever]}"}'],
        "rules/base.yml": ['{directives: [clock], targets: ["special:all"]}'],
      },
    },
    rules: ["D6"],
  },
  syntax: {
    meaning:
      "A text of a directive, or of a property that it asks for, begins a call with `${node.properties` that cannot " +
      "be read to its end. No node gets the variable. Other `${...}` are not looked at: they are for the agent.",
    cause:
      "A key with a blank, a quote or another call in it, a dot instead of a bracket, or a default without its " +
      "double quotes.",
    remedy: [
      { step: "Write each key in a bracket of its own.", yaml: ['sets: {dns: "${node.properties[datacenter][dns]}"}'] },
      {
        step: "Put a default in double quotes, or in three of them where it holds some.",
        yaml: ["sets: {dns: '${node.properties[dns] | default = \"none\"}'}"],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": ["properties: {datacenter: {dns: 1.1.1.1}}"],
        "techniques/dns.yml": ["multi: true"],
        "directives/resolver.yml": ["technique: dns", 'sets: {dns: "${node.properties.datacenter.dns}"}'],
        "rules/base.yml": ['{directives: [resolver], targets: ["special:all"]}'],
      },
    },
    rules: ["D6"],
  },
  "ref-cycle": {
    meaning:
      "Texts of properties hold calls of properties that lead back to where they began. Variables that need one of " +
      "them are left out; all others count.",
    cause:
      "A property was to be made longer by calling it in its own text, or two properties were given in terms of each other.",
    remedy: [
      { step: "Give one of them as plain text." },
      {
        step: "To append to what a group or global says, use an inherit mode instead of a call.",
        yaml: ["properties:", "  motd: {value: ' (test)', inheritMode: moa}"],
      },
    ],
    example: {
      files: {
        "nodes/web1.yml": [
          "properties:",
          '  host: "${node.properties[domain]}"',
          '  domain: "x.${node.properties[host]}"',
        ],
        "techniques/motd.yml": ["multi: true"],
        "directives/welcome.yml": ["technique: motd", 'sets: {motd: "${node.properties[host]}"}'],
        "rules/base.yml": ['{directives: [welcome], targets: ["special:all"]}'],
      },
    },
    rules: ["D6"],
  },
};
