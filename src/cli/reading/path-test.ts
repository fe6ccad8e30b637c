import type { Masked } from "../../model/secrets/masked.ts";
import { holdsMarker, isMarker } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { rawText } from "../../report/values/form.ts";
import { type WrittenPath, writtenPath } from "./paths.ts";

/** A test of the value at a path. */
export interface PathTest extends WrittenPath {
  /** Whether a node, as a mapping of its parts, has the wanted value. A secret fits no value, only `PATH` alone. */
  fits(node: Value, masked: Masked<Value>): boolean;
  /** Whether a secret is there that a value was asked for. */
  isSecret(node: Value, masked: Masked<Value>): boolean;
}

/** `PATH` tests whether there is a value, `PATH=VALUE` whether it is this value or a list that contains it. */
export function pathTest(text: string, option: string): PathTest {
  const equals = text.indexOf("=");
  const written = writtenPath(equals === -1 ? text : text.slice(0, equals), option);
  const wanted = equals === -1 ? undefined : text.slice(equals + 1);
  const valueIn = (node: Value): Value | undefined => {
    const path = written.pathIn(node);
    return path && valueAt(node, path);
  };
  return {
    ...written,
    fits: (node, masked) => {
      const value = valueIn(wanted === undefined ? node : masked);
      return value !== undefined && (wanted === undefined || reads(value, wanted));
    },
    isSecret: (node, masked) => {
      const [value, shown] = [valueIn(node), valueIn(masked)];
      return wanted !== undefined && value !== undefined && (shown === undefined || holdsMarker(shown));
    },
  };
}

function reads(value: Value, wanted: string): boolean {
  if (value.kind === "list" || value.kind === "set") return value.items.some((item) => reads(item, wanted));
  return !isMarker(value) && rawText(value, false) === `${wanted}\n`;
}
