/** Commands of other tools, and what does the same here; a blank at the end is for their operands. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["lookup", "heir show NODE "],
  ["get", "heir show "],
  ["node", "heir show "],
  ["describe", "heir explain "],
  ["list", "heir nodes"],
  ["ls", "heir nodes"],
  ["class", "heir uses "],
  ["search", "heir grep "],
  ["history", "heir log "],
  ["status", "heir diff"],
  ["plan", "heir diff"],
  ["validate", "heir check"],
  ["lint", "heir check"],
  ["compile", "heir inventory"],
  ["render", "heir inventory"],
  ["pillar", "heir inventory --format salt-pillar --host "],
  ["tree", "heir graph"],
]);

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ["--nodeinfo", "heir show NODE"],
  ["--inventory", "heir inventory"],
  ["--host", "heir inventory --host NODE"],
  ["--nodes-only", "heir nodes"],
  ["-b", "-C DIR is the folder of the inventory"],
]);

/** What a command of another tool is here, with the operands that were given; undefined for a word of none. */
export function foreignCommand(word: string, operands: readonly string[]): string | undefined {
  if (word === "facts") return `heir show ${operands.join(" ") || "NODE"} --facts`;
  const command = COMMANDS.get(word);
  return command?.endsWith(" ") ? `${command}${operands.join(" ") || "..."}` : command;
}

/** What an option of another tool is here, for the node that was given; undefined for an option of none. */
export function foreignOption(word: string, node = "NODE"): string | undefined {
  return OPTIONS.get(word.replace(/=.*$/s, ""))?.replace("NODE", node);
}
