import { jsonString } from "../../base/json-text.ts";
import type { ChainChange, ChainEffect } from "../../model/results/lineage.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printKeys } from "../../model/values/parameter-path.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { counted } from "../text/count.ts";
import { inlineValue } from "../text/inline.ts";

/**
 * A chain as an item of `order.yml`, followed by its effect, the property in question first: its value, or the values
 * below it at the paths where the groups differ.
 */
export function choiceText(
  effect: Masked<ChainEffect>,
  property: string,
  paths: readonly (readonly string[])[] = [],
): string {
  return `- ${chainText(effect.chain)}   # ${effectText(effect, property, paths)}`;
}

/** A chain as `order.yml` writes it: `[os.debian, dc.munich]`. */
export function chainText(chain: readonly string[]): string {
  return `[${chain.map(chainName).join(", ")}]`;
}

/** The effect of a chain, the property in question first; see {@link choiceText}. */
export function effectText(
  { refused, changes }: ChainEffect,
  property: string,
  paths: readonly (readonly string[])[],
): string {
  if (refused !== undefined) return `not possible: ${refused}`;
  const own = changes.filter(({ parameter }) => parameter === property);
  const others = changes.filter(({ parameter }) => parameter !== property);
  const first = own.length === 0 ? "changes nothing here" : changesText(own, paths);
  return `${first}; ${others.length === 0 ? "nothing else changes" : `also ${changesText(others, [])}`}`;
}

/** Changes with the same text are counted together. */
function changesText(changes: readonly ChainChange[], paths: readonly (readonly string[])[]): string {
  const nodes = new Map<string, number>();
  for (const change of changes) {
    const text = changeText(change, paths);
    nodes.set(text, (nodes.get(text) ?? 0) + change.nodes.length);
  }
  const texts = [...nodes].map(([text, count]) => `${text} on ${counted(count, "node")}`);
  const more = texts.length - MOST_CHANGES;
  return more > 0 ? `${texts.slice(0, MOST_CHANGES).join(", ")} and ${counted(more, "more change")}` : texts.join(", ");
}

const MOST_CHANGES = 4;

function changeText({ parameter, value }: ChainChange, paths: readonly (readonly string[])[]): string {
  if (value === undefined) return `${parameter} unsettled`;
  const deep = paths.flatMap((path) => {
    const part = valueAt(value, path);
    return path.length === 0 || part === undefined ? [] : [{ name: printKeys([parameter, ...path]), part }];
  });
  const shown = deep.length === 0 ? [{ name: parameter, part: value }] : deep;
  return shown.map(({ name, part }) => `${name} = ${shortened(inlineValue(part))}`).join(", ");
}

const LONGEST = 40;

/** The beginning: of a mapping the middle would tie one key to the value of another. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** An id as an item of a YAML flow list. */
function chainName(id: string): string {
  return /^[A-Za-z_][\w.-]*$/.test(id) && !/^(null|true|false|yes|no|on|off)$/i.test(id) ? id : jsonString(id);
}
