import type { Settings } from "../../model/inventory/settings.ts";
import { defaultSettings } from "../../model/inventory/settings.ts";
import type { CauseEdit } from "../../model/results/cause.ts";

/** The settings that differ, with the files of settings that differ; undefined if there are none. */
export function settingsCause(old: Settings, now: Settings, files: readonly string[]): CauseEdit | undefined {
  if (old === now) return undefined;
  const keys = (Object.keys(defaultSettings) as (keyof Settings)[]).filter((key) => {
    return key !== "checks" && text(old[key]) !== text(now[key]);
  });
  return keys.length === 0 ? undefined : { kind: "settings-changed", settings: keys, files };
}

/** Without places: a setting that only moved to another line is the same. */
function text(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (key === "origin") return undefined;
    return typeof part === "bigint" ? `${part}n` : part;
  });
}
