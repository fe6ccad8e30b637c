import type { PatternFault } from "../../base/pattern/python-syntax.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Span } from "../../model/values/origin.ts";

/** `regex-unsupported` for a pattern that cannot be matched in linear time, at the place of the pattern. */
export function unsupportedPattern({ part, reason }: PatternFault, origin: Span): Diagnostic {
  const [, hint] = HINTS.find(([start]) => reason.startsWith(start)) ?? [];
  return finding("regex-unsupported", origin, `the pattern has "${part}": ${reason} is not supported`, {
    hint: hint ?? "write the pattern without it",
  });
}

/** What to write instead, by the start of the reason. */
const HINTS: readonly (readonly [string, string])[] = [
  ["look-around", "write what must match as part of the pattern, or list the names"],
  ["a back reference", "write the text again, or one pattern for each text"],
  ["an atomic group", "write (?:...): it takes no longer"],
  ["a possessive", "leave out the second +: it takes no longer"],
  ["a comment", "write the comment beside the pattern"],
  ["a conditional", "write both cases with |"],
  ["a repeat", "write * or +, or a smaller number"],
];
