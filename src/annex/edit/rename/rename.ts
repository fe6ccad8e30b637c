import { didYouMean, similar } from "../../../base/similar.ts";
import { EmptyScope, HeirError } from "../../../model/findings/failure.ts";
import type { Criterion } from "../../../model/inventory/group.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { FileEdit } from "../../../model/results/file-edit.ts";
import type { Place } from "../../../model/values/place.ts";
import { placeOf, type Span, type Stretch } from "../../../model/values/value.ts";
import { type Outline, outlineEntries, outlineLeaves, outlineParts } from "../../../parse/yaml/outline.ts";
import { mappedClasses } from "../../../resolve/ancestry/class-mapping.ts";
import { noSuchName } from "../../../workspace/scope/things.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { editableFiles, type OpenContents } from "../../../workspace/write/worktree-files.ts";
import type { EditPlan } from "../plan.ts";
import { type KindRename, type RenameKind, renameKinds, renameOf } from "../proof/claim.ts";
import { fileWords, isAround, type Replacement, SourceText, wordsIn } from "../text/source-text.ts";
import { type FinderOptions, type KindFinder, type OpenedFile, openedFile } from "./edited-file.ts";
import { nameFinder, nodeFinder } from "./name.ts";
import { fileOfName, inventoryFiles, namesOfKind } from "./names.ts";
import { pathFinder } from "./path.ts";

interface RenameRequest extends FinderOptions {
  /** Several only of one kind. */
  readonly renames: readonly [KindRename, ...KindRename[]];
  /** The documents over the work tree, where an editor does the edit. */
  readonly open?: OpenContents;
}

type NotFollowed = NonNullable<EditPlan["notFollowed"]>[number];

/** The edit of the work tree that `OLD NEW` asks for. Throws HeirError as `askedRenames` and {@link planRename} do. */
export async function planMv(workspace: Workspace, [old, now]: readonly [string, string], options: Abortable = {}) {
  const snapshot = await workspace.snapshot("WORKTREE", options);
  const inventory = await workspace.load(snapshot, { scope: "shared", ...options });
  const renames = askedRenames(inventory, old, now);
  return { renames, plan: await planRename(workspace, { snapshot, inventory, renames }, options) };
}

/** All mentions of a name, and the file of what has it (rule X7). Throws HeirError for a file that is never edited. */
export async function planRename(
  workspace: Workspace,
  { snapshot, inventory, renames, open }: RenameRequest,
  options: Abortable = {},
): Promise<EditPlan> {
  const finder = finderOf({ inventory, snapshot, renames });
  const listed = inventoryFiles(inventory, snapshot.blobs.keys());
  const known = new Set(listed.map(({ path }) => path));
  const others = [...finder.moves.keys()].filter((path) => !known.has(path));
  const contents = await snapshot.read(new Set(snapshot.blobs.values()), options);
  const editable = await editableFiles(workspace, snapshot, open);
  const files: FileEdit[] = [];
  const notFollowed: NotFollowed[] = [];
  for (const file of listed) {
    const bytes = contents.get(snapshot.blobs.get(file.path) ?? "");
    if (bytes === undefined || !(finder.moves.has(file.path) || finder.mayBeIn(fileWords(bytes)))) continue;
    const source = new SourceText(file.path, bytes);
    const changes = changesIn(finder, openedFile(file, source));
    notFollowed.push(...namesNotFollowed(source, changes, finder.names));
    if (changes.length === 0 && !finder.moves.has(file.path)) continue;
    const own = await editable.bytes(file.path);
    // On disk it may have other line ends than in git.
    const written = Buffer.compare(own, bytes) === 0 ? source : new SourceText(file.path, own);
    const edit = written.edit(written === source ? changes : changesIn(finder, openedFile(file, written)));
    files.push(moved(edit, finder));
  }
  finder.expectFound?.();
  for (const path of others) files.push(moved({ path, before: await editable.bytes(path), changes: [] }, finder));
  const patterns = renames[0].kind === "node" ? namePatterns(inventory, renames[0]) : [];
  return { verb: "mv", claim: { kind: "mv", renames }, snapshot, files, notFollowed, patterns };
}

function finderOf(options: RenameRequest): KindFinder {
  const [{ kind }] = options.renames;
  if (kind === "node") return nodeFinder(options);
  return kind === "path" ? pathFinder(options) : nameFinder(options, kind);
}

/** A value with an anchor can be reached in several ways, and is changed once. */
function changesIn(finder: KindFinder, file: OpenedFile): readonly Replacement[] {
  return [...new Map(finder.find(file).map((change) => [change.start, change])).values()];
}

function moved(edit: FileEdit, { moves }: KindFinder): FileEdit {
  const path = moves.get(edit.path);
  return path === undefined || path === edit.path ? edit : { ...edit, path, from: edit.path };
}

/** The patterns that match a node by one of two names only: why a rename can be refused. The proof decides. */
function namePatterns(inventory: Inventory, { from, to }: KindRename): readonly Place[] {
  return [...mappings(inventory, from, to), ...criteria(inventory, from, to)].map(placeOf);
}

function mappings(inventory: Inventory, from: string, to: string): readonly Span[] {
  const node = inventory.node(from);
  if (node === undefined) return [];
  const { settings } = inventory;
  const end = node.pathName.lastIndexOf(from);
  const renamed = { ...node, name: to, pathName: node.pathName.slice(0, Math.max(end, 0)) + to };
  const [old, now] = [mappedClasses(node, settings), mappedClasses(renamed, settings)];
  const onlyIn = (some: typeof old, others: typeof old) =>
    some.filter(({ name }) => others.every((each) => each.name !== name)).map(({ origin }) => origin);
  return [...onlyIn(old, now), ...onlyIn(now, old)];
}

function criteria(inventory: Inventory, from: string, to: string): readonly Span[] {
  const all = [...inventory.groups.groups.values()].flatMap(({ members }) => {
    return members.kind === "match" ? members.match.criteria : [];
  });
  return all.filter((each) => matchesName(each, from) !== matchesName(each, to)).map(({ origin }) => origin);
}

function matchesName(criterion: Criterion, name: string): boolean {
  return criterion.kind === "nodeid" && "pattern" in criterion.test && criterion.test.pattern.fits(name);
}

/** Comments and texts, not keys, that hold one of the names as a word outside the changes (rule X7). */
function namesNotFollowed(
  source: SourceText,
  changes: readonly Replacement[],
  names: readonly string[],
): readonly NotFollowed[] {
  const { text, root, isYaml, file } = source;
  const found = names.flatMap((name) => [...wordsIn(text, name)]).filter((at) => !changes.some(isAround(at)));
  if (found.length === 0) return [];
  const values = root === undefined ? [] : outlineLeaves(root).filter(({ kind }) => kind === "scalar");
  const keys = keysIn(root);
  const sorted = found.toSorted((one, other) => one - other);
  return sorted.flatMap((start) => {
    // A file that cannot be read stays as it is.
    const isText = !isYaml || values.some(isAround(start));
    const isLeft = isText || (isInComment(text, start) && !keys.some(isAround(start)));
    return isLeft ? { ...placeOf({ file, start, end: start }), why: isText ? "text" : "comment" } : [];
  });
}

function keysIn(outline: Outline | undefined): readonly Stretch[] {
  return [...outlineEntries(outline).map(({ key }) => key), ...outlineParts(outline).flatMap(keysIn)];
}

/** Outside values and keys, what is behind a `#` of its line is a comment. */
function isInComment(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf("\n", at) + 1, at).includes("#");
}

type NameKind = Exclude<RenameKind, "path">;

const nameKinds = renameKinds.filter((kind): kind is NameKind => kind !== "path");

/**
 * The renames that `OLD NEW` of a command line mean: OLD is `KIND:NAME`, or a name that only one kind has; `class:a.* b.*` is
 * every class below `a`. Throws HeirError for a name of several kinds or none, and for a new name that is taken or invalid.
 */
export function askedRenames(inventory: Inventory, old: string, now: string): readonly [KindRename, ...KindRename[]] {
  const { kind, name } = meaning(inventory, old);
  if (kind === "path") return [renameOf(`path:${name}=${now}`)];
  if (kind === "class" && name.endsWith(".*") && now.endsWith(".*")) return classesBelow(inventory, name, now);
  const rename = { kind, from: name, to: now };
  expectRenamed(rename, inventory);
  expectName(kind, now);
  if (name === now) throw new HeirError("usage", `${kind} ${name} has this name already`);
  expectFree(inventory, rename, new Set());
  return [rename];
}

function meaning(inventory: Inventory, old: string): { readonly kind: RenameKind; readonly name: string } {
  const [, prefix, rest = ""] = /^([a-z]+):(.+)$/s.exec(old) ?? [];
  const said = renameKinds.find((kind) => kind === prefix);
  if (said !== undefined) return { kind: said, name: rest };
  const kinds = nameKinds.filter((kind) => new Set(namesOfKind(kind, inventory)).has(old));
  const [kind, ...more] = kinds;
  if (kind !== undefined && more.length === 0) return { kind, name: old };
  if (kind === undefined && old.includes(":")) return { kind: "path", name: old };
  if (kind === undefined) {
    throw new HeirError("usage", `nothing is called "${old}"`, `write KIND:NAME; kinds are ${renameKinds.join(", ")}`);
  }
  const all = kinds.map((each) => `${each}:${old}`);
  throw new HeirError("usage", `"${old}" is ${all.join(" and ")}`, `say which kind it is: ${all.join(", ")}`);
}

function classesBelow(inventory: Inventory, old: string, now: string): readonly [KindRename, ...KindRename[]] {
  const [from, to] = [old.slice(0, -1), now.slice(0, -1)];
  const renames = inventory.classNames
    .filter((name) => name.startsWith(from))
    .map((name): KindRename => ({ kind: "class", from: name, to: to + name.slice(from.length) }));
  const [first, ...more] = renames;
  if (first === undefined) throw new HeirError("usage", `no class is below ${from.slice(0, -1)}`);
  expectName("class", to.slice(0, -1));
  expectNew(inventory, renames);
  return [first, ...more];
}

/** Throws HeirError unless things of one kind can have new names, which may be those that others of them have now. */
export function expectNew(inventory: Inventory, renames: readonly KindRename[]): void {
  const leaving = new Set(renames.map(({ from }) => from));
  for (const each of renames) {
    if (each.kind !== "path") expectName(each.kind, each.to);
    expectFree(inventory, each, leaving);
  }
}

/** Throws HeirError unless a new class can have a name. */
export function expectFreeClass(inventory: Inventory, name: string): void {
  expectName("class", name);
  expectFree(inventory, { kind: "class", from: name, to: name }, new Set());
}

/** Throws HeirError for a name that no file could give. */
function expectName(kind: NameKind, name: string): void {
  const fault = kind === "application" ? faultOf(name, /^$/) : (faultOf(name, /[/]/) ?? partFault(kind, name));
  if (fault !== undefined) throw new HeirError("usage", `"${name}" cannot be the name of a ${kind}: ${fault}`);
}

function faultOf(name: string, bad: RegExp): string | undefined {
  if (name === "") return "it is empty";
  if (name.startsWith("~")) return "~ in front removes a name";
  if (/\s/.test(name)) return "it has a blank";
  if (/\p{Cc}/u.test(name)) return "it has a control character";
  if (name.includes("${")) return "it has a reference";
  return bad.test(name) ? "it has a slash" : undefined;
}

function partFault(kind: NameKind, name: string): string | undefined {
  const parts = kind === "node" ? [name.replace(/^\./, "")] : name.split(".");
  return parts.includes("") || name.startsWith(".") ? "a part of it is empty" : undefined;
}

function expectFree(inventory: Inventory, { kind, from, to }: KindRename, leaving: ReadonlySet<string>): void {
  if (kind === "path" || leaving.has(to) || !new Set(namesOfKind(kind, inventory)).has(to)) return;
  const path = fileOfName(kind, to, inventory);
  const place = path === undefined ? "" : `: ${path}`;
  throw new HeirError("usage", `there is a ${kind} ${to} already${place}`, `${kind} ${from} needs another name`);
}

/** Throws EmptyScope with near names unless the inventory has what is to have another name; paths are not looked for. */
export function expectRenamed({ kind, from }: KindRename, inventory: Inventory): void {
  if (kind === "path") return;
  const names = new Set(namesOfKind(kind, inventory));
  if (!names.has(from)) throw noName(kind, from, names);
}

function noName(kind: NameKind, name: string, names: Iterable<string>): EmptyScope {
  if (kind !== "application" && kind !== "technique" && kind !== "directive") return noSuchName([kind], name, names);
  const hint = didYouMean(similar(name, names)) ?? `the files of the inventory name every ${kind}`;
  return new EmptyScope(name, `no ${kind} is called "${name}"`, hint);
}
