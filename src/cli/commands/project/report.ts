import { mergeChecks } from "../../../report/shards/checks.ts";
import { isInventory, mergeInventories, unreadable } from "../../../report/shards/inventories.ts";
import type { ReportPart } from "../../../report/shards/parts.ts";
import { withReports } from "../../../workspace/write/report-files.ts";
import { type ExitCode, exit } from "../../exit.ts";
import type { Command, Context } from "../command.ts";

/** `heir report merge FILE...`: one report from the reports of all shares. */
export const report: Command = {
  examples: [
    { line: "heir check --shard 1/4 --format json > check-1.json", meaning: "share 1 of 4" },
    { line: "heir report merge check-*.json", meaning: "the report of all nodes, as heir check prints it" },
    { line: "heir report merge nodes-*.json > nodes.json", meaning: "the inventory of all nodes" },
  ],
  operands: [
    { name: "ACTION", kind: "choice", choices: ["merge"], required: true },
    { name: "FILE", kind: "file", required: true, many: true },
  ],
  options: {},
  details: [
    "Every share must be given exactly once, whole, and all must be of one run: the same command, settings and files. The exit code is that of the " +
      "original command for all nodes.",
  ],
  exits: { 1: "an error is found", 3: "a node does not resolve" },
  async run(args, context) {
    const [, ...files] = args.operands;
    return withReports({ names: files, cwd: context.cwd }, (parts) => merged(parts, context));
  },
};

async function merged(parts: readonly ReportPart[], context: Context): Promise<ExitCode> {
  for (const part of parts) {
    const text = unreadable(part);
    if (text === undefined) continue;
    await context.write(text);
    return exit.unresolved;
  }
  return parts.some(isInventory) ? inventories(parts, context) : checks(parts, context);
}

async function checks(parts: readonly ReportPart[], context: Context): Promise<ExitCode> {
  const { json, codes } = mergeChecks(parts);
  await context.write(json);
  if (codes.some(({ code }) => code === "unmerged")) return exit.usage;
  return codes.some(({ severity }) => severity === "error") ? exit.findings : exit.ok;
}

async function inventories(parts: readonly ReportPart[], context: Context): Promise<ExitCode> {
  const { pieces, failed } = mergeInventories(parts);
  for (const piece of pieces) await context.write(piece);
  return failed > 0 ? exit.unresolved : exit.ok;
}
