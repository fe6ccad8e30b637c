import type { CommandEntry, CommandTable } from "./command.ts";

const entries: Readonly<Record<string, CommandEntry>> = {
  init: {
    summary: "create a repository, or replay the example one",
    daily: true,
    load: async () => (await import("./project/init.ts")).init,
  },
  show: {
    summary: "show the resolved values of one node, and where they come from",
    daily: true,
    load: async () => (await import("./inventory/show.ts")).show,
  },
  explain: {
    summary: "show why a value is what it is, layer by layer",
    daily: true,
    load: async () => (await import("./inventory/explain.ts")).explain,
  },
  diff: {
    summary: "show which resolved values differ between two states",
    daily: true,
    load: async () => (await import("./history/diff.ts")).diff,
  },
  log: {
    summary: "show the commits that change a value, a node or any node",
    daily: true,
    load: async () => (await import("./history/log.ts")).log,
  },
  blame: {
    summary: "show since when each value of a node is what it is",
    daily: true,
    load: async () => (await import("./history/blame.ts")).blame,
  },
  why: {
    summary: "show why a value changed: layers, cause, commits and lines",
    load: async () => (await import("./history/why.ts")).why,
  },
  bisect: {
    summary: "find the commit at which a value became what it is",
    load: async () => (await import("./history/bisect.ts")).bisect,
  },
  check: {
    summary: "report every error and warning of every node",
    daily: true,
    load: async () => (await import("./project/check.ts")).check,
  },
  uses: {
    summary: "show what uses a class, group, node, file or value",
    load: async () => (await import("./inventory/uses.ts")).uses,
  },
  impact: {
    summary: "show what an edit of a file, class, group or value would touch",
    daily: true,
    load: async () => (await import("./inventory/impact.ts")).impact,
  },
  grep: {
    summary: "search the resolved keys and values of all nodes",
    load: async () => (await import("./inventory/grep.ts")).grep,
  },
  nodes: {
    summary: "list nodes",
    daily: true,
    load: async () => (await import("./inventory/nodes.ts")).nodes,
  },
  classes: {
    summary: "list classes",
    daily: true,
    load: async () => (await import("./inventory/classes.ts")).classes,
  },
  groups: {
    summary: "list groups",
    load: async () => (await import("./inventory/groups.ts")).groups,
  },
  properties: {
    summary: "show the properties of a node or group, layer by layer",
    load: async () => (await import("./inventory/properties.ts")).properties,
  },
  policies: {
    summary: "show the policies of a node in the order in which they run",
    load: async () => (await import("./inventory/policies.ts")).policies,
  },
  rules: {
    summary: "list rules and the nodes that they reach",
    load: async () => (await import("./inventory/rules.ts")).rules,
  },
  inventory: {
    summary: "print all resolved nodes for other programs",
    daily: true,
    load: async () => (await import("./inventory/inventory.ts")).inventory,
  },
  "merge-check": {
    summary: "show what a merge does to values that neither side did",
    daily: true,
    load: async () => (await import("./history/merge-check.ts")).mergeCheck,
  },
  hooks: {
    summary: "install git hooks that judge each commit, merge and push",
    daily: true,
    load: async () => (await import("./project/hooks.ts")).hooks,
  },
  tui: {
    summary: "look around: commits, what they change, and why",
    daily: true,
    load: async () => (await import("./project/tui.ts")).tui,
  },
  report: {
    summary: "join the reports of several shares of the nodes",
    load: async () => (await import("./project/report.ts")).report,
  },
  graph: {
    summary: "draw groups and classes",
    load: async () => (await import("./inventory/graph.ts")).graph,
  },
  export: {
    summary: "write resolved properties for other programs",
    load: async () => (await import("./inventory/export.ts")).exportCommand,
  },
  cache: {
    summary: "show, check or delete what is kept under the git directory",
    load: async () => (await import("./project/cache.ts")).cache,
  },
  completion: {
    summary: "print a completion script for a shell",
    load: async () => (await import("./project/completion.ts")).completion,
  },
  help: {
    summary: "explain a command or a code",
    load: async () => (await import("./project/help.ts")).help,
  },
};

/** Every command, in the order in which help lists them. */
export const commands: CommandTable = new Map(Object.entries(entries));
