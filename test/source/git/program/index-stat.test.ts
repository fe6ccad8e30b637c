import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { debugLines, fileState, statsAt } from "../../../../src/source/git/program/index-stat.ts";
import { tempDir } from "../../../support/git/repo.ts";

const LINES = `  ctime: 5:6\n  mtime: 7:8\n  dev: 1\tino: 2\n  uid: 0\tgid: 3\n  size: 4\tflags: 10c000\n`;

test("the lines behind a path end where the next entry begins", () => {
  expect(debugLines(`a\0${LINES}H 100644`, 2)).toEqual({
    stat: { changed: [5, 6], modified: [7, 8], inode: 2, size: 4 },
    end: 2 + LINES.length,
  });
});

test.each(["H 100644 …", "  mtime: 1:2\nH", "  ctime: 5", ""])("of another form, %j, nothing is known", (text) => {
  expect(debugLines(text, 0).stat).toBeUndefined();
});

const LATER = 10_000;

function written(): { readonly root: string; readonly file: string; readonly known: ReturnType<typeof known> } {
  const root = tempDir();
  const file = join(root, "a.yml");
  writeFileSync(file, "a: 1\n");
  return { root, file, known: known(file) };
}

function known(file: string) {
  const { size, ino: inode, mtimeMs } = statSync(file);
  const time = (milliseconds: number) => {
    const seconds = Math.floor(milliseconds / 1000);
    return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)] as const;
  };
  return { stat: { changed: [0, 0] as const, modified: time(mtimeMs), inode, size } };
}

test("a file is unchanged while it is as the index has it, and older than the index", () => {
  const { root, known } = written();
  utimesSync(join(root, "a.yml"), 1_500_000_000, 1_500_000_000);
  const stat = { ...known.stat, modified: [1_500_000_000, 0] as const };
  const state = (indexTime: number, more = {}) =>
    fileState(
      { root, indexTime },
      { path: "a.yml", isLink: false, stat: { ...stat, ...more } },
      statsAt(join(root, "a.yml")),
    );

  expect(state(1_500_000_000_000 + LATER)).toBe("unchanged");
  expect(state(1_500_000_000_000)).toBe("changed");
  expect(state(0)).toBe("changed");
  expect(state(Number.MAX_VALUE, { size: 1 })).toBe("changed");
  expect(state(Number.MAX_VALUE, { inode: 1 })).toBe("changed");
  expect(state(Number.MAX_VALUE, { modified: [1_500_000_001, 0] })).toBe("changed");
  expect(state(Number.MAX_VALUE, { changed: [1, 1] })).toBe("changed");
});

test("a file that is missing, a folder now, or behind a link is gone", () => {
  const { root, file } = written();
  const state = (path: string) =>
    fileState({ root, indexTime: 0 }, { path, isLink: false, stat: undefined }, statsAt(join(root, path)));
  mkdirSync(join(root, "folder/in"), { recursive: true });
  writeFileSync(join(root, "folder/in/b.yml"), "");
  expect([state("folder/in/b.yml"), state("a.yml/c.yml"), state("folder"), state("none.yml")]).toEqual([
    "changed",
    "gone",
    "gone",
    "gone",
  ]);
  renameSync(join(root, "folder"), join(root, "moved"));
  symlinkSync("moved", join(root, "folder"));
  expect(state("folder/in/b.yml")).toBe("gone");
  rmSync(file);
  expect(state("a.yml")).toBe("gone");
});
