import { relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location, Range } from "vscode-languageserver/node";
import type { MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import { leadsOut } from "../../../model/inventory/folder-paths.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import type { Span, Stretch } from "../../../model/values/value.ts";
import { LatestFindings } from "../../../workspace/check/latest-findings.ts";
import type { CheckResult, Workspace } from "../../../workspace/workspace.ts";
import { editedSnapshot } from "../../../workspace/write/worktree-files.ts";
import type { DefinedKind, Mark } from "../../edit/rename/marks.ts";
import type { Client } from "./capabilities.ts";
import { EditorState } from "./editor-state.ts";
import { type FileMarks, keysUpTo, marksAt } from "./marks.ts";
import { type Encoding, type FilePositions, TextPositions } from "./positions.ts";

/** A document that is open in the editor: its text wins over the file. */
export interface Buffer {
  readonly version: number;
  readonly text: string;
}

/** A change of a document: of a range, or of all of it. */
interface BufferChange {
  readonly range?: Range;
  readonly text: string;
}

/** The open documents by absolute path. */
export class Buffers extends Map<string, Buffer> {
  private readonly encoding: Encoding;

  constructor(encoding: Encoding) {
    super();
    this.encoding = encoding;
  }

  /** Edits a document; one that is not open is passed over. */
  change(path: string, version: number, changes: readonly BufferChange[]): void {
    const buffer = this.get(path);
    if (buffer === undefined) return;
    const text = changes.reduce((before, { range, text: fresh }) => {
      return range === undefined ? fresh : new TextPositions(before, this.encoding).replaced(range, fresh);
    }, buffer.text);
    this.set(path, { version, text });
  }
}

/** How long an answer may keep others waiting. */
export const TURN_MS = 10;

export interface Checked {
  readonly state: EditorState;
  readonly result: CheckResult;
}

/** A finding, as it may be sent. */
export type EditorFinding = { readonly diagnostic: MaskedDiagnostic; readonly nodes: readonly string[] };

/** One inventory folder: the files on disk, with the open buffers over them. */
export class EditorInventory {
  /** Absolute, as the client writes it. */
  readonly folder: string;
  readonly workspace: Workspace;
  private readonly buffers: Buffers;
  private readonly latest = new LatestFindings();
  /** Absolute paths of the open documents that belong to it. */
  private readonly open = new Set<string>();
  private saved: Promise<Snapshot> | undefined;
  private current: { readonly key: string; readonly state: Promise<EditorState> } | undefined;
  private last: EditorState | undefined;
  private onDisk: EditorState | undefined;
  private base: { readonly key: string; readonly snapshot: Snapshot } | undefined;
  private examined: { readonly key: string; readonly checked: Promise<Checked> } | undefined;

  constructor(folder: string, workspace: Workspace, buffers: Buffers) {
    this.folder = folder;
    this.workspace = workspace;
    this.buffers = buffers;
  }

  /** The path of a file from the inventory folder; undefined for a file outside. */
  pathIn(absolute: string): string | undefined {
    const path = relative(this.folder, absolute).split(sep).join("/");
    return path === "" || path === ".." || leadsOut(path) ? undefined : path;
  }

  /** The address of one of its files. */
  uri(path: string): string {
    return pathToFileURL(`${this.folder}/${path}`).href;
  }

  /** Takes an open document as one of its files. */
  take(absolute: string): void {
    this.open.add(absolute);
  }

  /** The open documents, by their paths from the inventory folder. */
  documents(): readonly { readonly path: string; readonly version: number; readonly text: string }[] {
    return [...this.open].flatMap((absolute) => {
      const [path, buffer] = [this.pathIn(absolute), this.buffers.get(absolute)];
      return path === undefined || buffer === undefined ? [] : [{ path, ...buffer }];
    });
  }

  /** The files on disk may be others than before. */
  touched(): void {
    this.saved = undefined;
    this.current = undefined;
  }

  savedSnapshot(): Promise<Snapshot> {
    if (this.saved === undefined) {
      const saved = this.workspace.snapshot("WORKTREE");
      this.saved = saved;
      // What cannot be read now may be readable later.
      saved.catch(() => this.touched());
    }
    return this.saved;
  }

  /** A revision's state; outside git the work tree as saved. Throws HeirError for a revision that git does not know. */
  async baseSnapshot(revision: string, options: Abortable): Promise<Snapshot> {
    const { workspace } = this;
    if ((await workspace.revisionNames()).length === 0) return this.savedSnapshot();
    const commit = await workspace.commitOf(revision, options);
    if (commit === undefined) return workspace.formerSnapshot(revision, options);
    const key = `${revision} ${commit}`;
    if (this.base?.key !== key) this.base = { key, snapshot: await workspace.formerSnapshot(revision, options) };
    return this.base.snapshot;
  }

  /** The state with the texts of the editor. Throws HeirError where the inventory cannot be read. */
  state(): Promise<EditorState> {
    const open = this.documents();
    const key = open.map(({ path, version }) => `${path} ${version}`).join("\n");
    if (this.current?.key !== key) this.current = { key, state: this.read(open) };
    return this.current.state;
  }

  /** All findings of the state, as `heir check` has them. */
  async check(options: Abortable & { readonly infos: boolean }): Promise<Checked> {
    const state = await this.state();
    return {
      state,
      result: await this.workspace.check(state.snapshot, { ...options, turn: TURN_MS, latest: this.latest }),
    };
  }

  /** As {@link check}, once for each state. */
  async checked(infos: boolean): Promise<Checked> {
    const { snapshot } = await this.state();
    const key = `${snapshot.id} ${infos}`;
    if (this.examined?.key !== key) this.examined = { key, checked: this.check({ infos }) };
    return this.examined.checked;
  }

  openContents(): ReadonlyMap<string, Uint8Array> {
    return new Map(this.documents().map(({ path, text }) => [path, Buffer.from(text)]));
  }

  /** Whether the files on disk are others than those that were read; then they are read again. */
  async look(): Promise<boolean> {
    const before = await this.saved?.catch(() => undefined);
    const now = await this.workspace.snapshot("WORKTREE").catch(() => undefined);
    if (before?.id === now?.id) return false;
    this.touched();
    return true;
  }

  private async read(open: readonly { readonly path: string; readonly text: string; readonly version: number }[]) {
    const saved = await this.savedSnapshot();
    const contents = new Map(open.map(({ path, text }) => [path, Buffer.from(text)]));
    if (this.onDisk?.snapshot !== saved) {
      const inventory = await this.workspace.load(saved);
      this.onDisk = new EditorState({ snapshot: saved, inventory, versions: new Map() }, { before: this.last });
    }
    const snapshot = contents.size === 0 ? saved : editedSnapshot(saved, contents);
    const inventory = await this.workspace.load(snapshot);
    const versions = new Map(open.map(({ path, version }) => [path, version]));
    const earlier = { before: this.last ?? this.onDisk, saved: this.onDisk };
    this.last = new EditorState({ snapshot, inventory, versions }, earlier);
    return this.last;
  }
}

/** What every answer is made from: one state of one inventory, for one request of a client. */
export interface Asked extends Abortable {
  readonly client: Client;
  readonly inventory: EditorInventory;
  readonly state: EditorState;
  readonly positions: FilePositions;
}

export interface FileQuestion extends Asked {
  readonly path: string;
  readonly marks: FileMarks;
}

/** A question about a place in it. */
export interface Question extends FileQuestion {
  readonly offset: number;
}

/** What is at a place. */
export type Subject =
  /** Several only where references make the name. */
  | { readonly kind: "names"; readonly of: DefinedKind; readonly names: readonly string[]; readonly mark?: Mark }
  | { readonly kind: "path"; readonly path: readonly string[]; readonly mark: Mark }
  | { readonly kind: "form"; readonly mark: Extract<Mark, { kind: "form" }> };

/** What is at the place of a question; the beginning of a file stands for what it defines. */
export function subjectOf(question: Question): Subject | undefined {
  const { marks, offset } = question;
  if (offset === 0 && marks.defines !== undefined) {
    return { kind: "names", of: marks.defines.kind, names: [marks.defines.name] };
  }
  const [mark] = marksAt(marks, offset);
  switch (mark?.kind) {
    case "name":
      return { kind: "names", of: mark.of, names: mark.isOpen ? becomes(question, mark.scalar) : [mark.name], mark };
    case "reference":
      return { kind: "path", path: [mark.section, ...keysUpTo(mark, offset)], mark };
    case "key":
      return { kind: "path", path: mark.path, mark };
    case "form":
      return { kind: "form", mark };
    case undefined:
      return undefined;
  }
}

/** The classes that a name with references becomes, on the nodes that the file reaches. */
function becomes({ state, path }: Question, { start }: Stretch): readonly string[] {
  const names = state.nodesOf(path).flatMap(({ steps }) => {
    return steps.flatMap(({ layer, name, because }) => {
      return layer === "class" && because.file.path === path && because.start === start ? [name] : [];
    });
  });
  return [...new Set(names)].sort();
}

export function beginningOf({ inventory }: Asked, path: string): Location {
  const start = { line: 0, character: 0 };
  return { uri: inventory.uri(path), range: { start, end: start } };
}

/** A stretch of a file. */
export function locationOf({ inventory, positions }: Omit<Asked, "state">, span: Span): Location {
  return { uri: inventory.uri(span.file.path), range: positions(span.file).range(span) };
}
