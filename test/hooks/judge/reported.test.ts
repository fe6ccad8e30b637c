import { describe, expect, test } from "vitest";
import { reportedFindings } from "../../../src/hooks/judge/report.ts";
import { rowText } from "../../../src/report/text/row.ts";
import type { Finding } from "../../../src/workspace/workspace.ts";
import { unmasked } from "../../support/found.ts";

function findings(count: number): readonly Finding[] {
  return Array.from({ length: count }, (_, at) => {
    const text = `- class${at}\n`;
    const span = { file: { path: `nodes/n${at}.yml`, blob: "", text }, start: 2, end: text.length - 1 };
    const message = `class class${at} is missing`;
    return {
      diagnostic: unmasked({ code: "class-not-found", severity: "error", message, span, related: [] }),
      nodes: [`n${at}`],
    };
  });
}

/** Lines of one finding in full: title, place, frame of four, nodes, a blank line. */
const FULL = 8;

describe.each([0, 1, 2, 4, 5, 12, 34, 35, 36, 500])("%i findings", (count) => {
  test.each([1, 8, 20, 36])("take at most %i lines, and each is shown or counted", (lines) => {
    const { rows, hidden } = reportedFindings(findings(count), lines);
    const text = rows.map(rowText);
    const shown = text.filter((line) => line.startsWith("error[")).length;

    expect(rows.length).toBeLessThanOrEqual(lines);
    expect(shown + hidden).toBe(count);
    expect(text.some((line) => line.includes(" more finding"))).toBe(hidden > 0);
  });
});

test("as many as fit are shown in full, the others in a line each with the place", () => {
  const text = reportedFindings(findings(5), 3 * FULL + 2).rows.map(rowText);

  expect(text.filter((line) => line.includes("= nodes:"))).toHaveLength(3);
  expect(text.slice(-2)).toEqual([
    "error[class-not-found]: class class3 is missing  nodes/n3.yml:1:3  (n3)",
    "error[class-not-found]: class class4 is missing  nodes/n4.yml:1:3  (n4)",
  ]);
});

test("without a bound everything is shown in full", () => {
  const { rows, hidden } = reportedFindings(findings(60), Number.POSITIVE_INFINITY);

  expect([rows.length, hidden]).toEqual([60 * FULL, 0]);
});
