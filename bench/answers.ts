/** The output of a program: the sections of each node as canonical JSON text, so that equal output is equal text. */
export type Answer = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The difference between two answers. */
export interface Difference {
  /** Nodes that differ, or that only one answer has. */
  readonly nodes: readonly string[];
  /** Number of nodes in both together. */
  readonly of: number;
  /** The first section of the first node that differs. */
  readonly example: string;
}

/** A JSON value from another program. */
type Json = null | boolean | number | string | readonly Json[] | JsonMap;
type JsonMap = { readonly [key: string]: Json };

/** The answer of `heir inventory --format json`, `reclass -i` and reclass-rs. */
export function inventoryAnswer([text]: readonly string[]): Answer {
  return new Map(Object.entries(nodesOf(text)).map(([name, node]) => [name, nodeParts(node)]));
}

/** The answer of a command that prints one node. */
export function nodeAnswer([text]: readonly string[]): Answer {
  return new Map([["the node", nodeParts(json(text))]]);
}

/** The changes between two inventories: for each node, path to the old and the new value. */
export function inventoriesAnswer([before, after]: readonly string[]): Answer {
  const [old, fresh] = [nodesOf(before), nodesOf(after)];
  const changes = new Map<string, Map<string, string>>();
  for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
    const [before, after] = [old[name], fresh[name]];
    const found = new Map<string, string>();
    if (before === undefined) found.set("node", "added");
    else if (after === undefined) found.set("node", "removed");
    else collectChanges({ before: comparable(before), after: comparable(after) }, [], found);
    if (found.size > 0) changes.set(name, found);
  }
  return changes;
}

/** The same, from `heir diff --json`. */
export function diffAnswer([text]: readonly string[]): Answer {
  const document = map(json(text));
  const answer = new Map<string, Map<string, string>>();
  for (const change of list(document["changes"]).map(map)) {
    for (const node of list(change["nodes"]).map(String)) {
      const found = answer.get(node) ?? new Map<string, string>();
      answer.set(node, found.set(canonical(change["path"]), edit(side(change["old"]), side(change["new"]))));
    }
  }
  const nodes = map(document["nodes"]);
  for (const kind of ["added", "removed"]) {
    for (const node of list(nodes[kind]).map(String)) answer.set(node, new Map([["node", kind]]));
  }
  return answer;
}

function side(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : map(value)["value"];
}

/** The difference between two answers, apart from sections that are not comparable; undefined if they are equal. */
export function difference(ours: Answer, theirs: Answer, incomparable: ReadonlySet<string>): Difference | undefined {
  const names = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  const differing = names.flatMap((name) => {
    const [a = new Map<string, string>(), b = new Map<string, string>()] = [ours.get(name), theirs.get(name)];
    const parts = [...new Set([...a.keys(), ...b.keys()])].filter((part) => !incomparable.has(part));
    const part = ours.has(name) && theirs.has(name) ? parts.find((each) => a.get(each) !== b.get(each)) : "all of it";
    return part === undefined ? [] : [{ name, part }];
  });
  const [first] = differing;
  if (first === undefined) return undefined;
  return { nodes: differing.map(({ name }) => name), of: names.length, example: `${first.name}, ${first.part}` };
}

/** Each parameter as an entry of its own, so that one can be left out; the other sections whole. */
function nodeParts(node: Json): ReadonlyMap<string, string> {
  const { parameters = {}, ...others } = comparable(node);
  const parts = [...Object.entries(others), ...Object.entries(map(parameters))];
  return new Map(parts.map(([name, value]) => [name, canonical(value)]));
}

/** The sections of a node that all programs print. */
function comparable(node: Json): JsonMap {
  const { classes = [], applications = [], parameters = {}, environment, exports = {}, __reclass__ = {} } = map(node);
  const where = environment ?? map(__reclass__)["environment"] ?? null;
  return { classes, applications, parameters, exports, environment: where };
}

/** Compares mappings key by key, and lists and scalars as a whole. */
function collectChanges(
  { before, after }: { readonly before: Json | undefined; readonly after: Json | undefined },
  path: readonly string[],
  found: Map<string, string>,
): void {
  if (isMap(before) && isMap(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      collectChanges({ before: before[key], after: after[key] }, [...path, key], found);
    }
  } else if (canonical(before) !== canonical(after)) found.set(canonical(path), edit(before, after));
}

function edit(before: Json | undefined, after: Json | undefined): string {
  return `${canonical(before)} -> ${canonical(after)}`;
}

/** JSON text with sorted keys; "nothing" for a missing value. */
function canonical(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (isMap(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return isList(value) ? `[${value.map(canonical).join(",")}]` : JSON.stringify(value);
}

function nodesOf(text: string | undefined): JsonMap {
  return map(map(json(text))["nodes"]);
}

function json(text: string | undefined): Json {
  return JSON.parse(text ?? "null") as Json;
}

function map(value: Json | undefined): JsonMap {
  if (!isMap(value)) throw new TypeError("a map was expected in the answer");
  return value;
}

function list(value: Json | undefined): readonly Json[] {
  if (!isList(value)) throw new TypeError("a list was expected in the answer");
  return value;
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
