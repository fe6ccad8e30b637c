import { compareText, grouped } from "../../base/text-order.ts";
import { type Followers, followers } from "../../inspect/impact/feeding.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { FoldedChange } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Fed, Impact, ValueImpact, WrittenValue } from "../../model/results/impact.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import { isAlong, isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { partsOf } from "../../model/values/value-at.ts";
import { leftOutOf } from "../../workspace/load/outcome.ts";
import type { Steps } from "../../workspace/load/progress.ts";
import { nothingFound, type StateReading } from "../../workspace/scope/things.ts";
import type { CompareOptions } from "../../workspace/workspace.ts";
import { editedSnapshot } from "../../workspace/write/worktree-files.ts";
import { itemsRemoved, listAt } from "./layer/list-items.ts";
import { type Replacement, SourceText } from "./text/source-text.ts";

interface Visiting {
  readonly names?: readonly string[];
  readonly steps: Steps;
}

const KINDS = ["class", "group", "node"] as const;

/**
 * The effects on nodes, by default all, of editing what a text names: a file or a line of it, a class, group or node, or
 * the path of a value. What follows from a value, but not by references, is found by resolving with another value in its
 * place. `others` are further things that the text could mean. Throws EmptyScope for a path that no file sets, and for a
 * line past the end of its file.
 */
export async function findImpact(
  text: string,
  reading: StateReading,
  { secrets, ...options }: SecretsOptions & Visiting,
) {
  const { workspace, snapshot, inventory } = reading;
  const { search, others } = workspace.views(inventory, secrets).impact(text);
  const { names = inventory.nodeNames, steps } = options;
  for (const [index, name] of names.entries()) {
    search.visit(name);
    await steps.step(index + 1, names.length);
  }
  const found = search.result();
  if (found.values.length === 0 && !(await hasLine(found.target, reading))) {
    throw await nothingFound({ text, kinds: KINDS, reading, unset: "no file sets" }, steps);
  }
  const values = await withFollowers(found.values, reading, { names, steps });
  return { impact: derived(found, (impact) => ({ ...impact, values })), others, leftOut: leftOutOf([snapshot]) };
}

/** Whether a target is a file, or a line that it has: one without values may arrange what others write. */
async function hasLine(target: Impact["target"], { workspace, snapshot }: StateReading): Promise<boolean> {
  if (target.kind === "path" || target.line === undefined) return target.kind === "file";
  const { text = "" } = (await workspace.filesAt(snapshot, [target.file])).get(target.file) ?? {};
  return target.line <= text.replace(/\n$/, "").split("\n").length;
}

async function withFollowers(
  values: readonly ValueImpact[],
  reading: StateReading,
  { names, steps }: Visiting,
): Promise<readonly ValueImpact[]> {
  const following = followers(reading.inventory);
  const trials = values.flatMap((written) => trialOf(written, following, reading.inventory) ?? []);
  const all = new Map(values.map((each) => [each, each]));
  const waiting = [...trialsTogether(trials)];
  let done = values.length - trials.length;
  for (const some of waiting) {
    const found = await tried(some, { ...reading, nodes: names && new Set(names), signal: steps.signal }, following);
    if (found === undefined) waiting.push(...some.map((each) => [each]));
    for (const [{ written }, each] of found ?? []) all.set(written, withTried(written, each));
    done += found?.size ?? 0;
    await steps.step(done, values.length);
  }
  return [...all.values()];
}

/** A value with all that changes with it. Of nodes that do not resolve with another value, what references tell stays. */
function withTried(written: ValueImpact, { changes, failing }: Tried): ValueImpact {
  const { path, wins, feeds } = written;
  const isName = path[0] === "classes" || path[0] === "groups";
  const own = changes.filter(({ change }) => isAlong(change.path, path));
  const winning = isName ? [...new Set(own.flatMap((each) => each.nodes))].sort(compareText) : wins;
  const others = changes.flatMap((each): readonly FoldedChange[] => {
    const rest = own.includes(each) ? each.nodes.filter((node) => !winning.includes(node)) : each.nodes;
    return rest.length === 0 ? [] : [{ ...each, nodes: rest }];
  });
  const known = feeds.map((fed) => ({ ...fed, nodes: fed.nodes.filter((node) => failing.includes(node)) }));
  const followed = [...others.map(fedBy), ...known.filter((fed) => fed.nodes.length > 0)];
  return { ...written, wins: winning, feeds: followed.toSorted((one, other) => other.nodes.length - one.nodes.length) };
}

function fedBy({ change, nodes }: FoldedChange): Fed {
  const { origin } = change.kind === "removed" ? change.before : change.after;
  return { path: change.path, origin, nodes };
}

/** A text and a number that nobody has. */
const [TEXT, NUMBER] = ["heir-other-value", "79228162514264337593"];

/**
 * The changes that put a value that nobody has in the place of a written one, or take a name out of a list of names.
 * Undefined if that cannot be written.
 */
function otherValue({ path, key: { file }, value }: WrittenValue): readonly Replacement[] | undefined {
  const [section = ""] = path;
  if (isOfNames(path)) {
    const text = new SourceText(file.path, Buffer.from(file.text));
    const index = listAt(text, section)?.findIndex(({ start }) => start === value.origin.start) ?? -1;
    return index === -1 ? undefined : itemsRemoved(text, section, new Set([index]));
  }
  const leaf = firstLeaf(value);
  const { start, end } = leaf.origin;
  return [{ start, end, text: otherSource(file.text.slice(start, end), leaf) }];
}

/** The first scalar in a value; an empty list or mapping is its own. */
function firstLeaf(value: Value): Value {
  const [first] = partsOf(value);
  return first === undefined ? value : firstLeaf(first);
}

/** What replaces a written value, in the same quotes. */
function otherSource(source: string, leaf: Value): string {
  if (leaf.kind === "list") return `[${TEXT}]`;
  if (leaf.kind === "map") return `{${TEXT}: ${NUMBER}}`;
  if (leaf.kind === "scalar" && (leaf.type === "int" || leaf.type === "float")) return NUMBER;
  const [quote = ""] = /^["']/.exec(source) ?? [];
  // An empty value is right behind its colon; a block of lines ends with its line.
  const [before, after] = [source === "" ? " " : "", source.endsWith("\n") ? "\n" : ""];
  return before + quote + TEXT + quote + after;
}

/** Another value for a written one, and what can follow from that. */
interface Trial {
  readonly written: ValueImpact;
  readonly edits: readonly Replacement[];
  /** The node that alone can change. */
  readonly node: string | undefined;
  /** The paths at which any nodes can change; undefined if that may be anywhere. */
  readonly paths: readonly ParameterPath[] | undefined;
}

interface Tried extends Pick<Comparison, "changes"> {
  readonly failing: readonly string[];
}

type AllTried = ReadonlyMap<Trial, Tried> | undefined;

/** The trial of a value from which something follows in other ways than by references, if there is another value to try. */
function trialOf(written: ValueImpact, following: Followers, { namesOfFile }: Inventory): Trial | undefined {
  const { by, key, path } = written;
  const follows = following.of(path);
  const edits = follows && otherValue(written);
  if (follows === undefined || edits === undefined) return undefined;
  // What an anchor names, or a file under two names, is in more than one place.
  const isOnce = namesOfFile(key.file.path).length === 1 && !/&\w/.test(key.file.text);
  const node = isOnce && (by.kind === "node" || by.kind === "runtime") ? by.name : undefined;
  return { written, edits, node, paths: isOnce && follows !== "anything" ? follows : undefined };
}

/** Trials by those that are made together, as nothing can follow from two of them. */
function trialsTogether(trials: readonly Trial[]): readonly (readonly Trial[])[] {
  const all: Trial[][] = [];
  for (const trial of trials) {
    const found = all.find((each) => each.every((other) => areApart(trial, other)));
    if (found === undefined) all.push([trial]);
    else found.push(trial);
  }
  return all;
}

function areApart(one: Trial, { node, paths }: Trial): boolean {
  if (one.node !== undefined || node !== undefined)
    return one.node !== undefined && node !== undefined && one.node !== node;
  return paths !== undefined && one.paths?.some((path) => isAny(paths, path)) === false;
}

function isAny(paths: readonly ParameterPath[], path: ParameterPath): boolean {
  return paths.some((each) => isAlong(each, path));
}

/**
 * What each of some trials changes, made together; undefined if their changes cannot be told apart, never for a trial
 * alone. Throws as `compare` does.
 */
async function tried(
  trials: readonly Trial[],
  { workspace, snapshot, inventory, ...options }: StateReading & Pick<CompareOptions, "nodes" | "signal">,
  { asksOthers }: Pick<Followers, "asksOthers">,
): Promise<AllTried> {
  const files = [...grouped(trials, ({ written: { key } }) => key.file)].map(([{ path, text }, own]) => {
    const after = new SourceText(path, Buffer.from(text)).after(own.flatMap(({ edits }) => edits));
    return [inventory.namesOfFile(path)[0], Buffer.from(after)] as const;
  });
  const edited = editedSnapshot(snapshot, new Map(files));
  const { changes, nodes } = await workspace.compare(snapshot, edited, { ...options, secrets: "show" });
  const failing = nodes.newlyFailing.map(({ name }) => name);
  const [first, ...others] = trials;
  if (first !== undefined && others.length === 0) return new Map([[first, { changes, failing }]]);
  const isMoved = failing.length > 0 || nodes.newlyResolving.length > 0;
  if (trials.some(({ node }) => node === undefined)) return isMoved ? undefined : byPath(trials, changes);
  const isAsked = isMoved || changes.some(({ change }) => ASKED.has(change.path[0]));
  return asksOthers && isAsked ? undefined : byNode(trials, { changes, failing });
}

/** What queries of other nodes find, and where they look for it. */
const ASKED: ReadonlySet<string | undefined> = new Set(["exports", "environment"]);

function byPath(trials: readonly Trial[], changes: Tried["changes"]): AllTried {
  const own = ({ paths = [] }: Trial) => changes.filter(({ change }) => isAny(paths, change.path));
  const all = trials.map((trial) => [trial, { changes: own(trial), failing: [] }] as const);
  const told = all.reduce((sum, [, each]) => sum + each.changes.length, 0);
  return told === changes.length ? new Map(all) : undefined;
}

function byNode(trials: readonly Trial[], { changes, failing }: Tried): AllTried {
  const ofNodes = new Map<string | undefined, FoldedChange[]>(trials.map(({ node }) => [node, []]));
  const isOthers = (node: string) => !ofNodes.has(node);
  if (failing.some(isOthers) || changes.some(({ nodes }) => nodes.some(isOthers))) return undefined;
  for (const each of changes) for (const node of each.nodes) ofNodes.get(node)?.push(each);
  return new Map(
    trials.map((trial) => {
      const { node = "" } = trial;
      const own = (ofNodes.get(node) ?? []).map(({ change }) => ({ change: placed(change, trial), nodes: [node] }));
      return [trial, { changes: own, failing: failing.filter((name) => name === node) }];
    }),
  );
}

/** The origin of an empty list of names is the file of its node, and such changes are folded over the files of nodes. */
function placed(change: FoldedChange["change"], { written: { key } }: Trial): FoldedChange["change"] {
  if (change.kind !== "changed" || !isOfNames(change.path) || partsOf(change.after).length > 0) return change;
  const { after } = change;
  return { ...change, after: { ...after, origin: { ...after.origin, file: key.file } } };
}
