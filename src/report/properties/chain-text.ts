import { jsonString } from "../../base/json-text.ts";
import { addToSet } from "../../base/text-order.ts";
import type { ChainChange, ChainEffect } from "../../model/results/lineage.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isSamePath, type ParameterPath, printAmong } from "../../model/values/parameter-path.ts";
import { counted, inlineValue } from "../text/row.ts";

/** A chain as an item of `order.yml`, and behind it what it would do, the paths in question first. */
export function choiceText(effect: Masked<ChainEffect>, asked: readonly ParameterPath[]): string {
  return `- ${chainText(effect.chain)}   # ${effectText(effect, asked)}`;
}

/** A chain as `order.yml` writes it: `[os.debian, dc.munich]`. */
export function chainText(chain: readonly string[]): string {
  return `[${chain.map(chainName).join(", ")}]`;
}

/** What a chain would do: the values at the first path in question, then what else changes. */
export function effectText({ refused, changes }: ChainEffect, asked: readonly ParameterPath[]): string {
  if (refused !== undefined) return `not possible: ${refused}`;
  if (changes.length === 0) return "changes no node";
  const isAsked = ({ path }: ChainChange): boolean => isSamePath(path, asked[0] ?? []);
  const own = changes.filter(isAsked);
  const others = changes.filter((change) => !isAsked(change));
  const all = changes.map(({ path }) => path);
  const also = listed(tallied(others, ({ path }) => pathText(path, all)));
  if (own.length === 0) return also;
  const name = pathText(asked[0] ?? [], all);
  const [first, ...rest] = tallied(own, valueText);
  const lead = `${name} ${listed([first ?? "", ...rest.map((text) => text.replace(/^= /, ""))])}`;
  return also === "" ? lead : `${lead}; also ${also}`;
}

const MOST_CHANGES = 4;

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_CHANGES;
  return more > 0 ? `${texts.slice(0, MOST_CHANGES).join(", ")} and ${counted(more, "more change")}` : texts.join(", ");
}

/** Changes that read alike are counted together. */
function tallied(changes: readonly ChainChange[], text: (change: ChainChange) => string): readonly string[] {
  const counts = new Map<string, Set<string>>();
  for (const change of changes) addToSet(counts, text(change), change.node);
  return [...counts].map(([each, names]) => `${each} on ${counted(names.size, "node")}`);
}

function valueText({ path: [section], value }: ChainChange): string {
  if (section === undefined) return value === undefined ? "without a result" : "resolves";
  if (section === "classes" || section === "applications") return value === undefined ? "left out" : "in";
  return value === undefined ? "without a value" : `= ${shortened(inlineValue(value))}`;
}

/** A path as text of a chain: `dns`, `class foo`, `the whole node`. */
function pathText(path: ParameterPath, all: readonly ParameterPath[]): string {
  const [section, ...keys] = path;
  if (section === "classes") return keys.length === 0 ? "the sequence of classes" : `class ${keys.join("")}`;
  if (section === "applications") {
    return keys.length === 0 ? "the sequence of applications" : `application ${keys.join("")}`;
  }
  return section === undefined ? "the whole node" : printAmong(path, all);
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
