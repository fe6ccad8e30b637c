import { recordKeys } from "../../base/text-order.ts";
import { kept } from "../../speed/kept.ts";
import type { Settings } from "../inventory/settings.ts";
import { entryOf, type MapEntry, type MapValue } from "./value.ts";

/** The effect of a prefix of a key in `parameters` or `exports`: rules M6 and M7 of docs/concepts/merge.md. */
export type KeyPrefix = "override" | "constant";

/** The settings that define the prefix characters; empty text disables a prefix. */
export type PrefixSettings = Pick<Settings, "dict_key_override_prefix" | "dict_key_constant_prefix">;

interface PrefixMeaning {
  readonly setting: keyof PrefixSettings;
  /** Whether the value replaces the value below it, whatever their types. */
  readonly replacesBelow: boolean;
}

/** The weakest first. */
const KEY_PREFIXES: Readonly<Record<KeyPrefix, PrefixMeaning>> = {
  override: { setting: "dict_key_override_prefix", replacesBelow: true },
  constant: { setting: "dict_key_constant_prefix", replacesBelow: false },
};

const ALL = recordKeys(KEY_PREFIXES);
const SETTINGS = ALL.map((prefix) => KEY_PREFIXES[prefix].setting);

const NONE: readonly KeyPrefix[] = [];

export interface PrefixedKey {
  /** Empty for the empty key, and for one that consists of prefixes only. */
  readonly key: string;
  /** Each prefix before the key once, the weakest first. */
  readonly prefixes: readonly KeyPrefix[];
}

/** Splits a key into its prefixes, any number in any order, and the rest. */
export function readKey(written: string, settings: PrefixSettings): PrefixedKey {
  const characters = prefixCharacters(settings);
  if (isBareKey(written, characters)) return { key: written, prefixes: NONE };
  const key = bareKey(written, characters);
  const before = written.slice(0, written.length - key.length);
  return { key, prefixes: ALL.filter((prefix) => isIn(before, settings[KEY_PREFIXES[prefix].setting])) };
}

/** Whether a value under a key with these prefixes replaces the value below it. */
export function replacesBelow({ prefixes }: Pick<PrefixedKey, "prefixes">): boolean {
  return prefixes.some((prefix) => KEY_PREFIXES[prefix].replacesBelow);
}

export function prefixCharacters(settings: PrefixSettings): readonly string[] {
  return SETTINGS.map((setting) => settings[setting]);
}

/** A key without its prefixes. Empty if it consists of prefixes only. */
export function bareKey(written: string, characters: readonly string[]): string {
  let start = 0;
  while (start < written.length && characters.includes(written.charAt(start))) start += 1;
  return written.slice(start);
}

/** Whether the merge reads a key as it is written: it has no prefix. */
export function isBareKey(written: string, characters: readonly string[]): boolean {
  return written === "" || !characters.includes(written.charAt(0));
}

/** The last entry for a key, with or without prefixes, or equal letter by letter (rule M8); undefined if none. */
export function entryAt(map: MapValue, key: string, settings: PrefixSettings): MapEntry | undefined {
  if (map.plain) return entryOf(map, key);
  const characters = prefixCharacters(settings);
  return map.entries.findLast((entry) => entry.key === key || bareKey(entry.key, characters) === key);
}

function isIn(text: string, character: string): boolean {
  return character !== "" && text.includes(character);
}

/** Whether all keys of a mapping, without those of mappings inside it, are text without prefixes. Examined once. */
export function hasBareKeys(map: MapValue, settings: PrefixSettings): boolean {
  return map.plain || areBare(map, settings);
}

const areBare = kept("shared", ({ entries }: MapValue, settings: PrefixSettings): boolean => {
  const prefixes = prefixCharacters(settings);
  return entries.every(({ key, keyNode }) => {
    return keyNode.type === "text" && keyNode.data === key && isBareKey(key, prefixes);
  });
});
