import { digest } from "../../base/digest.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** The most findings of one code in one file that are kept: nobody reads more of the same. */
export const MOST_KEPT = 1000;

/** A text that is equal for findings of one code and severity in one file. */
export function restKey({ code, severity, span }: Diagnostic): string {
  return [code, severity, span?.file.path].join("\0");
}

/** How many findings a diagnostic stands for: one, unless it stands for a rest. */
export function countOf({ rest }: Diagnostic): number {
  return rest?.count ?? 1;
}

/** How many findings of a list there are, the rests included. */
export function countOfAll(findings: readonly { readonly diagnostic: Diagnostic }[]): number {
  return findings.reduce((sum, { diagnostic }) => sum + countOf(diagnostic), 0);
}

/** The message of a finding that stands for several. */
export function restMessage(code: string, count: number): string {
  return `and ${count} more ${code}`;
}

/** A number that differs for different texts, but for chance: a set of numbers takes a tenth of the memory of texts. */
export function textNumber(text: string): number {
  return Number.parseInt(digest(text).slice(0, 12), 16);
}

/** The findings of one code in one file beyond those that are kept, each counted once. */
export class RestCollection<Of extends Diagnostic> {
  readonly nodes: Set<string> = new Set();
  private readonly places = new Set<number>();
  private readonly messages = new Set<number>();
  private readonly first: Of;

  constructor(first: Of) {
    this.first = first;
  }

  /** Adds a finding; `identity` is equal for equal ones. */
  add({ message }: Of, identity: string): void {
    const place = textNumber(identity);
    if (this.places.has(place)) return;
    this.places.add(place);
    this.messages.add(textNumber(message));
  }

  /** One finding for all of them, at the place of the first. */
  whole(): Of {
    const count = this.places.size;
    const message = restMessage(this.first.code, count);
    const rest = { count, messages: this.messages };
    const none = { note: undefined, hint: undefined, path: undefined, missingClass: undefined, order: undefined };
    return { ...this.first, message, related: [], ...none, contract: undefined, rest };
  }
}
