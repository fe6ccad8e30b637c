import type { Environment } from "./environment.ts";

/** An environment in which git has these settings, whatever its files say; a later one of a name wins. Never fails. */
export function withGitConfig(env: Environment, settings: readonly (readonly [string, string])[]): Environment {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const added = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${count + at}`, name],
    [`GIT_CONFIG_VALUE_${count + at}`, value],
  ]);
  const own = { ...env, ...Object.fromEntries(added), GIT_CONFIG_COUNT: `${count + settings.length}` };
  const { GIT_CONFIG_PARAMETERS: parameters } = env;
  if (parameters === undefined) return own;
  // What a `git -c` around this process says is stronger than these variables.
  const words = settings.map(([name, value]) => `${quoted(name)}=${quoted(value)}`);
  return { ...own, GIT_CONFIG_PARAMETERS: [parameters, ...words].join(" ") };
}

function quoted(text: string): string {
  return `'${text.replace(/['!]/g, "'\\$&'")}'`;
}
