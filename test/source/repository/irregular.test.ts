import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { locate, plainLocation } from "../../../src/source/repository/locate.ts";
import { newRepo } from "../../support/git/repo.ts";

test.runIf(process.platform === "linux")("git is not started where a pipe or a device would keep it", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/n1.yml": "{}\n" });
  const options = { cwd: join(repo.dir, "nodes"), env: repo.env };
  const endless = "HEAD index config packed-refs shallow info/attributes objects/info/alternates refs/heads/a/b".split(
    " ",
  );
  for (const file of [...endless.map((name) => `.git/${name}`), ".gitignore"]) {
    const path = join(repo.dir, file);
    execFileSync("sh", ["-c", `test ! -e "$1" || mv "$1" "$1.kept"`, "sh", path]);
    mkdirSync(dirname(path), { recursive: true });
    execFileSync("mkfifo", [path]);
    expect(plainLocation(options)).toBeUndefined();
    await expect(locate(options)).rejects.toThrow(`${path} is not a regular file`);
    rmSync(path);
    symlinkSync("/dev/zero", path);
    await expect(locate(options)).rejects.toThrow(`${path} is not a regular file`);
    execFileSync("sh", ["-c", `rm "$1"; test ! -e "$1.kept" || mv "$1.kept" "$1"`, "sh", path]);
  }
  symlinkSync("/dev/null", join(repo.dir, ".gitignore"));
  expect((await locate(options)).top).toBe(repo.dir);
});
