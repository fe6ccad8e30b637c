import { compileWithAhead, isPatternFault } from "../../base/pattern/pattern.ts";
import { finding, type Report } from "../../model/findings/diagnostic.ts";
import type { ClassMapping } from "../../model/inventory/settings.ts";
import type { Span } from "../../model/values/value.ts";
import { unsupportedPattern } from "../forms/form.ts";

/**
 * One entry of `class_mappings`: a pattern and the classes for matching nodes, split as a shell splits words. A pattern
 * between slashes is a regular expression; one that cannot be matched is a fault of the nodes that it may match. Returns undefined after reporting `class-mapping`.
 */
export function parseClassMapping(text: string, origin: Span, report: Report): ClassMapping | undefined {
  const isRegexp = text.startsWith("/");
  const words = splitWords(text, isRegexp ? `'"/` : `'"`);
  const [pattern, ...classes] = words ?? [];
  const compiled = isRegexp && pattern !== undefined ? compileWithAhead(pattern) : undefined;
  const patternFault = compiled !== undefined && isPatternFault(compiled) ? compiled : undefined;
  if (pattern !== undefined && (patternFault?.kind === "unsupported" || isUnsure(compiled, classes))) {
    const reason = "look-around beside a name of a class that uses groups";
    const part = patternFault ?? { kind: "unsupported", part: pattern, reason };
    return { kind: "regexp", pattern, classes, origin, fault: unsupportedPattern(part, origin) };
  }
  if (pattern === undefined || patternFault !== undefined) {
    const fault = words === undefined ? "lacks a closing quote or slash" : "has no valid pattern";
    report(finding("class-mapping", origin, `class mapping "${text}" ${fault}`));
    return undefined;
  }
  return { kind: isRegexp ? "regexp" : "glob", pattern, classes, origin };
}

/** Whether it is not known which of several ways the groups that classes use would match in. */
function isUnsure(compiled: ReturnType<typeof compileWithAhead> | undefined, classes: readonly string[]): boolean {
  const hasTail = compiled !== undefined && !isPatternFault(compiled) && compiled.hasTail;
  return hasTail && classes.some((name) => name.includes("\\"));
}

const WHITE_SPACE = /\s/;

/** Words as Python's `shlex` splits them in POSIX mode; undefined when a quote is not closed. */
function splitWords(text: string, quotes: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (character === "\\" && quote !== "'") {
        at += 1;
        const next = text.charAt(at);
        word = (word ?? "") + (next === quote || next === "\\" ? next : `\\${next}`);
      } else word = (word ?? "") + character;
    } else if (WHITE_SPACE.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quotes.includes(character)) {
      quote = character;
      word ??= "";
    } else if (character === "\\") {
      at += 1;
      word = (word ?? "") + text.charAt(at);
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return quote === "" ? words : undefined;
}
