import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SeededRandom } from "../../bench/random.ts";
import { valueJson } from "../../src/encoding/json.ts";
import { NodeExplainer } from "../../src/inspect/explain/node.ts";
import type { ValueExplanation } from "../../src/model/results/explanation.ts";
import { type ParameterPath, printPath } from "../../src/model/values/parameter-path.ts";
import { placeOf, placeText, type Span, type Value } from "../../src/model/values/value.ts";
import { valueAt } from "../../src/model/values/value-at.ts";
import { exampleFolder } from "../example/replayed.ts";
import { leafPaths, tryLeaf } from "../support/arbitrary/edited-leaf.ts";
import { filledIn } from "../support/arbitrary/filled-in.ts";
import { type Files, Sides } from "../support/side.ts";
import * as reference from "./reference.ts";

const WANTED = reference.amount(50, 200);
/** Of inventories with more leaves than that so many are drawn, the same number on each node. */
const LEAVES = reference.amount(1_500, 4_000);

/** Whoever edits the scalar that explain names changes the value as explain says it comes about, on real inventories. */
describe.skipIf(!reference.hasCorpora).each([
  { name: "mk-lab", settings: [] },
  { name: "system", settings: [] },
  { name: "kapitan-reference", settings: ["dialect=kapitan"] },
  { name: "example", settings: [] },
])("the corpus $name", ({ name, settings }) => {
  let above = "";
  let files: Files = {};

  beforeAll(async () => {
    above = await mkdtemp(join(tmpdir(), "heir-explain-"));
    const folder = name === "example" ? exampleFolder : join(above, name);
    if (name !== "example") {
      const bundle = join(reference.corpora, `${name}.bundle`);
      await reference.output("git", ["clone", "-q", bundle, folder]).catch(() => "");
    }
    files = await filesBelow(folder);
  }, 120_000);

  afterAll(() => rm(above, { recursive: true, force: true }));

  test(`${WANTED} values change as predicted when the scalar that explain names is edited`, async () => {
    const sides = new Sides(settings);
    const { inventory } = await sides.of(files);
    const random = new SeededRandom(8);
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const problems: string[] = [];
    const places = new Set<string>();
    const left = new Map<string, ParameterPath[]>();
    let proved = 0;
    while (proved < WANTED) {
      const node = random.pick(inventory.nodeNames);
      const explainer = new NodeExplainer(inventory, node);
      const before = explainer.outcome.node;
      if (before === undefined) continue;
      const paths = left.get(node) ?? [
        ...leafPaths(before.parameters, ["parameters"]),
        ...leafPaths(before.exports, ["exports"]),
      ];
      left.set(node, paths);
      if ([...left.values()].every((some) => some.length === 0)) break;
      const [path = []] = paths.splice(random.whole(0, paths.length - 1), 1);
      const tried = await tryLeaf({ sides, files }, explainer, path);
      if (tried.kind === "passed over") {
        count(tried.why);
        continue;
      }
      if (tried.problem !== undefined) problems.push(`${node} ${tried.problem}`);
      places.add(tried.place);
      proved += 1;
      count(tried.hops > 0 ? "behind references" : "written as they are");
    }
    console.info(`${name}: ${proved} edits at ${places.size} places: ${JSON.stringify(Object.fromEntries(counts))}`);
    expect(problems).toEqual([]);
    expect(proved).toBe(WANTED);
  }, 600_000);

  test("what explain says counts is what show prints, at the same place, for leaves of every node", async () => {
    const { inventory } = await new Sides(settings).of(files);
    const random = new SeededRandom(9);
    const perNode = Math.ceil(LEAVES / inventory.nodeNames.length);
    const problems: string[] = [];
    const [counts, began] = [{ nodes: 0, leaves: 0, all: 0, filled: 0 }, performance.now()];
    for (const name of inventory.nodeNames) {
      const explainer = new NodeExplainer(inventory, name);
      const { node } = explainer.outcome;
      if (node === undefined) continue;
      const all = [...leafPaths(node.parameters, ["parameters"]), ...leafPaths(node.exports, ["exports"])].filter(
        ({ length }) => length > 1,
      );
      counts.nodes += 1;
      counts.all += all.length;
      const drawn = all.length <= perNode ? all : Array.from({ length: perNode }, () => random.pick(all));
      for (const path of drawn) {
        const explained = explainer.explanation(path);
        const [section, ...keys] = path;
        const shown = valueAt(section === "exports" ? node.exports : node.parameters, keys);
        counts.leaves += 1;
        problems.push(...differences(explained, shown).map((text) => `${name} ${printPath(path)}: ${text}`));
        if (filledIn(explained) !== undefined) counts.filled += 1;
      }
    }
    console.info(`${name}: ${JSON.stringify(counts)} in ${Math.round(performance.now() - began)} ms`);
    expect(problems).toEqual([]);
    expect(counts.filled).toBeGreaterThan(counts.leaves * 0.9);
  }, 600_000);
});

function differences(explained: ValueExplanation, shown: Value | undefined): readonly string[] {
  const last = explained.contributions.findLast(({ counts }) => counts);
  if (last === undefined || shown === undefined) return ["nothing counts"];
  const [filled, printed] = [filledIn(explained), valueJson(shown)];
  const [said, place] = [saidAt(explained), shown.origin].map((origin) => origin && placeText(placeOf(origin)));
  return [
    ...(filled === undefined || filled === printed ? [] : [`comes to ${filled}, shown is ${printed}`]),
    ...(said === place ? [] : [`said at ${said}, shown from ${place}`]),
  ];
}

/** Where what counts is written; inside of what a reference brings in, behind the reference. */
function saidAt({ path, contributions }: ValueExplanation): Span | undefined {
  const last = contributions.findLast(({ counts }) => counts);
  const behind = last !== undefined && last.path.length < path.length ? last.references.at(-1) : undefined;
  return behind === undefined ? last?.value.origin : saidAt(behind);
}

async function filesBelow(folder: string): Promise<Files> {
  const names = await readdir(folder, { recursive: true });
  const files: Record<string, string> = {};
  for (const name of names) {
    if (/\.ya?ml$/.test(name) && (await stat(join(folder, name))).isFile()) {
      files[name] = await readFile(join(folder, name), "utf8");
    }
  }
  return files;
}
