import { expect, test } from "vitest";
import { textOfLine } from "../../../../src/tui/draw/line.ts";
import { frame } from "../../../../src/tui/frame.ts";
import { detail, firstAnswers, Played } from "../../../support/tui/played.ts";

const value = { kind: "value", answer: detail } as const;

/** On the value of ssh:permit_root_login: two layers before the change, three after it. */
function opened(size = { columns: 120, rows: 40 }): Played {
  return new Played(size)
    .answer(...firstAnswers)
    .keys("enter", ">", "k", "enter")
    .answer(value);
}

/** The rows of the layer at the cursor. */
function cursorRow({ state }: Played): string {
  const lines = frame(state, 0).map((line) => line.filter(({ chosen, spot }) => chosen && spot?.pane === "detail"));
  return lines.map(textOfLine).join("");
}

test("the cursor is on the layer that wins, and goes over those before and after the change", () => {
  const played = opened();

  expect(cursorRow(played)).toContain("7 class backuppc.client");
  expect(cursorRow(played.keys("k"))).toContain("6 class ssh.server");
  expect(cursorRow(played.keys("<"))).toContain("3 class os.debian");
  expect(played.keys(">").state.changes.layerAt).toBe(4);
});

test("of an old layer the older state is asked about, at its line", () => {
  const asked = opened().keys("<", "j", "x").wants.at(-1);

  expect(asked).toMatchObject({ request: { kind: "explain", ask: { at: { node: "web01.par1", isOld: true } } } });
});

test("Enter on a class leads to the nodes that have it in the state of the layer, Esc back to the layer", () => {
  const played = opened();
  played.keys("<", "enter");

  expect(played.state).toMatchObject({
    screen: "nodes",
    nodes: { only: { test: "classes=os.debian" } },
    changes: { target: { words: ["5c0ffee".padEnd(40, "0"), "5c0ffee".padEnd(40, "0")] } },
  });
  expect(played.keys("esc").state).toMatchObject({ screen: "changes", changes: { layerAt: 0, isOpen: true } });
});

test("another node begins with the layer that wins", () => {
  expect(opened().keys("<", "}").state.changes.layerAt).toBeUndefined();
});

test("where the value and its layers are one text, the layer at the cursor is in sight", () => {
  const played = opened({ columns: 40, rows: 12 });

  expect(cursorRow(played.keys("k"))).toContain("6 class ssh.server");
  expect(cursorRow(played.keys("<"))).toContain("class os.debian");
});
