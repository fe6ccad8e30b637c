import { expect, test } from "vitest";
import { documentLines, documentRecords } from "../../src/encoding/json.ts";

const document = { v: 1, from: "a", changes: [{ n: 1 }, { n: 2 }], looked_at: { nodes: 2 } };

test("each item of the list begins a line, and all is one document", () => {
  const text = [...documentLines(document, "changes")].join("");

  expect(text).toBe('{"v":1,"from":"a","changes":[\n{"n":1},\n{"n":2}\n],"looked_at":{"nodes":2}}\n');
  expect([...documentLines({ v: 1, changes: [] }, "changes")].join("")).toBe('{"v":1,"changes":[]}\n');
});

test("as records, the members before the list are first, and those after it are last", () => {
  expect([...documentRecords(document, "changes")]).toEqual([
    '{"v":1,"from":"a"}\n',
    '{"n":1}\n',
    '{"n":2}\n',
    '{"looked_at":{"nodes":2}}\n',
  ]);
});
