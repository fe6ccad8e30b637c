import { keptAt } from "../../base/made-once.ts";
import { type Diagnostic, findingSpans } from "../../model/findings/diagnostic.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { CauseEdit, CauseOwner } from "../../model/results/change.ts";
import type { FileDelta } from "../../model/results/why.ts";
import type { SourceFile, Span } from "../../model/values/value.ts";
import type { Side } from "../load/outcome.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { Sides } from "./side.ts";

/** The edits at the end of causes, or the errors of a side that does not resolve. */
export interface EditsAsked {
  readonly causes: readonly CauseEdit[];
  readonly sides: Sides<Side>;
  readonly names: Sides<string | undefined>;
  readonly errors: Sides<readonly Diagnostic[]>;
  /** Paths of the files of which the node consists, on a side where it resolves. */
  readonly reads: readonly string[];
}

type SideName = keyof Sides<unknown>;

/** A file under its paths on both sides, and what is named in it. */
interface Named {
  readonly paths: Sides<string | undefined>;
  readonly spans: { readonly side: SideName; readonly span: Span }[];
  whole: boolean;
}

/** The differences of the files that the causes name; if there are none, of those that the errors name. */
export async function fileEdits(
  asked: EditsAsked,
  files: EditedFiles,
  options: Abortable,
): Promise<readonly FileDelta[]> {
  const found = new NamedFiles(asked);
  for (const cause of asked.causes) found.cause(cause);
  for (const side of ["old", "new"] as const) found.errors(asked.errors[side], side);
  const edits: FileDelta[] = [];
  for (const named of found.changed()) edits.push(await editOf(named, asked, files, options));
  return edits;
}

class NamedFiles {
  private readonly asked: EditsAsked;
  private readonly named = new Map<string, Named>();

  constructor(asked: EditsAsked) {
    this.asked = asked;
  }

  cause(edit: CauseEdit): void {
    if (edit.kind === "settings-changed") for (const path of edit.files) this.whole({ old: path, new: path });
    else if (edit.kind === "node-added" || edit.kind === "node-removed") this.node(edit.node, edit.node);
    else if (edit.kind === "node-renamed") this.node(edit.node, edit.to);
    else if ("in" in edit) this.places(edit);
  }

  /** The places of the errors; if those files are unchanged, the other changed files of the node. */
  errors(errors: readonly Diagnostic[], side: SideName): void {
    const [first] = errors;
    if (first === undefined) return;
    for (const span of findingSpans(first))
      this.at({ old: span.file.path, new: span.file.path }).spans.push({ side, span });
    if (this.changed().length > 0) return;
    for (const path of this.asked.reads) this.whole({ old: path, new: path });
  }

  changed(): readonly Named[] {
    const { old, new: now } = this.asked.sides;
    const blob = ({ snapshot }: Side, path: string | undefined) => path && snapshot.blobs.get(path);
    return [...this.named.values()].filter(({ paths }) => {
      return paths.old !== paths.new || blob(old, paths.old) !== blob(now, paths.new);
    });
  }

  private node(old: string, now: string): void {
    const { sides } = this.asked;
    this.whole({ old: sides.old.inventory.fileOf("node", old), new: sides.new.inventory.fileOf("node", now) });
  }

  private whole(paths: Named["paths"]): void {
    this.at(paths).whole = true;
  }

  private places(edit: Extract<CauseEdit, { readonly in: CauseOwner }>): void {
    const { old, new: now } = edit;
    const [before, after] = [this.fileOf("old", edit.in), this.fileOf("new", edit.in)];
    const file = (now ?? old)?.file.path;
    const isOwn = file !== undefined && (file === before || file === after);
    const paths = isOwn ? { old: before, new: after } : { old: old?.file.path ?? file, new: now?.file.path ?? file };
    const named = this.at(paths);
    if (old !== undefined) named.spans.push({ side: "old", span: old });
    if (now !== undefined) named.spans.push({ side: "new", span: now });
  }

  private at(paths: Named["paths"]): Named {
    const key = `${paths.old}\n${paths.new}`;
    return keptAt(this.named, key, () => ({ paths, spans: [], whole: false }));
  }

  /** The file of an owner; it is read, so that its secrets are known. */
  private fileOf(side: SideName, { layer, name }: CauseOwner): string | undefined {
    const { inventory } = this.asked.sides[side];
    const { groups } = inventory.groups;
    if (layer === "class") return inventory.class(name)?.file.path;
    if (layer === "node") return inventory.node(this.nameOn(side, name))?.file.path;
    return layer === "group" ? groups.get(name)?.file.path : undefined;
  }

  private nameOn(side: SideName, name: string): string {
    const { names } = this.asked;
    return name === names.old || name === names.new ? (names[side] ?? name) : name;
  }
}

async function editOf({ paths, spans, whole }: Named, asked: EditsAsked, files: EditedFiles, options: Abortable) {
  const text = async (side: SideName): Promise<SourceFile | undefined> => {
    const path = paths[side];
    return path === undefined ? undefined : files.text(asked.sides[side].snapshot, path, options);
  };
  const all = new Set([paths.old, paths.new].filter((path) => path !== undefined));
  const [old, now] = [await text("old"), await text("new")];
  return { old, new: now, spans: whole ? [] : spans, ...(await files.editsOf([...all], options)) };
}
