import { keptAt } from "../../base/made-once.ts";
import type { Stretch } from "../values/value.ts";
import type { Secrets } from "./secrets.ts";

/**
 * Where text that was not read as YAML or JSON may hold secrets: on the lines of keys that end a secret path or are
 * named like a secret, and behind what begins as a known one. All of it where `**` is a path of secrets. Never fails.
 */
export function unreadStretches(text: string, paths: Secrets["paths"]): readonly Stretch[] {
  const isAll = paths.some(({ keys: [, ...keys] }) => keys.length > 0 && keys.every(({ kind }) => kind === "any"));
  if (isAll) return [{ start: 0, end: text.length }];
  const isSecret = secretKeys(paths);
  const found: Stretch[] = [];
  let start = 0;
  /** The indentation of the secret key that owns the next lines. */
  let owner = Number.POSITIVE_INFINITY;
  for (const line of text.split("\n")) {
    const [lead = ""] = /^\s*/.exec(line) ?? [];
    const indent = lead.replaceAll("\t", TAB).length;
    const isOwned = indent > owner || (indent === owner && line.startsWith("-", lead.length));
    if (isOwned) found.push({ start: start + lead.length, end: start + line.length });
    else if (lead.length < line.length) {
      owner = Number.POSITIVE_INFINITY;
      for (const { at, end, owns } of secretsIn(line, isSecret)) {
        found.push({ start: start + at, end: start + end });
        if (owns && end === line.length)
          owner = line.startsWith("-----BEGIN", at) && at === lead.length ? indent - 1 : indent;
      }
    }
    start += line.length + 1;
  }
  return found.filter((stretch) => stretch.start < stretch.end);
}

const TAB = " ".repeat(8);

/** Whether a text has a key with which a path of secrets can end. */
export function namesSecret(text: string, paths: Secrets["paths"]): boolean {
  const isSecret = secretKeys(paths);
  return [...text.matchAll(KEY)].some(([, key = ""]) => isSecret(key));
}

/** Whether a path of secrets can end with a key. */
function secretKeys(paths: Secrets["paths"]): (key: string) => boolean {
  const ends = paths.flatMap(({ keys }) => keys.findLast(({ kind }) => kind !== "any") ?? []);
  return (key) => ends.some((end) => (end.kind === "glob" ? end.fits(key) : end.kind === "key" && end.text === key));
}

const KEY = /(?<![\w-])([\w-]+)(?![\w-])["']?\s*:/g;

interface LineSecret {
  readonly at: number;
  readonly end: number;
  /** Whether lines that are more indented belong to it. */
  readonly owns: boolean;
}

function secretsIn(line: string, isSecret: (key: string) => boolean): readonly LineSecret[] {
  const endOf = (at: number, begin: number) => (isInFlow(line.slice(0, begin)) ? flowEnd(line, at) : line.length);
  const behindKeys = [...line.matchAll(KEY)].flatMap(({ index, 0: all, 1: key = "" }): LineSecret[] => {
    if (!isSecret(key) && !hasSecretName(key)) return [];
    const colon = index + all.length;
    const at = colon + (/^[ \t]*/.exec(line.slice(colon))?.[0].length ?? 0);
    return [{ at, end: endOf(at, index), owns: true }];
  });
  const known = [...line.matchAll(/[^\s"'{}[\],]+/g)].filter(({ index }) => hasSecretForm(line.slice(index)));
  const behindForms = known.map(({ index: at }) => ({ at, end: endOf(at, at), owns: line.startsWith("-", at) }));
  return [...behindKeys, ...behindForms];
}

/** Whether a bracket is open at the end of a text. */
function isInFlow(before: string): boolean {
  return /[{[][^}\]]*$/.test(before);
}

/** Where a value in flow style ends on its line: before the next `,`, `}` or `]` outside of quotes and of brackets in it. */
function flowEnd(line: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at] ?? "";
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (depth > 0 && (sign === "}" || sign === "]")) depth -= 1;
    else if (depth === 0 && (sign === "," || sign === "}" || sign === "]")) return at;
  }
  return line.length;
}

/** How keys and tokens of well-known services begin. */
const KNOWN = /^(?:-----BEGIN [A-Z ]*PRIVATE KEY|ghp_|glpat-|AKIA|xox[bp]-|eyJ[\w-]*\.[\w-]+\.)/;

/** Whether a text begins as keys and tokens of well-known services do. */
export function hasSecretForm(text: string): boolean {
  return KNOWN.test(text);
}

const NAME = /(?:password|passwd|passphrase|secret|token|api_?key|private_?key|credentials?)$/;

const names = new Map<string, boolean>();

/** Whether a key has the name of a secret anywhere in it, as `secret_key_id`: too wide for a finding, and safe for a guess. */
export function mayNameSecret(key: string): boolean {
  return hasSecretName(key) || /pass(?:word|wd|phrase)|secret|token|(?:api|private)_?key|credential/i.test(key);
}

/** Whether a key is that of a secret by its name. */
export function hasSecretName(key: string): boolean {
  return keptAt(names, key, () => NAME.test(key.toLowerCase().replaceAll("-", "_")));
}
