import fc from "fast-check";
import { expect, test } from "vitest";
import { sortTexts } from "../../../src/base/text-order.ts";
import { type FolderNames, inventoriesAmong, pathsOf } from "../../../src/source/inventory/marks.ts";

const PASSED_OVER = (path: string) => path.split("/").some((name) => name.startsWith(".") || name === "node_modules");

interface State {
  readonly files: readonly string[];
  readonly links: readonly string[];
}

/** The rule as it is written: every folder is looked at, and for each all paths. */
function byTheRule({ files, links }: State, names: FolderNames): readonly (readonly [string, string])[] {
  const read = [...files, ...links].filter((path) => !PASSED_OVER(path));
  const above = (path: string) => path.split("/").map((_, at, parts) => parts.slice(0, at).join("/"));
  const folders = new Set(["", ...[...files, ...links].flatMap(above)]);
  const marked = [...folders].flatMap((folder): (readonly [string, string])[] => {
    if (PASSED_OVER(folder)) return [];
    const start = folder === "" ? "" : `${folder}/`;
    const linked = (name: string) =>
      links.some((path) => !PASSED_OVER(path) && `${path}/`.startsWith(`${start}${name}/`));
    const holds = (name: string) => linked(name) || files.some((path) => path.startsWith(`${start}${name}/`));
    const hasNodes = (name: string) =>
      linked(name) || read.some((path) => path.startsWith(`${start}${name}/`) && path.endsWith(".yml"));
    if (files.includes(`${start}heir.yml`) || files.includes(`${start}reclass-config.yml`))
      return [[folder, "settings"]];
    if (hasNodes(names.nodes) && (holds(names.classes) || holds("groups"))) return [[folder, "folders"]];
    return hasNodes("targets") && holds("classes") ? [[folder, "kapitan"]] : [];
  });
  const isInside = (folder: string) =>
    marked.some(([other]) => other !== folder && (other === "" || folder.startsWith(`${other}/`)));
  return marked.filter(([folder]) => !isInside(folder)).sort(([one], [other]) => (one < other ? -1 : 1));
}

const part = fc.constantFrom("nodes", "classes", "groups", "targets", "a", "nodes0", "x-nodes", ".b", "node_modules");
const last = fc.constantFrom(
  "n.yml",
  "x.yml",
  "heir.yml",
  "reclass-config.yml",
  "README",
  "y.json",
  "nodes",
  "classes",
);
const path = fc.tuple(fc.array(part, { maxLength: 4 }), last).map(([folders, name]) => [...folders, name].join("/"));

test("the inventories are those of the rule, however folders are nested", () => {
  const states = fc.record({
    files: fc.uniqueArray(path, { maxLength: 14 }),
    links: fc.uniqueArray(path, { maxLength: 3 }),
  });
  const property = fc.property(states, fc.boolean(), ({ files, links: all }, isCustom) => {
    // A link has nothing below it.
    const links = all.filter((link) => !files.some((file) => `${file}/`.startsWith(`${link}/`)));
    const names = isCustom ? { nodes: "a/nodes", classes: "x-nodes" } : { nodes: "nodes", classes: "classes" };
    const [listed, added] = [files.filter((_, at) => at % 3 > 0), files.filter((_, at) => at % 3 === 0)];
    const paths = pathsOf({ sorted: new Set(sortTexts([...listed])), more: added, links: new Set(links) });

    expect([...inventoriesAmong(paths, names)]).toEqual(byTheRule({ files, links }, names));
  });
  fc.assert(property, { numRuns: 2000 });
});

test("most files are not looked at, and those of an inventory once one of them has marked it", () => {
  const names = { nodes: "nodes", classes: "classes" };
  const code = Array.from({ length: 500 }, (_, at) => `src/nodes/part${at}.ts`);
  const inventory = Array.from({ length: 500 }, (_, at) => `infra/inv/nodes/n${at}.yml`);
  let tested = 0;
  const counting = (list: readonly string[]) =>
    new Proxy(list, {
      get(target, key, receiver) {
        if (typeof key === "string" && /^\d+$/.test(key)) tested += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const paths = pathsOf({
    sorted: new Set(sortTexts([...code, ...inventory, "infra/inv/classes/a.yml"])),
    links: new Set(),
  });
  const found = inventoriesAmong(
    { ...paths, marking: paths.marking.map(counting), holds: paths.holds, hasFile: paths.hasFile },
    names,
  );

  expect([...found]).toEqual([["infra/inv", "folders"]]);
  expect(tested).toBeLessThan(60);
});
