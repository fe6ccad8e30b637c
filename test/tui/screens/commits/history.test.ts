import { expect, test } from "vitest";
import { type Size, textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import type { CommitRow } from "../../../../src/tui/worker/answers/history.ts";
import type { Answer, FoundCommit, Request } from "../../../../src/tui/worker/questions.ts";
import { firstAnswers, Played } from "../../../support/tui/played.ts";

const TOTAL = 5000;

/** A commit of a long history by its place, 0 the newest. */
function row(at: number): CommitRow {
  const id = String(at).padStart(40, "0");
  const subject = at % 1000 === 700 ? `fix ${at}` : `number ${at}`;
  return { id, shortId: id.slice(-7), parent: undefined, time: 1_600_000_000 - at, author: "ops", subject };
}

function page(from: number): Answer {
  const commits = Array.from({ length: Math.min(300, TOTAL - from) }, (_, index) => row(from + index));
  return { kind: "history", answer: { from, refs: "r", commits, isLast: from + 300 >= TOTAL } };
}

function hits(text: string, places: readonly number[], reached: "searching" | "whole" = "searching"): Answer {
  const found: readonly FoundCommit[] = places.map((at) => ({ at, row: row(at) }));
  return {
    kind: "search",
    answer: { text, found, searched: reached === "whole" ? TOTAL : 1000, total: TOTAL, reached },
  };
}

/** Questions of a kind since the last time. */
function asked<K extends Request["kind"]>(played: Played, kind: K): readonly object[] {
  return played.wants.splice(0).flatMap((want) => {
    return want.kind === "ask" && want.request.kind === kind ? [want.request.ask] : [];
  });
}

function text(played: Played): string {
  return frame(played.state, 0).map(textOfLine).join("\n");
}

function chosen({ state: { commits } }: Played): string {
  return commits.rows[commits.cursor.index]?.subject ?? "";
}

/** Gives the pages that are asked for. */
function withPages(played: Played): Played {
  for (const ask of asked(played, "history")) played.answer(page((ask as { from: number }).from));
  return played;
}

const started = (size?: Size): Played => withPages(new Played(size));
const searching = (): Played => started().keys("/", ..."fix", "enter");

test("Enter searches the commits that are not loaded, from the newest on, and the list goes to the first hit", () => {
  const played = searching();

  expect(asked(played, "search")).toEqual([{ text: "fix", range: row(0).id }]);
  expect(text(played)).toContain("searching all commits… Esc stops");
  played.answer(hits("fix", [700]), hits("fix", [1700, 2700]));
  expect(chosen(played)).toBe("fix 700");
  expect(text(played)).toContain("3 of 5,000 · searched 1,000 of 5,000…");
  expect(text(played.answer(hits("fix", [], "whole")))).toContain("3 of 5,000 · searched 5,000 of 5,000 ");
});

test("a page that is reported twice is there once", () => {
  const played = searching().answer(hits("fix", [700, 1700]), hits("fix", [700, 1700, 2700]));

  expect(played.state.commits.rows.map(({ subject }) => subject)).toEqual(["fix 700", "fix 1700", "fix 2700"]);
});

test("Esc stops the search and keeps what was found, the next one shows all around the chosen commit", () => {
  const played = searching().answer(hits("fix", [700, 1700]));
  played.keys("j");
  played.wants.splice(0);

  expect(played.keys("esc").wants).toContainEqual({ kind: "giveUp", of: "search" });
  expect(text(played)).toContain("2 of 5,000 · searched 1,000 of 5,000, stopped");
  played.answer(hits("fix", [2700]));
  expect(played.state.commits.rows).toHaveLength(2);
  withPages(played.keys("esc"));
  expect(chosen(played)).toBe("fix 1700");
  expect(text(played)).toContain("1,701 of 1,850+");
  expect(played.state.commits.all).toHaveLength(300);
});

test("n and N lead through all hits, also those that are not loaded", () => {
  const played = searching().answer(hits("fix", [700, 1700, 4700], "whole"));
  withPages(played.keys("esc"));

  expect(chosen(withPages(played.keys("n")))).toBe("fix 1700");
  expect(chosen(withPages(played.keys("n")))).toBe("fix 4700");
  expect(chosen(withPages(played.keys("n")))).toBe("fix 700");
  expect(chosen(withPages(played.keys("N")))).toBe("fix 4700");
});

test("another filter drops what was found, and stops the search for it", () => {
  const played = searching().answer(hits("fix", [700]));
  played.wants.splice(0);

  expect(played.keys("/", "e", "d").wants).toContainEqual({ kind: "giveUp", of: "search" });
  expect(played.state.commits.rows).toEqual([]);
  expect(text(played)).toContain("Enter searches all commits");
});

test("where all is loaded words are not searched again; what commits change is", () => {
  const whole = new Played().answer({
    kind: "history",
    answer: { from: 0, refs: "r", commits: [row(0)], isLast: true },
  });
  whole.keys("/", ..."fix", "enter");
  const byPath = started().keys("/", ..."path:ntp", "enter");

  expect(asked(whole, "search")).toEqual([]);
  expect(asked(byPath, "search")).toEqual([{ text: "path:ntp", range: row(0).id }]);
});

test(": searches all commits too, for what is not loaded", () => {
  const played = started().keys(":", ..."fix 27");
  expect(text(played)).toContain("all commits for fix 27");
  // Names and values are listed before it.
  for (const of of ["nodes", "find"] as const) played.event({ kind: "news", news: { kind: "done", of }, at: 0 });
  played.keys("enter");

  expect(asked(played, "search")).toEqual([{ text: "fix 27", range: row(0).id }]);
  expect(chosen(played.answer(hits("fix 27", [2700])))).toBe("fix 2700");
});

test("a part of the history is held at a time, and it goes on at both ends of that", () => {
  const played = started({ columns: 120, rows: 40 });
  for (let turn = 0; turn < 40; turn += 1) withPages(played.keys(...Array.from({ length: 10 }, () => "pgdn")));
  expect(played.state.commits.all.length).toBeLessThanOrEqual(3000);
  expect(played.state.commits.offset).toBeGreaterThan(1000);
  expect(chosen(played)).toBe("number 4999");

  for (let turn = 0; turn < 40; turn += 1) withPages(played.keys(...Array.from({ length: 10 }, () => "pgup")));
  expect([chosen(played), played.state.commits.offset]).toEqual(["number 0", 0]);
});

test("the first commit is reached from everywhere", () => {
  const played = searching().answer(hits("fix", [4700], "whole"));
  withPages(played.keys("esc"));
  expect(chosen(played)).toBe("fix 4700");

  expect(chosen(withPages(played.keys("<")))).toBe("number 0");
});

test("far from the newest commit R reads again what is around the cursor", () => {
  const played = searching().answer(hits("fix", [2700], "whole"));
  withPages(played.keys("esc", "R"));
  played.answer({ kind: "reload", answer: {} });
  expect(text(played)).toContain("fix 2700");
  withPages(played);

  expect(chosen(played)).toBe("fix 2700");
});

test("at the end of what is loaded it is said that more is on its way, and not that this is all", () => {
  const played = started().keys(">");
  const waiting = played.keys(">").state.message?.text;
  withPages(played);

  expect(waiting).toBe("reading older commits");
  expect(played.state.commits.all).toHaveLength(600);
});

test("numbers of commits that were looked at long ago go", () => {
  const played = started();
  const counts = { nodes: 1, changed: 0, added: 0, removed: 0, failing: 0, resolving: 0, unknown: 0 };
  for (let at = 0; at < 5001; at += 1) played.answer({ kind: "counts", answer: { key: row(at).id, counts } });
  const { counts: known } = played.state.commits;

  expect([known.size, known.has(row(0).id), known.has(row(5000).id)]).toEqual([5000, false, true]);
});

test("what commits in sight change is counted; where counts sort the list, a page further too", () => {
  const played = started();
  const counted = (): readonly number[] =>
    asked(played, "counts").flatMap((ask) => {
      return "commits" in ask ? (ask.commits as readonly { id: string }[]).map(({ id }) => Number(id)) : [];
    });
  const plain = counted();
  const height = plain.length;
  played.keys("s");

  expect(text(played)).toContain(`number ${height - 1}`);
  expect(text(played)).not.toContain(`number ${height} `);
  expect(plain).toEqual(Array.from({ length: height }, (_, index) => index));
  expect(counted()).toHaveLength(2 * height);
});

test("what a commit changes is not waited for when the cursor comes to one of which that is known", () => {
  const played = new Played().answer(...firstAnswers);
  played.event({ kind: "news", news: { kind: "done", of: "changes" }, at: 0 }).wanted();
  played.keys("j");
  expect(played.wanted()).toContain("changes");
  expect(played.state.pending.has("changes")).toBe(true);

  played.keys("k");
  const wanted = played.wanted();
  expect(wanted).toContain("giveUp");
  expect(wanted).not.toContain("changes");
  expect(played.state.pending.has("changes")).toBe(false);
  played.keys("j");
  expect(played.wanted(), "it is asked again").toContain("changes");
});
