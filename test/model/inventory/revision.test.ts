import { describe, expect, test } from "vitest";
import { parseComparison, parseState, type State } from "../../../src/model/inventory/revision.ts";

const commit = (revision: string): State => ({ kind: "commit", revision });
const index: State = { kind: "index" };
const worktree: State = { kind: "worktree" };

test.each([
  ["HEAD~2", commit("HEAD~2")],
  ["INDEX", index],
  [":index", index],
  ["WORKTREE", worktree],
  [":worktree", worktree],
  ["index", commit("index")],
  ["refs/heads/INDEX", commit("refs/heads/INDEX")],
  ["-x", commit("-x")],
  ["constructor", commit("constructor")],
  [":/fix a..b", commit(":/fix a..b")],
  ["HEAD^{/a..b}", commit("HEAD^{/a..b}")],
  ["main@{2 days ago}", commit("main@{2 days ago}")],
  ["HEAD:../x", commit("HEAD:../x")],
  ["v1.2.3", commit("v1.2.3")],
])("%s names one state", (word, state) => {
  expect(parseState(word)).toEqual(state);
});

test("a range is not one state", () => {
  expect(() => parseState("A..B")).toThrow('"A..B" names two states where one is wanted');
});

describe("a comparison", () => {
  test.each([
    [[], index, worktree],
    [["A"], commit("A"), worktree],
    [["A", "B"], commit("A"), commit("B")],
    [["A..B"], commit("A"), commit("B")],
    [["A.."], commit("A"), commit("HEAD")],
    [["..B"], commit("HEAD"), commit("B")],
    [["A...B"], { kind: "merge-base", left: "A", right: "B" }, commit("B")],
    [["...B"], { kind: "merge-base", left: "HEAD", right: "B" }, commit("B")],
    [["v1.0..v1.1"], commit("v1.0"), commit("v1.1")],
    [["HEAD^{/a..b}..B"], commit("HEAD^{/a..b}"), commit("B")],
    [["A..INDEX"], commit("A"), index],
    [[":index..:worktree"], index, worktree],
    [["INDEX", "WORKTREE"], index, worktree],
  ] satisfies readonly (readonly [string[], State, State])[])("%j", (words, from, to) => {
    expect(parseComparison(words)).toEqual({ from, to });
  });

  test("with --staged ends in the index", () => {
    expect(parseComparison([], { staged: true })).toEqual({ from: commit("HEAD"), to: index });
    expect(parseComparison(["A"], { staged: true })).toEqual({ from: commit("A"), to: index });
  });

  test.each([
    [["A", "B", "C"], false, "two states can be compared, but 3 are named"],
    [["A", "B"], true, "--staged takes at most one revision"],
    [["A..B"], true, '"A..B" names two states where one is wanted'],
    [["A..B", "C"], false, '"A..B" names two states where one is wanted'],
    [["A...INDEX"], false, '"A...INDEX" needs commits on both sides'],
  ])("%j (staged: %s) is refused", (words, staged, message) => {
    expect(() => parseComparison(words, { staged })).toThrow(message);
  });
});
