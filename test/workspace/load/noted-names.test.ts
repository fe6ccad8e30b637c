import { expect, test } from "vitest";
import type { ListedDefinition } from "../../../src/parse/definitions/listed.ts";
import { NotedNames } from "../../../src/workspace/load/noted-names.ts";

test("a view of names shows what was noted before it was made, and nothing later", () => {
  const names = new NotedNames();
  names.set("a", listed("1"));
  names.set("b", listed("1"));
  names.set("a", listed("2"));
  const first = names.view();
  names.set("a", undefined);
  names.set("c", listed("3"));
  const second = names.view();
  names.set("a", listed("4"));

  expect(seen(first)).toEqual({ a: "2", b: "1" });
  expect(seen(second)).toEqual({ a: undefined, b: "1", c: "3" });
  expect([first.has("c"), second.has("a"), second.get("a")]).toEqual([false, true, undefined]);
  expect(names.get("a")?.blob).toBe("4");
});

function listed(blob: string): ListedDefinition {
  return { kind: "class", name: "name", pathName: "name", path: "classes/name.yml", blob };
}

function seen(names: ReturnType<NotedNames["view"]>): Record<string, string | undefined> {
  return Object.fromEntries(Array.from(names, ([name, found]) => [name, found?.blob]));
}
