import { clip } from "../../base/terminal-text.ts";
import { compareText } from "../../base/text-order.ts";
import { allCodes, codes, isCode, isOnRequest, type Severity } from "../../model/findings/codes.ts";
import type { CheckSetting, Guards, Settings, WrittenSettings } from "../../model/inventory/settings.ts";
import { defaultSettings } from "../../model/inventory/settings.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import type { Span } from "../../model/values/value.ts";

export interface PolicySide {
  readonly settings: Settings;
  readonly written: WrittenSettings;
}

/** A guarding key that a change makes less strict, or changes where there is no order. */
export interface Weakened {
  readonly key: string;
  readonly old: string;
  readonly new: string;
  /** Whether its values have an order, so that they can be more or less strict. */
  readonly hasOrder: boolean;
  readonly text: string;
  /** In the later state, else where the earlier one has the key. */
  readonly span: Span | undefined;
}

/** Keys that say what the data is, not how it is judged. All others guard, also those of later versions. */
const DATA_KEYS: ReadonlySet<string> = new Set([
  "class_mappings",
  "class_mappings_match_path",
  "default_environment",
  "automatic_parameters",
  "scalar_parameters",
  "version",
]);

/** Whether a key of the settings guards: a change of it needs consent unless it makes the policy stricter. */
export function isGuarding(key: string): boolean {
  return !DATA_KEYS.has(key);
}

const GUARDING: readonly SettingKey[] = Object.keys(defaultSettings).filter(isSettingKey).filter(isGuarding);

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(defaultSettings, key);
}

/**
 * The guarding keys that are less strict in the later state (rule J8 in docs/concepts/gates.md), sorted by name; also
 * those that change no finding. Never fails.
 */
export function weakenedKeys(old: PolicySide, now: PolicySide): readonly Weakened[] {
  const known = GUARDING.filter((key) => key !== "checks" && isWeakened(key, old, now));
  const writtenIn = ({ written }: PolicySide, key: string) => JSON.stringify(written.get(key)?.value);
  const unknown = [...new Set([...old.written.keys(), ...now.written.keys()])].filter((key) => {
    const isSame = !isGuarding(key) || isKnown(key) || writtenIn(old, key) === writtenIn(now, key);
    return !isSame && !isStricterCheck(key, old, now);
  });
  const [was, is] = [old.settings.checks, now.settings.checks];
  const codes = new Set([...allCodes, ...was.keys(), ...is.keys()]);
  const checks = [...codes].filter((code) => strictnessOf(code, is) < strictnessOf(code, was));
  return [...known, ...unknown, ...checks.map((code) => CHECKS + code)].sort(compareText).map((key) => {
    const span = now.written.get(key)?.span ?? old.written.get(key)?.span;
    return changedKey(key, { old: valueText(key, old), new: valueText(key, now) }, span);
  });
}

/** A key with both values as text. */
export function changedKey(key: string, values: Pick<Weakened, "old" | "new">, span?: Span): Weakened {
  const hasOrder =
    isKnown(key) && (!isSettingKey(key) || isAsStrict(key, defaultSettings[key], defaultSettings[key]) === true);
  return { key, ...values, hasOrder, text: `${key}: ${values.old} -> ${values.new}`, span };
}

/** Whether settings have the value of a key that others have; `others` need not have all keys. */
export function isSameValue(key: string, settings: Settings, others: Partial<Settings>): boolean {
  if (!isSettingKey(key) || others[key] === undefined) return false;
  return plainText(settings, key) === plainText({ ...settings, ...others }, key);
}

const CHECKS = "checks.";

/** Whether this version of heir compares the values of a key: a setting, or the severity of a finding. */
function isKnown(key: string): boolean {
  return isSettingKey(key) || (key.startsWith(CHECKS) && isCode(key.slice(CHECKS.length)));
}

function isWeakened(key: SettingKey, old: PolicySide, now: PolicySide): boolean {
  if (plainText(old.settings, key) === plainText(now.settings, key)) return false;
  // The dialect alone brings other defaults; it is reported itself.
  const isDerived = !old.written.has(key) && !now.written.has(key) && old.settings.dialect !== now.settings.dialect;
  if (isDerived) return false;
  if (key === "ignore_class_notfound_regexp" && !now.settings.ignore_class_notfound) return false;
  return isAsStrict(key, now.settings[key], old.settings[key]) !== true;
}

/** Whether a finding that heir does not know was given a higher severity. */
function isStricterCheck(key: string, old: PolicySide, now: PolicySide): boolean {
  const [before, after] = [old, now].map(({ written }) => writtenStrictness(written.get(key)?.value));
  return key.startsWith(CHECKS) && before !== undefined && after !== undefined && after > before;
}

/** The most characters of a value in a message. */
const MOST_TEXT = 60;

function valueText(key: string, { settings, written }: PolicySide): string {
  const entry = written.get(key);
  if (entry !== undefined) return clip(asText(entry.value), MOST_TEXT);
  return isSettingKey(key) && key !== "secrets" ? clip(asText(settings[key]), MOST_TEXT) : "not set";
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "not set");
}

/** A value in a form that is equal for equal values. */
function plainText(settings: Settings, key: SettingKey): string {
  if (key === "secrets") return JSON.stringify(settings.secrets.map(filterText));
  if (key === "checks")
    return JSON.stringify([...settings.checks].map(([code, { severity }]) => [code, severity]).sort());
  return JSON.stringify(settings[key]);
}

/** The policy of a judgement, key by key the strictest (rule J8 in docs/concepts/gates.md). */
export interface PolicyParts {
  /** What a file of the server's owner sets; it need not have all keys. */
  readonly file: PolicySide | undefined;
  readonly old: Settings;
  readonly now: Settings;
  /** Keys whose change has consent: the later state decides on them. */
  readonly consented: ReadonlySet<string>;
}

/** The guarding settings by which both states are judged. */
export function policyOf({ file, old, now, consented }: PolicyParts): Guards {
  const settings: Partial<Settings> = Object.assign(
    {},
    ...GUARDING.filter((key) => key !== "checks" && key !== "secrets").map((key) => {
      const base = consented.has(key) ? now : old;
      return { [key]: file?.written.has(key) ? stricter(key, file.settings, base) : base[key] };
    }),
    {
      checks: checksOf({ file, old, now, consented }),
      // Whichever side decides on the setting: what was a secret, or is one from now on, is not quoted.
      secrets: allSecretPaths([old, now, ...(file === undefined ? [] : [file.settings])]),
    },
  );
  const whole = { ...defaultSettings, ...settings };
  return { settings, key: JSON.stringify(GUARDING.map((key) => plainText(whole, key))) };
}

/** The stricter of two values; that of the file for a key without an order. */
function stricter<Key extends SettingKey>(key: Key, file: Settings, other: Settings): Settings[Key] {
  return isAsStrict(key, other[key], file[key]) === true ? other[key] : file[key];
}

function checksOf({ file, old, now, consented }: PolicyParts): ReadonlyMap<string, CheckSetting> {
  const checks = new Map<string, CheckSetting>(old.checks);
  for (const key of consented) {
    if (!key.startsWith(CHECKS)) continue;
    const code = key.slice(CHECKS.length);
    const setting = now.checks.get(code);
    if (setting === undefined) checks.delete(code);
    else checks.set(code, setting);
  }
  for (const [code, setting] of file?.settings.checks ?? []) {
    if (strictnessOf(code, new Map([[code, setting]])) > strictnessOf(code, checks)) checks.set(code, setting);
  }
  return checks;
}

type Secrets = Settings["secrets"];

/** The paths of secrets that any of some settings name, each once. */
export function allSecretPaths(all: readonly Pick<Settings, "secrets">[]): Secrets {
  const known = new Map(all.flatMap(({ secrets }) => secrets).map((path) => [filterText(path), path]));
  return [...known.values()];
}

/** Settings with further secret paths besides those that guard them; undefined if they have all of these themselves. */
export function withSecretPaths(own: Settings, paths: Secrets, guards: Guards | undefined): Guards | undefined {
  const [all, had] = [allSecretPaths([own, { secrets: paths }]), allSecretPaths([own])];
  if (all.length === had.length) return undefined;
  const key = `${guards?.key ?? ""} secrets ${JSON.stringify(all.map(filterText).sort())}`;
  return { settings: { ...guards?.settings, secrets: all }, key };
}

export type SettingKey = keyof Settings;

/** Whether one value of a key is as strict as another one, or stricter. */
type AsStrict<Key extends SettingKey> = (value: Settings[Key], than: Settings[Key]) => boolean;

const whenTrue = (value: boolean, than: boolean): boolean => value || !than;
const whenFalse = (value: boolean, than: boolean): boolean => !value || than;

/** The keys with an order, and what is strict (rule J8 in docs/concepts/gates.md). */
const ORDERS: { readonly [Key in SettingKey]?: AsStrict<Key> } = {
  conflicts: (value, than) => value === "strict" || than === "path",
  strict_constant_parameters: whenTrue,
  group_errors: whenTrue,
  ignore_class_notfound_warning: whenTrue,
  ignore_class_notfound: whenFalse,
  allow_scalar_over_dict: whenFalse,
  allow_scalar_over_list: whenFalse,
  allow_list_over_scalar: whenFalse,
  allow_dict_over_scalar: whenFalse,
  allow_none_override: whenFalse,
  ignore_overwritten_missing_references: whenFalse,
  reference_defaults: whenFalse,
  inventory_ignore_failed_node: whenFalse,
  ends_within: (value, than) => value >= than,
  secrets: (value, than) => {
    const known = new Set(value.map(filterText));
    return than.every((filter) => known.has(filterText(filter)));
  },
};

/** Whether a value of a key is as strict as another one; undefined for a key without an order. */
function isAsStrict<Key extends SettingKey>(key: Key, value: Settings[Key], than: Settings[Key]): boolean | undefined {
  const order: AsStrict<Key> | undefined = ORDERS[key];
  return order?.(value, than);
}

/** A path filter in a form that is equal for equal filters. */
function filterText({ keys, below }: PathFilter): string {
  return JSON.stringify([below, keys.map((key) => (key.kind === "any" ? ["any"] : [key.kind, key.text]))]);
}

const STRICTNESS: Readonly<Record<Severity | "off", number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** How strict the settings are about a code: its severity in `checks`, else its own; one on request is off. */
function strictnessOf(code: string, checks: ReadonlyMap<string, Pick<CheckSetting, "severity">>): number {
  const severity = checks.get(code)?.severity ?? (isCode(code) && !isOnRequest(code) ? codes[code].severity : "off");
  return STRICTNESS[severity];
}

/** How strict a severity is as it is written; undefined for anything else. */
function writtenStrictness(written: unknown): number | undefined {
  const isLong = typeof written === "object" && written !== null && "severity" in written;
  const level = isLong ? written.severity : written;
  // A bare `off` is false in YAML 1.1.
  return level === false ? STRICTNESS.off : Object.entries(STRICTNESS).find(([name]) => name === level)?.[1];
}
