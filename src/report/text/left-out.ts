import { command } from "../../base/terminal-text.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import { counted } from "./row.ts";

/** One part that an answer leaves out, as a line for people; names are made safe by who prints it. */
export function leftOutText(left: LeftOut): string {
  switch (left.kind) {
    case "no-inventory":
      return noInventoryText(left);
    case "empty-scope":
      return `"${left.operand}" names nothing (--allow-empty)`;
    case "filter":
      return `${counted(left.nodes.length, "node")} not judged: ${left.file} is not read (heir.skipFilter)`;
    case "unmerged":
      return `not read: the index holds several versions of ${left.file}`;
    case "shallow":
      return `history ends at ${shortId(left.commit)}: shallow clone (git fetch --unshallow)`;
    case "settings":
      return `settings begin at ${shortId(left.commit)}; ${counted(left.commits, "commit")} before it without any (${defaultsCommand(left.file)})`;
  }
}

function defaultsCommand(file: string | undefined): string {
  return command(["git", "config", "heir.defaultSettings", ...(file === undefined ? [] : [`HEAD:${file}`])]);
}

function noInventoryText(left: Extract<LeftOut, { readonly kind: "no-inventory" }>): string {
  if (!("ref" in left)) return `not compared: ${SIDES[left.side]} has no inventory`;
  if (left.several === undefined) return `not compared: ${left.ref} has no inventory`;
  return `not read: ${shortId(left.ref)} has several inventories: ${left.several.join(", ")} (git config heir.folder DIR)`;
}

const SIDES = { from: "the old side", to: "the new side" } as const;

function shortId(commit: string): string {
  return commit.slice(0, 7);
}
