import { join } from "node:path";
import { HeirError } from "../../../model/findings/failure.ts";
import { regularFileText } from "../../disk/regular-file.ts";
import { configValues } from "../../repository/config-text.ts";
import type { Environment } from "../program/environment.ts";
import type { GitFacts } from "../store.ts";

/** The error for what only the git program can do; `what` completes "... needs the git program". */
export function needsGit(what: string): HeirError {
  return new HeirError(
    "environment",
    `${what} needs the git program, and none was found`,
    "install git, or add it to PATH",
  );
}

/**
 * Why a repository cannot be read without git, in words, or undefined. isomorphic-git would fail in these or, worse,
 * give other answers than git. Never fails.
 */
export function refusal(facts: GitFacts, env: Environment): string | undefined {
  if (facts.gitDir !== facts.commonDir) return "reading a linked work tree";
  if (env["GIT_OBJECT_DIRECTORY"] || env["GIT_ALTERNATE_OBJECT_DIRECTORIES"]) {
    return "reading from the object folders that GIT_OBJECT_DIRECTORY or GIT_ALTERNATE_OBJECT_DIRECTORIES name";
  }
  const read = (name: string) => regularFileText(join(facts.commonDir, name));
  if (read("objects/info/alternates")?.trim())
    return "reading a repository that borrows objects (objects/info/alternates)";
  return extension(configValues(read("config") ?? ""));
}

/** Extensions that change nothing in how commits are read; any other is refused, unknown ones too. */
const harmless: readonly string[] = ["noop", "preciousobjects", "worktreeconfig"];

function extension(settings: ReadonlyMap<string, string>): string | undefined {
  for (const [name, value] of settings) {
    if (/^remote\..*\.promisor$/.test(name) && value !== "false") return "reading a partial clone";
    const [section, key] = name.split(".", 2);
    if (section !== "extensions" || key === undefined || harmless.includes(key)) continue;
    if (key === "partialclone") return "reading a partial clone";
    if (key === "objectformat" && value !== "sha1") return `reading a repository with ${value} ids`;
    if (key === "refstorage" && value !== "files") return `reading a repository with ${value} refs`;
    if (key !== "objectformat" && key !== "refstorage") return `reading a repository with the extension ${key}`;
  }
  return undefined;
}
