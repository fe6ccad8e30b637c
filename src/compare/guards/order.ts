import { codes, isCode, isOnRequest, type Severity } from "../../model/findings/codes.ts";
import type { CheckSetting, Settings } from "../../model/inventory/settings.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";

/** A key of the settings. */
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
export function isAsStrict<Key extends SettingKey>(
  key: Key,
  value: Settings[Key],
  than: Settings[Key],
): boolean | undefined {
  const order: AsStrict<Key> | undefined = ORDERS[key];
  return order?.(value, than);
}

/** A path filter in a form that is equal for equal filters. */
export function filterText({ keys, below }: PathFilter): string {
  return JSON.stringify([below, keys.map((key) => (key.kind === "any" ? ["any"] : [key.kind, key.text]))]);
}

const STRICTNESS: Readonly<Record<Severity | "off", number>> = { off: 0, info: 1, warning: 2, error: 3 };

/** How strict the settings are about a code: its severity in `checks`, else its own; one on request is off. */
export function strictnessOf(code: string, checks: ReadonlyMap<string, Pick<CheckSetting, "severity">>): number {
  const severity = checks.get(code)?.severity ?? (isCode(code) && !isOnRequest(code) ? codes[code].severity : "off");
  return STRICTNESS[severity];
}

/** How strict a severity is as it is written; undefined for anything else. */
export function writtenStrictness(written: unknown): number | undefined {
  const isLong = typeof written === "object" && written !== null && "severity" in written;
  const level = isLong ? written.severity : written;
  // A bare `off` is false in YAML 1.1.
  return level === false ? STRICTNESS.off : Object.entries(STRICTNESS).find(([name]) => name === level)?.[1];
}
