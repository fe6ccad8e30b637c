import { CallFailed } from "./call-failed.ts";
import type { Variables } from "./forge.ts";

/** Variables whose values no output may hold. */
const SECRET_VARIABLES = ["GITHUB_TOKEN", "HEIR_GITLAB_TOKEN", "CI_JOB_TOKEN"] as const;

/**
 * The token in a variable. Throws CallFailed if it is missing, or is nothing that a header can hold: the error of `fetch`
 * would quote it.
 */
export function tokenIn(env: Variables, variable: (typeof SECRET_VARIABLES)[number]): string {
  const token = env[variable]?.trim() ?? "";
  if (token === "") throw new CallFailed(`${variable} is not set`, { kind: "other" });
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CallFailed(`${variable} holds no token: there are spaces or other such characters in it`, {
    kind: "other",
  });
}

/** The tokens in an environment, which are secret texts of every run. */
export function tokensIn(env: Variables): readonly string[] {
  return SECRET_VARIABLES.flatMap((variable) => env[variable]?.trim() || []);
}
