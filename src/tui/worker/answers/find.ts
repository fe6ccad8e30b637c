import { setImmediate } from "node:timers/promises";
import { keptAt, Recent } from "../../../base/made-once.ts";
import { addTo } from "../../../base/text-order.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { readPathAndValue } from "../../../model/selector/selector.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../../model/values/value.ts";
import type { SearchMatch, SearchPattern } from "../../../report/values/across/search.ts";
import { SearchResult, searchPattern } from "../../../report/values/across/search.ts";
import { rawText } from "../../../report/values/form.ts";
import { Beside } from "../../../speed/kept.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import { type FittingValue, type PathTest, pathTest } from "../../../workspace/scope/paths.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import { lineOfValue, linePlace } from "../rows/node-tree.ts";

/** The most rows of a kind that are passed on. */
const MOST = 50;

const LONGEST = 200;

const TURN_MS = 60;
/** Between two reports; a report sorts all that was found. */
const REPORT_MS = 250;
const MOST_NODES = 20_000;
/** Shorter words are in almost every value. */
const SHORTEST = 2;

const MOST_SEARCHES = 6;
/** Searches that a more urgent question has interrupted, or another letter. */
const begun = new Beside<Workspace, Recent<Search>>();

/** A search that has come so far: the nodes before `next` are searched. */
interface Search {
  next: number;
  /** The same nodes searched for a longer text; undefined if they are needed again. */
  narrowed?(text: string): Search;
  add(name: string, node: ResolvedNode): void;
  /** Where `PATH=VALUE` was asked for: the first nodes that fit, and how many there are. */
  found(): ReturnType<typeof foundRows> & { readonly nodes: readonly FoundNode[]; readonly count: number };
}

interface Sought {
  readonly text: string;
  /** Whether the text is a test of a path. */
  readonly isTest: boolean;
}

/** Finds resolved values of the newer state: nodes for a path test (`heir nodes --with`), else as `heir grep -F`. */
export async function* answerFind(ask: Sought & { readonly target: ComparedStates }, work: AnswerWork) {
  const { target, text, isTest } = ask;
  const { repository, signal } = work;
  const [, snapshot] = await repository.ends(target, { signal });
  const workspace = await repository.workspace();
  const inventory = await workspace.load(snapshot, { signal });
  const names = [...(await repository.selection.selected([snapshot], { signal }))];
  const known = keptAt(begun, workspace, () => new Recent<Search>(MOST_SEARCHES));
  const afresh = (): Search => newSearch(ask, inventory, repository);
  const search = begunSearch(known, { text, isTest, state: snapshot.id }, afresh);
  const files = inventory.classNames.length + inventory.nodeNames.length;
  const report = (isWhole: boolean) => {
    const searched = { nodes: search.next, of: names.length, files, isWhole };
    return { key: comparedKey(target), text, isTest, ...search.found(), searched };
  };
  let [turn, reported] = [performance.now(), Number.NEGATIVE_INFINITY];
  for (const { name, node } of workspace.resolve(inventory, names.slice(search.next))) {
    if (node !== undefined) search.add(name, node);
    search.next += 1;
    const now = performance.now();
    if (now - turn < TURN_MS) continue;
    if (now - reported > REPORT_MS) {
      yield report(false);
      reported = now;
    }
    await setImmediate();
    signal.throwIfAborted();
    turn = performance.now();
  }
  yield report(true);
}

/**
 * The search for the text as far as it came before it was interrupted; else one that goes on from a search for the
 * beginning of the text, which found all that this one finds; else a new one.
 */
function begunSearch(
  searches: Recent<Search>,
  { text, isTest, state }: Sought & { readonly state: string },
  afresh: () => Search,
): Search {
  const keyOf = (part: string): string => [state, String(isTest), part].join("\n");
  const shorter = Array.from({ length: text.length }, (_, cut) => text.slice(0, text.length - cut));
  const known = shorter.find((part) => searches.get(keyOf(part)) !== undefined);
  const from = known === undefined ? undefined : searches.get(keyOf(known));
  const search = (known === text ? from : from?.narrowed?.(text)) ?? afresh();
  searches.set(keyOf(text), search);
  return search;
}

function newSearch({ text, isTest }: Sought, inventory: Inventory, { secrets }: WorkerRepository): Search {
  const masked = shownValues([inventory], secrets);
  const shown: Shown = (node) => {
    const whole = wholeNode(inventory, node);
    return [whole, masked(whole, [])];
  };
  if (isTest) return testSearch(pathTest(readPathAndValue(text), "with"), shown);
  return textSearch(text, shown);
}

/** Undefined for a text that is in almost every value. */
function textPattern(text: string): SearchPattern | undefined {
  const pattern = searchPattern(text, { isFixed: true, ignoreCase: false, keys: true, values: true });
  return "part" in pattern || text.length < SHORTEST ? undefined : pattern;
}

/** What a node gets, whole and without its secrets. */
type Shown = (node: ResolvedNode) => readonly [whole: MapValue, shown: Masked<Value>];

const NOTHING: ReturnType<Search["found"]> = { paths: [], values: [], nodes: [], count: 0 };

/** A search for a text; of the nodes before `next` the result for a part of the text is known. */
function textSearch(text: string, shown: Shown, next: number = 0, known?: SearchResult): Search {
  const pattern = textPattern(text);
  // A text that cannot be searched for is shorter than one that can.
  if (pattern === undefined) return { next: 0, add: () => undefined, found: () => NOTHING };
  const result = known?.narrowed(pattern) ?? new SearchResult(pattern);
  return {
    next,
    narrowed(longer) {
      return textSearch(longer, shown, this.next, result);
    },
    add: (name, node) => result.add(name, shown(node)[1]),
    found: () => ({ ...NOTHING, ...foundRows(result.matches(), pattern) }),
  };
}

function testSearch(test: PathTest, shown: Shown): Search {
  const nodes: FoundNode[] = [];
  let count = 0;
  return {
    next: 0,
    add: (name, node) => {
      const [first] = test.found(...shown(node));
      if (first === undefined) return;
      count += 1;
      if (nodes.length < MOST_NODES) nodes.push(foundNode(name, first));
    },
    found: () => ({ ...NOTHING, nodes: [...nodes], count }),
  };
}

/** Matches as rows: values below the path of which a key fits, others alone. */
function foundRows(matches: readonly SearchMatch[], { fits }: Pick<SearchPattern, "fits">) {
  const ofPath = new Map<string, SearchMatch[]>();
  const others: SearchMatch[] = [];
  for (const match of matches) {
    const path = printPath(match.path);
    if (!fits(path)) others.push(match);
    else addTo(ofPath, path, match);
  }
  const paths = [...ofPath].slice(0, MOST).map(([path, members]) => {
    const nodes = new Set(members.flatMap((member) => member.nodes));
    return { path, nodes: nodes.size, node: members[0]?.nodes[0] ?? "", values: members.slice(0, MOST).map(valueRow) };
  });
  return { paths, values: others.slice(0, MOST).map(valueRow) };
}

/** A value that nodes have from the same place, and what finds these nodes as `heir nodes --with` reads it. */
function valueRow({ path, value, nodes }: SearchMatch) {
  const [node = ""] = nodes;
  const written = printPath(path);
  const text = value.kind === "scalar" ? rawText(value, false)?.replace(/\n$/, "") : undefined;
  const test = text === undefined ? written : `${written}=${text}`;
  return { path: written, nodes: nodes.length, node, test, ...inOneLine(value) };
}

function inOneLine(value: Value) {
  return { value: lineOfValue(value, LONGEST), place: linePlace(value) };
}

type FoundNode = ReturnType<typeof foundNode>;

function foundNode(node: string, { path, value }: FittingValue) {
  const shown = value === undefined ? { value: "(secret)", place: "" } : inOneLine(value);
  return { node, path: printPath(path), ...shown };
}
