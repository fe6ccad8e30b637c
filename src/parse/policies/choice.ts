import type { Report } from "../../model/findings/diagnostic.ts";
import type { MapValue } from "../../model/values/value.ts";
import { given, reportBadValue, textIn } from "../forms/form.ts";

/** A key whose value is one of a fixed set of words. */
export interface WordKey<Word extends string> {
  readonly key: string;
  readonly words: readonly Word[];
  readonly report: Report;
}

/** The word at a key; undefined if it is absent, or not one of the words, which is reported. */
export function choiceOf<Word extends string>(map: MapValue, { key, words, report }: WordKey<Word>): Word | undefined {
  const value = given(map, key);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === textIn(value));
  if (found === undefined) reportBadValue(value, `${key} must be ${words.join(" or ")}`, report);
  return found;
}
