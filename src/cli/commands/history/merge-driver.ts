import { resolve } from "node:path";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { driveMerge, MARKER } from "../../../workspace/merge-files/driver.ts";
import { type Command, exit } from "../command.ts";

/** `heir merge-driver BASE OURS THEIRS PATH [SIZE]`: git's merge of one file of the inventory, by what it says. */
export const mergeDriver: Command = {
  examples: [
    ["heir hooks install --merge-driver", "let git call it"],
    ["heir merge-driver %O %A %B %P %L", "as git's configuration calls it"],
  ],
  operands: [
    { name: "BASE", kind: "text", required: true },
    { name: "OURS", kind: "text", required: true },
    { name: "THEIRS", kind: "text", required: true },
    { name: "PATH", kind: "text", required: true },
    { name: "SIZE", kind: "text" },
  ],
  options: {},
  refusesEmpty: true,
  details: [
    "Reads three files and writes the merged one over OURS: what one side changed is taken, key by key and item by item; lines that " +
      "neither side changed stay as they are. PATH is that of the file from the top of the repository: nodes, classes, groups, edges, " +
      "contracts and policies are merged so, any other file and what is no plain YAML as git merges text.",
  ],
  exits: { 1: "both sides changed the same: OURS has conflict markers of SIZE characters" },
  fetches: false,
  async run(args, context) {
    const [base = "", ours = "", theirs = "", path = "", given = String(MARKER)] = args.operands;
    const size = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : undefined;
    if (size === undefined) throw new HeirError("usage", `"${given}" is no size of a conflict marker`);
    const { cwd, env, signal } = context;
    const { source } = await context.states();
    const files = { base: resolve(cwd, base), ours: resolve(cwd, ours), theirs: resolve(cwd, theirs) };
    const { isMerged, reason } = await driveMerge(source, { files, path, size, cwd, env, signal });
    if (reason !== undefined) context.warn(terminalSafe(`heir: ${path}: ${reason}`));
    return isMerged ? exit.ok : exit.findings;
  },
};
