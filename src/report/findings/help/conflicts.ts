import type { DiagnosticCode } from "../../../model/findings/codes.ts";
import type { CodeHelp } from "./entry.ts";

type ConflictCode = Extract<DiagnosticCode, "group-conflict" | "latent-conflict" | "type-change" | "provider-mismatch">;

/** Findings about properties that groups, globals and nodes define together. */
export const conflictHelp: Readonly<Record<ConflictCode, CodeHelp>> = {
  "group-conflict": {
    meaning:
      "Two groups of a node say different things of one property, and nothing says which of them counts more. heir " +
      "never decides by a name or by the order of files: the property is left out of the node, which is then " +
      "partial. All other properties are resolved.",
    cause:
      "A node came into a second hierarchy, as one of operating systems and one of datacenters, and a property is " +
      "set in both.",
    remedy: [
      {
        step: "Say which of the groups, or of two groups above them, is laid over the other. The last one wins.",
        yaml: ["# order.yml", "order:", "  - [os, dc]"],
      },
      {
        step: "For the nodes that are in both, make a group with both as its parents, the one that wins last.",
        yaml: ["# groups/debian-in-munich.yml", "parents: [os.debian, dc.munich]"],
      },
      { step: "Set the property in one of the groups only." },
    ],
    example: {
      files: {
        "groups/os/debian.yml": ["nodes: [web1]", "properties: {dns: 1.1.1.53}"],
        "groups/dc/munich.yml": ["nodes: [web1]", "properties: {dns: 9.9.9.9}"],
        "nodes/web1.yml": ["{}"],
      },
    },
    rules: ["G6"],
    settings: ["conflicts"],
  },
  "latent-conflict": {
    meaning:
      "Two groups of a node say different things of one property without an order between them, and a layer above " +
      "both, as the node itself, says it again. The value is sure as long as that layer stands.",
    cause: "Someone settled a conflict on one node instead of ordering the groups.",
    remedy: [
      { step: "Order the groups.", yaml: ["# order.yml", "order:", "  - [os.debian, dc.munich]"] },
      { step: "Leave it, and allow it with a reason in a comment at the place." },
    ],
    example: {
      files: {
        "groups/os/debian.yml": ["nodes: [web1]", "properties: {dns: 1.1.1.53}"],
        "groups/dc/munich.yml": ["nodes: [web1]", "properties: {dns: 9.9.9.9}"],
        "nodes/web1.yml": ["properties: {dns: 8.8.8.8}"],
      },
    },
    rules: ["G8"],
    settings: ["conflicts"],
  },
  "type-change": {
    meaning:
      "A property has one type in a layer and another in a layer above it, as text over a list. The later one " +
      "replaces the earlier one as a whole. The node resolves.",
    cause: "One of the two is written as the other is meant: a single server as text where others have a list.",
    remedy: [
      { step: "Give it the same type everywhere.", yaml: ["properties:", "  ntp: [ntp.muc.example.org]"] },
      { step: "Give it another name where something else is meant." },
    ],
    example: {
      files: {
        "globals.yml": ["ntp: [pool.ntp.org]"],
        "nodes/web1.yml": ["properties: {ntp: ntp.muc.example.org}"],
      },
    },
    rules: ["P4"],
  },
  "provider-mismatch": {
    meaning:
      "A property that names a provider was changed or taken away, and what stands there now names another " +
      "provider. It is found where two states are compared, as in `heir check --new-since HEAD`. Values are not " +
      "affected.",
    cause: "A property that another tool writes was edited by hand.",
    remedy: [
      { step: "Change the property where it comes from, and let its provider write it." },
      {
        step: "If it is to be kept by hand from now on, take the provider away in a commit of its own, as `system`.",
        yaml: ["properties:", "  rack: {value: A4, provider: system}"],
      },
    ],
    example: {
      files: {
        "globals.yml": ["rack: {value: A4, provider: datasources}"],
        "nodes/web1.yml": ["{}"],
      },
      commands: ["git init -q && git add . && git commit -q -m 'Racks'", "echo 'rack: B1' > globals.yml"],
      shownBy: "heir check --new-since HEAD",
    },
    rules: ["P5"],
  },
};
