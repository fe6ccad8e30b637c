import { expect, test } from "vitest";
import { fileChanges } from "../../../src/compare/affected.ts";
import { Identities } from "../../../src/compare/identity.ts";
import { walkNode } from "../../../src/resolve/node.ts";
import { KeptWalks } from "../../../src/workspace/compare/kept-walks.ts";
import { type Files, Sides } from "../../support/side.ts";

const BEFORE: Files = {
  "classes/base.yml": "applications: [ssh]\nparameters: {a: 1}\n",
  "classes/web.yml": "classes: [base]\nparameters: {b: '${a}'}\n",
  "classes/other.yml": "parameters: {c: 1}\n",
  "nodes/n1.yml": "classes: [web, other]\n",
};

/** The walk of `n1` after some edits: as it is kept from before, and as it is. */
async function walksAfter(edits: Files, before: Files = BEFORE) {
  const sides = new Sides();
  const [old, now] = [await sides.of(before), await sides.of({ ...before, ...edits })];
  const files = fileChanges(
    { inventory: old.inventory, blobs: old.snapshot.blobs },
    { inventory: now.inventory, blobs: now.snapshot.blobs },
  );
  const walks = new KeptWalks({ before: old, after: now, files, identities: new Identities() });
  return [walks.later(walkNode(old.inventory, "n1")), walkNode(now.inventory, "n1")] as const;
}

test("after values of a class were edited, a walk has its values of the later state", async () => {
  const [kept, walked] = await walksAfter({ "classes/base.yml": "applications: [ssh]\nparameters: {a: 2, d: 3}\n" });
  const layers = (walk: typeof kept) =>
    walk?.ancestry.steps.map(({ layer, name, parameters }) => [layer, name, layer === "automatic" ? 0 : parameters]);

  expect(layers(kept)).toEqual(layers(walked));
  expect(kept?.inventory).toBe(walked.inventory);
  expect(kept?.ancestry.classes).toEqual(walked.ancestry.classes);
  expect(kept?.ancestry.applications.map(({ name }) => name)).toEqual(["ssh"]);
});

test.each<[string, Files, Files?]>([
  ["other classes", { "classes/web.yml": "classes: [other, base]\nparameters: {b: '${a}'}\n" }],
  ["other applications", { "classes/base.yml": "applications: [ntp]\nparameters: {a: 1}\n" }],
  ["another node", { "nodes/n1.yml": "classes: [web]\n" }],
  ["a new class", { "classes/more.yml": "parameters: {a: 1}\n" }],
  ["a fault", { "classes/base.yml": "applications: ssh\n" }],
  [
    "global parameters",
    { "globals.yml": "parameters: {a: 2}\n" },
    { ...BEFORE, "globals.yml": "parameters: {a: 1}\n" },
  ],
  [
    "a class name that is filled in",
    { "classes/base.yml": "applications: [ssh]\nparameters: {a: other}\n" },
    { ...BEFORE, "classes/web.yml": "classes: [base, '${a}']\n", "classes/base.yml": "parameters: {a: base}\n" },
  ],
])("%s: nodes are walked", async (_, edits, before) => {
  expect((await walksAfter(edits, before))[0]).toBeUndefined();
});
