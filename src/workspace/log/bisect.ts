import { Identities } from "../../compare/identity.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { Bisection, BisectQuestion } from "../../model/results/bisection.ts";
import { maskedValue } from "../../model/secrets/secrets.ts";
import { NODE_SECTIONS, printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { parseYaml, plainSyntax } from "../../parse/yaml/parse.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { commitFacts, middleOf } from "../../source/commits/commits.ts";
import { hasError, nodeOutcome } from "../load/outcome.ts";
import type { Workspace } from "../workspace.ts";

/**
 * The commit that introduced the value that a node has at `bad`, or, for a value that only `good` has, removed it. A
 * node that is missing or does not resolve has a state of its own. It is a commit in the state of `bad` with no parent
 * in that state, one of them if there are several. Where a merge took the state from a parent that had it since before
 * `good`, it is the merge, and `taken` that parent. Examines about as many commits as their number has binary digits.
 * Throws HeirError where both ends are equal, for unknown revisions, and without a git program.
 */
export async function bisectValue(
  question: BisectQuestion,
  { source, load }: Pick<Workspace, "source" | "load">,
  options: Abortable = {},
): Promise<Bisection> {
  const { program } = source;
  if (program === undefined) throw new HeirError("environment", "bisect needs the git program", "add git to PATH");
  const [good, bad] = [await source.resolve(question.good, options), await source.resolve(question.bad, options)];
  const identities = new Identities();
  /** By the id of the inventory folder: many commits touch other folders only. */
  const known = new Map<string, string>();
  /** Where the inventory is in the commits so far. */
  const folders = new Set<string>();
  const stateOf = async (commit: string): Promise<string> => {
    const snapshot = await source.commit(commit, options);
    folders.add(snapshot.place.folder);
    const loaded = () => load(snapshot, { nodes: [question.node], signal: options.signal });
    const state = known.get(snapshot.id) ?? stateIn(await loaded(), question, identities);
    known.set(snapshot.id, state);
    return state;
  };
  const isSought = soughtState(question, [await stateOf(good.id), await stateOf(bad.id)], identities);
  const isNew = async (commit: string) => isSought(await stateOf(commit));
  const former = [good.id];
  const middle = (now: string) => middleOf(program, { now, former, folders: [...folders] }, options);
  let found = bad.id;
  let { count: commits, commit } = await middle(found);
  while (commit !== undefined && commit !== found) {
    if (await isNew(commit)) found = commit;
    else former.push(commit);
    ({ commit } = await middle(found));
  }
  const { commit: first, parents } = await commitFacts(program, found, options);
  let taken: string | undefined;
  for (const parent of parents) {
    if (taken === undefined && !former.includes(parent) && (await isNew(parent))) taken = parent;
  }
  const { node, path } = question;
  const ends = { good: question.good, bad: question.bad };
  return { node, path, ...ends, first, parents, taken, commits, resolutions: known.size };
}

/** How to recognise the state searched for, once both ends are known; throws HeirError where the ends are equal. */
function soughtState(
  question: BisectQuestion,
  [before, after]: readonly [string, string],
  identities: Identities,
): (state: string) => boolean {
  const { good, bad, node, path } = question;
  const value = wantedValue(question);
  if (value === undefined) {
    if (before !== after) return (state) => state === after;
    const what = path.length === 0 ? node : `${printPath(path)} of ${node}`;
    throw new HeirError("usage", `${what} is the same in ${good} and ${bad}`, "name an earlier --good");
  }
  const wanted = stateOfValue(value, identities);
  const [isBefore, isAfter] = [before === wanted, after === wanted];
  if (isBefore === isAfter) {
    if (before === SECRET || after === SECRET) {
      const hint = "leave out --value to find the commit that introduced it";
      throw new HeirError("usage", `${node} has a secret there, which is not compared with --value`, hint);
    }
    const where = isBefore ? `both in ${good} and in ${bad}` : `neither in ${good} nor in ${bad}`;
    throw new HeirError("usage", `${node} has this value ${where}`, "one of the two must have it, the other not");
  }
  return (state) => (state === wanted) === isAfter;
}

/** The state of the node in an inventory, as text that is equal for equal values. */
function stateIn(inventory: Inventory, { node: name, path, value: wanted }: BisectQuestion, identities: Identities) {
  if (!hasError(inventory) && inventory.node(name) === undefined) return "no such node";
  const node = hasError(inventory) ? undefined : nodeOutcome(inventory, name).node;
  if (node === undefined) return "does not resolve";
  const data = new NodeData(inventory, { node });
  const paths = path.length > 0 ? [path] : NODE_SECTIONS.map((section) => [section]);
  const values = paths.map((each) => [each, data.at(each)] as const);
  const isSecret = ([at, value]: (typeof values)[number]) =>
    value !== undefined && maskedValue(value, at, inventory.secrets) !== value;
  if (wanted !== undefined && values.some(isSecret)) return SECRET;
  return values.map(([, value]) => stateOfValue(value, identities)).join(" ");
}

function stateOfValue(value: Value | undefined, identities: Identities): string {
  return value === undefined ? "not set" : String(identities.of(value));
}

/** The state of a value that is or holds a secret: no guess is equal to it. */
const SECRET = "a secret";

/** Throws HeirError for text that is no YAML. */
function wantedValue({ value: text }: BisectQuestion): Value | undefined {
  if (text === undefined) return undefined;
  const faults: Diagnostic[] = [];
  const file = { path: "--value", blob: text, text };
  const value = parseYaml(file, { syntax: plainSyntax, report: (fault) => faults.push(fault) });
  if (value !== undefined) return value;
  throw new HeirError("usage", `--value: ${faults[0]?.message ?? "there is no value"}`);
}
