import { HeirError } from "../model/findings/failure.ts";
import type { Variables } from "./forge.ts";

/**
 * The address in a variable. Throws HeirError where a token would travel in the clear, except to this machine, and for
 * anything that is no address.
 */
export function addressIn(env: Variables, variable: string): URL {
  const text = variableIn(env, variable);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new HeirError(
      "environment",
      `${variable} is no address of a forge`,
      "it looks like https://forge.example/api",
    );
  }
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return url;
  throw new HeirError("environment", `${variable} is no https address`, "a token is sent over https only");
}

/** A variable that a CI job has. Throws HeirError if it is not set. */
export function variableIn(env: Variables, variable: string): string {
  const text = env[variable];
  if (text !== undefined && text !== "") return text;
  throw new HeirError("environment", `${variable} is not set`, "--post works in a CI job of a pull or merge request");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
