import type { Severity } from "../../model/findings/codes.ts";
import { rank } from "../../report/findings/problems.ts";
import type { FilePositions, Position, Range } from "../protocol/positions.ts";
import type { Checked, EditorFinding, EditorInventory } from "./editor-inventory.ts";

/** A finding as the protocol has it. */
export interface PublishedFinding {
  readonly range: Range;
  readonly severity: 1 | 2 | 3;
  readonly code: string;
  readonly source: "heir";
  readonly message: string;
  readonly relatedInformation: readonly {
    readonly location: { readonly uri: string; readonly range: Range };
    readonly message: string;
  }[];
  readonly tags?: readonly number[];
}

export interface FindingContext {
  readonly inventory: EditorInventory;
  readonly positions: FilePositions;
  readonly level: Severity;
  uri(path: string): string;
}

const BEGINNING: Position = { line: 0, character: 0 };
const UNNECESSARY = 1;
const FADED: ReadonlySet<string> = new Set(["class-unused", "dead-value", "value-repeated"]);
const SEVERITIES = { error: 1, warning: 2, info: 3 } as const;

/** The findings of a state by file; one that is about no file is at the beginning of the settings. */
export function findingsByFile(
  { result }: Checked,
  context: FindingContext,
): ReadonlyMap<string, readonly PublishedFinding[]> {
  const found = new Map<string, PublishedFinding[]>();
  for (const finding of result.findings) {
    const { diagnostic } = finding;
    if (rank[diagnostic.severity] > rank[context.level]) continue;
    const path = diagnostic.span?.file.path ?? "heir.yml";
    found.set(path, [...(found.get(path) ?? []), published(finding, context)]);
  }
  return found;
}

function published({ diagnostic }: EditorFinding, { positions, uri }: FindingContext): PublishedFinding {
  const { code, severity, message, span, related, note, hint } = diagnostic;
  return {
    range: span === undefined ? { start: BEGINNING, end: BEGINNING } : positions.of(span.file).range(span),
    severity: SEVERITIES[severity],
    code,
    source: "heir",
    message: [message, note, hint].filter((line) => line !== undefined).join("\n"),
    relatedInformation: related.map((each) => ({
      location: { uri: uri(each.span.file.path), range: positions.of(each.span.file).range(each.span) },
      message: each.caption,
    })),
    ...(FADED.has(code) && { tags: [UNNECESSARY] }),
  };
}
