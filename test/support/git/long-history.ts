import { execFileSync } from "node:child_process";
import { newRepo, type TestEnvironment } from "./repo.ts";

/**
 * A repository of so many commits, `number 0` the oldest. All but the first change nothing; the first has an
 * empty node. It is also what git is started with.
 */
export function longHistory(count: number): {
  readonly dir: string;
  readonly cwd: string;
  readonly env: TestEnvironment;
} {
  const { dir, env, git } = newRepo();
  const commits = Array.from({ length: count }, (_, index) => {
    const message = `number ${index}\n`;
    return `commit refs/heads/main\ncommitter A <a@example.org> ${1_600_000_000 + index} +0000\ndata ${message.length}\n${message}`;
  });
  const file = "M 644 inline nodes/web1.yml\ndata 0\n\n";
  const [first = "", ...others] = commits;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: dir, input: [first, file, ...others].join("") });
  git("reset", "-q", "--hard");
  return { dir, cwd: dir, env };
}
