import fc from "fast-check";
import { expect, test } from "vitest";
import { type MemberKind, type Members, tableMembers } from "../../../src/model/results/comparison.ts";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { Sides } from "../../support/side.ts";

/** `web1` and `web2` are resolved, `db1` fails, the others are known by the files that they read. */
const files = {
  "nodes/web1.yml": "classes: [role.web]\n",
  "nodes/web2.yml": "classes: [role.web, extra]\n",
  "nodes/db1.yml": "classes: [role.db, base]\n",
  "nodes/db2.yml": "classes: [role.db]\n",
  "nodes/db3.yml": "classes: [role.db, ~base]\n",
  "nodes/lone.yml": "",
  "classes/base.yml": "",
  "classes/role/web.yml": "classes: [base]\nparameters: {port: 80}\n",
  "classes/role/db/init.yml": "classes: [base]\n",
  "classes/extra.yml": "",
  "groups/sql.yml": "match: {any: [{nodeid: 'db.*', op: regex}]}\n",
  "groups/web.yml": "match: {any: [{nodeid: 'web.*', op: regex}]}\n",
};
const nodes = ["db1", "db2", "db3", "lone", "web1", "web2"];

async function members(): Promise<Members> {
  const sides = new Sides();
  const after = { ...files, "classes/role/web.yml": "classes: [base]\nparameters: {port: 81}\n" };
  const failing = { ...after, "nodes/db1.yml": "classes: [role.db, base]\nparameters: {a: '${gone}'}\n" };
  const { members: found } = await compareSides(await sides.of(files), await sides.of(failing), { causes: true });
  if (found === undefined) throw new Error("all nodes are compared, so that members are known");
  return found();
}

function named(found: ReadonlyMap<string, ReadonlySet<string>>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([...found].sort().map(([name, own]) => [name, [...own].sort()]));
}

test("a class or group has the nodes that resolve with it, fail, or read its file", async () => {
  const found = await members();
  expect([...found.nodes]).toEqual(nodes);
  const { classes, groups } = found.table();
  expect(named(classes)).toEqual({
    // `db3` removes it again, and counts for all that.
    base: ["db1", "db2", "db3", "web1", "web2"],
    extra: ["web2"],
    "role.db": ["db1", "db2", "db3"],
    "role.web": ["web1", "web2"],
  });
  expect(named(groups)).toEqual({ sql: ["db1", "db2", "db3"], web: ["web1", "web2"] });
});

test("what some nodes have in common is what the table of all says", async () => {
  const found = await members();
  const all = tableMembers(found.table());
  const kind = fc.constantFrom<MemberKind>("class", "group");
  fc.assert(
    fc.property(kind, fc.subarray(nodes, { minLength: 1 }), (of, some) => {
      expect(named(found.common(of, some))).toEqual(named(all.common(of, some)));
    }),
  );
});
