import { expect, test } from "vitest";
import { failureOf } from "../../../src/cli/start/failure.ts";
import { HeirError, InvariantError } from "../../../src/model/findings/failure.ts";

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
