import { expect, test } from "vitest";
import { ListedFiles } from "../../../src/source/snapshot/listed-files.ts";

const lines = ["11 0\tinv/a.yml", "22 0\tinv/b\tc.yml", "33 0\tinv/\u{ff5e}.yml", "44 0\tinv/\u{1f600}.yml"];
const files = new ListedFiles(lines, "inv/");

test("files are told by their path behind the top, whatever signs are in it", () => {
  expect([...files.blobs]).toEqual([
    ["a.yml", "11"],
    ["b\tc.yml", "22"],
    ["\u{ff5e}.yml", "33"],
    ["\u{1f600}.yml", "44"],
  ]);
});

test("folders with files are found, and no others", () => {
  const paths = ["a/b/c.yml", "a/b.yml", "ab/x.yml", "z.yml"];
  const some = new ListedFiles([], "").with(new Map(paths.map((path) => [path, "1"])));

  expect(["a", "a/b", "ab", "a/b/c.yml", "b", "z", "z.yml", "a/b.yml"].filter((path) => some.hasBelow(path))).toEqual([
    "a",
    "a/b",
    "ab",
  ]);
  expect([files.hasBelow("inv"), files.hasBelow("a")]).toEqual([false, false]);
});

test("what is taken out and put in again leaves the same files with the same mark", () => {
  for (const [path, id] of files.blobs) {
    const again = files.without(new Set([path])).with(new Map([[path, id]]));

    expect([...again.blobs]).toEqual([...files.blobs]);
    expect(again.mark).toBe(files.mark);
  }
});

test("files of another list are in a folder as if they had been put in one by one", () => {
  const inside = new ListedFiles(["55 0\tz.yml", "66 0\t\u{1f600}/a.yml"], "");
  for (const folder of ["a", "b", "c/d", "\u{ff5e}", "\u{1f600}"]) {
    const one = [...inside.blobs].map(([path, id]) => [`${folder}/${path}`, id] as const);
    const whole = files.withFolder(folder, inside);

    expect(whole.mark).toBe(files.with(new Map(one)).mark);
    expect([...whole.below(folder).blobs]).toEqual([...inside.blobs]);
  }
});

test("in whatever order files are put in, they are the same files", () => {
  const none = new ListedFiles([], "inv/");
  const one = none.with(new Map([...files.blobs].reverse()));

  expect(one.mark).toBe(files.mark);
  expect(none.with(new Map()).mark).toBe(none.mark);
});

test("files that differ in a path or in what they hold have another mark", () => {
  const others = [
    files.without(new Set(["a.yml"])),
    files.with(new Map([["z.yml", "11"]])),
    files.without(new Set(["a.yml"])).with(new Map([["a.yml", "12"]])),
    new ListedFiles([], "inv/"),
  ];

  expect(new Set([files, ...others].map(({ mark }) => mark)).size).toBe(others.length + 1);
});
