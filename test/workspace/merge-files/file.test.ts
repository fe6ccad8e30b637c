import { expect, test } from "vitest";
import { mergeFile } from "../../../src/workspace/merge-files/file.ts";

interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What a file is merged to, where git finds a conflict in its text. */
async function merged({ base, ours, theirs }: Sides): Promise<string> {
  const merge = await mergeFile({ base, ours, theirs }, async () => ({ text: "by git", isClean: false }));
  if (merge.kind === "git") return "by git";
  return merge.kind === "merged" ? merge.text : merge.marked({ ours: "ours", theirs: "theirs" }, 7);
}

function inParameters(lines: readonly string[]): string {
  return ["parameters:", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/** Three lists of lines inside `parameters`. */
function parameters(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Promise<string> {
  return merged({ base: inParameters(base), ours: inParameters(ours), theirs: inParameters(theirs) });
}

test("neighbouring keys that one side each changed are merged, with comments, quotes and layout as they are", async () => {
  const base = ["# about a", "a:   1", "b : 2", "c: word", "", "# end"];
  const ours = ["# about a", "# really", "a:   10 # ten", "b : 2", 'c: "word"', "", "# end"];
  const theirs = ["# about a", "a:   1", "b : 20", "c: other", "", "# end"];

  expect(await parameters(base, ours, theirs)).toBe(
    inParameters(["# about a", "# really", "a:   10 # ten", "b : 20", "c: other", "", "# end"]),
  );
});

test("new keys come where each side has them, those of ours first, with the comments above them", async () => {
  const base = ["a: 1", "z: 1"];
  const ours = ["a: 1", "x: 1", "z: 1"];
  const theirs = ["# first", "f: 1", "a: 1", "# of theirs", "y: {k: 2}", "z: 1"];

  expect(await parameters(base, ours, theirs)).toBe(
    inParameters(["# first", "f: 1", "a: 1", "x: 1", "# of theirs", "y: {k: 2}", "z: 1"]),
  );
});

test("one key with two values, or removed here and changed there, is a conflict of its lines alone", async () => {
  const changed = await parameters(["a: 1", "b: 1"], ["a: 2", "b: 1"], ["a: 3", "b: 5"]);
  expect(changed).toBe("parameters:\n<<<<<<< ours\n  a: 2\n=======\n  a: 3\n>>>>>>> theirs\n  b: 5\n");
  const removed = await parameters(["m:", "  a: 1", "b: 1"], ["b: 1"], ["m:", "  a: 2", "b: 1"]);
  expect(removed).toBe("parameters:\n<<<<<<< ours\n=======\n  m:\n    a: 2\n>>>>>>> theirs\n  b: 1\n");
  expect(await parameters(["a: 1"], ['a: "1"'], ["a: true"])).toContain("<<<<<<< ours");
});

test("what git merges cleanly is only taken where it says the same", async () => {
  const far = ["a: 1", "b: 1", "c: 1", "d: 1", "e: 1"];
  const sides = {
    base: inParameters(far),
    ours: inParameters(["x: ours", ...far]),
    theirs: inParameters([...far, "x: theirs"]),
  };
  const twice = inParameters(["x: ours", ...far, "x: theirs"]);
  expect((await mergeFile(sides, async () => ({ text: twice, isClean: true }))).kind).toBe("conflict");

  const one = { ...sides, theirs: inParameters([...far, "y: theirs"]) };
  const both = inParameters(["x: ours", ...far, "", "y: theirs"]);
  expect(await mergeFile(one, async () => ({ text: both, isClean: true }))).toEqual({ kind: "merged", text: both });
});

test("items of a list in different places merge, in a block and in brackets; two at one place do not", async () => {
  const block = (...items: readonly string[]) => ["l:", ...items.map((item) => `  - ${item}`)];
  expect(await parameters(block("a", "b", "c"), block("n", "a # kept", "b", "c"), block("a", "c", "d"))).toBe(
    inParameters(block("n", "a # kept", "c", "d")),
  );
  expect(await parameters(["l: [a, b]", "m: 1"], ["l: [n, a, b]", "m: 1"], ["l: [a, b, c]", "m: 2"])).toBe(
    inParameters(["l: [n, a, b, c]", "m: 2"]),
  );
  const conflict = await mergeFile(
    { base: "classes:\n  - a\n", ours: "classes:\n  - a\n  - x\n", theirs: "classes:\n  - a\n  - y\n" },
    async () => ({ text: "", isClean: false }),
  );
  expect(conflict).toMatchObject({
    kind: "conflict",
    orders: ["classes:\n  - a\n  - x\n  - y\n", "classes:\n  - a\n  - y\n  - x\n"],
  });
  expect(await parameters(block("a"), block("a", "x"), block("a", "y"))).toContain("=======");
});

test("items with nothing behind their dash, and those below a comment with a dash, are merged like others", async () => {
  const item = ["  - # well-known", "    a: 1"];
  expect(
    await parameters(["l:", "  - x", "  -", ...item], ["l:", "  -", ...item], ["l:", "  - x", "  -", ...item, "  -"]),
  ).toBe(inParameters(["l:", "  -", ...item, "  -"]));
  expect(
    await parameters(["l:", "  -", "  - y", "m: 1"], ["l:", "  -", "  - z", "m: 1"], ["l:", "  -", "  - w", "m: 2"]),
  ).toBe("parameters:\n  l:\n    -\n<<<<<<< ours\n    - z\n=======\n    - w\n>>>>>>> theirs\n  m: 2\n");
});

test("what one side writes in brackets and changes merges with what the other changes in its lines", async () => {
  const base = ["m:", "  a: 1", "  b: 2"];
  const brackets = ["m: {a: 9, b: 2}"];
  const lines = ["m:", "  a: 1", "  b: 2", "  # why", "  c: {d: 3}"];
  const both = inParameters(["m:", "  a: 9", "  b: 2", "  # why", "  c: {d: 3}"]);
  expect(await parameters(base, brackets, lines)).toBe(both);
  expect(await parameters(base, lines, brackets)).toBe(both);
  // The other way round: the base has the brackets.
  expect(await parameters(["m: {a: 1, b: 2}"], ["m: {a: 1, b: 5}"], ["m:", "  a: 4", "  b: 2"])).toBe(
    inParameters(["m:", "  a: 4", "  b: 5"]),
  );
  expect(await parameters(["l:", "  - x", "  - y"], ["l: [w, x, y]"], ["l:", "  - x", "  - y", "  - z"])).toBe(
    inParameters(["l:", "  - w", "  - x", "  - y", "  - z"]),
  );
  expect(await parameters(["z: 1"], ["m: {a: 1}", "z: 1"], ["m:", "  b: 2", "z: 1"])).toBe(
    inParameters(["m:", "  a: 1", "  b: 2", "z: 1"]),
  );
});

test("brackets and lines with one key changed in two ways, or with a comment in the brackets, are a conflict", async () => {
  const base = ["m:", "  a: 1", "  b: 2"];
  expect(await parameters(base, ["m: {a: 9, b: 2}"], ["m:", "  a: 8", "  b: 2"])).toBe(
    "parameters:\n  m:\n<<<<<<< ours\n    a: 9\n=======\n    a: 8\n>>>>>>> theirs\n    b: 2\n",
  );
  expect(await parameters(base, ["m: {a: 9, b: 2} # mine"], ["m:", "  a: 1", "  b: 3"])).toBe(
    "parameters:\n<<<<<<< ours\n  m: {a: 9, b: 2} # mine\n=======\n  m:\n    a: 1\n    b: 3\n>>>>>>> theirs\n",
  );
});

test("entries in brackets merge key by key, and a comment that one side changed is changed", async () => {
  expect(
    await parameters(["m: {a: 1, b: 2}  # old"], ["m: {a: 10, b: 2}  # ours"], ["m: {a: 1, b: 20, c: 3}  # old"]),
  ).toBe(inParameters(["m: {a: 10, b: 20, c: 3}  # ours"]));
  expect(await parameters(["# old", "a: 1"], ["# ours", "a: 1"], ["# theirs", "a: 1"])).toContain("# ours\n");
});

test("line ends and a missing last line end stay as ours has them", async () => {
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const [base, ours, theirs] = [
    ["a: 1", "b: 2"],
    ["a: 9", "b: 2"],
    ["a: 1", "b: 8"],
  ].map(inParameters);
  expect(await merged({ base: crlf(base ?? ""), ours: crlf(ours ?? ""), theirs: theirs ?? "" })).toBe(
    crlf(inParameters(["a: 9", "b: 8"])),
  );
});

test("anchors, merge keys, keys twice, several documents and what is no YAML are git's", async () => {
  const texts = [
    "a: &x 1\nb: *x\n",
    "a: &x {b: 1}\nc: {<<: *x}\n",
    "a: 1\na: 2\n",
    "a: 1\n---\nb: 1\n",
    "a: {1\n",
    "- &x a\n",
  ];
  for (const text of texts) {
    expect(await merged({ base: text, ours: `${text}# ours\n`, theirs: `${text}# theirs\n` })).toBe("by git");
  }
});
