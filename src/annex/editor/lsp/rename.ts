import type { PrepareRenameResult, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { grouped } from "../../../base/text-order.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { rooted } from "../../../model/inventory/settings.ts";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { type Stretch, spanPlace } from "../../../model/values/value.ts";
import { fileId } from "../../../parse/definitions/names.ts";
import { firstProved } from "../../edit/plan.ts";
import type { KindRename, RenameKind } from "../../edit/proof/claim.ts";
import { askedRenames, expectNew, planRename } from "../../edit/rename/rename.ts";
import { type Asked, type Question, subjectOf } from "./editor-inventory.ts";
import type { FileMarks } from "./marks.ts";
import { type Encoding, TextPositions } from "./positions.ts";
import { namesMadeFor } from "./references.ts";

/** What can be renamed at a place, its range and its whole name; undefined if nothing can. */
export function prepareRename(question: Question): PrepareRenameResult | undefined {
  const named = renamable(question);
  if (named === undefined) return undefined;
  return { range: question.positions(question.marks.file).range(named.stretch), placeholder: named.placeholder };
}

/** Edits that rename a thing everywhere. Throws HeirError if more would differ, or if the name is taken or invalid. */
export async function rename(question: Question, now: string): Promise<WorkspaceEdit | undefined> {
  const named = renamable(question);
  if (named === undefined) return undefined;
  const { of, placeholder, path } = named;
  if (of === "class") await expectWritten(question, placeholder);
  if (path !== undefined) expectKey(now);
  const [old, fresh] = path ? [printPath(path), printPath([...path.slice(0, -1), now])] : [placeholder, now];
  const renames = askedRenames(question.state.inventory, `${of}:${old}`, fresh);
  return { documentChanges: await changesOf(question, renames) };
}

/** A file or folder that the editor moves. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
}

/** The edits of mentions that go with what the editor moves itself; none for files that define nothing. */
export async function renameWithFiles(asked: Asked, moved: readonly MovedFile[]): Promise<WorkspaceEdit | undefined> {
  const files = moved.flatMap((each) => filesOf(asked, each));
  const renames = await Promise.all(files.map(({ from, to }) => renameOfFile(asked, from, to)));
  const known = renames.filter((each) => each !== undefined);
  const all: DocumentChange[] = [];
  for (const [first, ...more] of grouped(known, ({ kind }) => kind).values()) {
    if (first === undefined) continue;
    expectNew(asked.state.inventory, [first, ...more]);
    const changes = await changesOf(asked, [first, ...more]);
    all.push(...changes.filter((change) => !("kind" in change)));
  }
  return all.length === 0 ? undefined : { documentChanges: all };
}

/** The files that move: the one itself, or all in a folder. */
function filesOf({ state }: Asked, { from, to }: MovedFile): readonly MovedFile[] {
  const within = state.files.paths().filter((path) => path === from || path.startsWith(`${from}/`));
  return within.map((path) => ({ from: path, to: to + path.slice(from.length) }));
}

interface Renamable {
  readonly of: RenameKind;
  readonly stretch: Stretch;
  readonly placeholder: string;
  readonly path?: ParameterPath;
}

/** What can be renamed at a place. Names of nodes stay: machines have them. */
function renamable(question: Question): Renamable | undefined {
  const subject = subjectOf(question);
  if (subject === undefined || subject.kind === "form") return undefined;
  if (subject.kind === "names") {
    const [name, ...more] = subject.names;
    if (name === undefined || more.length > 0 || subject.of === "node") return undefined;
    if (subject.mark?.kind === "name" && subject.mark.isOpen) return undefined;
    return { of: subject.of, stretch: subject.mark ?? { start: 0, end: 0 }, placeholder: name };
  }
  const { mark, path } = subject;
  if (path.length < 2) return undefined;
  if (mark.kind === "key") return { of: "path", stretch: mark, placeholder: path.at(-1) ?? "", path };
  const segment = mark.kind === "reference" ? mark.segments[path.length - 2] : undefined;
  return segment && { of: "path", stretch: segment, placeholder: segment.text, path };
}

/** A class whose name references make cannot be renamed by its file alone. */
async function expectWritten(asked: Asked, name: string): Promise<void> {
  const [made] = await namesMadeFor(asked, name);
  if (made === undefined) return;
  const hint = "change the values it is made of";
  throw new HeirError("usage", `a reference makes the name ${name}: ${spanPlace(made)}`, hint);
}

function expectKey(name: string): void {
  if (name !== "" && name.trim() === name && !/[\s:${}]/.test(name)) return;
  throw new HeirError("usage", `"${name}" cannot be a key of a path`);
}

async function changesOf(asked: Asked, renames: readonly [KindRename, ...KindRename[]]): Promise<DocumentChange[]> {
  const { inventory, state, client, signal } = asked;
  const { snapshot, inventory: read } = state;
  const request = { snapshot, inventory: read, renames, open: inventory.openContents() };
  const plan = await planRename(inventory.workspace, request, { signal });
  if (!client.movesFiles && plan.files.some(({ from }) => from !== undefined)) {
    throw new HeirError("usage", "this editor cannot move files", "use heir mv");
  }
  const { proof, exposed } = await firstProved(inventory.workspace, [plan], { signal, allowUnresolved: true });
  const [first] = exposed;
  if (first !== undefined)
    throw new HeirError("usage", `${first} would no longer be secret`, "add it to secrets first");
  if (!proof.holds) throw new HeirError("usage", "more than the name would differ", "heir mv prints what");
  return plan.files.flatMap((file) => changesIn(asked, file));
}

function changesIn(asked: Asked, { path, from = path, before, changes }: FileEdit): readonly DocumentChange[] {
  const { client, inventory } = asked;
  const edits = changes.map((change) => ({ range: byteRange(before, change, client.encoding), newText: change.text }));
  const move = { kind: "rename" as const, oldUri: inventory.uri(from), newUri: inventory.uri(path) };
  return [...(edits.length > 0 ? [documentEdit(asked, from, edits)] : []), ...(from === path ? [] : [move])];
}

/** The rename that moving a file is; undefined for a file without a name, and for one that keeps it. */
async function renameOfFile(asked: Asked, from: string, to: string): Promise<KindRename | undefined> {
  const defined = (await asked.state.files.marks(from))?.defines;
  if (defined === undefined || defined.kind === "node") return undefined;
  const { settings } = asked.state.inventory;
  const folder = defined.kind === "class" ? settings.classes_uri : `${defined.kind}s`;
  const root = rooted(settings, folder);
  const name = to.startsWith(root) ? fileId(to.slice(root.length)) : undefined;
  return name === undefined || name === defined.name ? undefined : { kind: defined.kind, from: defined.name, to: name };
}

type DocumentChange = NonNullable<WorkspaceEdit["documentChanges"]>[number];

/** The edits of one file. */
export function documentEdit({ state, inventory }: Asked, path: string, edits: TextEdit[]): DocumentChange {
  return { textDocument: { uri: inventory.uri(path), version: state.versions.get(path) ?? null }, edits };
}

export function replacement(asked: Asked, marks: FileMarks, stretch: Stretch, newText: string): WorkspaceEdit {
  const range = asked.positions(marks.file).range(stretch);
  return { documentChanges: [documentEdit(asked, marks.file.path, [{ range, newText }])] };
}

/** A range of bytes of a file as the protocol has it. */
function byteRange(bytes: Uint8Array, { start, end }: Stretch, encoding: Encoding): Range {
  const content = Buffer.from(bytes);
  const units = (offset: number) => content.subarray(0, offset).toString().length;
  return new TextPositions(content.toString(), encoding).range({ start: units(start), end: units(end) });
}
