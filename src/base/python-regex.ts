/**
 * A Python regular expression as a JavaScript one, or undefined if it is invalid.
 *
 * Named groups and back references, flags in front (`(?i)`), `\A`, `\Z` are rewritten; the rest of the grammar is
 * the same in both languages.
 */
export function pythonRegex(source: string): RegExp | undefined {
  let flags = "";
  const body = source
    .replace(/^\(\?([aimsux]+)\)/, (_, letters: string) => {
      flags = [...letters].filter((letter) => "ims".includes(letter)).join("");
      return "";
    })
    .replace(/\(\?P<(\w+)>/g, "(?<$1>")
    .replace(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replace(/(?<!\\)((?:\\\\)*)\\A/g, "$1^")
    .replace(/(?<!\\)((?:\\\\)*)\\Z/g, "$1$$");
  try {
    return new RegExp(body, flags);
  } catch {
    return undefined;
  }
}

/**
 * A Python match template (`\1`, `\g<name>`, `\g<2>`, `\\`) filled from a match. A group that did not match gives
 * the empty text; one that does not exist makes the result undefined.
 */
export function expandTemplate(template: string, match: RegExpExecArray): string | undefined {
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

function groupOf(match: RegExpExecArray, name: string): string | undefined {
  if (/^\d+$/.test(name)) {
    const index = Number(name);
    return index < match.length ? (match[index] ?? "") : undefined;
  }
  const groups = match.groups;
  return groups !== undefined && Object.hasOwn(groups, name) ? (groups[name] ?? "") : undefined;
}
