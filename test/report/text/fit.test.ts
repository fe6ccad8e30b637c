import { expect, test } from "vitest";
import { fitRow, widthsOf } from "../../../src/report/text/fit.ts";
import { plainText, type Row, rowText, segment } from "../../../src/report/text/row.ts";

const gap = plainText("  ");

function change(count: string, path: string, sides: readonly [string, string], place = ""): Row {
  const [old, now] = sides;
  const values = [segment("removed", old, "old"), segment("muted", " -> "), segment("added", now, "new")];
  const where = [gap, segment("source", place, "where")];
  return [segment("muted", count, "count"), gap, segment("path", path, "path"), gap, ...values, ...where];
}

test("what has least to say goes first: the place, then the old value, the new one, the path", () => {
  const row = change(
    "12 nodes",
    "http:limits:body_size",
    ["twenty megabytes", "sixty megabytes"],
    "classes/base.yml:3",
  );
  const at = (columns: number): string => rowText(fitRow(row, columns));

  expect(at(90)).toBe(rowText(row));
  expect(at(84)).toMatch(/^12 nodes {2}http:limits:body_size {2}twenty megabytes -> sixty megabytes {2}cla.*…/);
  expect(at(72)).toBe("12 nodes  http:limits:body_size  twenty megabytes -> sixty megabytes");
  expect(at(64)).toMatch(/^12 nodes {2}http:limits:body_size {2}twenty meg.*… -> sixty megabytes$/);
  expect(at(50)).toMatch(/^12 nodes {2}http:limits:body_size {2}twe.*… -> six.*…$/);
});

test("a row that fits is never cut, however narrow its neighbours are", () => {
  const rows = [change("1 node", "a", ["1", "2"]), change("12 nodes", "some:longer:path", ["1", "2"])];
  const widths = widthsOf(rows);

  expect(rows.map((row) => rowText(fitRow(row, 60, widths)))).toEqual([
    "  1 node  a                 1 -> 2",
    "12 nodes  some:longer:path  1 -> 2",
  ]);
  // Where there is no room to align, nothing is aligned.
  expect(rowText(fitRow(rows[0] ?? [], 19, widths))).toBe("  1 node  a  1 -> 2");
});

test("of two long values the first words that differ stay in sight", () => {
  const sides = ["all you change by hand may be lost today", "all you change by hand will be lost today"] as const;
  const text = rowText(fitRow(change("", "motd", sides), 40));

  expect(text).toMatch(/may/);
  expect(text).toMatch(/will/);
});

test("a value gives way before the other one, but for the words that differ, as long as those of both have room", () => {
  const before = "all that you change by hand ";
  const row = change("12 nodes", "motd", [`${before}may be lost today`, `${before}will be lost today`]);
  const at = (columns: number): string => rowText(fitRow(row, columns));

  expect(at(80)).toBe(`12 nodes  motd  …by hand may … -> ${before}will be lost today`);
  expect(at(62)).toBe("12 nodes  motd  …by hand may … -> … by hand will be lost today");
  expect(at(48)).toBe("12 nodes  motd  …by hand may … -> …by hand will…");
  expect(at(36)).toBe("12 nodes  motd  …may … -> …and will…");
});

test("a path is cut before its last key as long as there is room for that", () => {
  const path = [segment("path", "http:server:locations:document_root", "path")];

  expect([30, 20, 15, 12].map((columns) => rowText(fitRow(path, columns)))).toEqual([
    "http:server:loc…:document_root",
    "http:s…document_root",
    "h…document_root",
    "http:s…_root",
  ]);
});
