import type { Criterion, Group, PropertyTest } from "../../model/inventory/group.ts";
import { isSecretPath } from "../../model/secrets/secrets.ts";
import type { Span } from "../../model/values/origin.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";

/** A text that a criterion compares with a property whose values are secrets. */
export interface ComparedText {
  readonly span: Span;
  readonly text: string;
  /** Whether it is compared as it is; else it is a pattern or a query. */
  readonly isExact: boolean;
}

/** The texts that criteria of groups compare with secret properties: all behind the name of the property. */
export function comparedTexts(groups: Iterable<Group>, secrets: readonly PathFilter[]): readonly ComparedText[] {
  return [...groups].flatMap(({ members }) => {
    const criteria = members.kind === "match" ? members.match.criteria : [];
    return criteria.flatMap((criterion) => comparedText(criterion, secrets) ?? []);
  });
}

function comparedText(criterion: Criterion, secrets: readonly PathFilter[]): ComparedText | undefined {
  if (criterion.kind !== "property") return undefined;
  const { subject } = criterion;
  const test: PropertyTest = criterion.test;
  const isSecret = (name: string): boolean => isSecretPath(["parameters", name], secrets);
  switch (test.op) {
    case "eq":
    case "notEq":
      return isSecret(test.name) ? { span: behind(subject, "="), text: test.value, isExact: true } : undefined;
    case "jsonSelect":
      return isSecret(test.name) ? { span: behind(subject, ":"), text: test.path, isExact: false } : undefined;
    case "regex":
    case "notRegex":
      return pattern(subject, isSecret);
    case "hasKey":
    case "exists":
    case "notExists":
      return undefined;
  }
}

/** A pattern whose name is a pattern, too, could match any property. */
function pattern(subject: Span, isSecret: (name: string) => boolean): ComparedText | undefined {
  const span = behind(subject, "=");
  const name = subject.file.text.slice(subject.start, span.start - 1).replace(/^["']?\^?/, "");
  if (span.start > subject.start && /^[\w-]+$/.test(name) && !isSecret(name)) return undefined;
  return { span, text: span.file.text.slice(span.start, span.end), isExact: false };
}

/** The part of a scalar behind a character, without its closing quote; all of it where it has no such character. */
function behind({ file, start, end }: Span, character: string): Span {
  const at = file.text.indexOf(character, start);
  const last = /["']/.test(file.text[start] ?? "") ? end - 1 : end;
  return { file, start: at === -1 || at >= last ? start : at + 1, end: last };
}
