import { fileURLToPath } from "node:url";
import type { Position, Range } from "vscode-languageserver/node";
import { quietly } from "../../../model/findings/failure.ts";

/** Parameters that no request of the protocol has: the answer is the error -32602. */
export class BadParams extends Error {}

/** What came in as parameters; read with the functions below, each throws {@link BadParams}. */
export type Params = unknown;

/** A member of an object. */
export function member(params: Params, name: string): Params {
  if (typeof params !== "object" || params === null) throw new BadParams(`${name} is missing`);
  return Object.getOwnPropertyDescriptor(params, name)?.value;
}

export function textParam(params: Params, name: string): string {
  const value = member(params, name);
  if (typeof value !== "string") throw new BadParams(`${name} must be a string`);
  return value;
}

export function optionalText(params: Params, name: string): string | undefined {
  return params === undefined || params === null || member(params, name) === undefined
    ? undefined
    : textParam(params, name);
}

export function numberParam(params: Params, name: string): number {
  const value = member(params, name);
  if (typeof value !== "number" || !Number.isInteger(value)) throw new BadParams(`${name} must be a whole number`);
  return value;
}

export function listIn(params: Params, name: string): readonly Params[] {
  const value = member(params, name);
  if (!Array.isArray(value)) throw new BadParams(`${name} must be a list`);
  return value;
}

export function positionIn(params: Params, name: string): Position {
  const value = member(params, name);
  const [line, character] = [numberParam(value, "line"), numberParam(value, "character")];
  if (line < 0 || character < 0) throw new BadParams(`${name} is before the text`);
  return { line, character };
}

export function rangeIn(params: Params, name: string): Range {
  const value = member(params, name);
  return { start: positionIn(value, "start"), end: positionIn(value, "end") };
}

/** The address of the document of a request. */
export function documentIn(params: Params): string {
  return textParam(member(params, "textDocument"), "uri");
}

/** Whether a capability is there: a path of members that ends in something true. */
export function isAble(capabilities: Params, ...names: readonly string[]): boolean {
  let at = capabilities;
  for (const name of names) {
    if (typeof at !== "object" || at === null) return false;
    at = Object.getOwnPropertyDescriptor(at, name)?.value;
  }
  return at !== undefined && at !== null && at !== false;
}

/** The path of a `file:` address; undefined for any other address. */
export function pathOf(uri: string): string | undefined {
  return uri.startsWith("file:") ? quietly(() => fileURLToPath(uri)) : undefined;
}
