import type { Environment } from "./environment.ts";

/** An environment in which git has these settings, whatever its files say; a later one of a name wins. Never fails. */
export function withGitConfig(env: Environment, settings: readonly (readonly [string, string])[]): Environment {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const added = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${count + at}`, name],
    [`GIT_CONFIG_VALUE_${count + at}`, value],
  ]);
  return { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: `${count + settings.length}` };
}
