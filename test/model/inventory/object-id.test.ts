import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { mapDigest } from "../../../src/model/inventory/object-id.ts";

const files: readonly (readonly [string, string])[] = [
  ["a.yml", "1"],
  ["a/b.yml", "2"],
  // By bytes, as git sorts, U+1F600 comes behind U+FF5E; by UTF-16 units before it.
  ["a/\u{ff5e}.yml", "3"],
  ["a/\u{1f600}.yml", "4"],
];

test("equal maps have equal digests, in whatever order they were filled", () => {
  const digests = [files, files.toReversed(), files.toSorted(([one], [other]) => (one < other ? -1 : 1))];

  expect(new Set(digests.map((each) => mapDigest(new Map(each)))).size).toBe(1);
});

test("the digest is SHA-256 of ids and paths, sorted by path: commands print it", () => {
  const written = createHash("sha256").update("1 a.yml\0").update("2 a/b.yml\0").digest("hex");

  expect(mapDigest(new Map([files[1], files[0]].filter((each) => each !== undefined)))).toBe(written);
});

test("maps that differ in a path or an id have other digests", () => {
  const rest = files.slice(1);
  const others = [rest, [...rest, ["b.yml", "1"]], [...rest, ["a.yml", "2"]], []] as const;

  expect(new Set([files, ...others].map((each) => mapDigest(new Map(each)))).size).toBe(others.length + 1);
});
