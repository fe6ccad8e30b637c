import type { Glob } from "../../base/glob.ts";
import { didYouMean } from "../../base/similar.ts";
import { topPathsIn, writtenPathOf } from "../../inspect/uses/written-values.ts";
import { type Diagnostic, findingSpans } from "../../model/findings/diagnostic.ts";
import { EmptyScope } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { holdsMarker, isMarker } from "../../model/secrets/secrets.ts";
import type { PathAndValue } from "../../model/selector/selector.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import { exactFilter, findsValue, parsePathFilter, pathsLike } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import { mapEntries, valueAt } from "../../model/values/value-at.ts";
import { rawText } from "../../report/values/form.ts";
import { quietSteps, type Steps } from "../load/progress.ts";
import { type AskedPath, type StateReading, writtenPath } from "./things.ts";
import { type NearSearch, nearSearch, type PathSearchState, resolvedNodes, type Searching } from "./value-search.ts";

export interface PathTest extends AskedPath {
  /** The values of a node, as a mapping of its parts, that fit. A secret fits no value, only `PATH` alone. */
  found(node: Value, masked: Masked<Value>): readonly FittingValue[];
  /** Whether a secret is there that a value was asked for. */
  isSecret(node: Value, masked: Masked<Value>): boolean;
}

/** A value that fits, masked; undefined if a whole mapping around it is a secret. */
export interface FittingValue {
  readonly path: ParameterPath;
  readonly value: Value | undefined;
}

/**
 * `PATH`: there is a value; `PATH=VALUE`: it is this or a list with it; `PATH!=VALUE`: there is another. `*` and `?`
 * match parts of keys, `**` keys, as in `--path`; no PATH: any value. Throws HeirError for text that is no path.
 */
export function pathTest({ path: written, isNot, value: wanted }: PathAndValue, option: string): PathTest {
  const asked = askedPath(written, option);
  return {
    ...asked,
    found: (node, masked) => {
      if (wanted === undefined) return asked.pathsIn(node).map((path) => ({ path, value: valueAt(masked, path) }));
      return asked.pathsIn(masked).flatMap((path) => {
        const value = valueAt(masked, path);
        if (value === undefined || holdsMarker(value)) return [];
        return valueFits(wanted.fits, value) !== isNot ? [{ path, value }] : [];
      });
    },
    isSecret: (node, masked) => {
      const isHidden = (value: Value | undefined) => value === undefined || holdsMarker(value);
      return wanted !== undefined && asked.pathsIn(node).some((path) => isHidden(valueAt(masked, path)));
    },
  };
}

function askedPath(text: string, option: string): AskedPath & { pathsIn(node: Value): readonly ParameterPath[] } {
  const filter = text === "" ? ANY : parsePathFilter(text);
  if (typeof filter === "string" || filter.below) {
    const written = writtenPath(text, option);
    return { ...written, pathsIn: (node) => [written.pathIn(node)].filter((path) => path !== undefined) };
  }
  return { text, filter, isIn: (node) => findsValue(filter, node), pathsIn: (node) => [...pathsLike(filter, node)] };
}

const ANY: PathFilter = { keys: [{ kind: "any" }], below: false };

function valueFits(isMeant: Glob, value: Value): boolean {
  if (value.kind === "list" || value.kind === "set") return value.items.some((item) => valueFits(isMeant, item));
  const text = isMarker(value) ? undefined : rawText(value, false)?.replace(/\n$/, "");
  return text !== undefined && isMeant(text);
}

export interface PathKey {
  readonly key: string;
  readonly isOpen: boolean;
}

/** Keys below a path, in the order found: of one node, else of classes and a few nodes; no secrets. Ends at a fault. */
export async function pathKeys(reading: StateReading, path: ParameterPath, node?: string): Promise<readonly PathKey[]> {
  const found = new Map<string, boolean>();
  const isNode = node !== undefined && reading.inventory.nodeNames.includes(node);
  for await (const value of isNode ? valuesOfNodes(reading, [node]) : valuesAnywhere(reading)) {
    for (const { key, value: inner } of mapEntries(valueAt(value, path))) {
      found.set(key, found.get(key) === true || mapEntries(inner).length > 0);
    }
  }
  return [...found].map(([key, isOpen]) => ({ key, isOpen }));
}

/** The paths of the values at the top of a file of the inventory, as a person writes them. */
export async function pathsInFile(
  { workspace, snapshot, inventory }: StateReading,
  file: string,
): Promise<readonly string[]> {
  await workspace.load(snapshot, { scope: "names", files: [file] });
  return topPathsIn(inventory, file).map(printPath);
}

/** The values of a node, without secrets; those of a node that does not resolve are none. */
async function* valuesOfNodes({ workspace, snapshot }: StateReading, names: readonly string[]): AsyncGenerator<Value> {
  for await (const node of resolvedNodes({ snapshot, names }, { workspace, steps: quietSteps({}) })) {
    const parameters = valueAt(node.shown(), ["parameters"]);
    if (parameters !== undefined) yield parameters;
  }
}

const FEW_NODES = 5;

async function* valuesAnywhere(reading: StateReading): AsyncGenerator<Value> {
  const { workspace, snapshot, inventory } = reading;
  const files = inventory.classNames.flatMap((name) => inventory.fileOf("class", name) ?? []);
  await workspace.load(snapshot, { scope: "names", files });
  for (const name of inventory.classNames) {
    const definition = inventory.class(name);
    if (definition !== undefined) yield definition.parameters;
  }
  yield* valuesOfNodes(reading, inventory.nodeNames.slice(0, FEW_NODES));
}

const MOST_VALUES = 50;

/** The texts of the scalars that nodes have at a path, each once, without secrets; at most 50. */
export async function scalarsAt({ workspace, snapshot }: StateReading, at: ParameterPath): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const node of resolvedNodes({ snapshot }, { workspace, steps: quietSteps({}) })) {
    const value = valueAt(node.shown(), ["parameters", ...at]);
    if (value?.kind === "scalar" && value.secret !== true) found.add(String(value.data));
    if (found.size === MOST_VALUES) break;
  }
  return [...found];
}

/** Whether one of some nodes has a value at a path. */
export async function hasValueAt(
  path: ParameterPath,
  { workspace, snapshot }: StateReading,
  { names, signal }: Abortable & { readonly names: readonly string[] },
): Promise<boolean> {
  for await (const { whole } of resolvedNodes({ snapshot, names }, { workspace, steps: quietSteps({ signal }) })) {
    if (valueAt(whole, path) !== undefined) return true;
  }
  return false;
}

/** The paths near to one, as written; undefined if a node has a value there. */
export async function pathsNearMissing(path: ParameterPath, { workspace, snapshot }: StateReading, steps: Steps) {
  const near = nearSearch(exactFilter(path));
  for await (const node of resolvedNodes({ snapshot }, { workspace, steps })) {
    if (valueAt(node.whole, path) !== undefined) return undefined;
    near.add(node.shown());
  }
  return near.found();
}

/** The values that a finding is about: the one that it names, else those that are written at its places; empty if none. */
export function pathsOfFinding(finding: Diagnostic, inventory: Inventory): readonly ParameterPath[] {
  if (finding.path !== undefined) return [finding.path.map(String)];
  const written = findingSpans(finding).map((place) => writtenPathOf(inventory, place));
  return written.filter((path) => path !== undefined);
}

/** Where what names nothing is left out, or is an error. */
export interface Leaving {
  /** Throws the error unless such operands are accepted. */
  leaveOut(error: EmptyScope): void;
}

/** Looks for paths in one state after the other, until each is found. */
export class PathSearch<Path extends AskedPath> {
  private readonly asked: readonly Path[];
  private readonly reading: Searching;
  private missing: readonly { readonly path: Path; readonly near: NearSearch }[];
  private resolved = 0;

  constructor(asked: readonly Path[], reading: Searching) {
    this.asked = asked;
    this.reading = reading;
    this.missing = asked.map((path) => ({ path, near: nearSearch(path.filter) }));
  }

  get isDone(): boolean {
    return this.missing.length === 0;
  }

  /** Those of the paths that are not found yet. */
  get filters(): readonly PathFilter[] {
    return this.missing.map(({ path }) => path.filter);
  }

  /** Resolves the nodes of a state, until every path is found. */
  async visit(state: PathSearchState): Promise<void> {
    if (this.isDone) return;
    for await (const node of resolvedNodes(state, this.reading)) {
      this.resolved += 1;
      this.missing = this.missing.filter(({ path }) => !path.isIn(node.whole));
      if (this.isDone) return;
      for (const { near } of this.missing) near.add(node.shown());
    }
  }

  /** The paths that were found; each other one is out of scope. Where no node resolved, all. */
  inScope(scope: Leaving): readonly Path[] {
    if (this.resolved === 0) return this.asked;
    for (const { path, near } of this.missing) scope.leaveOut(nowhere(path, near));
    const empty = new Set(this.missing.map(({ path }) => path));
    return this.asked.filter((path) => !empty.has(path));
  }
}

function nowhere({ text, hint: other }: AskedPath, near: NearSearch): EmptyScope {
  const candidates = near.found();
  const hint = other ?? didYouMean(candidates) ?? "heir grep -k searches keys and paths";
  return new EmptyScope(text, `no node has a value at "${text}"`, hint, { code: "unknown-path", candidates });
}
