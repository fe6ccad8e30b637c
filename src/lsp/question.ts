import type { Location } from "vscode-languageserver/node";
import type { DefinedKind, Mark } from "../edit/find/marks.ts";
import type { Abortable } from "../model/inventory/snapshot.ts";
import type { Span, Stretch } from "../model/values/origin.ts";
import type { Client } from "./capabilities.ts";
import type { EditorInventory } from "./editor-inventory.ts";
import type { EditorState } from "./editor-state.ts";
import { type FileMarks, keysUpTo, marksAt } from "./marks.ts";
import type { FilePositions } from "./positions.ts";

/** What every answer is made from: one state of one inventory, for one request of a client. */
export interface Asked extends Abortable {
  readonly client: Client;
  readonly inventory: EditorInventory;
  readonly state: EditorState;
  readonly positions: FilePositions;
  /** The address of a file of the inventory. */
  uri(path: string): string;
}

/** A question about a file. */
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

export function beginningOf({ uri }: Asked, path: string): Location {
  const start = { line: 0, character: 0 };
  return { uri: uri(path), range: { start, end: start } };
}

/** A stretch of a file. */
export function locationOf({ uri, positions }: Asked, { file, start, end }: Span): Location {
  return { uri: uri(file.path), range: positions(file).range({ start, end }) };
}
