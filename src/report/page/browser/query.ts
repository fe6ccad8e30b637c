import { KINDS } from "../data.ts";

/** What a search asks for; all of it must be true of a block. */
export interface PageQuery {
  /** In small letters. */
  readonly texts: readonly string[];
  readonly nodes: readonly string[];
  readonly paths: readonly string[];
  readonly classes: readonly string[];
  /** For each word: the bits of the kinds that begin with it. */
  readonly kinds: readonly number[];
}

const FIELDS = { node: "nodes", path: "paths", class: "classes" } as const;
type Field = (typeof FIELDS)[keyof typeof FIELDS];

/** Words between spaces: free text, `node:`, `path:`, `class:` and `kind:`. A word without text asks for nothing. */
export function parsePageQuery(text: string): PageQuery {
  const query: Record<"texts" | Field, string[]> = { texts: [], nodes: [], paths: [], classes: [] };
  const kinds: number[] = [];
  for (const word of text.toLowerCase().split(/\s+/)) {
    const [, field = "", rest = ""] = /^(node|path|class|kind):(.*)$/.exec(word) ?? [];
    if (field === "") query.texts.push(...(word === "" ? [] : [word]));
    else if (rest === "") continue;
    else if (field === "kind") kinds.push(kindBits(rest));
    else if (field === "node" || field === "path" || field === "class") query[FIELDS[field]].push(rest);
  }
  return { ...query, kinds };
}

function kindBits(word: string): number {
  return KINDS.reduce((bits, kind, at) => (kind.startsWith(word) ? bits | (1 << at) : bits), 0);
}

/** Which names a word means: that name if there is one, else all that contain it. */
export function namesMeant(names: readonly string[], word: string): ReadonlySet<number> {
  const exact = names.indexOf(word);
  if (exact !== -1) return new Set([exact]);
  return new Set(names.flatMap((name, at) => (name.includes(word) ? [at] : [])));
}
