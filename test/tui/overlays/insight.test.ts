import { expect, test } from "vitest";
import { textOfLine } from "../../../src/tui/draw/line.ts";
import { frame } from "../../../src/tui/frame.ts";
import { type AskedValuePlace, placeKey } from "../../../src/tui/state/compared.ts";
import type { Answer } from "../../../src/tui/worker/questions.ts";
import { timelineAnswers } from "../../support/tui/nodes.ts";
import { changes, firstAnswers, Played } from "../../support/tui/played.ts";

const place: AskedValuePlace = {
  target: { kind: "commit", id: changes.key, parent: "5c0ffee".padEnd(40, "0") },
  node: "web01.par1",
  path: "ssh:permit_root_login",
  isOld: false,
};

/** On the change of `place`. */
function onChange(): Played {
  const played = new Played().answer(...firstAnswers).keys("enter", ">", "k");
  played.wants.splice(0);
  return played;
}

function explained(text: string, at: AskedValuePlace = place): Answer {
  return {
    kind: "explain",
    answer: { key: placeKey(at), rows: [[{ label: "plain", text }]], source: "classes/ssh.yml:4" },
  };
}

function text(played: Played): string {
  return frame(played.state, 0).map(textOfLine).join("\n");
}

test("from a commit to the layers of the value of its first edit it takes three keys", () => {
  const set = { ...changes, blocks: changes.blocks.slice(1, 2), changes: changes.changes.slice(1, 2) };
  const first = { ...set, changes: set.changes.map((row) => ({ ...row, block: 0 })) };
  const played = new Played().answer(...firstAnswers, { kind: "changes", answer: first }).keys("enter", "x");

  expect(played.wants.at(-1)).toMatchObject({
    request: { kind: "explain", ask: { at: { node: "web01.par1", path: "ntp:server", isOld: false } } },
  });
});

test("what is gone is explained as it was", () => {
  const [, first] = changes.changes;
  const row = first && { ...first, block: undefined, sign: "-" as const, now: undefined, isGone: true };
  const set = { ...changes, changes: row === undefined ? [] : [row] };
  const played = new Played().answer(...firstAnswers, { kind: "changes", answer: set }).keys("enter", "x");

  expect(played.wants.at(-1)).toMatchObject({ request: { kind: "explain", ask: { at: { isOld: true } } } });
});

test("the answer is shown, one about another value is not, and it is not asked for twice", () => {
  const played = onChange()
    .keys("x")
    .answer(explained("other", { ...place, node: "web02.par1" }));
  expect(text(played)).toContain("resolving…");

  expect(text(played.answer(explained("class ssh.server")))).toContain("class ssh.server");
  played.wanted();
  expect(played.keys("esc", "x").wanted()).not.toContain("explain");
  expect(text(played)).toContain("class ssh.server");
});

test("x, b and t lead from one to the other, and Esc or the key of what is shown back", () => {
  const played = onChange().keys("x", "b", "t");

  expect(played.wanted()).toEqual(["explain", "blame", "giveUp", "timeline"]);
  expect(text(played)).toContain("timeline ssh:permit_root_l");
  expect(played.keys("t").state.overlay?.kind).toBe("blame");
  expect(played.keys("esc").state.overlay?.kind).toBe("explain");
  expect(played.keys("esc").state).toMatchObject({ overlay: undefined, screen: "changes", back: { length: 1 } });
  expect(played.keys("esc").state).toMatchObject({ screen: "commits", back: [] });
  expect(played.keys("esc").state.message?.text).toBe("Esc: this is the first view, q quits");
});

test("what is explained can be edited at the line that wins, and copied; a menu leads back to it", () => {
  const played = onChange().keys("x").answer(explained("class ssh.server"));

  expect(played.keys("e").wants.at(-1)).toMatchObject({ kind: "edit", file: "classes/ssh.yml", line: 4 });
  expect(played.keys("y").state.overlay?.kind).toBe("menu");
  expect(played.keys("esc").state.overlay?.kind).toBe("explain");
  expect(played.keys("y", "p").wants.at(-1)).toMatchObject({ kind: "copy", text: "ssh:permit_root_login" });
});

test("commits come into the timeline as they are found, each once, also when the work begins anew", () => {
  const [first, second] = timelineAnswers(place);
  const played = onChange()
    .keys("t")
    .answer(...timelineAnswers(place));
  if (first === undefined || second === undefined) throw new Error("two commits are expected");

  expect(text(played)).toContain("2 of 14 commits · searched 7 of 14…");
  played.event({ kind: "news", news: { kind: "progress", of: "timeline", done: 9, total: 0 }, at: 0 });
  expect(text(played)).toContain("2 of 14 commits · searched 9 of 14…");
  expect(played.answer(first).state.insight?.timeline).toHaveLength(1);
  expect(played.answer(second).state.insight?.timeline).toHaveLength(2);
  played.event({ kind: "news", news: { kind: "done", of: "timeline" }, at: 0 });
  expect(text(played)).toContain("2 of 14 commits · searched 14 of 14 ━");
});

test("Esc stops the work on a timeline that is not whole", () => {
  const played = onChange().keys("t");
  played.wanted();
  played.keys("esc");

  expect(played.wants[0]).toEqual({ kind: "giveUp", of: "timeline" });
});

test("Enter leads from the timeline to what that commit changes", () => {
  const played = onChange()
    .keys("t")
    .answer(...timelineAnswers(place))
    .keys("j", "enter");

  expect(played.state.overlay).toBeUndefined();
  const target = { kind: "commit", id: "1f00a2c".padEnd(40, "0") } as const;
  expect(played.state.changes.target).toMatchObject(target);
  played.answer({ kind: "changes", answer: { ...changes, key: target.id } });
  expect(played.state.changes).toMatchObject({ isOpen: true, cursor: { id: "~ ssh:permit_root_login" } });
  expect(played.keys("esc").state.overlay, "and back to the same row").toMatchObject({ own: { at: 1 } });
  expect(played.keys("esc").state.changes.target).toMatchObject({ id: changes.key });
});

test("when a history cannot be followed the screen says why instead", () => {
  const failed = { kind: "failed", of: "timeline", message: "git failed" } as const;
  const played = onChange().keys("t").event({ kind: "news", news: failed, at: 0 });

  expect(played.state.overlay).toBeUndefined();
  expect(played.state.message?.text).toBe("git failed");
});

test("where there is no value the keys say so", () => {
  const played = new Played().answer(...firstAnswers).keys("enter", "x");

  expect(played.state.overlay).toBeUndefined();
  expect(played.state.message?.text).toBe("choose a value of web09.fra1: Enter opens the node");
});
