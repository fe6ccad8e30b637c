import { expect, test } from "vitest";
import type { Severity } from "../../../src/model/findings/codes.ts";
import { textNumber } from "../../../src/model/findings/finding-limit.ts";
import { type Moves, splitFindings } from "../../../src/workspace/judge/judgement.ts";
import type { Finding } from "../../../src/workspace/workspace.ts";
import { foundProblem, unmasked } from "../../support/found.ts";

const nothingMoved: Moves = { renamed: new Map(), isGone: () => false };

interface Place {
  readonly path?: string;
  readonly text: string;
  /** The text at fault. */
  readonly at: string;
  readonly severity?: Severity;
}

/** A finding about a stretch of a file; equal texts have equal blobs. */
function found(message: string, place: Place, ...nodes: readonly string[]): Finding {
  const { path = "classes/a.yml", text, at, severity = "error" } = place;
  const start = text.indexOf(at);
  const span = { file: { path, blob: `blob of ${text}`, text }, start, end: start + at.length };
  return foundProblem({ severity, message, span }, nodes);
}

function told(earlier: readonly Finding[], later: readonly Finding[], moves: Partial<Moves> = {}) {
  const { fresh, older } = splitFindings(earlier, later, { ...nothingMoved, ...moves });
  const names = (findings: readonly Finding[]) => {
    return findings.map(({ diagnostic, nodes }) => [diagnostic.message, ...nodes].join(" "));
  };
  return { fresh: names(fresh), older: names(older) };
}

test("a finding stays the same when lines are added above it, and when its file is moved", () => {
  const before = found("no x", { text: "- x\n", at: "x" }, "n1");

  expect(told([before], [found("no x", { text: "# more\n- x\n", at: "x" }, "n1")])).toEqual({
    fresh: [],
    older: ["no x n1"],
  });
  const moved = found("no x", { path: "classes/b.yml", text: "- x\n", at: "x" }, "n1");
  expect(told([before], [moved])).toEqual({ fresh: [], older: ["no x n1"] });
});

test("a file that is moved and edited keeps its findings only if the old path has gone", () => {
  const before = found("no x", { text: "- x\n", at: "x" }, "n1");
  const later = found("no x", { path: "classes/b.yml", text: "- y\n- x\n", at: "x" }, "n1");

  expect(told([before], [later], { isGone: (path) => path === "classes/a.yml" }).fresh).toEqual([]);
  expect(told([before], [later]).fresh).toEqual(["no x n1"]);
});

test("of two files with the same content, the one that was there keeps its finding and the copy has a new one", () => {
  const place = { text: "classes: [x]\n", at: "x" };
  const before = found("no x", { ...place, path: "nodes/n3.yml" }, "n3");
  const copy = found("no x", { ...place, path: "nodes/n2.yml" }, "n2");

  expect(told([before], [copy, before])).toEqual({ fresh: ["no x n2"], older: ["no x n3"] });
});

test("the same finding a second time is new, and the one on the line that was there is not", () => {
  const before = found("twice", { text: "a: yes\n", at: "yes", severity: "warning" });
  const text = "b: yes\na: yes\n";
  const first = found("twice", { text, at: "yes\na", severity: "warning" });
  const second = found("twice", { text, at: "yes\n", severity: "warning" });
  const later = [
    first,
    { ...second, diagnostic: unmasked({ ...second.diagnostic, span: spanAt(second, text.lastIndexOf("yes")) }) },
  ];
  const { fresh, older } = splitFindings([before], later, nothingMoved);

  expect(fresh.map(({ diagnostic }) => diagnostic.span?.start)).toEqual([3]);
  expect(older.map(({ diagnostic }) => diagnostic.span?.start)).toEqual([10]);
});

function spanAt({ diagnostic: { span } }: Finding, start: number) {
  if (span === undefined) throw new Error("the finding has a place");
  return { ...span, start, end: start + 3 };
}

test("an error is new for nodes that did not have it; a warning that more nodes get is none", () => {
  const place = { text: "- x\n", at: "x" };

  expect(told([found("no x", place, "n1")], [found("no x", place, "n1", "n2")])).toEqual({
    fresh: ["no x n2"],
    older: ["no x n1 n2"],
  });
  expect(told([found("no x", place)], [found("no x", place, "n1")])).toEqual({ fresh: ["no x n1"], older: [] });
  const warning = { ...place, severity: "warning" } as const;
  expect(told([found("odd", warning, "n1")], [found("odd", warning, "n1", "n2")]).fresh).toEqual([]);
});

test("a broken contract is new only for further nodes and parts, wherever its value is written", () => {
  const text = "rules: [r]\n";
  const span = { file: { path: "contracts/a.yml", blob: "c", text }, start: 8, end: 9 };
  const broken = (path: string, parts: readonly number[], ...nodes: readonly string[]): Finding => {
    const { diagnostic } = found("x twice", { path, text: `${path}: x`, at: "x" });
    return foundProblem({ ...diagnostic, contract: { id: "a", path: "x", span }, parts }, nodes);
  };
  const before = broken("nodes/n1.yml", [1], "n1", "n2", "n3");

  expect(told([before], [broken("nodes/n2.yml", [1], "n2", "n3")]).fresh).toEqual([]);
  expect(told([before], [broken("nodes/n0.yml", [1], "n0", "n1")]).fresh).toEqual(["x twice n0"]);
  expect(told([before], [broken("nodes/n1.yml", [1, 2], "n1")]).fresh).toEqual(["x twice"]);
});

test("a node that was renamed keeps its errors", () => {
  const place = { text: "- x\n", at: "x" };
  const renamed = new Map([["n9", "n1"]]);

  expect(told([found("no x", place, "n1")], [found("no x", place, "n9")], { renamed }).fresh).toEqual([]);
  expect(told([found("no x", place, "n1")], [found("no x", place, "n9")]).fresh).toEqual(["no x n9"]);
});

test("a warning that became an error is new, whatever else is the same", () => {
  const place = { text: "- x\n", at: "x" };
  const before = found("odd", { ...place, severity: "warning" }, "n1");

  expect(told([before], [found("odd", place, "n1")])).toEqual({ fresh: ["odd n1"], older: [] });
});

test("of findings beyond those that are kept, those are new that the file did not have", () => {
  const rest = (count: number, messages: readonly string[], ...nodes: readonly string[]): Finding => {
    const span = { file: { path: "classes/a.yml", blob: "b", text: "" }, start: 0, end: 0 };
    const message = `and ${count} more class-not-found`;
    return foundProblem({ message, span, rest: { count, messages: new Set(messages.map(textNumber)) } }, nodes);
  };
  const kept = found("one", { text: "- one\n", at: "one" }, "n1");
  const shifted = found("two", { text: "- two\n", at: "two" }, "n1");
  const before = [kept, rest(2, ["two", "three"], "n1")];

  // An error above is new: one that was kept is beyond it now.
  const first = found("new", { text: "- new\n", at: "new" }, "n1");
  expect(told(before, [first, rest(3, ["one", "two", "three"], "n1")]).fresh).toEqual([
    "new n1",
    "and 3 more class-not-found n1",
  ]);
  expect(told(before, [shifted, rest(1, ["three"], "n1")])).toEqual({
    fresh: [],
    older: ["two n1", "and 1 more class-not-found n1"],
  });
  expect(told(before, [kept, rest(2, ["two", "four"], "n1")]).fresh).toEqual(["and 2 more class-not-found n1"]);
  expect(told(before, [kept, rest(2, ["two", "three"], "n1", "n2")]).fresh).toEqual(["and 2 more class-not-found n2"]);
  expect(told([kept], [kept, rest(1, ["one"], "n1")]).fresh).toEqual(["and 1 more class-not-found n1"]);
});
