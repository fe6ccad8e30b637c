import type { Inventory } from "../../../model/inventory/inventory.ts";
import { rooted } from "../../../model/inventory/settings.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../../model/values/value.ts";
import { fileId } from "../../../parse/definitions/names.ts";
import { type DefinedKind, fileMarks, type Mark, type ReferenceMark } from "../../edit/rename/marks.ts";
import { type InventoryFile, inventoryFiles } from "../../edit/rename/names.ts";
import { SourceText } from "../../edit/text/source-text.ts";

export interface Defined {
  readonly kind: DefinedKind;
  readonly name: string;
}

/** A file with all its marks, in the order of their places. */
export interface FileMarks extends ReturnType<typeof fileMarks> {
  readonly file: SourceFile;
  readonly defines: Defined | undefined;
}

/** The innermost marks at an offset first; one that begins there comes after one that holds the offset. */
export function marksAt({ marks }: FileMarks, offset: number): readonly Mark[] {
  const here = marks.filter(({ start, end }) => start <= offset && offset <= end);
  const outside = ({ start }: Mark) => (start < offset ? 0 : 1);
  return here.toSorted(
    (one, other) => outside(one) - outside(other) || one.end - one.start - (other.end - other.start),
  );
}

/** The keys of a reference up to the part at an offset; all of them at its sentinels. */
export function keysUpTo({ segments }: ReferenceMark, offset: number): readonly string[] {
  const at = segments.findIndex(({ start, end }) => start <= offset && offset <= end);
  return segments.slice(0, at === -1 ? segments.length : at + 1).map(({ text }) => text);
}

interface Kept extends Pick<Inventory, "settings"> {
  readonly marks: FileMarks;
}

/** The files of one state, each read when it is first asked for; a file that did not change is taken from the state before. */
export class MarkedFiles {
  private readonly snapshot: Snapshot;
  private readonly inventory: Inventory;
  private readonly listed: ReadonlyMap<string, InventoryFile>;
  private readonly kept: Map<string, Kept>;

  constructor(snapshot: Snapshot, inventory: Inventory, before?: MarkedFiles) {
    this.snapshot = snapshot;
    this.inventory = inventory;
    this.listed = new Map(inventoryFiles(inventory, snapshot.blobs.keys()).map((file) => [file.path, file]));
    this.kept = before?.kept ?? new Map();
  }

  /** The files that may name something. */
  paths(): readonly string[] {
    return [...this.listed.keys()];
  }

  /** What a file defines; undefined for one that defines nothing with a name. */
  defined(path: string): Defined | undefined {
    const file = this.listed.get(path);
    return file && definedIn(file, this.inventory);
  }

  /** The text of a file and what its parts mean; undefined for a file that the inventory does not have. */
  async marks(path: string): Promise<FileMarks | undefined> {
    const [listed, blob] = [this.listed.get(path), this.snapshot.blobs.get(path)];
    if (listed === undefined || blob === undefined) return undefined;
    const known = this.kept.get(path);
    const { settings } = this.inventory;
    if (known?.marks.file.blob === blob && known.settings === settings) {
      return { ...known.marks, defines: this.defined(path) };
    }
    const bytes = (await this.snapshot.read([blob])).get(blob);
    if (bytes === undefined) return undefined;
    const source = new SourceText(path, bytes);
    const marks: FileMarks = {
      ...fileMarks(listed, source, settings),
      file: { path, blob, text: source.text },
      defines: definedIn(listed, this.inventory),
    };
    this.kept.set(path, { settings, marks });
    return marks;
  }
}

/** What files of a role define, by their names in its folder. */
const KINDS: Readonly<Partial<Record<InventoryFile["role"], DefinedKind>>> = {
  groups: "group",
  techniques: "technique",
  directives: "directive",
  rules: "rule",
};

function definedIn({ path, role, name }: InventoryFile, { settings }: Inventory): Defined | undefined {
  if (role === "node" || role === "class") return { kind: role, name };
  const kind = KINDS[role];
  const id = kind && fileId(path.slice(rooted(settings, role).length));
  return kind && id !== undefined ? { kind, name: id } : undefined;
}
