import { documentJson } from "./json.ts";

/** A document piece by piece: each item of one of its lists begins a line. */
export function* documentLines(document: object, list: string): Generator<string> {
  const { before, items, after } = parted(document, list);
  const lines = new DocumentLines();
  yield lines.begin(before, list);
  for (const item of items) yield lines.item(item);
  yield lines.end(after);
}

/** A document as JSON Lines: the members before a list, its items, those after. Without the last line it was cut. */
export function* documentRecords(document: object, list: string): Generator<string> {
  const { before, items, after } = parted(document, list);
  yield `${documentJson(before)}\n`;
  for (const item of items) yield `${documentJson(item)}\n`;
  yield `${documentJson(after)}\n`;
}

/** The pieces of {@link documentLines}, for a list whose items are found one by one. */
export class DocumentLines {
  private separator = "\n";

  /** The members before the list, at least one. */
  begin(members: object, list: string): string {
    return `${documentJson(members).slice(0, -1)},${documentJson(list)}:[`;
  }

  item(data: unknown): string {
    const text = this.separator + documentJson(data);
    this.separator = ",\n";
    return text;
  }

  /** The members after the list. Without any, the list ends on the line of its last item. */
  end(members: object): string {
    const rest = documentJson(members).slice(1);
    return rest === "}" ? "]}\n" : `\n],${rest}\n`;
  }
}

function parted(document: object, list: string) {
  const members = Object.entries(document);
  const at = members.findIndex(([name]) => name === list);
  const items: Iterable<unknown> = members[at]?.[1] ?? [];
  return { before: Object.fromEntries(members.slice(0, at)), items, after: Object.fromEntries(members.slice(at + 1)) };
}

/** The last member of the document of a share: which it is, and of what run. */
export interface ShareMark {
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** A digest of all that the answer of the whole run depends on. */
  readonly run: string;
}
