import { valueJson } from "../../../src/encoding/json.ts";
import { pythonStr } from "../../../src/encoding/value-text.ts";
import type { ValueExplanation } from "../../../src/model/results/explanation.ts";

/**
 * What an explanation says that a scalar comes to, as JSON: the layer that counts as it is written, with the values of
 * references as they are explained in turn. Undefined where layers are joined, and where a reference is not followed.
 */
export function filledIn({ contributions, path, value }: ValueExplanation): string | undefined {
  const [winner, ...more] = contributions.filter(({ counts }) => counts);
  if (winner === undefined || more.length > 0) return undefined;
  const { value: written, references } = winner;
  if (written.kind !== "template") return valueJson(written);
  const isOwn = winner.path.length === path.length;
  if (written.parts.length === 1) {
    const last = references.at(-1);
    return last?.contributions.length === 0
      ? undefined
      : last && (filledIn(last) ?? (last.value && valueJson(last.value)));
  }
  if (!isOwn || value === undefined) return undefined;
  const texts = written.parts.map((part) => {
    if (part.kind === "text") return part.text;
    const target = references.findLast((each) => "source" in part && each.source === part.source)?.value;
    return target && pythonStr(target);
  });
  return texts.every((text) => text !== undefined) ? JSON.stringify(texts.join("")) : undefined;
}
