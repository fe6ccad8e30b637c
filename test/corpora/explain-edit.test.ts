import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SeededRandom } from "../../bench/random.ts";
import type { ParameterPath } from "../../src/model/parameter-path.ts";
import { NodeExplainer } from "../../src/resolve/explanation.ts";
import { exampleFolder } from "../example/replayed.ts";
import { leafPaths, tryLeaf } from "../support/edited-leaf.ts";
import { type Files, Sides } from "../support/side.ts";
import * as reference from "./reference.ts";

const WANTED = 200;

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
});

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
