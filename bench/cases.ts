import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Answer, diffAnswer, inventoriesAnswer, inventoryAnswer, nodeAnswer } from "./answers.ts";
import type { GroupsInput, Input } from "./inputs.ts";
import { type Command, quietEnvironment } from "./measure.ts";
import type { Peer } from "./peers.ts";

/** One job, for heir and each peer that supports it. */
export interface Case {
  readonly title: string;
  readonly input: string;
  /** The others are compared with the first one. */
  readonly contenders: readonly [Contender, ...Contender[]];
  /** So fast that only more runs show more than noise. */
  readonly brief?: boolean;
}

/** Cached before a run: nothing; parsed files and dependencies of earlier commits; or also the output itself. */
export type Kept = "nothing" | "files" | "answer";

export interface Contender {
  readonly name: string;
  /** What heir has cached from earlier runs; absent for peers, which cache nothing. */
  readonly kept?: Kept;
  /** The processes that do the job, one after the other; `run` counts from 0. */
  readonly steps: (run: number) => readonly Command[];
  /** Runs before each run; not measured. */
  readonly prepare?: () => void;
  /** The answer, from the output of each step. Without this nothing is compared. */
  readonly answer?: (printed: readonly string[]) => Answer;
  /** Sections of the answer that are not compared. */
  readonly incomparable: ReadonlySet<string>;
}

export interface CaseOptions {
  readonly peers: readonly Peer[];
  /** The built command. */
  readonly heir: string;
  /** The inputs on which dividing the work is measured. */
  readonly large: readonly Input[];
  /** Whether heir caches anything between runs; `keepsCache` detects it. */
  readonly caches: boolean;
}

/** The title of the job that is divided. */
export const BY_TWO = "the same by two processes";

/** All measured jobs, in the order of the table. */
export function makeCases(inputs: readonly Input[], groups: GroupsInput, options: CaseOptions): readonly Case[] {
  return [
    ...inputs.map((input) => inventoryCase(input, options)),
    ...options.large.map((input) => jobsCase(input, options)),
    ...inputs.flatMap((input) => diffCase(input, options)),
    ...inputs.map((input) => showCase(input, options)),
    ...inputs.map((input) => explainCase(input, options)),
    ...inputs.flatMap((input) => historyCases(input, options)),
    ...groupsCases(groups, options),
    startCase(options),
  ];
}

function inventoryCase(input: Input, options: CaseOptions): Case {
  const theirs = readersOf(input, options).map((peer) => {
    return { ...named(peer, input), steps: () => [peer.command(input, input.folder)], answer: inventoryAnswer };
  });
  const [first, ...others] = ours(["inventory", "--format", "json"], input, { ...options, answer: inventoryAnswer });
  return {
    title: "the whole inventory, as JSON",
    input: `${input.name} (${input.about})`,
    contenders: [first, ...others, ...theirs],
  };
}

/** One process, and two that divide the work; nothing is cached. */
function jobsCase({ name, about, folder }: Input, { heir }: CaseOptions): Case {
  const byJobs = (jobs: string): Contender => {
    const argv = [process.execPath, heir, "inventory", "--format", "json", "--no-cache", "--jobs", jobs];
    return {
      name: `heir --jobs ${jobs}`,
      steps: () => [{ argv, cwd: folder }],
      answer: inventoryAnswer,
      incomparable: new Set(),
      kept: "nothing",
    };
  };
  return { title: BY_TWO, input: `${name} (${about})`, contenders: [byJobs("2"), byJobs("1")] };
}

/** Peers know no commits: they resolve both inventories, and finding the differences would cost extra. */
function diffCase(input: Input, options: CaseOptions): readonly Case[] {
  const { pair } = input;
  if (pair === undefined) return [];
  const theirs = readersOf(input, options).map((peer) => {
    const steps = () => pair.folders.map((folder) => peer.command(input, folder));
    return { ...named(peer, input), name: `${peer.name}, two inventories`, steps, answer: inventoriesAnswer };
  });
  const own = { ...options, answer: diffAnswer, isCompared: true };
  const [first, ...others] = ours(["diff", pair.from, pair.to, "--json"], input, own);
  return [
    {
      title: "what differs between two commits, as JSON",
      input: `${input.name} (${pair.about})`,
      contenders: [first, ...others, ...theirs],
    },
  ];
}

function showCase(input: Input, options: CaseOptions): Case {
  const theirs = readersOf(input, options).map((peer) => {
    return { ...named(peer, input), steps: () => [peer.command(input, input.folder, input.node)], answer: nodeAnswer };
  });
  const [first, ...others] = ours(["show", input.node, "--json"], input, { ...options, answer: nodeAnswer });
  return { title: "one node, as JSON", input: input.name, contenders: [first, ...others, ...theirs], brief: true };
}

/** No peer shows layers, so the job is compared with showing the value without them. */
function explainCase({ name, node, value, folder, dialect = [] }: Input, { heir }: CaseOptions): Case {
  const ofVerb = (verb: "explain" | "show"): Contender => {
    const steps = () => [{ argv: [process.execPath, heir, verb, node, value, "--json", ...dialect], cwd: folder }];
    return { name: `heir ${verb}`, steps, incomparable: new Set() };
  };
  const contenders = [ofVerb("explain"), ofVerb("show")] as const;
  return { title: "one value, layer by layer, as JSON", input: name, contenders, brief: true };
}

/** No peer knows commits. */
function historyCases(input: Input, options: CaseOptions): readonly Case[] {
  const { history, node } = input;
  if (history === undefined) return [];
  const jobs = [
    ["the commits that change one value", ["log", node, history.path, "--json"]],
    ["since when each value of one node is so", ["blame", node, "-r", "HEAD", "--json"]],
  ] as const;
  return jobs.map(([title, args]) => {
    const contenders = ours(args, input, options);
    return { title, input: `${input.name} (${history.about})`, contenders };
  });
}

/** No peer is measured: Rudder does this on a server. The figures show whether people notice the time heir takes. */
function groupsCases({ folder, about }: GroupsInput, { heir }: CaseOptions): readonly Case[] {
  const jobs = [
    ["which nodes are in which group, as JSON", ["groups", "--json"]],
    ["members, order and conflicts of all nodes", ["check"]],
    ["the whole inventory with groups, as JSON", ["inventory", "--format", "json"]],
  ] as const;
  return jobs.map(([title, args]) => {
    const steps = () => [{ argv: [process.execPath, heir, ...args], cwd: folder }];
    return { title, input: about, contenders: [{ name: "heir", steps, incomparable: new Set() }] };
  });
}

/** The cost of starting a command; starting Node is the lower limit. */
function startCase({ heir }: CaseOptions): Case {
  const node = (name: string, ...args: readonly string[]): Contender => {
    return { name, steps: () => [{ argv: [process.execPath, ...args], cwd: "/" }], incomparable: new Set() };
  };
  return {
    title: "starting",
    input: "none",
    contenders: [node("heir --version", heir, "--version"), node("node -e 0", "-e", "0")],
    brief: true,
  };
}

interface OwnOptions extends CaseOptions {
  readonly answer?: Contender["answer"];
  /** Whether it compares states: their dependencies are cached as well, so only the answer is new. */
  readonly isCompared?: boolean;
}

/** heir with an empty cache, with parsed files in the cache, and with the output in the cache. */
function ours(
  args: readonly string[],
  input: Input,
  { heir, caches, answer, isCompared = false }: OwnOptions,
): readonly [Contender, ...Contender[]] {
  const cwd = input.folder;
  const argv = [process.execPath, heir, ...args, ...(input.dialect ?? [])];
  const steps: Contender["steps"] = () => [{ argv, cwd }];
  const fresh = { name: "heir", steps, incomparable: new Set<string>(), ...(answer && { answer }) };
  if (!caches) return [fresh];
  const remove = (part = "") => rmSync(join(cacheFolder(input), part), { recursive: true, force: true });
  // A first run writes nothing, so the cache is filled by another one, which is not measured.
  const fill = (): void => {
    mkdirSync(cacheFolder(input), { recursive: true });
    spawnSync(process.execPath, argv.slice(1), { cwd, env: quietEnvironment(), stdio: "ignore" });
  };
  const filled = (): void => {
    fill();
    remove("answers");
  };
  // The same question in other words, so that its output is not in the cache.
  const reworded: Contender["steps"] = (run) => [{ argv: [...argv, "-C", `.${"/.".repeat(run + 1)}`], cwd }];
  const warm: Contender = isCompared
    ? { ...fresh, name: "heir, states compared before", kept: "files", steps: reworded, prepare: fill }
    : { ...fresh, name: "heir, files parsed before", kept: "files", prepare: filled };
  return [
    { ...fresh, kept: "nothing", prepare: () => remove() },
    warm,
    { ...fresh, name: "heir, asked again", kept: "answer" },
  ];
}

/** Whether a run of heir left something in the cache. */
export function keepsCache(input: Input): boolean {
  return existsSync(cacheFolder(input));
}

function cacheFolder(input: Input): string {
  return join(input.folder, ".git", "heir");
}

function readersOf(input: Input, { peers }: CaseOptions): readonly Peer[] {
  return peers.filter((peer) => peer.reads(input));
}

function named({ name, incomparable, readsYaml12 }: Peer, { dated }: Input): Pick<Contender, "name" | "incomparable"> {
  return { name, incomparable: new Set([...incomparable, ...((readsYaml12 && dated) || [])]) };
}
