import { setImmediate } from "node:timers/promises";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../../model/inventory/resolved.ts";
import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { type SearchPattern, SearchResult, searchPattern } from "../../../report/values/search.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import { type PathTest, pathTest } from "../../../workspace/scope/path-test.ts";
import { comparedKey } from "../protocol/data.ts";
import type { Found, FoundNode } from "../protocol/find-data.ts";
import type { WorkerRepository } from "../repository.ts";
import { foundNode, foundRows } from "../rows/found.ts";
import type { AnswerWork, Ask } from "../work.ts";

const TURN_MS = 60;
/** Between two reports; a report sorts all that was found. */
const REPORT_MS = 250;
/** Nodes that are passed on. */
const MOST_NODES = 20_000;
/** Shorter words are in almost every value. */
const SHORTEST = 2;

/** A search that has come so far: the nodes before `next` are searched. */
interface Search {
  next: number;
  add(name: string, node: ResolvedNode): void;
  found(): Pick<Found, "paths" | "values" | "nodes" | "counts">;
}

/** Searches that more urgent questions interrupted: they continue from there. */
const begun = new WeakMap<object, Search>();

/**
 * The resolved values of the newer state of a target that a text finds: as a test of a path the nodes that `heir nodes --with` finds,
 * else the keys and values that `heir grep -F` finds.
 */
export async function* answerFind(ask: Ask<"find">, work: AnswerWork): AsyncGenerator<Found> {
  const { target, text } = ask;
  const { repository, signal } = work;
  if (text === undefined) return;
  const [, snapshot] = await repository.ends(target, { signal });
  const workspace = await repository.workspace();
  const inventory = await workspace.load(snapshot, { signal });
  const names = inventory.nodeNames.filter((name) => repository.isMeant(name));
  const search = begun.get(ask) ?? newSearch({ ...ask, text }, inventory, repository);
  begun.set(ask, search);
  const files = inventory.classNames.length + inventory.nodeNames.length;
  const report = (isWhole: boolean): Found => {
    const searched = { nodes: search.next, of: names.length, files, isWhole };
    return { key: comparedKey(target), text, isTest: ask.isTest, ...search.found(), searched };
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

interface Sought {
  readonly text: string;
  readonly isTest: boolean;
}

function newSearch({ text, isTest }: Sought, inventory: Inventory, { secrets }: WorkerRepository): Search {
  const shown = shownValues([inventory], secrets);
  if (isTest) return testSearch(pathTest(text, "with"), shown);
  const pattern = searchPattern(text, { isFixed: true, ignoreCase: false, keys: true, values: true });
  if ("part" in pattern || text.length < SHORTEST) return nothing();
  return textSearch(pattern, shown);
}

type Shown = ReturnType<typeof shownValues>;

function nothing(): Search {
  const none = { paths: [], values: [], nodes: [], counts: { paths: 0, values: 0, nodes: 0 } };
  return { next: 0, add: () => undefined, found: () => none };
}

function textSearch(pattern: SearchPattern, shown: Shown): Search {
  const result = new SearchResult(pattern);
  return {
    next: 0,
    add: (name, node) => result.add(name, shown(nodeValue(node, shownParts), [])),
    found: () => {
      const { counts, ...rows } = foundRows(result.matches(), pattern);
      return { ...rows, nodes: [], counts: { ...counts, nodes: 0 } };
    },
  };
}

function testSearch(test: PathTest, shown: Shown): Search {
  const nodes: FoundNode[] = [];
  let count = 0;
  return {
    next: 0,
    add: (name, node) => {
      const whole = nodeValue(node, shownParts);
      const [first] = test.found(whole, shown(whole, []));
      if (first === undefined) return;
      count += 1;
      if (nodes.length < MOST_NODES) nodes.push(foundNode(name, first));
    },
    found: () => ({ paths: [], values: [], nodes: [...nodes], counts: { paths: 0, values: 0, nodes: count } }),
  };
}
