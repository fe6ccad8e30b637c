import { expect, test } from "vitest";
import { type Size, textOfLine } from "../../src/tui/draw/line.ts";
import { frame, offers } from "../../src/tui/frame.ts";
import { actionKeys, bindings } from "../../src/tui/keymap.ts";
import { reduce } from "../../src/tui/reducer.ts";
import { screens } from "../../src/tui/screens/table.ts";
import type { Reduced, TuiState } from "../../src/tui/state.ts";
import { places } from "../support/tui/places.ts";
import { Played } from "../support/tui/played.ts";

/** One key for each action; further ones mean the same on every screen. */
const keys = bindings.flatMap((each) => each.keys.slice(0, 1));
const sizes: readonly Size[] = [
  { columns: 200, rows: 60 },
  { columns: 160, rows: 45 },
  { columns: 120, rows: 40 },
  { columns: 100, rows: 24 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 12 },
];

const at = Object.entries(places).flatMap(([name, way]) => sizes.map((size) => ({ name, way, ...size })));

function after(state: TuiState, key: string): Reduced {
  return reduce(state, { kind: "input", input: { kind: "key", key } });
}

/** All that is on the screen, colours of borders included. */
function seen(state: TuiState): string {
  return JSON.stringify(frame(state, 0));
}

/** The same without the bottom line, which says why a key does nothing. */
function body(state: TuiState): string {
  return JSON.stringify(frame(state, 0).slice(0, -1));
}

test.each(at)(
  "$name, $columns x $rows: each key acts or says why not, and those that are offered act",
  ({ way, columns, rows }) => {
    const state: TuiState = { ...way(new Played({ columns, rows })).state, message: undefined };
    const [before, above] = [seen(state), body(state)];
    const offered = new Set(offers(state).flatMap((action) => actionKeys(action, state.screen, {}).slice(0, 1)));

    const silent = keys.filter((key) => {
      const done = after(state, key);
      // A reason is drawn in the bottom line.
      if (done.wants.length > 0 || (!offered.has(key) && done.state.message !== undefined)) return false;
      return offered.has(key) ? body(done.state) === above : seen(done.state) === before;
    });

    expect(silent).toEqual([]);
  },
);

test("each place is another row, on every screen", () => {
  const fronts = Object.values(places).map((way) => way(new Played({ columns: 80, rows: 24 })).state);
  const rows = fronts.map((state) => frame(state, 0).map(textOfLine).join("\n"));

  expect([...new Set(fronts.map(({ screen }) => screen))].sort()).toEqual(screens.map(({ name }) => name).sort());
  expect(Object.keys(places).filter((_, index) => rows.indexOf(rows[index] ?? "") !== index)).toEqual([]);
});
