import fc from "fast-check";
import { expect, test } from "vitest";
import { compareText } from "../../../src/base/text-order.ts";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { listDefinitions } from "../../../src/parse/definitions/listing.ts";
import { className } from "../../../src/parse/definitions/names.ts";
import { emptyDefinitionCache } from "../../../src/parse/definitions/node-files.ts";

const part = fc.constantFrom("a", "b", "init", "a.b", "CVS", ".git", "x/y", "");
const ending = fc.constantFrom(".yml", ".yaml", "/init.yml", ".init.yml", ".json");
const path = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), ending)
  .map(([parts, end]) => `classes/${parts.filter((each) => each !== "").join("/")}${end}`);

test("a class has the first of the files that spell its name, however their paths spell it", () => {
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
      const blobs = new Map(paths.map((each, at) => [each, String(at)]));
      const settings = defaultSettings;
      const listed = listDefinitions(
        { blobs, settings, definitions: emptyDefinitionCache() },
        { node: "nodes/", class: "classes/" },
      );
      const files = new Map<string, string>();
      const twice: string[] = [];
      for (const each of [...paths].sort(compareText)) {
        const name = className(each.slice("classes/".length))?.name;
        if (name === undefined) continue;
        if (files.has(name)) twice.push(each);
        else files.set(name, each);
      }

      expect(listed.classNames).toEqual([...files.keys()].sort(compareText));
      expect(listed.twice.map((each) => each.path)).toEqual(twice);
      for (const name of [...files.keys(), "a/b", "nowhere", "a.init", ""]) {
        expect(listed.class.get(name)?.path).toBe(files.get(name));
        expect(listed.class.has(name)).toBe(files.has(name));
      }
    }),
    { numRuns: 500 },
  );
});

test("classes whose paths spell their names are not looked at before they are asked for", () => {
  const definitions = emptyDefinitionCache();
  const blobs = new Map([1, 2, 3].map((each) => [`classes/d/c${each}.yml`, `${each}`]));
  const listed = listDefinitions(
    { blobs, settings: defaultSettings, definitions },
    { node: "nodes/", class: "classes/" },
  );

  expect(listed.class.get("d.c2")?.blob).toBe("2");
  expect([...definitions.listed.class.keys()]).toEqual(["d.c2"]);
});
