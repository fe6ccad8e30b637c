import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { command } from "../../base/command.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { type Environment, withGitConfig } from "../git/program/environment.ts";
import { type GitResult, runGit, runGitNow } from "../git/program/process.ts";
import type { GitFacts } from "../git/store.ts";
import type { FilterCommands, FilterConsent } from "./filter-settings.ts";

/** A stored file with a filter that may be run. */
export interface SmudgedFile {
  /** From the top of its state. */
  readonly path: string;
  readonly blob: string;
  /** The name of its filter. */
  readonly name: string;
}

/** A repository whose files are read by their attributes, as its reader agrees. */
export interface FilterRepository {
  /** Undefined if there is no git program. */
  readonly program: GitProgram | undefined;
  /** The caller's own environment, for filters. */
  readonly env: Environment;
  readonly facts: GitFacts;
  readonly consent: FilterConsent;
}

/**
 * The texts of files, as git checks them out, in the order of the files. git itself runs the filters, at the top of the
 * work tree as always; which filter a file has is given, so no attributes of the work tree count. Throws HeirError with
 * path and name for a filter that fails.
 */
export async function smudgedTexts(
  repository: FilterRepository,
  files: readonly SmudgedFile[],
  { signal }: Abortable = {},
): Promise<readonly Uint8Array[]> {
  if (files.length === 0) return [];
  const run = new SmudgeRun(repository, files);
  try {
    return run.texts(await runGit(run.program, run.args, { signal, input: run.input }));
  } finally {
    run.end();
  }
}

/** As {@link smudgedTexts}, but synchronous. */
export function smudgedTextsNow(repository: FilterRepository, files: readonly SmudgedFile[]): readonly Uint8Array[] {
  if (files.length === 0) return [];
  const run = new SmudgeRun(repository, files);
  try {
    return run.texts(runGitNow(run.program, run.args, run.input));
  } finally {
    run.end();
  }
}

/** One run of git in a work tree of its own that holds nothing but attributes. */
class SmudgeRun {
  readonly program: GitProgram;
  readonly args: readonly string[];
  readonly input: string;
  private readonly files: readonly SmudgedFile[];
  private readonly folder: string;
  /** Begins each answer: git prints the length that a file has before the filter. */
  private readonly mark = randomBytes(16).toString("hex");

  constructor({ program, env: own, facts, consent }: FilterRepository, files: readonly SmudgedFile[]) {
    if (program === undefined) throw new InvariantError("filters are found by the git program");
    this.files = files;
    this.folder = mkdtempSync(join(tmpdir(), "heir-filter-"));
    // Under names of their own, filters have the commands that were agreed to and no other of the repository.
    const aliases = new Map(
      [...new Set(files.map(({ name }) => name))].map((name, at) => [name, `${this.mark}-${at}`]),
    );
    const lines = files.map(({ path, name }) => attributeLine(path, aliases.get(name) ?? name));
    writeFileSync(join(this.folder, ".gitattributes"), lines.join(""));
    const settings = [...aliases].flatMap(([name, alias]) => filterSettings(alias, consent.commands(name), facts));
    const { GIT_OBJECT_DIRECTORY: objects } = program.env;
    const env = {
      ...Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith("GIT_"))),
      ...withGitConfig(program.env, [["core.attributesFile", "/dev/null"], ...settings]),
      ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: resolve(program.cwd, objects) }),
      GIT_DIR: facts.gitDir,
      GIT_WORK_TREE: this.folder,
      GIT_INDEX_FILE: facts.indexFile,
    };
    this.program = { ...program, cwd: this.folder, env, up: "", purpose: "filters" };
    this.args = ["cat-file", "-z", "--filters", `--batch=${this.mark} %(objectname)`];
    this.input = files.map(({ blob, path }) => `${blob} ${path}\0`).join("");
  }

  texts({ status, stdout }: GitResult): readonly Uint8Array[] {
    const starts: number[] = [];
    const ends: number[] = [];
    for (let at = stdout.indexOf(this.mark); at !== -1; at = stdout.indexOf(this.mark, at + 1)) {
      if (starts.length > 0) ends.push(at - 1);
      starts.push(stdout.indexOf("\n", at) + 1);
    }
    ends.push(stdout.length - 1);
    if (status === 0 && starts.length === this.files.length) {
      return starts.map((start, at) => Buffer.from(stdout.subarray(start, ends[at])));
    }
    const { name, path } = this.files[Math.max(0, starts.length - 1)] ?? { name: "", path: "" };
    const hint = `try ${command(["git", "cat-file", "--filters", `--path=${path}`])}, or take ${name} out of heir.runFilter`;
    throw new HeirError("environment", `the filter ${name} fails on ${path}`, hint);
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The path as a pattern that means nothing else, in C's quotes. */
function attributeLine(path: string, name: string): string {
  const pattern = path.replace(/[\\*?[\]]/g, "\\$&");
  return `"/${pattern.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}" filter=${name}\n`;
}

/** The agreed commands of a filter, run at the top. A filter that has any must not fail. */
function filterSettings(
  name: string,
  { smudge, process }: FilterCommands,
  { topLevel, gitDir }: GitFacts,
): readonly (readonly [string, string])[] {
  const top = `cd '${(topLevel ?? gitDir).replaceAll("'", "'\\''")}' && {\n`;
  const settings: (readonly [string, string])[] = [];
  // git replaces %f in this command.
  if (smudge) settings.push([`filter.${name}.smudge`, `${top.replaceAll("%", "%%")}${smudge}\n}`]);
  if (process) settings.push([`filter.${name}.process`, `${top}${process}\n}`]);
  return settings.length === 0 ? [] : [...settings, [`filter.${name}.required`, "true"]];
}
