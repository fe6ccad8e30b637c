import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import { nodesTarget } from "../../../../src/tui/screens/state.ts";
import type { Answer } from "../../../../src/tui/worker/questions.ts";
import { changes, firstAnswers, Played, trees } from "../../../support/tui/played.ts";

function files(...letters: readonly string[]): Answer {
  const all = letters.map((each, at) => ({ path: `${at}.yml`, index: each.charAt(0), worktree: each.charAt(1) }));
  return { kind: "files", answer: { files: all, message: undefined } };
}

function rows(played: Played): readonly string[] {
  return frame(played.state, 0)
    .slice(2, 5)
    .map((line) => textOfLine(line).slice(1, -1).trimEnd());
}

function history(...about: readonly Answer[]): Played {
  return new Played({ columns: 80, rows: 30 }).answer(...firstAnswers, ...about);
}

test("the first row is what is not committed, with its paths and numbers, and has the cursor", () => {
  const played = history(files(" M"), { kind: "changes", answer: { ...changes, key: "HEAD", isOfCommit: false } });

  expect(rows(played)[0]).toMatch(
    /^> work tree {2}1 file {2}ntp:server, ssh:permit_root_login, backup:\S+ +13n ~2 \+1 !1$/,
  );
  expect(played.keys("enter").state).toMatchObject({ screen: "staged", staged: { shown: "worktree" } });
});

test("an index that is another state has a row of its own; without files there is none", () => {
  expect(rows(history(files("M ", " M"))).slice(0, 2)).toEqual([
    expect.stringMatching(/^> work tree {2}2 files/),
    expect.stringMatching(/^ {2}index {2}1 file/),
  ]);
  expect(rows(history(files("M ")))[1]).toMatch(/^ {2}9d21ab4/);
  expect(rows(history(files()))[0]).toMatch(/^> 9d21ab4/);
});

test("a row that comes later leaves the cursor on its commit, and goes again", () => {
  const played = history(files()).answer(files(" M"));
  expect(rows(played)[1]).toMatch(/^> 9d21ab4/);

  played.answer({ kind: "trees", answer: { ...trees, worktree: "x" } });
  expect(played.wanted()).toContain("files");
  expect(rows(played.answer(files()))[0]).toMatch(/^> 9d21ab4/);
});

test("branches and tags stand before the subject, what is checked out first", () => {
  const ref = { parent: undefined, isCurrent: false, upstream: undefined, id: changes.key } as const;
  const refs: Answer = {
    kind: "refs",
    answer: [
      { ...ref, kind: "tag", name: "v1" },
      { ...ref, kind: "branch", name: "main", isCurrent: true },
      { ...ref, kind: "remote", name: "origin/main" },
    ],
  };

  expect(rows(history(files(), refs))[0]).toMatch(/ops {3}\[main\] <v1> \+1 par1: second/);
});

test("before the first commit nothing is above it, and the nodes are those of the work tree", () => {
  const answers = firstAnswers.map((answer): Answer => {
    if (answer.kind !== "history") return answer;
    return { ...answer, answer: { ...answer.answer, commits: [] } };
  });
  const played = new Played().answer(...answers, files("A "));

  expect(played.state.commits.rows).toEqual([]);
  expect(nodesTarget(played.state)).toEqual({ kind: "states", words: [], staged: false });
});
