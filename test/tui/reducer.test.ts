import { expect, test } from "vitest";
import { textOfLine } from "../../src/tui/draw/line.ts";
import { frame } from "../../src/tui/frame.ts";
import { changes, detail, firstAnswers, Played, trees } from "../support/tui/played.ts";

test("at the start the history is asked for, and where we are", () => {
  expect(new Played().wanted()).toEqual(["history", "files", "refs", "header", "trees"]);
});

test("when commits come, the changes of the first and the numbers of those in sight are asked for", () => {
  const played = new Played();
  played.wanted();

  expect(played.answer(...firstAnswers.slice(0, 2)).wanted()).toEqual(["changes", "counts"]);
});

test("going back to a commit whose changes are there asks for nothing again", () => {
  const played = new Played().answer(...firstAnswers).keys("j");
  played.wanted();

  expect(played.keys("k").wanted()).not.toContain("changes");
});

test("Enter leads from a commit to its changes, to a change, and Esc all the way back", () => {
  const played = new Played().answer(...firstAnswers);
  const way = ["enter", "enter", "esc", "esc"].map((key) => {
    const { screen, changes: own } = played.keys(key).state;
    return `${screen}${own.isOpen ? " open" : ""}`;
  });

  expect(way).toEqual(["changes", "changes open", "changes", "commits"]);
});

test("a value is asked for once it is in sight, on the node that is chosen", () => {
  const played = new Played().answer(...firstAnswers).keys("enter", ">", "k");
  played.wanted();
  played.keys("enter");
  const [want] = played.wants;

  expect(want).toMatchObject({
    kind: "ask",
    request: { kind: "value", ask: { change: "~ ssh:permit_root_login", node: "web01.par1" } },
  });
  played.answer({ kind: "value", answer: detail }).wanted();
  expect(played.keys("}").wants).toMatchObject([
    { request: { ask: { change: "~ ssh:permit_root_login", node: "web02.par1" } } },
  ]);
});

test("the chosen change stays chosen when the list is grouped or unfolded above it", () => {
  const played = new Played().answer(...firstAnswers).keys("enter", "n", "l");

  expect(played.state.changes.cursor.id).toBe("~ ntp:server");
  expect(played.keys("j", "h").state.changes.cursor.id).toBe("~ ntp:server");
  played.keys("n", "h");
  expect(played.state.changes.cursor.id, "an edit folds, with all its effects").toBe(changes.blocks[2]?.id);
  expect(played.keys("k").state.changes.cursor.id).toBe(changes.blocks[1]?.id);
});

test("a key that does nothing says so, and the next key takes that away", () => {
  const played = new Played().answer(...firstAnswers).keys("}");

  expect(played.state.message?.text).toBe("} (next node that has the change) works only on changes and nodes");
  expect(played.keys("j").state.message).toBeUndefined();
  expect(played.keys("X").state.message?.text).toBe("X does nothing, ? shows all keys");
});

test("q quits with 0, Ctrl-C with 130, also while keys are shown", () => {
  expect(new Played().keys("q").wants.at(-1)).toEqual({ kind: "quit", code: 0 });
  expect(new Played().keys("?", "ctrl-c").wants.at(-1)).toEqual({ kind: "quit", code: 130 });
});

test("in the help letters search, arrows scroll, and Esc closes", () => {
  const played = new Played().keys("?", "q", "u", "i", "t");

  expect(played.state.overlay).toEqual({ kind: "help", own: { typed: "quit", top: 0 } });
  expect(played.keys("backspace", "down").state.overlay).toEqual({ kind: "help", own: { typed: "qui", top: 0 } });
  expect(played.keys("esc").state.overlay).toBeUndefined();
});

test("pasted text is searched for, and elsewhere does not act as keys", () => {
  const paste = { kind: "input", input: { kind: "paste", text: "qq" } } as const;

  expect(new Played().keys("?").event(paste).state.overlay).toMatchObject({ own: { typed: "qq" } });
  expect(new Played().event(paste).wanted()).not.toContain("quit");
});

test("a failure is reported in the bottom line, and kept in the messages", () => {
  const failed = { kind: "failed", of: "history", message: "git log failed", hint: "install git" } as const;
  const played = new Played().event({ kind: "news", news: failed, at: 0 });

  expect(played.state.message).toEqual({ text: "git log failed: install git", isError: true });
  expect(played.keys("j").state.log).toHaveLength(1);
});

test("after the terminal has another size the chosen commit is in sight", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys(">");
  const { cursor } = played.event({ kind: "resized", size: { columns: 40, rows: 8 } }).state.commits;

  expect(cursor.index).toBe(5);
  expect(cursor.top).toBeGreaterThan(0);
});

test("history goes on when the cursor comes near its end, once", () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({
    id: `id${index}`,
    shortId: `id${index}`,
    parent: `id${index + 1}`,
    time: 0,
    author: "ops",
    subject: "",
  }));
  const played = new Played().answer({ kind: "history", answer: { from: 0, refs: "r", commits: rows, isLast: false } });
  played.wanted();

  expect(played.keys(">").wanted()).toContain("history");
  expect(played.keys("k").wanted()).not.toContain("history");
});

test("a key of the user's own does what it was given, shows in the help, and means nothing else", () => {
  const header = {
    branch: "main",
    states: [],
    keys: { quit: "Q", help: "ctrl-g q" },
    mouse: false,
  };
  const played = new Played().answer(...firstAnswers, { kind: "header", answer: header });
  played.wanted();

  expect(played.keys("Q").wanted()).toEqual(["quit"]);
  expect(played.keys("q").state.overlay?.kind).toBe("help");
});

test("keys of the user's own stand in the bottom line and in the help", () => {
  const header = {
    branch: "main",
    states: [],
    keys: { quit: "Q", help: "q", reload: "ctrl-r", suspend: "S" },
    mouse: false,
  };
  const played = new Played({ columns: 140, rows: 40 }).answer(...firstAnswers, { kind: "header", answer: header });
  const lines = (): readonly string[] => frame(played.state, 0).map(textOfLine);

  expect(lines().at(-1)).toMatch(/ q keys {2}Q quit/);
  expect(played.keys("q", ..."these") && lines().find((line) => line.includes("these keys"))).toMatch(/┃ {2}q \? /);
  played.keys("esc").wanted();
  expect(played.keys("S").wanted()).toEqual(["suspend"]);
  const other = { ...header, keys: { "next-node": "ctrl-n" } };
  played.answer({ kind: "header", answer: other }).keys("enter", "n");
  expect(lines().join("\n"), "in titles, too").toMatch(/\(1 of 12\) {3}Ctrl-N/);
});

test("a key for an unknown action is reported", () => {
  const header = { branch: "main", states: [], keys: { nonsense: "Q" }, mouse: false };
  const played = new Played().answer({ kind: "header", answer: header });

  expect(played.state.message?.text).toBe("heir.key.nonsense: there is no such action");
});

test("a key under an earlier name of an action works, with a notice", () => {
  const header = { branch: "main", states: [], keys: { again: "ctrl-r" }, mouse: false };
  const played = new Played().answer({ kind: "header", answer: header });

  expect(played.state.message).toEqual({ text: "heir.key.again is now heir.key.reload", isError: false });
  played.wanted();
  expect(played.keys("ctrl-r").wanted()).toEqual(["reload"]);
});

test("between two columns, three, one, and back, the cursor and the pane with the keys stay", () => {
  const played = new Played({ columns: 200, rows: 60 })
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer({ kind: "value", answer: detail });
  const before = played.state.changes;
  for (const size of [
    { columns: 160, rows: 15 },
    { columns: 100, rows: 30 },
    { columns: 40, rows: 12 },
    { columns: 10, rows: 5 },
    { columns: 80, rows: 24 },
  ])
    played.event({ kind: "resized", size });
  played.event({ kind: "resized", size: { columns: 200, rows: 60 } });

  expect(played.state.changes).toEqual(before);
  expect(before.isOpen).toBe(true);
  expect(played.state.commits.cursor.id).toBe(changes.key);
});

test("where there is little room the bottom line still names the help and the end", () => {
  const bottom = (): string => (frame(played.state, 0).at(-1) ?? []).map(({ text }) => text).join("");
  const played = new Played({ columns: 40, rows: 12 }).answer(...firstAnswers).keys("enter");

  expect(bottom().trimEnd()).toBe("Enter open  e edit  ? keys  q quit");
});

test("where there is one pane, it is said below the value where that comes from", () => {
  const played = new Played({ columns: 40, rows: 12 })
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer({ kind: "value", answer: detail })
    .keys("k", "j");
  const lines = frame(played.state, 0).map((line) => textOfLine(line).trimEnd());

  expect(lines.find((line) => line.includes("▸  7 class"))).toMatch(/"with.*wins$/);
});

test("commits are read again where a ref moved before all files were read", () => {
  const played = new Played().answer(...firstAnswers.slice(0, 2));
  played.wanted();

  expect(played.answer({ kind: "trees", answer: { ...trees, refs: "moved" } }).wanted()).toContain("history");
  expect(new Played().answer(...firstAnswers.slice(0, 2)).answer({ kind: "trees", answer: trees }).state.trees).toEqual(
    trees,
  );
});
