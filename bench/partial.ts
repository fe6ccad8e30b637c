import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Case, Contender } from "./cases.ts";
import type { Input } from "./inputs.ts";
import { git } from "./repository.ts";

const COMMITS = 16;

/** The log of some commits in a clone without contents, which are fetched from the repository beside it, and in a whole one. */
export function partialCase({ name, about, folder }: Input, heir: string): Case {
  git(folder, "config", "uploadpack.allowFilter", "true");
  const parent = join(folder, "..");
  const cloned = (of: string, ...options: readonly string[]): Pick<Contender, "prepare" | "incomparable"> => ({
    prepare: () => {
      rmSync(join(parent, of), { recursive: true, force: true });
      git(parent, "clone", "--quiet", "--no-checkout", ...options, `file://${folder}`, of);
    },
    incomparable: new Set(),
  });
  const range = `HEAD~${COMMITS}..HEAD`;
  const log = [process.execPath, heir, "log", range, "--oneline"];
  const contender = (title: string, argv: readonly string[], options: readonly string[]): Contender => {
    const of = `${name}-clone`;
    return { name: title, steps: () => [{ argv, cwd: join(parent, of) }], ...cloned(of, ...options) };
  };
  const filter = ["--filter=blob:none"];
  return {
    title: `the log of ${COMMITS} commits in a partial clone`,
    input: `${name} (${about})`,
    contenders: [
      { ...contender("heir", log, filter), kept: "nothing" },
      contender("heir, in a whole clone", log, []),
      contender("git log -p", ["git", "log", "-p", "-m", range], filter),
    ],
  };
}
