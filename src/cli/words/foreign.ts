import { command } from "../../base/terminal-text.ts";

/** What commands of other tools are here; a space at the end is for their operands. */
const HERE: readonly (readonly [here: string, words: readonly string[]])[] = [
  ["heir show ", ["lookup", "nodeinfo", "get", "node", "cat", "resolve", "vars", "host"]],
  ["heir explain ", ["describe"]],
  ["heir nodes", ["list", "ls"]],
  ["heir uses ", ["class"]],
  ["heir grep ", ["search", "find"]],
  ["heir log ", ["history"]],
  ["heir diff", ["status", "plan"]],
  ["heir check", ["validate", "lint", "doctor"]],
  ["heir check --fix --dry-run", ["fix"]],
  ["heir inventory", ["compile", "render", "reclass"]],
  ["heir inventory --format salt-pillar --host ", ["pillar"]],
  ["heir graph ", ["tree"]],
  ["heir init --dry-run", ["import"]],
  ["heir help settings", ["config"]],
  ["heir help tui", ["ui"]],
  ["heir help set", ["edit"]],
  ["heir help names", ["new", "add"]],
];

const COMMANDS: ReadonlyMap<string, string> = new Map(
  HERE.flatMap(([here, words]) => words.map((word) => [word, here] as const)),
);

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ["--nodeinfo", "heir show NODE"],
  ["--inventory", "heir inventory"],
  ["--host", "heir inventory --host NODE"],
  ["--nodes-only", "heir nodes"],
  ["--class", "heir nodes --with classes=CLASS"],
  ["--graph", "heir graph"],
  ["--porcelain", "--json"],
  ["-z", "--json"],
  ["--jsonata", "--json and jq"],
  ["-b", "-C DIR is the folder of the inventory"],
]);

/** What a command of another tool is here, with the operands that were given; undefined for a word of none. */
export function foreignCommand(word: string, operands: readonly string[]): string | undefined {
  const [first, ...more] = operands;
  if (word === "facts") return first === undefined ? "heir nodes" : command(["heir", "show", ...operands, "--facts"]);
  const inner = first === "add" || first === "new" ? COMMANDS.get(first) : undefined;
  const text = inner ?? COMMANDS.get(word);
  if (text?.endsWith(" ") !== true) return text;
  // A lookup names a value, and no node.
  if (word === "lookup" && first !== undefined && more.length === 0)
    return command(["heir", "nodes", "--columns"], [`name,${first}`]);
  if (operands.length > 0) return command([...text.trim().split(" "), ...operands]);
  return word === "tree" ? "heir graph" : command(["heir", "help"], text.split(" ").slice(1, 2));
}

/** What an option of another tool, or of an earlier heir, is here, for the node that was given; undefined for an option of none. */
export function foreignOption(word: string, node = "NODE"): string | undefined {
  const words = OPTIONS.get(word.replace(/=.*$/s, ""))?.split(" ");
  return words && command(words.map((each) => (each === "NODE" ? node : each)));
}
