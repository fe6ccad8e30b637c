import { expect, test } from "vitest";
import type { BaselineEntry } from "../../../src/model/findings/baseline.ts";
import { finding } from "../../../src/model/findings/diagnostic.ts";
import { restMessage } from "../../../src/model/findings/finding-limit.ts";
import { derived, mask } from "../../../src/model/secrets/mask.ts";
import { noSecrets } from "../../../src/model/secrets/secrets.ts";
import { baselineOf, entriesBeyond, excuse } from "../../../src/workspace/check/baseline.ts";
import type { Finding } from "../../../src/workspace/workspace.ts";

function found(message: string, nodes: readonly string[], path = "a.yml"): Finding {
  const span = { file: { path, blob: "", text: "" }, start: 0, end: 0 };
  return { diagnostic: mask("finding", finding("class-not-found", span, message), noSecrets), nodes };
}

function entry(message: string, nodes: readonly string[], file = "a.yml"): BaselineEntry {
  return { code: "class-not-found", file, message, nodes };
}

test("an entry excuses only its nodes, and only in its file", () => {
  const findings = [found("x", ["n1", "n2"]), found("x", ["n1"], "b.yml"), found("y", ["n1"])];
  const { kept, excused, used } = excuse(findings, { entries: [entry("x", ["n1", "n9"]), entry("z", [])] });

  expect(kept).toEqual([found("x", ["n2"]), found("x", ["n1"], "b.yml"), found("y", ["n1"])]);
  expect(excused).toBe(1);
  expect(used).toEqual([entry("x", ["n1"])]);
});

test("a finding about no node is excused by an entry without nodes", () => {
  expect(excuse([found("x", [])], { entries: [entry("x", [])] })).toMatchObject({ kept: [], excused: 1 });
});

test("findings with equal code, file and message are one entry with the nodes of all", () => {
  expect(baselineOf([found("x", ["n2"]), found("x", ["n1"])])).toEqual([entry("x", ["n1", "n2"])]);
});

test("of two baselines, the entries and nodes that only the first has", () => {
  const entries = [entry("x", ["n1", "n2"]), entry("y", ["n1"]), entry("z", ["n1"])];

  expect(entriesBeyond(entries, [entry("x", ["n1"]), entry("y", ["n1"])])).toEqual([
    entry("x", ["n2"]),
    entry("z", ["n1"]),
  ]);
});

test("findings beyond those that are kept are excused by their number", () => {
  const rest = (count: number): Finding => {
    const { diagnostic, nodes } = found(restMessage("class-not-found", count), ["n1"]);
    return { diagnostic: derived(diagnostic, (each) => ({ ...each, rest: { count, messages: new Set() } })), nodes };
  };
  const [entries, fewer] = [baselineOf([found("x", ["n1"]), rest(3)]), baselineOf([found("x", ["n1"]), rest(2)])];

  expect(entries[1]).toEqual({ ...entry("and 3 more class-not-found", ["n1"]), more: 3 });
  // The one that was kept is fixed, and the next one is kept in its place.
  expect(excuse([found("y", ["n1"]), rest(2)], { entries })).toMatchObject({ kept: [], excused: 3 });
  expect(excuse([found("y", ["n1"]), rest(2)], { entries }).used).toEqual([entries[1]]);
  expect(excuse([found("x", ["n1"]), rest(4)], { entries }).kept).toEqual([rest(4)]);
  expect([entriesBeyond(entries, fewer), entriesBeyond(fewer, entries)]).toEqual([[{ ...entries[1], nodes: [] }], []]);
});
