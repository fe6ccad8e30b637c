import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { requestAnswers } from "../../../../src/annex/editor/lsp/answers.ts";
import { ClientSession } from "../../../../src/annex/editor/lsp/session.ts";
import { openFolder } from "../../../../src/cli/host.ts";
import { openWorkspace } from "../../../../src/workspace/open.ts";
import { drawnEdit } from "../../../support/arbitrary/drawn-history.ts";
import { newRepo, type TestRepo } from "../../../support/git/repo.ts";
import { heir } from "../../../support/host.ts";

// HEIR_FUZZ=200 npx vitest run test/annex/editor/lsp/preview.test.ts: so many drawn edits.
const EDITS = Number(process.env["HEIR_FUZZ"] ?? 8);

test("a preview of unsaved text is the diff of the same text on disk", { timeout: 3_600_000 }, async () => {
  let changed = 0;
  for (let seed = 1; seed <= EDITS; seed += 1) {
    const { before, after } = drawnEdit(seed);
    const repo = newRepo();
    repo.commit("first", { "nodes/n.yml": "", "classes/n.yml": "", ...before });
    const edits = Object.entries(after).filter(([path, text]) => before[path] !== text);
    const preview = await previewOf(repo, edits);
    for (const [path, text] of edits) repo.write(path, text);
    const { out, err } = await heir(["diff", "HEAD", "--json"], { cwd: repo.dir, open: openFolder });
    const diff = JSON.parse(out || "{}") as Preview;
    expect(preview.to.title).toBe(edits.length === 0 ? "work tree" : "work tree, edited");
    expect({ seed, err, data: preview }).toEqual({
      seed,
      err,
      data: { ...diff, to: { ...diff.to, title: preview.to.title } },
    });
    changed += preview.changes.length;
  }
  expect(changed).toBeGreaterThan(EDITS);
});

interface Preview {
  readonly to: { readonly title: string };
  readonly changes: readonly object[];
  readonly text?: string;
}

async function previewOf(repo: TestRepo, edits: readonly (readonly [string, string])[]): Promise<Preview> {
  const session = new ClientSession(
    { capabilities: {}, workspaceFolders: [{ uri: pathToFileURL(repo.dir).href }] },
    {
      version: "0",
      open: (folder) => openWorkspace({ cwd: folder, cache: false }),
      sender: { notify: () => undefined, request: async () => null },
    },
  );
  try {
    await session.begin();
    for (const [path, text] of edits) {
      await session.open({ textDocument: { uri: pathToFileURL(`${repo.dir}/${path}`).href, version: 1, text } });
    }
    const answer = await requestAnswers.get("heir/preview")?.(session, {}, new AbortController().signal);
    const { text: _, ...data } = answer as Preview;
    return JSON.parse(JSON.stringify(data)) as Preview;
  } finally {
    await session.end();
  }
}
