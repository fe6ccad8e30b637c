import { expect, test } from "vitest";
import { mask } from "../../../src/model/secrets/mask.ts";
import { diagnosticRows } from "../../../src/report/findings/diagnostic.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";
import { Sides } from "../../support/side.ts";

/** The text of a criterion as `heir groups --why` prints it. */
async function shown(criterion: string, secrets = "vault"): Promise<string | undefined> {
  const repo = newRepo();
  repo.write("heir.yml", `secrets: ["${secrets}"]\n`);
  repo.write("groups/g.yml", `match: {any: [${criterion}]}\n`);
  repo.write("nodes/n1.yml", "{}\n");
  const workspace = await openWorkspace({ cwd: repo.dir });
  const inventory = await workspace.load(await workspace.snapshot("WORKTREE"));
  const text = workspace.views(inventory).why("n1", "g")?.criteria[0]?.text;
  await workspace.close();
  return text;
}

test.each([
  ['{property: "vault=geheim-1", op: eq}', "property vault=(secret) eq"],
  ['{property: "vault=abc", op: notEq}', "property vault=(secret) notEq"],
  ["{property: vault=geheim-1, op: regex}", "property vault=(secret) regex"],
  ["{property: \"vault:$[?@.a == 'geheim-1']\", op: jsonSelect}", "property vault:(secret) jsonSelect"],
  ['{property: ".*=geheim-1", op: regex}', "property .*=(secret) regex"],
  ['{property: "role=web-server", op: eq}', "property role=web-server eq"],
  ['{property: "role=web.*", op: regex}', "property role=web.* regex"],
  ["{property: vault, op: exists}", "property vault exists"],
])("%s is shown as %s", async (criterion, text) => {
  expect(await shown(criterion)).toBe(text);
});

test.each([
  ['{property: "vault", op: regex, value: geheim}', "property: "],
  ['{property: "vault=geheim(?=x)", op: regex}', 'property: "vault='],
  ['{property: "vault=(?=geheim)", op: regex}', 'property: "vault='],
  ["{property: vault geheim, op: eq}", "property: "],
  ['"vault=geheim"', "vault="],
])("nothing of %s, which cannot be read, is quoted behind the name", async (criterion, before) => {
  const { inventory } = await new Sides().of({
    "heir.yml": "secrets: vault\n",
    "groups/g.yml": `match: {any: [${criterion}]}\n`,
  });
  const [found] = inventory.groups.diagnostics;
  if (found === undefined) throw new TypeError("the criterion is invalid");
  const diagnostic = mask("finding", found, inventory.secrets);
  const text = diagnosticRows({ diagnostic, nodes: [] }).map(rowText).join("\n");

  expect(text).toContain(before);
  expect(text).not.toContain("geheim");
});
