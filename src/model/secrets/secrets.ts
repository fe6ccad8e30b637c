import { bareKey } from "../values/key-prefix.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import { matchesPath, type PathFilter } from "../values/path-filter.ts";
import type { ScalarValue, SourceFile, Span, Stretch, Value } from "../values/value.ts";
import { keyedParts, someValue, withParts } from "../values/value-at.ts";
import { type Masked, SECRET_TEXT } from "./masked.ts";

/** The secrets of an inventory. Texts and places are added as files are read, so before any value of them is used. */
export interface Secrets {
  /** The setting `secrets`. */
  readonly paths: readonly PathFilter[];
  /** The prefix characters of keys. */
  readonly prefixes: readonly string[];
  /** Values at these paths, as text: any value that contains one of them is a secret, too. */
  readonly texts: ReadonlySet<string>;
  /** The places of the values at these paths. */
  readonly places: ReadonlyMap<SourceFile, readonly SecretPlace[]>;
  /** Files that were not read, or only in part, so that their secrets are not known. */
  readonly unread: ReadonlySet<SourceFile>;
}

export interface SecretPlace extends Stretch {
  /** The value as text; in the file it may be quoted or escaped. */
  readonly text: string;
}

/** No secrets, except values that look encrypted. */
export const noSecrets: Secrets = { paths: [], prefixes: [], texts: new Set(), places: new Map(), unread: new Set() };

/** The secrets of several inventories together. */
export function joinedSecrets(all: readonly Secrets[]): Secrets {
  const known = [...new Set(all)];
  const [only = noSecrets, ...more] = known;
  if (more.length === 0) return only;
  return {
    paths: known.flatMap(({ paths }) => paths),
    prefixes: [...new Set(known.flatMap(({ prefixes }) => prefixes))],
    texts: new Set(known.flatMap(({ texts }) => [...texts])),
    places: new Map(known.flatMap(({ places }) => [...places])),
    unread: new Set(known.flatMap(({ unread }) => [...unread])),
  };
}

/** Whether a path is one of those that hold secrets. What directives declare, facts and run-time keys count as parameters. */
export function isSecretPath(path: ParameterPath, paths: readonly PathFilter[]): boolean {
  if (paths.length === 0) return false;
  const [section, ...rest] = path;
  const keys =
    section === "variables" || section === "facts" ? rest : section === "runtime" ? rest.slice(1) : undefined;
  const meant = keys === undefined ? path : ["parameters", ...keys];
  return paths.some((each) => matchesPath(each, meant));
}

/** Whether a value is only a reference: it names a value but contains none. */
export function isReference(value: Value): boolean {
  return value.kind === "template" && value.parts.every(({ kind }) => kind === "reference");
}

/**
 * A value with a marker of the same place for each secret, else the value itself. `path` is its path from the node
 * object on; everything below a path that holds secrets is secret. Never fails.
 */
export function maskedValue(value: Value, path: ParameterPath, secrets: Secrets): Value {
  return hasSecret(value, secrets) ? maskedAt(value, path, secrets) : value;
}

/** Whether a value can contain a secret. If no path holds secrets, a test for encrypted text needs no paths. */
function hasSecret(value: Value, secrets: Secrets): boolean {
  const { paths, texts, places } = secrets;
  return paths.length > 0 || texts.size > 0 || places.size > 0 || holdsEncrypted(value);
}

function holdsEncrypted(value: Value): boolean {
  return someValue(value, (each) => {
    if (each.kind === "set") return each.items.some(holdsEncrypted);
    if (each.kind === "template") return looksEncrypted(each.text);
    return each.kind === "scalar" && each.type === "text" && looksEncrypted(String(each.data));
  });
}

function maskedAt(value: Value, path: ParameterPath, secrets: Secrets): Value {
  if (isSecretPath(path, secrets.paths) && !isReference(value)) return marker(value);
  switch (value.kind) {
    case "scalar":
      return isSecretScalar(value, secrets) ? marker(value) : value;
    case "template":
      return isSecretText(value.text, secrets) ? marker(value) : value;
    case "set":
      return value.items.some((item) => isSecretScalar(item, secrets)) ? marker(value) : value;
    case "list":
    case "map": {
      const keyOf = (key: string) => (value.kind === "list" ? key : bareKey(key, secrets.prefixes));
      return withParts(value, (part, key) => maskedAt(part, [...path, keyOf(key)], secrets));
    }
  }
}

/** Whether a value is a marker that {@link maskedValue} made for a secret. */
export function isMarker(value: Value | undefined): boolean {
  return value?.kind === "scalar" && value.secret === true;
}

export function holdsMarker(value: Value | undefined): boolean {
  return value !== undefined && someValue(value, isMarker);
}

/** A marker instead of a value. */
export function marker(value: Value): ScalarValue {
  const { origin } = value;
  const via = value.kind === "template" ? undefined : value.via;
  return { kind: "scalar", type: "text", data: SECRET_TEXT, origin, via, secret: true };
}

/** The secrets whose place meets a span. */
export function secretsAt({ file, start, end }: Span, { places }: Secrets): readonly SecretPlace[] {
  return (places.get(file) ?? []).filter((place) => place.start <= end && start < place.end);
}

/** Numbers as well as texts can be secrets, or come from one. */
function isSecretScalar({ type, data, origin, via }: ScalarValue, secrets: Secrets): boolean {
  if (type === "null" || type === "bool") return isWritten(origin, secrets) || isWritten(via?.target, secrets);
  const text = String(data);
  const isSecret = type === "text" ? isSecretText(text, secrets) : secrets.texts.has(text);
  return isSecret || isWritten(origin, secrets) || isWritten(via?.target, secrets);
}

function isWritten(span: Span | undefined, secrets: Secrets): boolean {
  return span !== undefined && secretsAt(span, secrets).some(({ start }) => start === span.start);
}

function isSecretText(text: string, { texts }: Secrets): boolean {
  return looksEncrypted(text) || [...texts].some((secret) => text.includes(secret));
}

/** The paths of the secrets in a masked value, in its order; `levels` says how deep to look, everywhere when absent. */
export function secretPaths(
  value: Masked<Value>,
  path: ParameterPath,
  levels: number = Number.POSITIVE_INFINITY,
): readonly ParameterPath[] {
  return below(value, path, path.length + levels);
}

function below(value: Value, path: ParameterPath, deepest: number): readonly ParameterPath[] {
  if (path.length > deepest) return [];
  if (isMarker(value)) return [path];
  return keyedParts(value).flatMap(([key, part]) => below(part, [...path, key], deepest));
}

/** The start of each form of encrypted text, and the rest: up to the end of the text if its own end is missing. */
const FORMS: readonly (readonly [head: RegExp, rest: RegExp])[] = [
  // eyaml and SOPS
  [/ENC\[/, /[^\]"']*\]?/],
  // Ansible Vault
  [/\$ANSIBLE_VAULT;/, /[^\n]*(?:\n[ \t]*[0-9a-f]+(?=\r?$))*/],
  // OpenPGP and age
  [/-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE)-----/, /[\s\S]*?(?:-----END [A-Z ]+-----|(?![\s\S]))/],
  // age, not armoured
  [/age-encryption\.org\/v1/, /[^\n]*(?:\n[ \t]*(?:->|---|[\w+/]{16,}={0,2}(?=\r?$))[^\n]*)*/],
];

const HEAD = new RegExp(FORMS.map(([head]) => head.source).join("|"));
const WHOLE = new RegExp(FORMS.map((parts) => parts.map(({ source }) => source).join("")).join("|"), "gm");

/** Whether a text holds encrypted text. */
export function looksEncrypted(text: string): boolean {
  return HEAD.test(text);
}

/** Where a text holds encrypted text. Never fails. */
export function encryptedStretches(text: string): readonly Stretch[] {
  return [...text.matchAll(WHOLE)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** A text with a mark instead of each encrypted text in it. */
export function withoutEncrypted(text: string, mark: string): string {
  return looksEncrypted(text) ? text.replaceAll(WHOLE, mark) : text;
}
