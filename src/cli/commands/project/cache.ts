import { relative } from "node:path";
import { terminalSafe } from "../../../base/terminal-text.ts";
import { type CacheVerdict, openCache, type PartStatistics } from "../../../cache/upkeep/statistics.ts";
import { documentJson } from "../../../encoding/json.ts";
import { counted, textColumns } from "../../../report/text/row.ts";
import { readInventory } from "../../reading/state.ts";
import { formatOptions, isJson, revOption } from "../../words/options.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../command.ts";

const actions: ReadonlyMap<string, Command["run"]> = new Map(Object.entries({ stats, clear, verify, warm }));

/** `heir cache [stats | clear | verify | warm]`: the cache under the git directory. */
export const cache: Command = {
  examples: [
    ["heir cache", "location and size of the cache"],
    ["heir cache warm -r main", "parse all files of a state ahead of time"],
    ["heir cache verify", "parse every cached file again and compare"],
    ["heir cache clear", "delete the cache; it is rebuilt when needed"],
  ],
  operands: [{ name: "ACTION", kind: "choice", choices: [...actions.keys()] }],
  options: { ...revOption, ...formatOptions("text", "json") },
  details: [
    "heir caches parsed files in heir/parse under the git directory, keyed by content, and results in heir/answers, keyed " +
      "by everything they depend on. Output never depends on the cache: damaged entries are recomputed.",
    "The second answer in a clone fills it; the first one with warm, HEIR_CACHE, heir tui or installed hooks.",
    "HEIR_CACHE names another folder, as an absolute path: everything cached goes there, also of folders outside git and of " +
      "files that git does not have.",
  ],
  exits: { 1: "verify: a kept file is damaged" },
  asksForCache: (args) => args.operands[0] === "warm",
  run: (args, context) => (actions.get(args.operands[0] ?? "") ?? stats)(args, context),
};

function opened(args: Arguments, { cwd }: Context): ReturnType<typeof openCache> {
  return openCache({ cwd, directory: args.text("C") });
}

async function stats(args: Arguments, context: Context): Promise<ExitCode> {
  const { folder, isNamed, statistics } = await opened(args, context);
  const { files, answers } = statistics();
  if (isJson(args)) {
    await context.print(documentJson({ v: 1, folder, files, answers }, 2));
    return exit.ok;
  }
  const shown = isNamed ? terminalSafe(folder) : relative(context.cwd, folder) || ".";
  const rows = [["folder", shown], partRow("files", files), partRow("answers", answers)];
  for (const row of textColumns(rows)) await context.print(row);
  return exit.ok;
}

function partRow(name: string, { count, packs, bytes, limit }: PartStatistics): readonly string[] {
  return [name, `${count}, in ${counted(packs, "pack")}, ${size(bytes)} of at most ${size(limit)}`];
}

async function clear(args: Arguments, context: Context): Promise<ExitCode> {
  const kept = await opened(args, context);
  const { files, answers } = kept.statistics();
  kept.clear();
  const [packs, bytes] = [files.packs + answers.packs, files.bytes + answers.bytes];
  context.note(packs === 0 ? "the cache is empty" : `deleted ${counted(packs, "pack")}, ${size(bytes)}`);
  return exit.ok;
}

async function verify(args: Arguments, context: Context): Promise<ExitCode> {
  const { verify: judge } = await opened(args, context);
  const verdict = await judge();
  const { sound, answers, damaged, wrong, foreign } = verdict;
  const isSound = damaged.length + wrong.length + foreign.length === 0;
  if (isJson(args)) {
    const packs = damaged.map(({ of, pack, count = "all" }) => ({ pack, [of]: count }));
    await context.print(documentJson({ v: 1, sound, answers, damaged: packs, wrong, foreign }, 2));
  } else {
    for (const line of faults(verdict)) await context.print(line);
    context.note(`${counted(sound, "file")} ${sound === 1 ? "matches" : "match"} a fresh parse`);
    if (answers > 0) context.note(`${counted(answers, "answer")} undamaged`);
    if (!isSound) context.note(`heir cache clear deletes the cache; ${foreign.length > 0 ? MISLEADS : COSTS_TIME}`);
  }
  return isSound ? exit.ok : exit.findings;
}

const COSTS_TIME = "damaged entries cost time, but never change results";
const MISLEADS = "it holds content under ids of other content, and results can be wrong";

function faults({ damaged, wrong, foreign }: CacheVerdict): readonly string[] {
  return [
    ...damaged.map(({ of, pack, count }) => {
      return count === undefined ? `${pack}: damaged` : `${pack}: ${counted(count, of.slice(0, -1))} damaged`;
    }),
    ...wrong.map((id) => `blob ${id}: differs from a fresh parse`),
    ...foreign.map((id) => `blob ${id}: has the content of another blob`),
  ];
}

/** Parses every node, class, group and policy; closing the workspace writes them to the cache. */
async function warm(args: Arguments, context: Context): Promise<ExitCode> {
  const { inventory, snapshot } = await readInventory(context, args.text("rev"));
  const { nodeNames, classNames } = inventory;
  const total = nodeNames.length + classNames.length;
  for (const [index, name] of nodeNames.entries()) {
    await context.step(index, total);
    inventory.node(name);
  }
  for (const [index, name] of classNames.entries()) {
    await context.step(nodeNames.length + index, total);
    inventory.class(name);
  }
  inventory.policies();
  const found = `${counted(nodeNames.length, "node")}, ${counted(classNames.length, "class", "classes")}`;
  context.note(`${snapshot.title}: ${found}`);
  return exit.ok;
}

/** A size for people: `4.9 MB`. */
function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  const [unit, divisor] = bytes < 1e6 ? ["kB", 1e3] : ["MB", 1e6];
  const number = bytes / divisor;
  return `${number < 100 ? number.toFixed(1) : number.toFixed(0)} ${unit}`;
}
