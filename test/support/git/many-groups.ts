import type { Files } from "../side.ts";

/**
 * A repository of four hierarchies of groups in three levels (200 groups in all), with 50 properties, and nodes that are
 * in one leaf of each. The hierarchies are ordered by one chain; `conflicts` leaves the last of them out of it.
 */
export function manyGroups({ nodes, conflicts }: { readonly nodes: number; readonly conflicts: boolean }): Files {
  const files: Record<string, string> = { "heir.yml": "version: 1\n", "globals.yml": properties(["global", 0]) };
  const hierarchies = ["os", "dc", "env", "role"];
  const ordered = conflicts ? hierarchies.slice(0, -1) : hierarchies;
  files["order.yml"] = `order: [[${ordered}]]\n`;
  for (const [at, top] of hierarchies.entries()) {
    files[`groups/${top}.yml`] = "{}\n";
    for (let middle = 0; middle < 7; middle += 1) {
      files[`groups/${top}/m${middle}.yml`] =
        `parents: [${top}]\nmatch: {all: [{fact: ${top}.middle, op: eq, value: m${middle}}]}\n` +
        `properties:\n${properties([`${top}${middle}`, at])}`;
      for (let leaf = 0; leaf < 6; leaf += 1) {
        files[`groups/${top}/m${middle}l${leaf}.yml`] =
          `parents: [${top}.m${middle}]\nmatch: {all: [{fact: ${top}.leaf, op: eq, value: l${leaf}}]}\n` +
          `properties:\n${properties([`${top}${middle}${leaf}`, at + leaf])}`;
      }
    }
  }
  for (let node = 0; node < nodes; node += 1) {
    const facts = hierarchies.map((top, at) => `${top}: {middle: m${(node >> at) % 7}, leaf: l${(node + at) % 6}}`);
    files[`nodes/n${node}.yml`] = `facts: {${facts.join(", ")}}\n`;
  }
  return files;
}

/** Five of the 50 properties: a scalar, two paths of an object, and lists. */
function properties([source, start]: readonly [string, number]): string {
  const names = [0, 1, 2, 3, 4].map((offset) => `p${(start * 7 + offset * 10) % 50}`);
  return names
    .map((name, at) => `  ${name}: ${at % 2 === 0 ? source : `{${source}: 1, shared: ${source}}`}\n`)
    .join("")
    .replace(/^ {2}/gm, source === "global" ? "" : "  ");
}
