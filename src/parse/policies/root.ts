import type { Report } from "../../model/findings/diagnostic.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { MapValue } from "../../model/values/value.ts";
import { given, type ReadForm, readForm, reportBadValue, textIn } from "../forms/form.ts";
import { parseYaml, plainSyntax } from "../yaml/parse.ts";

/** The mapping in a file of a technique, directive or rule. */
export interface PolicyRoot {
  readonly map: MapValue;
  /** The file is not YAML or not a mapping, so a missing key is not a fault of its own. */
  readonly isFaulty: boolean;
}

/** Reads a file as a mapping with known keys and plain text. An empty file is an empty mapping. */
export function policyRoot(file: SourceFile, { what, keys, report }: Omit<ReadForm, "file">): PolicyRoot {
  let hasError = false;
  const noting: Report = (diagnostic) => {
    hasError ||= diagnostic.severity === "error";
    report(diagnostic);
  };
  const root = parseYaml(file, { syntax: plainSyntax, report: noting });
  return {
    isFaulty: hasError || (root !== undefined && root.kind !== "map"),
    map: readForm(root, { file, what, keys, report }),
  };
}

/** A key whose value is one of a fixed set of words. */
interface WordKey<Word extends string> {
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
