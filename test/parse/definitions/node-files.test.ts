import fc from "fast-check";
import { expect, test } from "vitest";
import { namesOfShard, namesWith } from "../../../src/base/name-key.ts";
import { compareText } from "../../../src/base/text-order.ts";
import { defaultSettings, type Settings } from "../../../src/model/inventory/settings.ts";
import { TreeEntries } from "../../../src/model/inventory/tree-entries.ts";
import { type Listings, listDefinitions } from "../../../src/parse/definitions/listing.ts";
import { nodeName } from "../../../src/parse/definitions/names.ts";
import { type DefinitionCache, emptyDefinitionCache } from "../../../src/parse/definitions/node-files.ts";
import { TreeFiles } from "../../../src/source/snapshot/tree.ts";

const part = fc.constantFrom("a", "b", "web.é", "_x", "BS", "CVS", ".git", "");
const ending = fc.constantFrom(".yml", ".yml", ".yml", ".yaml", ".json", "");
const path = fc
  .tuple(fc.constantFrom("nodes", "nodes", "classes", "n"), fc.array(part, { minLength: 1, maxLength: 3 }), ending)
  .map(([folder, parts, end]) => `${folder}/${parts.filter((each) => each !== "").join("/")}${end}`);

interface Listed {
  readonly listings: Listings;
  readonly definitions: DefinitionCache;
}

function listed(paths: readonly string[], settings: Settings = defaultSettings): Listed {
  const blobs = new TreeFiles(TreeEntries.of(paths.map((each, at) => [each, { id: `${at}`, mode: "100644" }])));
  const definitions = emptyDefinitionCache();
  const listings = listDefinitions({ blobs, settings, definitions }, { node: "nodes/", class: "classes/" });
  return { listings, definitions };
}

test("the shares of a listing hold each node once, as the whole has it", () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), fc.boolean(), (paths, compose_node_name) => {
      const settings = { ...defaultSettings, compose_node_name };
      const names = paths.flatMap((each) => {
        return each.startsWith("nodes/") ? (nodeName(each.slice("nodes/".length), settings)?.name ?? []) : [];
      });
      const all = [...new Set(names)].sort(compareText);

      expect(listed(paths, settings).listings.nodeNames).toEqual(all);
      expect(listed(paths, settings).listings.twice.length).toBe(names.length - all.length);
      for (const index of [1, 2, 3]) {
        const shard = namesOfShard({ index, of: 3 });
        expect(listed(paths, settings).listings.nodesOf(shard)).toEqual(namesWith(all, shard));
      }
    }),
    { numRuns: 300 },
  );
});

test("a share keeps its own nodes and no others", () => {
  const names = Array.from({ length: 500 }, (_, at) => `web${at}`);
  const { listings, definitions } = listed(names.map((each) => `nodes/d/${each}.yml`));
  const shard = namesOfShard({ index: 7, of: 100 });
  const own = [...namesWith(names, shard)].sort(compareText);

  expect(listings.nodesOf(shard)).toEqual(own);
  expect([...definitions.listed.node.keys()].sort(compareText)).toEqual(own);
  expect(own.length).toBeLessThan(12);
});

test("whatever asks for a node of another share gets it", () => {
  const names = ["web1", "web2", "web3", "web4"];
  const { listings } = listed(names.map((each) => `nodes/${each}.yml`));
  listings.nodesOf(namesOfShard({ index: 1, of: 2 }));

  for (const name of names) expect(listings.node.get(name)?.path).toBe(`nodes/${name}.yml`);
  expect(listings.node.has("web5")).toBe(false);
  expect(listings.nodeNames).toEqual(names);
});

test("a name that is there twice is found in every share", () => {
  const { listings } = listed(["nodes/a/web1.yml", "nodes/b/web1.yml", "nodes/web2.yml"]);

  expect(listings.twice.map(({ first, path: other }) => [first.path, other])).toEqual([
    ["nodes/a/web1.yml", "nodes/b/web1.yml"],
  ]);
});
