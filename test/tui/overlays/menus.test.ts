import { expect, test } from "vitest";
import { editorCommand } from "../../../src/tui/editor.ts";
import { frame } from "../../../src/tui/frame.ts";
import { shownSet } from "../../../src/tui/screens/changes/chosen.ts";
import { entriesOf } from "../../../src/tui/screens/changes/entries.ts";
import { isIgnored } from "../../../src/tui/screens/changes/ignored.ts";
import { screens } from "../../../src/tui/screens/table.ts";
import { nodeAnswers } from "../../support/tui/nodes.ts";
import { changes, detail, firstAnswers, Played } from "../../support/tui/played.ts";
import { stagedAnswer, stagedReport } from "../../support/tui/staged.ts";

const value = { kind: "value", answer: detail } as const;

/** On the second change of the commit, opened, with its value there. */
function opened(): Played {
  return new Played()
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer(value);
}

function menuOf(played: Played): readonly (readonly [string, string, string])[] {
  const { overlay } = played.state;
  return overlay?.kind === "menu" ? overlay.own.items.map(({ key, text, value }) => [key, text, value]) : [];
}

test("of a change value, path, node, command, commit and place can be copied", () => {
  const played = opened().keys("y");

  const command = `heir diff ${"5c0ffee".padEnd(40, "0")} ${changes.key} --node web01.par1 --path ssh:permit_root_login`;
  expect(menuOf(played)).toEqual([
    ["v", "value", '"without-password"'],
    ["o", "old value", '"no"'],
    ["l", "value of this layer", '"without-password"'],
    ["p", "path", "ssh:permit_root_login"],
    ["n", "node", "web01.par1"],
    ["h", "heir command", command],
    ["c", "commit", changes.key],
    ["f", "file:line", "classes/backuppc/client.yml:6"],
  ]);
  expect(played.keys("f").wants.at(-1)).toEqual({ kind: "copy", text: "classes/backuppc/client.yml:6" });
  expect(played.state.overlay).toBeUndefined();
});

test("a secret and a value that is cut short are not offered to be copied", () => {
  const rows = changes.changes.map((row) => ({ ...row, now: "(secret)", old: `"${"a".repeat(400)}…` }));
  const set = { ...changes, changes: rows };
  const played = new Played().answer(...firstAnswers, { kind: "changes", answer: set }).keys("enter", ">", "y");

  expect(menuOf(played).map(([key]) => key)).toEqual(["p", "n", "h", "c", "f"]);
});

test("of an edit what was done, the command that prints it alone, commit and place can be copied", () => {
  const played = new Played().answer(...firstAnswers).keys("enter", "j", "y");

  const command = `heir diff ${"5c0ffee".padEnd(40, "0")} ${changes.key} --block 1`;
  expect(menuOf(played)).toEqual([
    ["v", "edit", "dc:net removed in class dc.fra1"],
    ["c", "commit", changes.key],
    ["f", "file:line", "classes/dc/fra1.yml:3"],
    ["h", "heir command", command],
  ]);
  const want = { kind: "edit", root: "/srv/fleet", file: "classes/dc/fra1.yml", line: 3 };
  expect(played.keys("esc", "e").wants.at(-1)).toEqual(want);
});

test("e opens the line of the layer at the cursor, at first of the one that wins", () => {
  const want = { kind: "edit", root: "/srv/fleet" };

  expect(opened().keys("e").wants.at(-1)).toEqual({ ...want, file: "classes/backuppc/client.yml", line: 6 });
  // Above the three layers now are the two before.
  expect(opened().keys("k", "k", "k", "e").wants.at(-1)).toEqual({ ...want, file: "classes/ssh/server.yml", line: 4 });
});

test("after the editor the repository is read again; an editor that fails is reported", () => {
  const played = opened();
  played.wanted();

  expect(played.event({ kind: "edited", failure: undefined }).wants).toMatchObject([{ request: { kind: "reload" } }]);
  expect(played.event({ kind: "edited", failure: "vi ended with exit code 1" }).state.message?.isError).toBe(true);
});

test.each([
  ["vim", ["+7", "/srv/a.yml"]],
  ["/usr/bin/emacsclient -t", ["+7", "/srv/a.yml"]],
  ["code --wait", ["--goto", "/srv/a.yml:7"]],
  ["hx", ["/srv/a.yml:7"]],
  ["my-editor", ["/srv/a.yml"]],
])("%s gets the line in its own way", (line, args) => {
  const want = { kind: "edit", root: "/srv", file: "a.yml", line: 7 } as const;

  expect(editorCommand({ VISUAL: "", EDITOR: line }, want)).toEqual({ line, args });
});

test("$VISUAL counts more than $EDITOR, and without either there is vi", () => {
  const want = { kind: "edit", root: "/srv", file: "a.yml", line: 7 } as const;

  expect(editorCommand({ VISUAL: "nano", EDITOR: "vim" }, want).line).toBe("nano");
  expect(editorCommand({}, want).line).toBe("vi");
});

test("secrets are asked for once, and the first line of the question is no", () => {
  const asked = new Played().answer(...firstAnswers).keys("$");
  asked.wanted();

  expect(asked.keys("enter").wanted()).toEqual([]);
  expect(asked.keys("$", "y").wants).toMatchObject([{ request: { kind: "reload", ask: { areSecretsShown: true } } }]);
});

test("after a reload history and changes are asked for again, and the cursor stays", () => {
  const played = opened();
  const { cursor } = played.keys("R").state.changes;
  played.wanted();

  expect(played.answer({ kind: "reload", answer: {} }).wanted()).toEqual(["history", "changes", "header", "trees"]);
  expect(played.answer(...firstAnswers).state.changes.cursor.id).toBe(cursor.id);
});

test("when the repository moves, the screen in front is read again by itself, without a key", () => {
  const trees = { head: "a", refs: "r", index: "i", worktree: "w", root: "/srv/fleet" };
  const played = opened().answer({ kind: "trees", answer: trees });
  played.wanted();

  expect(played.event({ kind: "news", news: { kind: "moved" }, at: 0 }).wanted()).toEqual(["trees"]);
  expect(played.answer({ kind: "trees", answer: trees }).wanted(), "nothing has changed").toEqual([]);
  const refs = { ...trees, refs: "s" };
  expect(played.answer({ kind: "trees", answer: refs }).wanted(), "a commit does not change").toEqual([
    "history",
    "header",
  ]);
  played.keys("4").answer(stagedAnswer).wanted();
  expect(played.answer({ kind: "trees", answer: { ...stagedReport.trees, index: "j" } }).wanted()).toEqual([
    "files",
    "staged",
    "header",
  ]);
});

test.each([
  ["nodes", "3", [...nodeAnswers], ["nodes", "changes"]],
  ["staged", "4", [stagedAnswer], ["files", "staged"]],
] as const)(
  "a reload asks again for what the screen of %s shows, and its cursor stays",
  (screen, key, answers, kinds) => {
    const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys(key);
    const { cursor } = played.answer(...answers).keys("j").state[screen];
    played.wanted();

    expect(played.keys("R").wanted()).toEqual(["reload"]);
    expect(played.answer({ kind: "reload", answer: {} }).wanted()).toEqual(["history", ...kinds, "header", "trees"]);
    expect(played.answer(...firstAnswers, ...answers).state[screen].cursor.id).toBe(cursor.id);
    played.event({ kind: "edited", failure: undefined });
    expect(played.wanted(), "leaving the editor reloads, too").toContain("reload");
  },
);

test.each(screens.map(({ title }, at) => [title, `${at + 1}`]))(
  "a reload asks again for what opening %s asked",
  (_, key) => {
    const played = new Played().answer(...firstAnswers);
    played.wanted();
    // Counts are asked for once the commits are there, a value once the changes are.
    const asked = played
      .keys(key)
      .wanted()
      .filter((kind) => kind !== "counts" && kind !== "value");

    expect(played.answer({ kind: "reload", answer: {} }).wanted()).toEqual(expect.arrayContaining([...asked]));
  },
);

test("nodes that were listed before a reload are asked for again when their screen comes to the front", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys("3");
  played.answer(...nodeAnswers).keys("1", "R");
  played.answer({ kind: "reload", answer: {} }, ...firstAnswers).wanted();

  expect(played.keys("3").wanted()).toEqual(["nodes"]);
});

test("+ gives the pane with the keys half of the screen, all of it, and its share again", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers);
  const zooms = ["+", "+", "+", "+"].map((key) => played.keys(key).state.zoom);

  expect(zooms).toEqual(["half", "full", "normal", "half"]);
});

/** Paths in the list of changes. */
function listed({ state }: Played): readonly string[] {
  const set = shownSet(state);
  return set === undefined
    ? []
    : entriesOf(set, state.changes).flatMap((each) => (each.kind === "change" ? each.row.title : []));
}

test("i leaves out what differs in order or type only, or below a path, in every grouping", () => {
  const [failing, ntp, ssh, backup] = changes.changes;
  if (failing === undefined || ntp === undefined || ssh === undefined || backup === undefined)
    throw new Error("there are no changes");
  const set = {
    ...changes,
    changes: [failing, { ...ntp, only: "order" as const }, { ...ssh, only: "type" as const }, backup],
  };
  const played = new Played().answer(...firstAnswers, { kind: "changes", answer: set }).keys("enter");

  expect(listed(played.keys("i", "o"))).toEqual([failing.title, ssh.title, backup.title]);
  expect(listed(played.keys("i", "t"))).toEqual([failing.title, backup.title]);
  expect(listed(played.keys(">", "k", "i", "p"))).toEqual([failing.title]);
  expect(played.keys("`").state.changes.ignored.size).toBe(3);
  expect(listed(played.keys("`", "`", "i", "a"))).toEqual(set.changes.map(({ title }) => title));
});

test("what is ignored stands in the title and in the command that prints the same", () => {
  const played = new Played({ columns: 120, rows: 40 }).answer(...firstAnswers).keys("enter", "n", "i", "p", "i", "o");
  const text = frame(played.state, 0).map((line) => line.map((part) => part.text).join(""));

  expect(text.find((line) => line.includes("Changes  by edit"))).toContain("1 ignored (i)");
  played.keys("n", "y", "h");
  expect(played.wants.at(-1)).toMatchObject({
    text: expect.stringMatching(/^heir diff \S+ \S+ --exclude-path ntp:server --ignore-order --node/),
  });
});

test("a path that is ignored takes along what is below it, and nothing beside it", () => {
  const [, row] = changes.changes;
  if (row === undefined) throw new Error("there are no changes");
  const ignored = new Set(["--exclude-path ntp"]);
  const titles = ["ntp", "ntp:server", "ntp:server:x", "ntpd", "x:ntp"];

  expect(titles.filter((title) => isIgnored({ ...row, title }, ignored))).toEqual([
    "ntp",
    "ntp:server",
    "ntp:server:x",
  ]);
});
