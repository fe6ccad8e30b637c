import { expect, test } from "vitest";
import { shownLine } from "../../../src/report/text/frame.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";

const failing = "parameters: { password: hunter22222, other: $" + "{missing} }\n";

test.each([
  ["taken out of the settings", "secrets: [password]\n", "secrets: []\n"],
  ["that only the new settings name", "secrets: []\n", "secrets: [password]\n"],
  ["of a state whose settings file is gone", "secrets: ['**:password', password]\n", ""],
])("a secret %s is quoted in no finding of a comparison", async (_, old, now) => {
  const repo = newRepo();
  repo.commit("before", { "heir.yml": old, "nodes/web1.yml": "parameters: { password: hunter22222 }\n" });
  repo.commit("after", { "heir.yml": now, "nodes/web1.yml": failing });
  const workspace = await openWorkspace({ cwd: repo.dir });
  const ends = await workspace.ends(["HEAD~1", "HEAD"], false);
  const { nodes } = await workspace.compare(...ends);
  await workspace.close();
  const quoted = nodes.newlyFailing.flatMap(({ diagnostics }) =>
    diagnostics.map(({ span }) => span && shownLine(span.file, 1)),
  );

  expect(quoted).toEqual([`parameters: { password: (secret), other: $` + "{missing} }"]);
});
