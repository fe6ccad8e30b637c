import { HeirError } from "../../model/findings/failure.ts";
import type { GitProgram } from "../git/program/call.ts";
import { gitFailure, runGit } from "../git/program/process.ts";
import type { GitFacts } from "../git/store.ts";

/** What git reports about the repository around a folder; independent of where the user is. */
export type GitRepository = Omit<GitFacts, "start" | "nearest">;

const questions = [
  "--absolute-git-dir",
  "--path-format=absolute",
  "--git-common-dir",
  "--git-path",
  "index",
  "--show-object-format",
  // Fails where there is no work tree, so it is last: the answers before it remain valid.
  "--show-toplevel",
];

/**
 * The repository in force for the program's folder and environment, by one run of git; undefined when there is none.
 * Throws HeirError when git refuses to read it, GitMissing without a git program.
 */
export async function gitRepository(program: GitProgram): Promise<GitRepository | undefined> {
  const result = await runGit(program, ["rev-parse", ...questions]);
  const [gitDir, commonDir, indexFile, format, topLevel] = result.stdout.toString().split("\n");
  if (!gitDir) {
    const named = program.env["GIT_DIR"] !== undefined;
    if (/not a git repository/.test(result.stderr) && !named) return undefined;
    throw gitFailure("rev-parse", result.stderr);
  }
  if (!commonDir || !indexFile || (format !== "sha1" && format !== "sha256")) {
    throw new HeirError("environment", "the git program is too old", "heir needs git 2.38 or newer");
  }
  return { gitDir, commonDir, indexFile, objectFormat: format, topLevel: topLevel || undefined };
}
