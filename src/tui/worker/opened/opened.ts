import { Recent } from "../../../base/made-once.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { SecretFilter, type SecretsChoice, type SecretTexts } from "../../../model/secrets/masked.ts";
import { openWorkspace } from "../../../workspace/open.ts";
import { type CommitPages, openCommitPages, type RepositoryWatch } from "../../../workspace/repository/commit-pages.ts";
import type { Workspace } from "../../../workspace/workspace.ts";

/** How the command line starts the worker. */
export interface Opening {
  readonly cwd: string;
  readonly directory?: string;
  /** Set where nothing is to be cached. */
  readonly cache?: false;
  readonly overrides: readonly string[];
  /** Patterns of nodes to show; empty means all. */
  readonly nodes: readonly string[];
  /** Patterns of paths to show; empty means all. */
  readonly paths: readonly string[];
}

/** How much is read before the workspace is opened again: it keeps what it has parsed. */
export interface ReadLimits {
  readonly commits: number;
  /** Bytes that this thread holds; heeded after `least` commits, which take longer than to open it again. */
  readonly bytes: number;
  readonly least: number;
  /** Frees what nothing refers to any more. */
  readonly collect?: () => void;
}

export const READ_LIMITS: ReadLimits = { commits: 200, bytes: 48_000_000, least: 2 };

const notOpened = (): undefined => undefined;

/** The most snapshots that are kept: the parent of a commit is the next one to be compared. */
const MOST_SNAPSHOTS = 3;

/** The workspace and the history of the terminal UI, each opened by the first question that needs it. */
export class OpenedRepository {
  protected readonly opening: Opening;
  private readonly commits = new Recent<Promise<Snapshot>>(MOST_SNAPSHOTS);
  private opened: Promise<Workspace> | undefined;
  private door = secondDoor([]);
  private found: Promise<CommitPages> | undefined;
  private readonly moved: () => void;
  protected readonly limits: ReadLimits;
  /** Commits that were read since the workspace was opened. */
  private read = 0;
  private watch: Promise<RepositoryWatch> | undefined;
  secrets: SecretsChoice = "mask";

  /** `moved` is called when HEAD, the index, a branch or a file may have changed. */
  constructor(opening: Opening, moved: () => void, limits: ReadLimits) {
    this.opening = opening;
    this.moved = moved;
    this.limits = limits;
  }

  /** Where heir was started. */
  place(): Pick<Opening, "cwd" | "directory"> {
    const { cwd, directory } = this.opening;
    return { cwd, directory };
  }

  workspace(): Promise<Workspace> {
    const { overrides, cache = "asked" } = this.opening;
    this.opened ??= openWorkspace({ ...this.place(), overrides, cache }).then((workspace) => {
      this.door = secondDoor(workspace.secretTexts);
      return workspace;
    });
    return this.opened;
  }

  /** Whether the workspace has read so many times more than it may, and is to be opened again. */
  protected isFull(times: number): boolean {
    const { commits, least } = this.limits;
    return this.read >= commits * times || (this.read >= least * times && this.holds(times));
  }

  /** Whether this thread holds so many times more than it shall. */
  protected holds(times: number): boolean {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external > this.limits.bytes * times;
  }

  /** Forgets everything that was read; the next question opens the workspace again. */
  async release(): Promise<void> {
    const before = this.opened;
    this.opened = undefined;
    this.read = 0;
    this.commits.clear();
    await before?.then((workspace) => workspace.close(), notOpened);
  }

  /** An answer as it may leave: without the secret texts of the states that were read, unless they are shown. */
  passed<T>(answer: T, question: unknown): T {
    return this.secrets === "show" ? answer : this.masked(answer, question);
  }

  /** The same, whether they are shown or not. */
  masked<T>(answer: T, question: unknown): T {
    return this.door(answer, question);
  }

  history(): Promise<CommitPages> {
    this.found ??= openCommitPages(this.place());
    return this.found;
  }

  /** Watches the repository and these folders from now on, instead of those before. */
  async follow(folders: Iterable<string>): Promise<void> {
    this.watch ??= this.history().then((history) => history.watch(this.moved));
    (await this.watch).follow(folders);
  }

  /** The state of a commit. It ignores signals: another question may wait for the same commit. */
  async commit(id: string): Promise<Snapshot> {
    const known = this.commits.get(id);
    if (known !== undefined) return known;
    this.read += 1;
    const read = (await this.workspace()).snapshot(id);
    this.commits.set(id, read);
    read.catch(() => this.commits.delete(id));
    return read;
  }

  /** Writes what is to be kept for the next session. */
  async keep(): Promise<void> {
    await this.opened?.then((workspace) => workspace.keep(), notOpened);
  }
}

/**
 * The last filter of answers on the way to the terminal: replaces secret texts of these states, as commands do. A text
 * of the question stays, else it would confirm a guess. Without a secret text it gives the answer itself.
 */
export function secondDoor(sources: Iterable<SecretTexts>): <T>(answer: T, question: unknown) => T {
  const filter = new SecretFilter([]);
  filter.sources = sources;
  return (answer, question) => {
    const said = new Set<string>();
    addTexts(question, said);
    return cleaned(answer, (text) => (said.has(text) ? text : filter.clean(text)));
  };
}

function cleaned<T>(value: T, clean: (text: string) => string): T;
function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => cleaned(item, clean));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, part, cleaned(part, clean)] as const);
  const isSame = entries.every(([, part, shown]) => shown === part);
  return isSame ? value : Object.fromEntries(entries.map(([key, , shown]) => [key, shown]));
}

function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === "string") texts.add(value);
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) addTexts(part, texts);
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
