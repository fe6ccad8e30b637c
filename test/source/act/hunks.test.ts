import { expect, test } from "vitest";
import { hunksIn } from "../../../src/source/act/acts.ts";

const DIFF = `diff --git a/a.yml b/a.yml
index 1..2 100644
--- a/a.yml
+++ b/a.yml
@@ -1,2 +1,3 @@ parameters:
 a: 1
+b: 2
 c: 3
@@ -40 +41 @@
-z: 1
+z: 2
\\ No newline at end of file
`;

test("each hunk is a patch of its own, with the lines that it has in the newer file", () => {
  const [first, second] = hunksIn(DIFF);

  expect(first).toMatchObject({
    head: "@@ -1,2 +1,3 @@ parameters:",
    lines: [" a: 1", "+b: 2", " c: 3"],
    ranges: [
      [1, 2],
      [1, 3],
    ],
  });
  expect(second).toMatchObject({
    head: "@@ -40 +41 @@",
    ranges: [
      [40, 40],
      [41, 41],
    ],
  });
  expect(second?.patch).toBe(`${DIFF.slice(0, DIFF.indexOf("@@"))}${DIFF.slice(DIFF.indexOf("@@ -40"))}`);
  expect(first?.id).not.toBe(second?.id);
});

test("a file that is no text has no hunks", () => {
  expect(hunksIn("diff --git a/x b/x\nBinary files a/x and b/x differ\n")).toEqual([]);
  expect(hunksIn("")).toEqual([]);
});
