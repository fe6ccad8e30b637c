import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import { stagedItems } from "../../../../src/tui/screens/staged/items.ts";
import type { Trees } from "../../../../src/tui/worker/answers/history.ts";
import type { Answer } from "../../../../src/tui/worker/questions.ts";
import { branchesAnswer, mergeAnswer, mergeItem } from "../../../support/tui/merge.ts";
import { firstAnswers, Played } from "../../../support/tui/played.ts";
import {
  filesAnswer,
  findingAnswer,
  hunksAnswer,
  planAnswer,
  stagedAnswer,
  stagedReport,
} from "../../../support/tui/staged.ts";

function staged(): Played {
  return new Played({ columns: 120, rows: 40 }, { staged: true }).answer(stagedAnswer);
}

function asked({ wants }: Played): readonly unknown[] {
  return wants.splice(0).flatMap((want) => (want.kind === "ask" ? [want.request] : []));
}

test("heir tui --staged begins there, key 4 leads there and reads anew, ] reads the work tree", () => {
  const played = new Played({ columns: 80, rows: 24 }, { staged: true });

  expect(played.state.screen).toBe("staged");
  expect(played.wanted()).toEqual(["files", "staged", "header", "trees"]);
  expect(played.keys("4").wanted()).toEqual(["files", "staged"]);
  expect(asked(played.keys("]"))).toEqual([
    { kind: "files", ask: {} },
    { kind: "staged", ask: { target: { kind: "states", words: ["HEAD"], staged: false } } },
  ]);
  expect(played.answer(stagedAnswer).state.staged.report, "of the index, which nobody wants any more").toBeUndefined();
});

test.each([
  [120, " ✓ a commit would pass   ✗ work tree: stopped "],
  [80, " ✓ a commit would pass   ✗ work tree: stopped "],
  [46, " ✓ a commit would pass   ✗ work tree: stopped "],
])("on %i columns both verdicts are the heading", (columns, text) => {
  const verdicts = { index: false, worktree: true };
  const played = new Played({ columns, rows: 40 }, { staged: true }).answer(
    { kind: "staged", answer: { ...stagedReport, verdicts } },
    { kind: "trees", answer: stagedReport.trees },
  );

  expect(screen(played)).toContain(text);
});

test("keys that are typed before git is done wait for it: to stage, to commit and to take it back are one line of keys", () => {
  const trees = (index: string): Trees => ({ ...stagedReport.trees, index });
  const done = (kind: "stage" | "commit", index: string): Answer => {
    return { kind, answer: { kind: "done", words: kind, output: "", trees: trees(index), left: 1 } };
  };
  const clean: Answer = { kind: "staged", answer: { ...stagedReport, findings: [] } };
  const played = new Played({ columns: 120, rows: 40 }).answer({ kind: "trees", answer: stagedReport.trees });
  played.keys("4", "space", "c", "o", "k", "enter", "u", "y");

  expect(played.wanted()).not.toContain("stage");
  expect(played.answer(clean, filesAnswer).wanted()).toEqual(["stage"]);
  expect(played.answer(done("stage", "2")).wanted(), "what is staged is read before").not.toContain("commit");
  expect(asked(played.answer(filesAnswer)).at(-1)).toEqual({ kind: "commit", ask: { message: { text: "ok" } } });
  expect(asked(played.answer(done("commit", "3"))).at(-1)).toEqual({ kind: "undo", ask: { isSure: false } });
  const question: Answer = { kind: "undo", answer: { kind: "asks", words: "commit ok" } };
  expect(asked(played.answer(question))).toEqual([{ kind: "undo", ask: { isSure: true } }]);
  expect(played.state.ahead).toEqual([]);
});

test("what was typed ahead is dropped by Esc, by a failure, and by a refusal: it was meant for another end", () => {
  const refused: Answer = { kind: "commit", answer: { kind: "refused", tried: "git commit", output: "no" } };
  const failed = { kind: "news", news: { kind: "failed", of: "staged", message: "no" }, at: 0 } as const;
  const early = (): Played => new Played({ columns: 120, rows: 40 }).keys("4", "space", "c");

  expect(early().state.ahead).toEqual(["space", "c"]);
  expect(early().keys("esc").state.ahead).toEqual([]);
  expect(early().event(failed).state.ahead).toEqual([]);
  const played = staged().answer(filesAnswer).keys("c", "x", "enter", "u", "u");
  expect(played.state.ahead).toEqual(["u", "u"]);
  expect(played.answer(refused).state.ahead).toEqual([]);
});

test("drawing asks for no other rows than those that are there, and at full zoom the list has the border of the keys", () => {
  const played = staged().answer(filesAnswer);
  for (const key of ["j", "j", "j", "j", "j"]) {
    const items = stagedItems(played.keys(key).state.staged);
    screen(played);
    expect(stagedItems(played.state.staged), played.state.staged.cursor.id).toBe(items);
  }
  expect(screen(played.keys("tab", "+", "+"))).toMatch(/^┏━ > Findings/m);
  expect(played.state.staged.cursor.id).toMatch(/^file /);
});

test("older findings are the last of the findings, folded: Enter or l shows them", () => {
  const played = staged().keys("j", "j");

  expect(screen(played)).toMatch(/> *▸ 1 older finding: HEAD has them, too/);
  expect(played.keys("enter", "j").state.staged.cursor.id).toBe("older");
  expect(screen(played.keys("k", "h"))).not.toContain("unrelated, too");
  expect(played.state.staged.unfolded.size).toBe(0);
});

test("what follows from a finding is folded below it, and an error there is where the work begins", () => {
  const [conflict, fragile] = stagedReport.findings;
  if (conflict === undefined || fragile === undefined) throw new Error("two findings");
  const follower = { ...conflict, follows: [] };
  const root = { ...fragile, follows: [follower, { ...follower, id: "second" }] };
  const other = { ...fragile, id: "other" };
  const report = { ...stagedReport, findings: [other, root] };
  const played = new Played({ columns: 120, rows: 40 }, { staged: true }).answer(filesAnswer, {
    kind: "staged",
    answer: report,
  });

  expect(played.state.staged.cursor.id).toBe(root.id);
  expect(screen(played)).toMatch(/Findings {2}2 errors {2}2 warnings/);
  expect(screen(played.keys("j"))).toMatch(/> *▸ \+ 2 follow from this/);
  expect(played.keys("l", "j").state.staged.cursor.id).toBe("conflict");
  expect(played.keys("k", "h", "j").state.staged.cursor.id).toBe("older findings");
});

test("the two lists scroll as all lists do: no further than it takes to see the cursor", () => {
  const findings = Array.from({ length: 30 }, (_, index) => ({
    ...stagedReport.findings[0],
    id: `f${index}`,
    message: `finding ${index}`,
  }));
  const answer = { ...stagedAnswer, answer: { ...stagedReport, findings } } as Answer;
  const played = new Played({ columns: 80, rows: 24 }, { staged: true }).answer(answer);
  const shown = (): readonly string[] =>
    frame(played.state, 0).flatMap((line) => /finding \d+/.exec(textOfLine(line))?.[0] ?? []);
  const first = shown();

  played.keys(...first.slice(1).map(() => "j"));
  expect(shown()).toEqual(first);
  played.keys("j");
  expect(shown()).toEqual([...first.slice(1), `finding ${first.length}`]);
});

test("a choice is planned, shown, and written only after it was confirmed", () => {
  const played = staged();
  played.answer(findingAnswer(played)).keys("enter").wanted();

  expect(asked(played.keys("enter"))).toMatchObject([
    { kind: "orderPlan", ask: { chain: ["debian-like", "dc-par1"] } },
  ]);
  played.answer(planAnswer);
  expect(played.state.overlay?.kind).toBe("question");
  for (const key of ["j", "x", "space", "esc"]) expect(played.keys(key).wanted(), key).toEqual([]);
  expect(played.state.overlay).toBeUndefined();
  expect(asked(played.answer(planAnswer).keys("y"))).toEqual([
    {
      kind: "orderWrite",
      ask: {
        target: { kind: "states", words: [], staged: true },
        chain: ["debian-like", "dc-par1"],
        before: "order:\n  - [os, team]   # since 2024\n",
      },
    },
  ]);
  const trees = { ...stagedReport.trees, index: "another" };
  played.answer({
    kind: "orderWrite",
    answer: { kind: "done", words: "order.yml has it", output: "", trees, left: 1 },
  });
  expect(played.wanted(), "the screen reads again").toEqual(["files", "staged", "header"]);
  expect(played.state).toMatchObject({ message: { text: "order.yml has it" }, undoable: 1 });
});

const stagedThere: Answer = {
  kind: "stage",
  answer: { kind: "done", words: "staged", output: "", trees: stagedReport.trees, left: 1 },
};

test("Space stages the file, or the hunk that has the keys; the cursor begins at the first error, else at the first file", () => {
  const played = new Played({ columns: 120, rows: 40 }).keys("4").answer(filesAnswer, stagedAnswer);

  expect(played.state.staged.cursor.id).toBe(stagedReport.findings[0]?.id);
  played.keys("<", "j").answer(hunksAnswer).wanted();
  expect(asked(played.keys("space"))).toEqual([{ kind: "stage", ask: { path: "classes/role/web.yml" } }]);
  expect(asked(played.keys("space")), "while git works").toEqual([]);
  played.keys("esc").answer(stagedThere);
  played.wants.length = 0;
  expect(asked(played.keys("enter", "j", "space"))).toEqual([
    { kind: "stage", ask: { path: "classes/role/web.yml", hunk: "@@ -40 +40 @@" } },
  ]);
  const clean = { ...stagedReport, findings: [] };
  const others = new Played().keys("4").answer({ kind: "staged", answer: clean }, filesAnswer);
  expect(others.state.staged.cursor.id).toBe("file classes/dc/par1.yml");
});

test("c asks for a message in the bottom line; a refusal is shown whole, and the message is still there", () => {
  const played = new Played({ columns: 120, rows: 40 }).keys("4").answer(filesAnswer, stagedAnswer);
  played.keys("c", ..."one: two", "enter");

  expect(asked(played).at(-1)).toEqual({ kind: "commit", ask: { message: { text: "one: two" } } });
  played.answer({
    kind: "commit",
    answer: { kind: "refused", tried: "git commit", output: "no commits\non Fridays\n" },
  });
  expect(screen(played)).toMatch(/git commit[\s\S]*no commits[\s\S]*on Fridays/);
  expect(played.state.log.map(({ text }) => text)).toEqual(expect.arrayContaining(["no commits", "on Fridays"]));
  expect(screen(played.keys("esc", "c")), "and c has it again").toContain("commit: one: two_");
  const { trees } = stagedReport;
  const done = { kind: "done", words: "committed one: two", output: "", trees, left: 1 } as const;
  expect(screen(played.keys("enter").answer({ kind: "commit", answer: done }))).toContain("committed one: two");
  expect(screen(played.keys("c")), "the next one begins anew").toContain("commit: _");
  expect(played.keys("enter").wants.at(-1), "an empty one is written in the editor").toEqual({
    kind: "ask",
    request: { kind: "commit", ask: { message: "editor" } },
    isOnTerminal: true,
  });
});

test("nothing staged, and files that are not merged, are no commit", () => {
  const files = (index: string) =>
    ({ kind: "files", answer: { files: [{ path: "a", index, worktree: "M" }], message: undefined } }) as const;
  const played = new Played().keys("4").answer(stagedAnswer);

  expect(played.answer(files(" ")).keys("c").state.message?.text).toBe("nothing is staged");
  expect(played.answer(files("U")).keys("c").state.message?.text).toMatch(/^files are not merged/);
});

test("to keep the conflict is a choice too, and asks for nothing", () => {
  const played = staged();
  played.answer(findingAnswer(played)).keys("enter", ">").wanted();

  expect(played.keys("enter").wanted()).toEqual([]);
  expect(played.state.staged.isOpen).toBe(false);
});

test("a change opens on the screen of changes, and Esc leads back", () => {
  const played = staged().keys("j", "j", "j", "j", "enter");

  expect(played.state).toMatchObject({ screen: "changes", changes: { isOpen: true, cursor: { index: 1 } } });
  expect(played.keys("esc", "esc").state.screen).toBe("staged");
});

/** The question about a merge. */
function merge(branch: string, into: string) {
  return { kind: "changes", ask: { target: { kind: "merge", branch, into } } } as const;
}

test("m asks for a branch, heir tui --merge has one; r swaps the sides", () => {
  const played = new Played().keys("m").answer(branchesAnswer);
  played.wanted();

  const merge = (branch: string, into: string) => ({
    kind: "changes",
    ask: { target: { kind: "merge", branch, into } },
  });
  expect(asked(played.keys("enter"))).toEqual([merge("feature/par1-dns", "HEAD")]);
  played.answer(mergeAnswer).wants.splice(0);
  expect(asked(played.keys("r"))).toEqual([merge("HEAD", "feature/par1-dns")]);
  expect(new Played({ columns: 80, rows: 24 }, { merge: "topic" }).wants).toMatchObject([
    { request: merge("topic", "HEAD") },
    { request: { kind: "header" } },
    { request: { kind: "trees" } },
  ]);
});

test("the report is written under the name that was typed, and not at all after Esc", () => {
  const played = new Played().keys("m").answer(branchesAnswer).keys("enter").answer(mergeAnswer);
  played.wanted();

  expect(played.keys("y", "s").state.overlay).toMatchObject({ own: { typed: "merge-feature-par1-dns.txt" } });
  expect(played.keys("y", "esc").wanted()).toEqual([]);
  expect(asked(played.keys("y", "s", "ctrl-u", "a", "y", "b", "backspace", "enter"))).toMatchObject([
    { kind: "mergeWrite", ask: { name: "ay", text: expect.stringMatching(/^merge of/) } },
  ]);
});

/** The lines of the screen as they are read. */
function screen({ state }: Played): string {
  return frame(state, 0)
    .map((line) => line.map(({ text }) => text).join(""))
    .join("\n");
}

test("why the index cannot be checked is shown in place of the findings, until it is reread", () => {
  const played = new Played({ columns: 120, rows: 40 }, { staged: true });

  expect(screen(played)).toContain("checking…");
  const news = { kind: "failed", of: "staged", message: "nodes is no folder" } as const;
  expect(screen(played.event({ kind: "news", news, at: 0 }).keys("j"))).toContain("nodes is no folder");
  expect(screen(played)).not.toMatch(/checking|comparing/);
  expect(screen(played.keys("R", "4"))).toContain("checking…");
});

test("what a waiting merge does stands among the findings, with its four values where it is opened", () => {
  const merge = { head: "77be310", items: [mergeItem] };
  const report = { ...stagedReport, findings: [], merge };
  const played = new Played({ columns: 120, rows: 40 }, { staged: true }).answer({ kind: "staged", answer: report });

  expect(played.state.staged.cursor.id).toBe(`merge ${mergeItem.id}`);
  expect(screen(played)).toMatch(/HEAD → index, merge of 77be310/);
  expect(screen(played)).toMatch(/1 semantic conflict/);
  played.keys("enter");
  for (const side of ["base", "ours", "theirs", "merged"]) expect(screen(played)).toContain(side);
});

test("m leads to a merge: of a branch from the list, of the commit of the row, of what is typed", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys("j");
  played.wanted();

  expect(asked(played.keys("m", ..."5c0", "enter")), "another branch may be nearer").toEqual([
    { kind: "refs", ask: {} },
  ]);
  expect(asked(played.answer(branchesAnswer))).toEqual([merge("5c0ffee", "HEAD")]);
  expect(played.state.screen).toBe("changes");
  expect(asked(played.keys("m", ..."origin", "enter"))).toEqual([merge("origin/main", "HEAD")]);
});
