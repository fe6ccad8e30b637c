import { expect, test } from "vitest";
import { prove } from "../../../src/annex/edit/proof/prove.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { editedSnapshot } from "../../../src/workspace/write/worktree-files.ts";

const files = {
  "classes/base.yml": "parameters: {a: 1}\n",
  "classes/ntp/client.yml": "parameters: {ntp: x}\n",
  "nodes/web1.yml": "classes: [base, ntp.client]\n",
  "nodes/web2.yml": "classes: [base]\n",
};

async function edited(changes: Readonly<Record<string, string | undefined>>) {
  const workspace = memoryWorkspace(Object.entries(files));
  const before = await workspace.snapshot("WORKTREE");
  const contents = Object.entries(changes).map(
    ([path, text]) => [path, text === undefined ? undefined : Buffer.from(text)] as const,
  );
  return { workspace, before, after: editedSnapshot(before, new Map(contents)) };
}

test("a state with an edited file resolves as if the file were so, and only the nodes that read it again", async () => {
  const { workspace, before, after } = await edited({ "classes/ntp/client.yml": "parameters: {ntp: y}\n" });
  const { changes, lookedAt } = await workspace.compare(before, after);
  expect(changes).toMatchObject([{ nodes: ["web1"], change: { kind: "changed", path: ["parameters", "ntp"] } }]);
  expect(lookedAt).toMatchObject({ resolvedAgain: 1 });
  expect([...(after.unstored ?? [])]).toEqual([after.blobs.get("classes/ntp/client.yml")]);
  expect(after.id).not.toBe(before.id);
});

test("a file can move, and the claim about it is proved before anything is written", async () => {
  const { workspace, before, after } = await edited({
    "classes/ntp/client.yml": undefined,
    "classes/time/client.yml": files["classes/ntp/client.yml"],
    "nodes/web1.yml": "classes: [base, time.client]\n",
  });
  const renames = [{ kind: "class", from: "ntp.client", to: "time.client" } as const];
  expect(await prove(workspace, { before, after }, { claim: { kind: "mv", renames } })).toMatchObject({ holds: true });
  expect(await prove(workspace, { before, after }, { claim: { kind: "same" } })).toMatchObject({ holds: false });
  expect(after.folders.has("classes/time")).toBe(true);
  expect((await workspace.load(after)).classNames).toEqual(["base", "time.client"]);
});

test("an edit that writes the same bytes is the same state", async () => {
  const { before, after } = await edited({ "nodes/web2.yml": files["nodes/web2.yml"] });
  expect(after.id).toBe(before.id);
  expect(after.unstored?.size).toBe(0);
});
