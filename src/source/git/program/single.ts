import type { SimpleGit, SimpleGitOptions } from "simple-git";
import { messageOf } from "../../../model/findings/failure.ts";
import { callOf, gitFailure } from "./process.ts";
import type { GitProgram } from "./program.ts";

/*
 * Single commands through simple-git, which is loaded by the first of them: loading it costs more than all of git's
 * work in listing and reading a commit, so the hot path does without.
 */

/** Best common ancestor of two commit ids; undefined when there is none. Throws HeirError when git fails. */
export async function mergeBaseOf(program: GitProgram, left: string, right: string): Promise<string | undefined> {
  const output = await single(program, ["merge-base", "--end-of-options", left, right]);
  return output.trim() || undefined;
}

/** The folder that git takes hooks from, absolute. Throws HeirError when git fails. */
export async function hooksPath(program: GitProgram): Promise<string> {
  const output = await single(program, ["rev-parse", "--path-format=absolute", "--git-path", "hooks"]);
  return output.replace(/\n$/, "");
}

/** Makes a repository of a folder, and the folder if it is not there. Throws HeirError when git fails. */
export async function makeRepository(program: GitProgram, folder: string): Promise<void> {
  await single(program, ["init", "--quiet", "--", folder]);
}

/** Variables and settings that simple-git would refuse, although they are the user's own and git accepts them. */
const permitted = [
  ...["allowUnsafeAlias", "allowUnsafeAskPass", "allowUnsafeCommandBinaries", "allowUnsafeConfigEnvCount"],
  ...["allowUnsafeConfigPaths", "allowUnsafeCustomBinary", "allowUnsafeCredentialHelper"],
  ...["allowUnsafeDiffExternal", "allowUnsafeDiffTextConv", "allowUnsafeEditor", "allowUnsafeExec"],
  ...["allowUnsafeFilter", "allowUnsafeFsMonitor", "allowUnsafeGitProxy", "allowUnsafeGpgProgram"],
  ...["allowUnsafeHooksPath", "allowUnsafeInclude", "allowUnsafeMergeDriver", "allowUnsafePack"],
  ...["allowUnsafePager", "allowUnsafeProtocolOverride", "allowUnsafeSshCommand", "allowUnsafeSubmodule"],
  ...["allowUnsafeTemplateDir", "allowUnsafeUrlRewrite"],
] as const satisfies readonly (keyof NonNullable<SimpleGitOptions["unsafe"]>)[];

async function single(program: GitProgram, args: readonly string[]): Promise<string> {
  const call = callOf(program, args);
  const git = await simpleGitFor(call);
  try {
    return await git.raw([...call.args]);
  } catch (error) {
    throw gitFailure(args[0] ?? "", messageOf(error));
  }
}

async function simpleGitFor({ file, options }: ReturnType<typeof callOf>): Promise<SimpleGit> {
  const { simpleGit } = await import("simple-git");
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.env)) if (value !== undefined) env[name] = value;
  // simple-git drops every GIT_* variable that is not allowed by name; git would then read another repository or index.
  const { cwd } = options;
  const unsafe = Object.fromEntries(permitted.map((name) => [name, true]));
  return simpleGit({ baseDir: cwd, binary: file, allowEnvironment: Object.keys(env), unsafe }).env(env);
}
