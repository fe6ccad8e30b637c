import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { digest } from "../../base/digest.ts";
import { madeOnce } from "../../base/made-once.ts";
import { command } from "../../base/terminal-text.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import { type FilterChoice, filteredId, unreadContent } from "../../model/inventory/lfs-or-filter.ts";
import type { Abortable, ReadNow } from "../../model/inventory/snapshot.ts";
import { temporaryFolder } from "../disk/temporary.ts";
import { type GitResult, runGit, runGitNow, type ScopedSetting, scopedSettings } from "../git/program/process.ts";
import { type Environment, type GitProgram, withGitConfig } from "../git/program/program.ts";
import type { BlobReader, DiskFilter, GitFacts } from "../git/store.ts";
import type { HeirSettings } from "../repository/settings.ts";

/**
 * Files with a filter, by ids of their own, as one file can be read in several ways. They are read as the user agreed;
 * what git-crypt or Git LFS stored stays recognizable (rules S15 and S17 in docs/concepts/snapshots.md).
 */
export class FilteredFiles implements BlobReader {
  readonly blobsNow: ReadNow | undefined;
  private readonly known = new Map<string, SmudgedFile & Pick<DiskFilter, "choice">>();
  private readonly store: BlobReader;
  private readonly repository: FilterRepository;

  constructor(store: BlobReader, repository: FilterRepository) {
    this.store = store;
    this.repository = repository;
    const { blobsNow } = store;
    this.blobsNow = blobsNow && ((ids) => this.readNow(ids, blobsNow));
  }

  choice(name: string): FilterChoice {
    return this.repository.consent.choice(name);
  }

  /** How the content of a file with a filter that is not run says so. */
  unread(name: string): DiskFilter {
    const choice = this.choice(name);
    return { name, choice, wanted: choice === "unread" ? this.repository.consent.wanted(name) : name };
  }

  /** The id under which a stored file is read. */
  idOf({ path, blob, name }: SmudgedFile): string {
    const choice = this.choice(name);
    const id = filteredId(choice, digest([name, blob, ...(choice === "run" ? [path] : [])].join("\0")));
    if (!this.known.has(id)) this.known.set(id, { path, blob, name, choice });
    return id;
  }

  async blobs(ids: Iterable<string>, options: Abortable = {}): Promise<ReadonlyMap<string, Uint8Array>> {
    const { wanted, blobs, run } = this.needs(ids);
    const stored = await this.store.blobs(blobs, options);
    return this.contents(wanted, stored, await smudgedTexts(this.repository, run, options));
  }

  private readNow(ids: Iterable<string>, blobsNow: ReadNow): ReadonlyMap<string, Uint8Array> {
    const { wanted, blobs, run } = this.needs(ids);
    return this.contents(wanted, blobsNow(blobs), smudgedTextsNow(this.repository, run));
  }

  /** What is read from the store for some ids, and the files that go through their filters. */
  private needs(ids: Iterable<string>) {
    const wanted = [...ids];
    const blobs = new Set(wanted.map((id) => this.known.get(id)?.blob ?? id));
    const files = wanted.flatMap((id) => this.known.get(id) ?? []);
    return { wanted, blobs, run: files.filter(({ choice }) => choice === "run") };
  }

  private contents(
    wanted: readonly string[],
    stored: ReadonlyMap<string, Uint8Array>,
    texts: readonly Uint8Array[],
  ): ReadonlyMap<string, Uint8Array> {
    const left = [...texts];
    return new Map(
      wanted.map((id) => {
        const file = this.known.get(id);
        const bytes = stored.get(file?.blob ?? id);
        if (bytes === undefined) throw new InvariantError(`${id} was read`);
        if (file === undefined) return [id, bytes];
        return [id, file.choice === "run" ? (left.shift() ?? bytes) : unreadContent(bytes, this.unread(file.name))];
      }),
    );
  }
}

interface SmudgedFile {
  /** From the top of its state. */
  readonly path: string;
  readonly blob: string;
  /** The name of its filter. */
  readonly name: string;
}

export interface FilterRepository {
  /** Undefined if there is no git program. */
  readonly program: GitProgram | undefined;
  /** The caller's own environment, for filters. */
  readonly env: Environment;
  readonly facts: GitFacts;
  readonly consent: FilterConsent;
}

/**
 * The texts of files in their order, as git checks them out: it runs the filters, at the top of the work tree. The
 * filter of a file is given; attributes do not count. Throws HeirError with path and name for a filter that fails.
 */
async function smudgedTexts(
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
function smudgedTextsNow(repository: FilterRepository, files: readonly SmudgedFile[]): readonly Uint8Array[] {
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
    this.folder = temporaryFolder("filter");
    // Under names of their own, filters have the commands that were agreed to and no other of the repository.
    const names = new Set(files.map(({ name }) => name));
    const aliases = new Map([...names].map((name, at) => [name, `${this.mark}-${at}`]));
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

interface FilterCommands {
  readonly smudge?: string;
  readonly process?: string;
}

interface FilterConsent {
  choice(name: string): FilterChoice;
  /** The commands of a filter that the reader agrees to; none of a filter that is not run. */
  commands(name: string): FilterCommands;
  /** The value of `heir.runFilter` by which the reader would agree to a filter as it is configured. */
  wanted(name: string): string;
}

type Place = Pick<FilterRepository, "env" | "program">;

/** Scopes that nobody but the reader of a repository can write: an unpacked archive brings its own `.git/config`. */
const PROTECTED = new Set(["system", "global", "command"]);
const KINDS = ["smudge", "process"] as const;

/**
 * `heir.runFilter`, `heir.skipFilter` (S17 in docs/concepts/snapshots.md): protected configuration agrees to a command
 * by `NAME`, if it has the command, too, or by `NAME=COMMAND`. A push runs nothing. Throws HeirError when git fails.
 */
export function filterConsent(settings: HeirSettings, { env, program }: Place): FilterConsent {
  const isPush = env["GIT_QUARANTINE_PATH"] !== undefined;
  const skip = new Set(settings.get("skipfilter"));
  const configured = madeOnce(() => {
    return isPush || program === undefined ? [] : scopedSettings(program, "^(filter|heir\\.runfilter)(\\.|$)");
  });
  const agreed = (name: string) => (settings.has("runfilter") ? agreedIn(configured(), name) : undefined);
  return {
    choice: (name) => (agreed(name) !== undefined ? "run" : skip.has(name) ? "skip" : "unread"),
    commands: (name) => agreed(name) ?? {},
    wanted(name) {
      const last = KINDS.flatMap((kind) => lastOf(configured(), `filter.${name}.${kind}`) ?? []).at(-1);
      return last === undefined || PROTECTED.has(last.scope) ? name : `${name}=${last.value}`;
    },
  };
}

/** Undefined for a filter that is not run. One without any command gives what is stored, as in git. */
function agreedIn(all: readonly ScopedSetting[], name: string): FilterCommands | undefined {
  const own = all.filter(({ scope }) => PROTECTED.has(scope));
  const values = own.flatMap(({ key, value }) => (key === "heir.runfilter" ? [value] : []));
  const commands: { smudge?: string; process?: string } = {};
  for (const kind of KINDS) {
    const key = `filter.${name}.${kind}`;
    const mine = values.includes(name) ? lastOf(own, key)?.value : undefined;
    const theirs = lastOf(all, key)?.value;
    const command = mine ?? (theirs !== undefined && values.includes(`${name}=${theirs}`) ? theirs : undefined);
    if (command) commands[kind] = command;
  }
  const isBare = KINDS.every((kind) => !lastOf(all, `filter.${name}.${kind}`)?.value) && values.includes(name);
  return Object.keys(commands).length > 0 || isBare ? commands : undefined;
}

function lastOf(all: readonly ScopedSetting[], key: string): ScopedSetting | undefined {
  return all.findLast((each) => each.key === key);
}
