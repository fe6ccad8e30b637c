import type { Guards, Settings } from "../../model/inventory/settings.ts";
import { filterText } from "./order.ts";

type Secrets = Settings["secrets"];

/** The paths of secrets that any of some settings name, each once. */
export function allSecretPaths(all: readonly Pick<Settings, "secrets">[]): Secrets {
  const known = new Map(all.flatMap(({ secrets }) => secrets).map((path) => [filterText(path), path]));
  return [...known.values()];
}

/**
 * Settings of a state with further paths of secrets, besides those that guard it already; undefined if it has all of these
 * paths itself.
 */
export function withSecretPaths(own: Settings, paths: Secrets, guards: Guards | undefined): Guards | undefined {
  const [all, had] = [allSecretPaths([own, { secrets: paths }]), allSecretPaths([own])];
  if (all.length === had.length) return undefined;
  const key = `${guards?.key ?? ""} secrets ${JSON.stringify(all.map(filterText).sort())}`;
  return { settings: { ...guards?.settings, secrets: all }, key };
}
