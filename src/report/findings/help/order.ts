import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type GroupOrderCode = Extract<
  DiagnosticCode,
  | "unknown-group"
  | "missing-parent"
  | "parent-cycle"
  | "membership-cycle"
  | "not-in-parent"
  | "order-cycle"
  | "order-contradiction"
  | "unknown-node"
  | "group-empty"
  | "group-unknown-fact"
>;

/** Findings about who is in a group, and which group is laid over which. */
export const groupOrderHelp: Readonly<Record<GroupOrderCode, CodeHelp>> = {
  "unknown-group": {
    meaning:
      "A group is named but has no file. In `order.yml` or in a criterion of a group this keeps every node from " +
      "resolving, in the list `groups` of a node only that node. Ids are always written in full.",
    cause: "A typing error, or a group that was renamed or deleted while something still names it.",
    remedy: [
      { step: "Correct the id. `heir groups` lists all that exist." },
      { step: "Create the file: `groups/os/debian.yml` is `os.debian`, and may be empty." },
      { step: "Take the entry out." },
    ],
    example: {
      files: {
        "groups/os/debian.yml": ["nodes: [web1]"],
        "groups/dc.yml": ["nodes: [web1]"],
        "order.yml": ["order: [[os.debain, dc]]"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G2", "G3", "G5", "D1"],
  },
  "missing-parent": {
    meaning: "The list `parents` of a group names one that has no file. As long as it does, no node resolves.",
    cause: "A typing error, an id without its folder, or a parent that was renamed or deleted.",
    remedy: [
      { step: "Correct the id. `heir groups` lists all that exist." },
      { step: "Create the file of the parent: an empty one is a group over its children." },
      { step: "Take the entry out." },
    ],
    example: {
      files: {
        "groups/os/debian.yml": ["parents: [linux]", "nodes: [web1]"],
        "groups/os/linux.yml": ["{}"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G4"],
  },
  "parent-cycle": {
    meaning:
      "A group is above itself: its parents, theirs and so on lead back to it. Neither who is in these groups nor " +
      "their order can be told, and no node resolves. The finding shows each step at its place.",
    cause: "A new level was put in between, and one of the old parents was left where it was.",
    remedy: [{ step: "Take one of these parents out. The more general group has the more special one as no parent." }],
    example: {
      files: {
        "groups/linux.yml": ["parents: [debian]"],
        "groups/debian.yml": ["parents: [linux]", "nodes: [web1]"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G4"],
  },
  "membership-cycle": {
    meaning:
      "Whether a node is in a group depends on whether it is in another, and in the end on itself: by criteria " +
      "that ask for a `group`, or by these and parents together. No node resolves.",
    cause:
      "Two groups are meant to exclude or to include each other. Or a criterion asks for an umbrella, which holds " +
      "whoever is in its children, in one of these children.",
    remedy: [
      { step: "Ask for the facts or properties that are behind the other group, instead of for the group." },
      { step: "Let one of the two stand on its own, and only the other ask for it." },
    ],
    example: {
      files: {
        "groups/db.yml": ["match: {all: [{group: web}], not: true}"],
        "groups/web.yml": ["match: {all: [{group: db}], not: true}"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G2"],
  },
  "not-in-parent": {
    meaning:
      "A group names a node in `nodes`, or a node joins a group, but one of the parents of the group does not hold " +
      "the node, or the node leaves it with `~`. The node does not resolve; others do.",
    cause:
      "A parent with a `match` that does not find the node, mostly because of a fact that is missing or differs. " +
      "`heir groups --why NODE GROUP` shows what each criterion saw.",
    remedy: [
      {
        step: "Put the node into the parent as well: by the list of the parent, or from the node.",
        yaml: ["groups: [os.debian, web]"],
      },
      { step: "Correct the fact or the match that keeps the node out of the parent." },
      { step: "Take the node out of the group, or the parent out of its list." },
    ],
    example: {
      files: {
        "groups/debian.yml": ["match: {all: [{fact: os.name, op: eq, value: Debian}]}"],
        "groups/web.yml": ["parents: [debian]", "nodes: [web1]"],
        "nodes/web1.yml": ["facts: {os: {name: Ubuntu}}"],
      },
    },
    rules: ["G3", "G4"],
  },
  "order-cycle": {
    meaning:
      "The order of groups leads back to itself: parents lie under their children, the chains of `order.yml` and " +
      "the lists of `parents` say more, and together they put a group over itself. If chains and parents do so, " +
      "or one list of parents, no node resolves. If the lists of several groups do, only the nodes in all of them " +
      "fail. The finding shows each step at its place.",
    cause: "Two lists name the same groups in opposite orders, or a chain puts a group over what is below it.",
    remedy: [
      { step: "Turn one of the steps round, or take it out. In every list the last one wins." },
      { step: "Say the order once, in `order.yml`, and leave it out elsewhere." },
    ],
    example: {
      files: {
        "groups/os.yml": ["nodes: [web1]"],
        "groups/dc.yml": ["nodes: [web1]"],
        "order.yml": ["order:", "  - [os, dc]", "  - [dc, os]"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G5"],
  },
  "order-contradiction": {
    meaning:
      "An edge also orders what is below its two ends. Here two edges do so for one pair of groups, in opposite " +
      "ways, and neither is nearer to the pair at both ends. Nothing says which of them counts, and nodes in both " +
      "groups do not resolve.",
    cause: "Groups have several parents, and the chains over these were written for different purposes.",
    remedy: [
      {
        step: "Order the two groups themselves: that is the nearest edge there can be.",
        yaml: ["# order.yml", "order:", "  - [os, dc]", "  - [team, site]", "  - [web, munich]"],
      },
      { step: "Take one of the two edges out, or turn it round." },
    ],
    example: {
      files: {
        "groups/os.yml": ["{}"],
        "groups/site.yml": ["{}"],
        "groups/dc.yml": ["{}"],
        "groups/team.yml": ["{}"],
        "groups/web.yml": ["parents: [os, site]", "nodes: [web1]"],
        "groups/munich.yml": ["parents: [dc, team]", "nodes: [web1]"],
        "order.yml": ["order:", "  - [os, dc]", "  - [team, site]"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G5"],
  },
  "unknown-node": {
    meaning: "The list `nodes` of a group has a name that no node has. The entry is ignored.",
    cause: "A typing error, a short name where nodes have their full names, or a node that was taken out of service.",
    remedy: [{ step: "Correct the name. `heir nodes` lists all that exist." }, { step: "Take the entry out." }],
    example: {
      files: { "groups/web.yml": ["nodes: [web1, wbe2]"], "nodes/web1.yml": ["{}"], "nodes/web2.yml": ["{}"] },
    },
    rules: ["G3"],
  },
  "group-empty": {
    meaning:
      "A group can never hold a node: it lists none that exists, its match asks for nothing or for a group that is " +
      "empty too, a parent is, or it has neither match nor nodes nor a child that could hold one. And no node " +
      "joins it. A match that finds no node only today is not meant.",
    cause: "A group that was begun and left, or one whose last child was deleted.",
    remedy: [
      { step: "Say who is in it.", yaml: ["match: {all: [{fact: os.name, op: eq, value: Debian}]}"] },
      { step: "Delete the file." },
    ],
    example: { files: { "groups/web.yml": ["properties: {role: web}"], "nodes/web1.yml": ["{}"] } },
    rules: ["G2", "G3"],
  },
  "group-unknown-fact": {
    meaning:
      "A criterion compares a fact that no node has, so that it is the same for all of them: false, or true with " +
      "`notEq` and `notRegex`. Criteria with `exists` and `notExists` are not meant, nor repositories in which no " +
      "node has any facts.",
    cause: "A typing error in the path, or a fact that is called something else since a change of the inventory.",
    remedy: [
      {
        step: "Correct the path. Keys are parted by dots, or by colons where a key has a dot in it.",
        yaml: ["match: {all: [{fact: os.name, op: eq, value: Debian}]}"],
      },
      { step: "Leave it where nodes that are still to come will have the fact, and allow it with a reason." },
    ],
    example: {
      files: {
        "groups/debian.yml": ["match: {all: [{fact: os.nmae, op: eq, value: Debian}]}"],
        "nodes/web1.yml": ["facts: {os: {name: Debian}}"],
      },
    },
    rules: ["G2"],
  },
};
