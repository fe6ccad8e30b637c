import { expect, test } from "vitest";
import { type Size, textOfLine } from "../../src/tui/draw/line.ts";
import { frame } from "../../src/tui/frame.ts";
import type { PointerInput } from "../../src/tui/keys.ts";
import { chosenNode } from "../../src/tui/screens/nodes/panes.ts";
import { nodeAnswers } from "../support/tui/nodes.ts";
import { firstAnswers, Played } from "../support/tui/played.ts";
import { stagedAnswer } from "../support/tui/staged.ts";

function started(size: Size = { columns: 120, rows: 40 }): Played {
  const [header, ...others] = firstAnswers;
  const played = new Played(size);
  if (header?.kind !== "header") return played;
  return played.answer({ kind: "header", answer: { ...header.answer, mouse: true } }, ...others);
}

/** The first place where a text stands. */
function placeOf(played: Played, text: string): Pick<PointerInput, "column" | "row"> {
  const lines = frame(played.state, 0).map(textOfLine);
  const row = lines.findIndex((line) => line.includes(text));
  expect(row, text).toBeGreaterThanOrEqual(0);
  return { row, column: (lines[row] ?? "").indexOf(text) };
}

function use(played: Played, button: PointerInput["button"], text: string, at = 0): Played {
  const input: PointerInput = { kind: "pointer", button, ...placeOf(played, text) };
  return played.event({ kind: "input", input, at });
}

const click = (played: Played, text: string, at = 0): Played => use(played, "left", text, at);

test("the terminal is asked for the mouse where the setting says so, and not again", () => {
  const played = started();
  const [header] = firstAnswers;

  expect(played.wants.filter(({ kind }) => kind === "mouse")).toEqual([{ kind: "mouse", isOn: true }]);
  played.wants.splice(0);
  if (header !== undefined) played.answer(header);
  expect(played.wants).toEqual([{ kind: "mouse", isOn: false }]);
});

test("where the mouse is not wanted a report of it does nothing", () => {
  const played = new Played().answer(...firstAnswers);
  const before = played.state;

  expect(click(played, "web01 moves").state).toEqual(before);
});

test("a click chooses a commit, a double click opens it", () => {
  const played = click(started(), "role.db", 1000);
  expect(played.state.commits.cursor.index).toBe(2);
  expect(click(played, "role.db", 1300).state.screen).toBe("changes");

  const slow = click(click(started(), "role.db", 1000), "role.db", 2000);
  expect(slow.state.screen).toBe("commits");
  const elsewhere = click(click(started(), "role.db", 1000), "docs:", 1100);
  expect(elsewhere.state.screen).toBe("commits");
});

test("a third click is the first of another two", () => {
  const played = click(click(started().keys("enter"), "ssh:per", 1000), "ssh:per", 1100);
  expect(played.state.changes.isOpen).toBe(true);

  expect(click(played, "ssh:per", 1200).state.changes.isOpen).toBe(false);
});

test("the pane that is clicked gets the keys", () => {
  const played = click(started().keys("enter", ">", "k"), "Value on");
  expect(played.state.changes.isOpen).toBe(false);
  click(played, "resolving");
  expect(played.state.changes.isOpen).toBe(true);
  click(played, "~ ntp:server");
  expect([played.state.changes.isOpen, played.state.changes.cursor.index]).toEqual([false, 2]);
});

test("tabs of the header lead to their screens", () => {
  expect(click(started(), "3 Nodes").state.screen).toBe("nodes");
});

test("the wheel moves the list under it three lines, and scrolls a detail without giving it the keys", () => {
  const played = use(started(), "wheel-down", "role.db");
  expect(played.state.commits.cursor.index).toBe(3);
  use(played, "wheel-up", "role.db");
  expect(played.state.commits.cursor.index).toBe(0);

  const small = started({ columns: 84, rows: 15 }).keys("enter", ">", "k", "|");
  use(small, "wheel-down", "resolving");
  expect([small.state.changes.isOpen, small.state.changes.cursor.index]).toEqual([false, 5]);
});

test("nodes and their values are chosen, on both sides", () => {
  const played = started()
    .keys("3")
    .answer(...nodeAnswers);
  click(played, "web03.par1");
  expect(chosenNode(played.state)).toBe("web03.par1");

  click(click(played, "web01.par1").answer(...nodeAnswers), "motd");
  expect([played.state.nodes.isOpen, played.state.nodes.treeCursor.id]).toEqual([true, "motd"]);
});

test("findings and changes of what is staged are one list to the mouse", () => {
  const played = started().keys("4").answer(stagedAnswer);
  click(played, "backup:server");

  // Behind the fold of older findings.
  expect(played.state.staged.cursor.index).toBe(9);
});

test("over an overlay the wheel scrolls that, and a click does nothing", () => {
  const played = started({ columns: 80, rows: 15 }).keys("?");
  const help = played.state.overlay;
  use(played, "wheel-down", "line down");
  expect(played.state.overlay).not.toEqual(help);

  const { overlay } = played.state;
  click(click(played, "page down", 10), "page down", 20);
  expect(played.state.overlay).toEqual(overlay);
});

test.each([
  { columns: 200, rows: 60 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
  { columns: 10, rows: 3 },
])("a click anywhere on $columns x $rows and beyond breaks nothing", (size) => {
  for (const keys of [[], ["enter"], ["3"], ["4"], ["m"], ["?"], [":"]]) {
    for (let at = 0; at < 40; at += 1) {
      const played = started(size).keys(...keys);
      const place = { column: ((at * 37) % (size.columns + 4)) - 2, row: ((at * 17) % (size.rows + 4)) - 2 };
      const button = (["left", "wheel-up", "wheel-down"] as const)[at % 3] ?? "left";
      played.event({ kind: "input", input: { kind: "pointer", button, ...place }, at: 0 });
      expect(frame(played.state, 0)).toHaveLength(Math.max(1, size.rows - 1));
    }
  }
});
