import type { PatternMatch } from "./pattern.ts";

/**
 * A Python match template (`\1`, `\g<name>`, `\g<2>`, `\\`) filled from a match. A group that did not match gives
 * the empty text; one that does not exist makes the result undefined.
 */
export function expandTemplate(template: string, match: PatternMatch): string | undefined {
  let known = true;
  const text = template.replace(
    /\\(?:g<(\w+)>|(\d{1,2})|(.))/g,
    (_, name?: string, digits?: string, other?: string) => {
      if (other !== undefined) return other === "\\" ? "\\" : (ESCAPES[other] ?? `\\${other}`);
      const group = groupOf(match, name ?? digits ?? "");
      if (group === undefined) known = false;
      return group ?? "";
    },
  );
  return known ? text : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function groupOf({ groups, names }: PatternMatch, name: string): string | undefined {
  const index = /^\d+$/.test(name) ? Number(name) : Object.hasOwn(names, name) ? (names[name] ?? -1) : -1;
  return index >= 0 && index < groups.length ? (groups[index] ?? "") : undefined;
}
