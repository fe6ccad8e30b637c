/** What operands of commands are called as arguments of tools, and what they mean. */
export const operandMeanings = {
  node: "the name of a node",
  nodes: "which nodes: names, globs, class:NAME, group:NAME or all",
  path: "the path of a value: keys joined by colons, list items by number, such as ntp:server",
  from: "the earlier state: a revision of git, INDEX or WORKTREE; or both states as A...B, from their merge base",
  to: "the later state: a revision of git, INDEX or WORKTREE",
  target: "what is asked about; class:, group:, node: or path: before it says what it is",
  pattern: "a regular expression that is searched in keys and values",
  value: "the value that the nodes are to have in the end, in its JSON type: 80 is a number",
  old: "KIND:NAME of what is renamed, such as class:ntp, node:web1 or path:ntp:server",
  new: "its new name",
} as const;

export type OperandName = keyof typeof operandMeanings;

export interface Tool {
  /** The operands of the command that it takes, in their order; options say the same as the others. */
  readonly operands: readonly OperandName[];
  /** One that the command can do without, and the tool cannot. */
  readonly requires?: OperandName;
  /** When to use it: follows the summary of the command. */
  readonly use: string;
  /** The name of the tool, where it is not that of the command. */
  readonly name?: string;
  /** Set for tools that write: whether the same call again writes again. */
  readonly writes?: "once" | "again";
}

const PROVED = "Nothing is written unless that is proved; dryRun gives the patch alone.";

/** The tools by their commands. */
export const tools: Readonly<Record<string, Tool>> = {
  nodes: { operands: [], use: "Use it to learn which nodes there are, or which have a value." },
  show: { operands: ["node", "path"], use: "Use it for what a node gets in the end, or for one part of it." },
  explain: {
    operands: ["node", "path"],
    requires: "path",
    use: "Use it to find the file to edit, and what loses to it.",
  },
  uses: { operands: ["target"], use: "Use it before you rename or remove something." },
  impact: {
    operands: ["target"],
    use: "Use it before you edit a line, file or class: it says which nodes that reaches.",
  },
  grep: { operands: ["pattern"], use: "Use it to find where a text, an address or a key is." },
  diff: { operands: ["from", "to"], use: "Use it after an edit: from HEAD to WORKTREE is all that is not committed." },
  why: {
    operands: ["from", "to", "node", "path"],
    requires: "path",
    use: "Use it for one value that diff or log lists.",
  },
  log: { operands: ["node", "path"], use: "Use it to learn when a value changed; maxCount keeps it short." },
  blame: { operands: ["node", "path"], use: "Use it to learn since when a node has its present values." },
  check: { operands: [], use: "Use it after an edit; newSince HEAD reports what the edit brought." },
  place: { operands: ["nodes", "path", "value"], use: "Use it to choose the file, before you write a value." },
  set: { operands: ["nodes", "path", "value"], use: PROVED, writes: "once" },
  unset: { operands: ["nodes", "path"], use: PROVED, writes: "once" },
  mv: { operands: ["old", "new"], use: PROVED, name: "move", writes: "again" },
  undo: { operands: [], use: "It restores the files, unless they have changed since.", writes: "again" },
};

/** What makes pages, besides the tools: the build keeps these commands for assistants, too. */
export const pageCommands = { finding: "help", review: "review" } as const;
