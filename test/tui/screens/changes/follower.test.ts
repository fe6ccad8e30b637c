import { expect, test } from "vitest";
import { shownEntries } from "../../../../src/tui/screens/changes/chosen.ts";
import { entriesOf } from "../../../../src/tui/screens/changes/entries.ts";
import { openEntry } from "../../../../src/tui/screens/changes/screen.ts";
import { changes, firstAnswers, Played } from "../../../support/tui/played.ts";

const target = { kind: "commit", id: changes.key, parent: undefined } as const;

test("a value that follows a reference, and is folded, is unfolded where a screen opens it", () => {
  const rows = changes.changes.map((row) => (row.title.startsWith("ssh") ? { ...row, follows: "${ntp:server}" } : row));
  const set = { ...changes, changes: rows };
  const { state } = new Played().answer(...firstAnswers, { kind: "changes", answer: set });
  const follower = entriesOf(set, { ...state.changes, grouping: "by path", turned: new Set(["by path ssh"]) }).find(
    (entry) => entry.kind === "change",
  );
  if (follower === undefined) throw new Error("no follower");

  const opened = openEntry(state, target, follower).state;

  expect(opened.changes.cursor.id).toBe(rows.find(({ follows }) => follows !== undefined)?.id);
  expect(shownEntries(opened)[opened.changes.cursor.index]).toMatchObject({ kind: "change", depth: 2 });
});
