import { expect, test } from "vitest";
import { failureOf } from "../../src/cli/failure.ts";
import { HeirError, InvariantError } from "../../src/model/findings/failure.ts";

const attempt = { argv: ["show", "web1"], trace: false };

test("wrong use and a broken environment are 2, with what to do", () => {
  expect(failureOf(new HeirError("usage", 'unknown revision "xyz"', "heir log lists revisions"), attempt)).toEqual({
    code: 2,
    lines: ['heir: unknown revision "xyz"', "hint: heir log lists revisions"],
  });
  expect(failureOf(new HeirError("environment", "git is missing"), attempt).lines).toEqual(["heir: git is missing"]);
});

test("a system call that fails is 2", () => {
  const error = Object.assign(new Error("EACCES: permission denied, open 'heir.yml'"), { syscall: "open" });

  expect(failureOf(error, attempt)).toEqual({ code: 2, lines: ["heir: EACCES: permission denied, open 'heir.yml'"] });
});

test("an interruption is 130, silently", () => {
  expect(failureOf(new DOMException("interrupted", "AbortError"), attempt)).toEqual({ code: 130, lines: [] });
});

test("a bug is 70, says what it was doing, and shows the stack only when asked", () => {
  const bug = new InvariantError("steps are never empty");
  const silent = failureOf(bug, attempt);

  expect(silent).toEqual({
    code: 70,
    lines: [
      "heir hit a bug (70): steps are never empty",
      "while running: heir show web1",
      "hint: run it again with HEIR_TRACE=1 and report what it prints",
    ],
  });
  expect(failureOf(bug, { ...attempt, trace: true }).lines.join("\n")).toContain("failure.test.ts");
});

test("whatever is thrown, there is an answer", () => {
  expect(failureOf("text", attempt).code).toBe(70);
  expect(failureOf(undefined, attempt).code).toBe(70);
});

test.each([
  [["nodes", "--json"], true],
  [["nodes", "--json=v1"], true],
  [["diff", "--jsonl"], true],
  [["diff", "--format", "json"], true],
  [["diff", "--format=jsonl"], true],
  [["diff", "--format", "html"], false],
  [["grep", "--", "--json"], false],
  [["nodes"], false],
])("the error of heir %j is one line of JSON: %j", (argv, isJson) => {
  const error = new HeirError("usage", "no\nsuch", "try x", { code: "unknown-node", candidates: ["x"] });
  const { code, lines } = failureOf(error, { argv, trace: false });

  expect(code).toBe(2);
  if (!isJson) return expect(lines).toEqual(["heir: no", "such", "hint: try x"]);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    v: 1,
    error: { code: "unknown-node", message: "no\nsuch", hint: "try x", candidates: ["x"], exit: 2 },
  });
});

test("as JSON, an error without a code, a failed system call and a bug say what they are", () => {
  const codeOf = (error: unknown): unknown => {
    const { lines } = failureOf(error, { argv: ["nodes", "--json"], trace: false });
    return JSON.parse(lines[0] ?? "").error;
  };

  expect(codeOf(new HeirError("usage", "no"))).toEqual({ code: "bad-value", message: "no", exit: 2 });
  expect(codeOf(new HeirError("environment", "no"))).toMatchObject({ code: "environment", exit: 2 });
  expect(codeOf(Object.assign(new Error("EACCES"), { syscall: "open" }))).toMatchObject({
    code: "environment",
    exit: 2,
  });
  expect(codeOf(new Error("odd"))).toMatchObject({ code: "bug", exit: 70 });
});
