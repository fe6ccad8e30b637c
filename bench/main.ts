// `npm run bench`: heir against the programs that resolve the same files, on one machine in one run.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withTwins } from "./before.ts";
import { BY_TWO, type Case, type CaseOptions, keepsCache, makeCases } from "./cases.ts";
import { commitCase, largest } from "./commit.ts";
import { compete, type Outcome } from "./compete.ts";
import { benchCurves } from "./curves.ts";
import { corpusInputs, fleetInput, groupsInput, type Input, labInput } from "./inputs.ts";
import { type Meter, makeMeter, meaning, measure } from "./measure.ts";
import { partialCase } from "./partial.ts";
import { findPeers, type Peer } from "./peers.ts";
import { builtRevision } from "./revision.ts";
import { markdownTable, ratioTable } from "./table.ts";
import { targetTable } from "./targets.ts";
import { benchTui } from "./tui.ts";
import { WIDE_JOBS, type WideInput, wideCases, wideInput } from "./wide.ts";

const USAGE = `npm run bench -- [OPTIONS]

  --quick       a fleet of 100 nodes instead of 1,000, three runs, no corpora: about a minute
  --runs N      runs of each program (default 5); slow ones run less often, quick ones more often
  --only TEXT   only jobs whose title or input contains TEXT, such as diff or fleet
  --only tui    the terminal UI, which is measured by itself
  --only curves what each node, class, item and so on costs in inventories of doubling sizes: about a minute
  --compare REV each job by the heir of this revision, too, in turns and on inputs of its own, and the ratios; no peers
  --write       put the result into bench/README.md too
  --help        print this

BENCH_RECLASS_PYTHON, BENCH_RECLASS_RS_PYTHON and BENCH_KAPICORP_RECLASS_PYTHON name Python interpreters that have the peers,
BENCH_CORPORA the folder with the corpora. The exit code is 1 when an answer differs from heir's, or heir fails.`;

interface Options {
  readonly quick: boolean;
  readonly runs: number;
  readonly only: string;
  readonly write: boolean;
  readonly compare: string | undefined;
}

/** The checkout, in which bench/run.js starts this program. */
const root = process.cwd();
/** After this time only jobs that take seconds run more than once. */
const LATE_MS = 5 * 60_000;
const FLEET = { nodes: 1000, classes: 2000, seed: 8 };
const LARGE_FLEETS = [10_000, 40_000].map((nodes) => ({ nodes, classes: 2000, seed: 8 }));
const WIDE_FILES = 100_000;
const QUICK_FLEET = { nodes: 100, classes: 400, seed: 8 };

/** The page has the report between these marks. */
const BEGIN = "<!-- written by `npm run bench -- --write` -->";
const END = "<!-- end of what is written -->";

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  if (typeof options === "string") {
    console.error(options);
    return argv.includes("--help") ? 0 : 2;
  }
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  const temporary = mkdtempSync(join(tmpdir(), "heir-bench-"));
  try {
    return await bench(options, temporary, interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    console.error("interrupted");
    return 130;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The parsed options; or, as text, a usage error or the help text. */
function readOptions(argv: readonly string[]): Options | string {
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        quick: flag,
        write: flag,
        help: flag,
        runs: { type: "string" },
        only: { type: "string", default: "" },
        compare: { type: "string" },
      },
    });
    const runs = Number(values.runs ?? (values.quick ? 3 : 5));
    if (values.help) return USAGE;
    if (!Number.isInteger(runs) || runs < 1) return "--runs needs a whole number of at least 1";
    return { quick: values.quick, write: values.write, only: values.only, compare: values.compare, runs };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`;
  }
}

async function bench(options: Options, temporary: string, signal: AbortSignal): Promise<number> {
  if (options.only === "curves") {
    console.log(await benchCurves());
    return 0;
  }
  const notes: string[] = [];
  const heir = built(join(temporary, "heir", "dist"));
  if (options.only === "tui") {
    console.log(await benchTui(heir, tuiCorpora(options, join(temporary, "inputs"))));
    return 0;
  }
  const peers = options.compare === undefined ? findPeers((line) => notes.push(line)) : [];
  const inputs = makeInputs(options, join(temporary, "inputs"), (line) => notes.push(line));
  const scratch = join(temporary, "scratch");
  mkdirSync(scratch);
  const meter = makeMeter(scratch, signal);
  const caches = await leavesCache(heir, inputs, meter);
  const before = load();
  const cases = allCases(options, join(temporary, "inputs"), inputs, { peers, heir, caches });
  const twins = earlierCases(options, join(temporary, "before"), caches);
  const outcomes = await competeAll(withTwins(cases, twins), { options, meter });
  const targets = options.compare === undefined ? targetTable(outcomes) : undefined;
  const ratios = options.compare === undefined ? [] : ["", ratioTable(outcomes, options.compare)];
  const report = [
    ...machine(peers, { before, after: load() }).map((line) => `- ${line}`),
    `- ${meaning(meter)} Medians; programs take turns.`,
    ...notes.map((line) => `- ${line}`),
    "",
    markdownTable(outcomes),
    ...ratios,
    ...(targets === undefined ? [] : ["", "What heir sets out to reach, by wall time:", "", targets]),
  ].join("\n");
  console.log(report);
  if (options.write) writeReport(join(root, "bench", "README.md"), report);
  return outcomes.every(sound) ? 0 : 1;
}

/** All jobs on `inputs`, which are in `folder`, and on those that are made there for one job. */
function allCases(
  options: Options,
  folder: string,
  inputs: Inputs,
  running: Omit<CaseOptions, "large">,
): readonly Case[] {
  const groups = groupsInput(options.quick ? 100 : 1000, folder);
  const { large, wide } = rareInputs(options, folder, inputs);
  const { heir } = running;
  return [
    ...makeCases(inputs, groups, { ...running, large }),
    ...wide.flatMap((input) => wideCases(input, heir)),
    ...largest(inputs).flatMap((input) => [partialCase(input, heir), commitCase(input, heir)]),
  ];
}

/** The same jobs for the heir of `--compare`, on inputs of its own; none without that option. */
function earlierCases(options: Options, folder: string, caches: boolean): readonly Case[] {
  if (options.compare === undefined) return [];
  const heir = builtRevision(options.compare, root, `${folder}-heir`);
  const inputs = makeInputs(options, folder, () => undefined);
  return allCases(options, folder, inputs, { peers: [], heir, caches });
}

/** Builds heir into its own folder, so that later changes in the checkout do not affect the measurement. */
function built(folder: string): string {
  console.error("building heir");
  execFileSync(process.execPath, [join(root, "scripts", "build.js"), "--outdir", folder], { stdio: "inherit" });
  // heir looks for the hooks to install in its own package.
  for (const part of ["package.json", "hooks"]) cpSync(join(root, part), join(folder, "..", part), { recursive: true });
  return join(folder, "cli.js");
}

function makeInputs({ quick }: Options, folder: string, missing: (line: string) => void): Inputs {
  console.error("making the inputs");
  mkdirSync(folder);
  const fleet = fleetInput(quick ? QUICK_FLEET : FLEET, folder);
  if (quick) return [fleet];
  const corpora = corpusInputs(bundleFolder(), folder, missing);
  return [fleet, ...corpora, ...labInput(corpora, folder)];
}

/** Inputs that take so long to make that each is made only if its jobs are asked for. */
interface RareInputs {
  /** Fleets of which dividing the work is a gain. */
  readonly large: readonly Input[];
  readonly wide: readonly WideInput[];
}

function rareInputs({ quick, only }: Options, folder: string, [first]: Inputs): RareInputs {
  if (quick) return { large: [first], wide: [] };
  const isAsked = (words: string) => words.includes(only);
  return {
    large: LARGE_FLEETS.filter(({ nodes }) => isAsked(`${BY_TWO} fleet-${nodes}`)).map((size) =>
      fleetInput(size, folder),
    ),
    wide: WIDE_JOBS.some(([title]) => isAsked(`${title} wide-${WIDE_FILES}`)) ? [wideInput(WIDE_FILES, folder)] : [],
  };
}

/** The fleet, and what else there is. */
type Inputs = readonly [Input, ...Input[]];

function tuiCorpora({ quick }: Options, folder: string): readonly Input[] {
  mkdirSync(folder);
  const bundles = bundleFolder();
  return quick ? [] : corpusInputs(bundles, folder, console.error).filter(({ name }) => name === "system");
}

function bundleFolder(): string {
  return process.env["BENCH_CORPORA"] ?? join(root, "..", "shared", "corpora");
}

async function leavesCache(heir: string, inputs: readonly Input[], meter: Meter): Promise<boolean> {
  const [first] = inputs;
  if (first === undefined) return false;
  await measure({ argv: [process.execPath, heir, "show", first.node, "--json"], cwd: first.folder }, meter);
  return keepsCache(first);
}

async function competeAll(
  cases: ReturnType<typeof makeCases>,
  { options, meter }: { readonly options: Options; readonly meter: Meter },
): Promise<readonly Outcome[]> {
  const deadline = performance.now() + LATE_MS;
  const outcomes: Outcome[] = [];
  for (const each of cases.filter(({ title, input }) => `${title} ${input}`.includes(options.only))) {
    outcomes.push(await compete(each, { runs: options.runs, meter, deadline, progress: console.error }));
  }
  return outcomes;
}

/** A peer that refuses an inventory is not compared; heir must accept it, and all answers must be equal. */
function sound({ results }: Outcome): boolean {
  return results[0]?.kind === "measured" && results.every(({ kind }) => kind !== "differs");
}

function machine(peers: readonly Peer[], { before, after }: { before: string; after: string }): readonly string[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim().replace("git version", "git");
  const processors = `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown processor"}`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  return [
    [`heir ${version}`, `Node ${process.version.slice(1)}`, git, ...peers.map((peer) => peer.version)].join(", "),
    `${process.platform} ${process.arch}, ${processors}, ${memory}; load ${before} before, ${after} after`,
  ];
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** Writes the report between the two marks of the page. Throws if the page lacks them. */
function writeReport(page: string, report: string): void {
  const text = readFileSync(page, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`bench/README.md lacks ${BEGIN} and ${END}`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(page, `${text.slice(0, begin + BEGIN.length)}\n\n${day}:\n\n${report}\n\n${text.slice(end)}`);
}
