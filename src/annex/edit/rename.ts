import type { Criterion } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { FileEdit } from "../../model/results/file-edit.ts";
import type { Place } from "../../model/values/place.ts";
import { placeOf, type Span, type Stretch } from "../../model/values/value.ts";
import { type Outline, outlineEntries, outlineLeaves, outlineParts } from "../../parse/yaml/outline.ts";
import { mappedClasses } from "../../resolve/ancestry/class-mapping.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { editableFiles, type OpenContents } from "../../workspace/write/editable-files.ts";
import { askedRenames } from "./asked-rename.ts";
import type { FinderOptions, KindFinder, OpenedFile } from "./find/edited-file.ts";
import { inventoryFiles, openedFile } from "./find/edited-file.ts";
import { nameFinder, nodeFinder } from "./find/name.ts";
import { pathFinder } from "./find/path.ts";
import type { NotFollowedData } from "./library-types.ts";
import type { EditPlan } from "./plan.ts";
import type { KindRename } from "./proof/claim.ts";
import { fileWords, isAround, type Replacement, SourceText, wordsIn } from "./text/source-text.ts";

interface RenameRequest extends FinderOptions {
  /** Several only of one kind. */
  readonly renames: readonly [KindRename, ...KindRename[]];
  /** The documents over the work tree, where an editor does the edit. */
  readonly open?: OpenContents;
}

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
  const notFollowed: NotFollowedData[] = [];
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
): readonly NotFollowedData[] {
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
