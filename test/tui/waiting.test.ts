import { expect, test } from "vitest";
import { textOfLine } from "../../src/tui/draw/line.ts";
import { frame } from "../../src/tui/frame.ts";
import { firstAnswers, Played } from "../support/tui/played.ts";

function bottomLine({ state }: Played, now = 0): string {
  const line = frame(state, now).at(-1);
  return line === undefined ? "" : textOfLine(line).trimEnd();
}

function counting(played: Played, done: number): void {
  played.event({ kind: "news", news: { kind: "progress", of: "counts", done, total: 36 }, at: 0 });
}

test("a sign turns at the bottom from the second look on that finds something asked, until all is answered", () => {
  const played = new Played();
  const calm = bottomLine(played);
  expect(bottomLine(played.event({ kind: "waited" })), "most answers are there sooner").toBe(calm);
  const signs = Array.from({ length: 5 }, () => bottomLine(played.event({ kind: "waited" })).slice(calm.length));
  expect(signs).toEqual(["  -", "  \\", "  |", "  /", "  -"]);

  played.answer(...firstAnswers);
  for (const of of [...played.state.pending]) played.event({ kind: "news", news: { kind: "done", of }, at: 0 });
  expect(bottomLine(played.event({ kind: "waited" }))).toMatch(/quit$/);
  expect(played.state.waited).toBe(0);
});

test("how many of the commits in sight are compared is said, as long as it takes", () => {
  const played = new Played();
  counting(played, 7);
  expect(bottomLine(played, 200)).not.toContain("comparing");
  expect(bottomLine(played, 900)).toMatch(/ {2}comparing 7 of 36 commits$/);
  counting(played, 8);
  expect(bottomLine(played, 12_400)).toMatch(/ {2}comparing 8 of 36 commits, 12 s$/);
});

test("for a screen reader nothing turns", () => {
  const played = new Played(undefined, { plain: true });
  const calm = bottomLine(played);
  for (let look = 0; look < 4; look += 1) played.event({ kind: "waited" });
  expect(bottomLine(played)).toBe(calm);
});
