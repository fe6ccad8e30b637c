import { command } from "../../base/command.ts";

/** Commands of other tools, and their equivalents here; a space at the end is for their operands. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["lookup", "heir show "],
  ["nodeinfo", "heir show "],
  ["get", "heir show "],
  ["node", "heir show "],
  ["describe", "heir explain "],
  ["list", "heir nodes"],
  ["ls", "heir nodes"],
  ["class", "heir uses "],
  ["search", "heir grep "],
  ["find", "heir grep "],
  ["history", "heir log "],
  ["status", "heir diff"],
  ["plan", "heir diff"],
  ["validate", "heir check"],
  ["lint", "heir check"],
  ["compile", "heir inventory"],
  ["render", "heir inventory"],
  ["pillar", "heir inventory --format salt-pillar --host "],
  ["reclass", "heir inventory"],
  ["cat", "heir show "],
  ["resolve", "heir show "],
  ["vars", "heir show "],
  ["host", "heir show "],
  ["config", "heir help settings"],
  ["tree", "heir graph "],
  ["ui", "heir help tui"],
  ["fix", "heir check --fix --dry-run"],
  ["doctor", "heir check"],
  ["import", "heir init --dry-run"],
  ["edit", "heir help set"],
  ["new", "heir help names"],
  ["add", "heir help names"],
]);

/** What some of them are without operands. */
const BARE: ReadonlyMap<string, string> = new Map([["tree", "heir graph"]]);

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
  return BARE.get(word) ?? command(["heir", "help"], text.split(" ").slice(1, 2));
}

/** What an option of another tool, or of an earlier heir, is here, for the node that was given; undefined for an option of none. */
export function foreignOption(word: string, node = "NODE"): string | undefined {
  const words = OPTIONS.get(word.replace(/=.*$/s, ""))?.split(" ");
  return words && command(words.map((each) => (each === "NODE" ? node : each)));
}
