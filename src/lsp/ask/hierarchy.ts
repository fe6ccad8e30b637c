import type { Range } from "../protocol/positions.ts";
import { type Asked, beginningOf, type Question, subjectOf } from "./question.ts";
import { mentionsOf } from "./references.ts";

/** A class or node among those that it includes, and that include it. */
export interface HierarchyItem {
  readonly name: string;
  readonly kind: number;
  readonly uri: string;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly data: { readonly of: Kind; readonly name: string };
}

type Kind = "class" | "node";

const KINDS = { class: 5, node: 19 } as const;

/** The class or node at a place. */
export function hierarchyItems(question: Question): readonly HierarchyItem[] {
  const subject = subjectOf(question);
  if (subject?.kind !== "names" || (subject.of !== "class" && subject.of !== "node")) return [];
  const { of } = subject;
  return subject.names.flatMap((name) => itemOf(question, of, name));
}

/** What a class or node includes. */
export function supertypes(asked: Asked, of: Kind, name: string): readonly HierarchyItem[] {
  const mentions = asked.state.inventory[of](name)?.classes ?? [];
  return mentions.filter(({ remove }) => !remove).flatMap((mention) => itemOf(asked, "class", mention.name));
}

/** The classes and nodes that include a class. */
export async function subtypes(asked: Asked, of: Kind, name: string): Promise<readonly HierarchyItem[]> {
  const spans = of === "class" ? await mentionsOf(asked, "class", name) : [];
  const files = [...new Set(spans.map(({ file }) => file.path))];
  const all = await Promise.all(files.map(async (path) => (await asked.state.marks(path))?.defines));
  return all.flatMap((defined) => {
    return defined?.kind === "class" || defined?.kind === "node" ? itemOf(asked, defined.kind, defined.name) : [];
  });
}

function itemOf(asked: Asked, of: Kind, name: string): readonly HierarchyItem[] {
  const file = asked.state.fileOf(of, name);
  if (file === undefined) return [];
  const { uri, range } = beginningOf(asked, file);
  return [{ name, kind: KINDS[of], uri, range, selectionRange: range, data: { of, name } }];
}
