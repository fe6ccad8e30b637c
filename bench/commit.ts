import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Case, Contender } from "./cases.ts";
import type { Input } from "./inputs.ts";
import { quietEnvironment } from "./measure.ts";

const EDITED = "classes/system/defaults/linux_system_file.yml";

/** A commit of one edited class, with and without heir's hooks. The repository is reset before each run. */
export function commitCase(input: Input, heir: string): Case {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: input.folder, env: quietEnvironment(), encoding: "utf8" });
  execFileSync(process.execPath, [heir, "hooks", "install"], {
    cwd: input.folder,
    env: quietEnvironment(),
    stdio: "ignore",
  });
  const start = git("rev-parse", "HEAD").trim();
  let edits = 0;
  const prepare = (): void => {
    edits += 1;
    git("reset", "--quiet", "--hard", start);
    appendFileSync(join(input.folder, EDITED), `\n# edit ${edits}\n`);
  };
  const commit = (name: string, ...settings: readonly string[]): Contender => {
    const argv = ["git", ...IDENTITY, ...settings, "commit", "--quiet", "--all", "--message=edit"];
    return { name, steps: () => [{ argv, cwd: input.folder }], prepare, incomparable: new Set() };
  };
  const judged = commit("git commit, judged by the hooks");
  const forgetful = (): void => {
    prepare();
    const kept = join(input.folder, ".git", "heir");
    rmSync(kept, { recursive: true, force: true });
    // As installing the hooks leaves it: a folder to cache in.
    mkdirSync(kept);
  };
  return {
    title: "a commit of one edited class",
    input: `${input.name} (${input.about})`,
    contenders: [
      { ...judged, kept: "nothing", prepare: forgetful },
      { ...judged, name: "the same, another commit judged before", kept: "files" },
      // With --no-verify the post-commit hook would still check the commit.
      commit("git commit without hooks", "-c", "core.hooksPath=/dev/null"),
    ],
  };
}

/** The input made from the largest corpus, if there is one. */
export function largest(inputs: readonly Input[]): readonly Input[] {
  return inputs.filter(({ name }) => name === "system");
}

const IDENTITY = ["-c", "user.name=bench", "-c", "user.email=bench@example.org"];
