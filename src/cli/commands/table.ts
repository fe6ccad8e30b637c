import { shared } from "../../annex/shards/jobs/shared.ts";
import type { workShare } from "../../annex/shards/jobs/work.ts";
import { WORK } from "../../annex/shards/jobs/worker-line.ts";
import { type Command, type CommandEntry, type CommandGroup, type CommandTable, commandGroups } from "./command.ts";
import type { DiffAnnexes } from "./history/diff.ts";
import type { checkWith } from "./project/check.ts";
import type { initWith } from "./project/init.ts";

const edits: Parameters<typeof checkWith>[0] = {
  fix: async (args, context) => (await import("../../annex/edit/commands/check-fix.ts")).fixFindings(args, context),
  proofs: async (range, reading) => (await import("../../annex/edit/proof/verify.ts")).proofFindings(range, reading),
};

const writeEditorFiles: Parameters<typeof initWith>[0] = async (...asked) =>
  (await import("../../annex/editor/schemas.ts")).writeEditorFiles(...asked);

const comparing: DiffAnnexes = {
  page: () => import("../../annex/review/page/page.ts"),
  supposed: async (...asked) => (await import("../../annex/edit/suppose.ts")).supposed(...asked),
};

async function inventory(): Promise<Command> {
  const { inventoryWith } = await import("./inventory/inventory.ts");
  return inventoryWith((await import("../../annex/forms/forms.ts")).forms);
}

/** The commands of each group, in the order in which help lists them. */
const entries: Readonly<Record<CommandGroup, Readonly<Record<string, Omit<CommandEntry, "group">>>>> = {
  look: {
    show: {
      summary: "show the resolved values of a node, and where they come from",
      daily: true,
      see: ["explain", "merge", "references", "secrets"],
      load: async () => (await import("./inventory/show.ts")).show,
    },
    nodes: {
      summary: "list nodes",
      daily: true,
      see: ["names", "patterns", "inventory"],
      load: async () => (await import("./inventory/nodes.ts")).nodes,
    },
    classes: {
      summary: "list classes",
      see: ["ancestry", "uses"],
      load: async () => (await import("./inventory/classes.ts")).classes,
    },
    groups: {
      summary: "list groups",
      see: ["concepts/groups", "properties", "graph"],
      load: async () => (await import("./inventory/groups.ts")).groups,
    },
    properties: {
      summary: "show the properties of a node or group, layer by layer",
      see: ["concepts/properties", "concepts/groups"],
      load: async () => (await import("./inventory/properties.ts")).properties,
    },
    policies: {
      summary: "show the policies of a node in run order",
      see: ["concepts/policies", "rules"],
      load: async () => (await import("./inventory/policies.ts")).policies,
    },
    rules: {
      summary: "list rules and the nodes they apply to",
      see: ["concepts/policies", "policies"],
      load: async () => (await import("./inventory/rules.ts")).rules,
    },
    grep: {
      summary: "search the resolved keys and values of all nodes",
      see: ["patterns", "uses"],
      load: async () => (await import("./inventory/grep.ts")).grep,
    },
    inventory: {
      summary: "print all resolved nodes for other programs",
      see: ["export", "secrets", "nodes"],
      load: async () => shared("inventory", await inventory()),
    },
    tui: {
      summary: "browse commits and the values they change",
      daily: true,
      writes: ["work tree", "index"],
      see: ["diff", "log", "signs"],
      load: async () => (await import("./project/tui.ts")).tui,
    },
  },
  explain: {
    explain: {
      summary: "explain a value layer by layer",
      daily: true,
      see: ["merge", "references", "why"],
      load: async () => (await import("./inventory/explain.ts")).explain,
    },
    uses: {
      summary: "show what uses a class, group, node, file or value",
      see: ["impact", "ancestry"],
      load: async () => shared("uses", (await import("./inventory/uses.ts")).uses),
    },
    impact: {
      summary: "show which nodes and values an edit would affect",
      daily: true,
      see: ["uses", "diff"],
      load: async () => (await import("../../annex/edit/commands/impact.ts")).impact,
    },
    graph: {
      summary: "draw the graph of groups and classes",
      see: ["concepts/groups", "ancestry"],
      load: async () => (await import("./inventory/inheritance-graph.ts")).graph,
    },
    contracts: {
      summary: "list what contracts say about values, and for which nodes",
      see: ["concepts/contracts", "test"],
      load: async () => (await import("./inventory/contracts.ts")).contracts,
    },
  },
  history: {
    diff: {
      summary: "show which resolved values differ between two states",
      daily: true,
      see: ["revisions", "signs", "snapshots", "why"],
      load: async () => shared("diff", (await import("./history/diff.ts")).diffWith(comparing)),
    },
    log: {
      summary: "list the commits that changed a value, a node or any node",
      daily: true,
      see: ["revisions", "signs", "blame"],
      load: async () => shared("log", (await import("./history/log.ts")).log),
    },
    blame: {
      summary: "show which commit last changed each resolved value",
      see: ["log", "why"],
      load: async () => (await import("./history/blame.ts")).blame,
    },
    why: {
      summary: "explain why a value changed: layers, cause, commits and lines",
      daily: true,
      see: ["revisions", "signs", "explain", "bisect"],
      load: async () => (await import("./history/why.ts")).why,
    },
    pending: {
      summary: "show what waits between two stages, and what would be lost",
      see: ["diff", "stages", "selectors", "log"],
      load: async () => (await import("./history/pending.ts")).pending,
    },
    bisect: {
      summary: "find the commit that introduced the current value",
      see: ["why", "log"],
      load: async () => (await import("./history/bisect.ts")).bisect,
    },
    review: {
      summary: "report what a change does and breaks, as a comment on its pull or merge request",
      see: ["concepts/review", "ci", "revisions"],
      load: async () => (await import("../../annex/review/commands/review.ts")).review,
    },
  },
  check: {
    check: {
      summary: "report every error and warning in all nodes",
      daily: true,
      writes: ["work tree", "index"],
      see: ["docs/hooks", "ci", "gates", "concepts/contracts"],
      load: async () => shared("check", (await import("./project/check.ts")).checkWith(edits)),
    },
    test: {
      summary: "test the resolved values that contracts expect",
      see: ["concepts/contracts", "check"],
      load: async () => shared("test", (await import("./project/test.ts")).test),
    },
    "merge-check": {
      summary: "detect semantic merge conflicts",
      see: ["gates", "docs/hooks"],
      load: async () => (await import("./history/merge-check.ts")).mergeCheck,
    },
    "merge-driver": {
      summary: "merge a file of the inventory by what it says, for git",
      writes: ["work tree"],
      see: ["merge-check", "hooks"],
      load: async () => (await import("./history/merge-driver.ts")).mergeDriver,
    },
    report: {
      summary: "merge the reports of several shards",
      see: ["ci", "check"],
      load: async () => (await import("../../annex/shards/commands/report.ts")).report,
    },
  },
  edit: {
    place: {
      summary: "show where a value could be written so that these nodes get it",
      see: ["edits", "set"],
      load: async () => (await import("../../annex/edit/commands/place.ts")).place,
    },
    set: {
      summary: "write a value so that these nodes get it, and prove that nothing else changes",
      daily: true,
      writes: ["work tree", "index"],
      see: ["edits", "place", "undo"],
      load: async () => (await import("../../annex/edit/commands/set.ts")).set,
    },
    unset: {
      summary: "take out the lines that say a value for these nodes alone",
      writes: ["work tree", "index"],
      see: ["edits", "set", "undo"],
      load: async () => (await import("../../annex/edit/commands/unset.ts")).unsetCommand,
    },
    mv: {
      summary: "rename a class, node, group or policy everywhere, and prove that nothing else changes",
      writes: ["work tree", "index"],
      see: ["edits", "undo"],
      load: async () => (await import("../../annex/edit/commands/mv.ts")).mv,
    },
    extract: {
      summary: "move equal values of several files to one place, and prove that nothing changes",
      writes: ["work tree", "index"],
      see: ["edits", "inline", "undo"],
      load: async () => (await import("../../annex/edit/commands/extract.ts")).extract,
    },
    inline: {
      summary: "write the content of a class into each file that lists it, and prove that nothing changes",
      writes: ["work tree", "index"],
      see: ["edits", "extract", "undo"],
      load: async () => (await import("../../annex/edit/commands/inline.ts")).inline,
    },
    undo: {
      summary: "take back the last edit of heir",
      writes: ["work tree", "index"],
      see: ["edits", "set", "mv"],
      load: async () => (await import("../../annex/edit/commands/undo.ts")).undoCommand,
    },
    prove: {
      summary: "prove that two states resolve to the same, or differ only as said",
      see: ["edits", "gates"],
      load: async () => (await import("../../annex/edit/commands/prove.ts")).proveCommand,
    },
  },
  deliver: {
    export: {
      summary: "export resolved properties for other programs",
      writes: ["work tree"],
      see: ["inventory", "properties-d", "secrets"],
      load: async () => (await import("../../annex/forms/commands/export.ts")).exportCommand,
    },
  },
  "set up": {
    init: {
      summary: "create a repository, or a copy of the example repository",
      daily: true,
      writes: ["work tree", "hooks", "config"],
      see: ["inventories", "settings", "docs/hooks"],
      load: async () => (await import("./project/init.ts")).initWith(writeEditorFiles),
    },
    hooks: {
      summary: "install git hooks that check every commit, merge and push",
      daily: true,
      writes: ["hooks", "config", "home"],
      see: ["docs/hooks", "gates", "check"],
      load: async () => (await import("./project/hooks.ts")).hooks,
    },
    cache: {
      summary: "show, verify, warm or clear the cache",
      writes: ["cache", "home"],
      see: ["offline"],
      load: async () => (await import("./project/cache.ts")).cache,
    },
    completion: {
      summary: "complete commands, options and values in a shell",
      writes: ["home"],
      see: ["man"],
      load: async () => (await import("./project/completion.ts")).completionCommand,
    },
    man: {
      summary: "open the manual page of a command, or install all of them",
      writes: ["home"],
      see: ["help"],
      load: async () => (await import("./project/man.ts")).man,
    },
    integrations: {
      summary: "print what lets another program use heir: adapters, CI jobs, hooks of other tools",
      see: ["inventory", "export"],
      load: async () => (await import("./project/integrations.ts")).integrations,
    },
    schema: {
      summary: "print the JSON Schemas of the files that heir reads",
      see: ["files", "lsp"],
      load: async () => (await import("../../annex/editor/commands/schema.ts")).schema,
    },
    lsp: {
      summary: "serve an editor: the Language Server Protocol over standard input and output",
      see: ["schema"],
      load: async () => (await import("../../annex/editor/commands/lsp.ts")).lsp,
    },
    mcp: {
      summary: "serve an assistant: the Model Context Protocol over standard input and output",
      writes: ["work tree", "index"],
      see: ["assistants", "edits", "secrets"],
      load: async () => (await import("../../annex/editor/commands/mcp.ts")).mcp,
    },
    help: {
      summary: "explain a command, a finding or a topic",
      see: ["man", "glossary"],
      load: async () => (await import("./project/help.ts")).help,
    },
  },
};

export const commands: CommandTable = new Map(
  commandGroups.flatMap((group) =>
    Object.entries(entries[group]).map(([name, entry]) => [name, { ...entry, group }] as const),
  ),
);

/** What a process of heir's own does with its command line and itself, by the first word of the line. */
export const workers: Readonly<Record<string, (...asked: Parameters<typeof workShare>) => Promise<number>>> = {
  [WORK]: async (...asked) => (await import("../../annex/shards/jobs/work.ts")).workShare(...asked),
};
