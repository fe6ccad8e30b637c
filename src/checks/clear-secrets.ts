import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { isSecretPath, looksEncrypted } from "../model/secrets/secrets.ts";
import { hasSecretForm, hasSecretName } from "../model/secrets/unparsed-text.ts";
import type { PrefixSettings } from "../model/values/key-prefix.ts";
import { type ParameterPath, printKeys, printPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { layerAt, type Written, written } from "../written/written.ts";

/**
 * Texts that look like secrets in clear text, by their key or by how they begin, and that the setting `secrets` does not
 * name, among values with their paths from the node object on. No finding contains the text. Never fails.
 */
export function clearSecrets(values: readonly Written[], settings: Settings): readonly Diagnostic[] {
  return values.flatMap((each) => clearSecret(each, settings) ?? NONE);
}

const NONE: readonly Diagnostic[] = [];

/** A value and all that is in it, lists included. */
export function allIn(value: Value, path: ParameterPath, settings: PrefixSettings): readonly Written[] {
  return [layerAt(value, path), ...written(value, settings, { at: path, enters: () => true })];
}

function clearSecret(part: Written, settings: Settings): Diagnostic | undefined {
  const { value } = part;
  const text = value.kind === "scalar" && value.type === "text" ? String(value.data).trim() : "";
  if (text.length < SHORTEST) return undefined;
  const { name } = part;
  const isKnown = hasSecretForm(text);
  if (!isKnown && (!hasSecretName(name) || NO_SECRET.test(text))) return undefined;
  const { path } = part;
  if (looksEncrypted(text) || path.some((_, at) => isSecretPath(path.slice(0, at + 1), settings.secrets)))
    return undefined;
  const filter = isKnown && !hasSecretName(name) ? printPath(path) : `**:${printKeys([name])}`;
  const message = `${printPath(path)} looks like a secret in clear text`;
  const hint = `add ${JSON.stringify(filter)} to secrets in heir.yml, so that it is masked; better, encrypt it`;
  return { ...finding("secret-in-clear", value.origin, message, { hint }), path };
}

const SHORTEST = 6;

/** A path, a URL without a user, and a reference of kapitan only name a secret. */
const NO_SECRET = /^(?:~|\.{0,2})\/|^[A-Za-z]:\\|^[a-z][a-z\d+.-]*:\/\/[^@\s]*$|^\?\{/;

/** {@link clearSecrets} in the properties of groups and globals, and in what directives set. */
export function clearSharedSecrets({ groups, settings: given, secrets, policies }: Inventory): readonly Diagnostic[] {
  const settings = { ...given, secrets: secrets.paths };
  const { globals } = groups;
  const sets = [globals, ...[...groups.groups.values()].map(({ properties }) => properties)];
  const declared = [...policies().directives.values()].flatMap((directive) => directive.sets);
  return [
    ...sets.flatMap(({ values }) => clearSecrets(allIn(values, ["parameters"], settings), settings)),
    ...declared.flatMap(({ name, value }) => clearSecrets(allIn(value, ["parameters", name], settings), settings)),
  ];
}
