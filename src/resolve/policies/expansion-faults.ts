import { similar } from "../../base/similar.ts";
import { compareText } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Span } from "../../model/values/origin.ts";
import { printKeys } from "../../model/values/parameter-path.ts";
import type { ScalarValue, Value } from "../../model/values/value.ts";
import type { TemplateFault } from "./property-template.ts";

/** The texts that lead to the current one, outermost first: each with its variable or keys. */
export type ExpansionTrail = readonly { readonly name: string; readonly scalar: ScalarValue }[];

/** Why a call gives nothing: what its first `keys` lead to is not there or is null. */
export interface MissingProperty {
  readonly kind: "absent" | "null";
  readonly keys: readonly string[];
  /** The keys beside the last one. */
  readonly known: readonly string[];
}

/** A call of a property that the node does not have. */
export function missingProperty(
  { kind, keys, known }: MissingProperty,
  at: {
    readonly scalar: ScalarValue;
    readonly source: string;
    readonly node: Definition;
    readonly trail: ExpansionTrail;
  },
): Diagnostic {
  const start: Span = { file: at.node.file, start: 0, end: 0 };
  const last = keys.at(-1) ?? "";
  const above = keys.slice(0, -1);
  const whole = printKeys(keys);
  const [near] = similar(last, known);
  const reasons = {
    absent:
      above.length === 0 ? `there is no property ${whole}` : `${printKeys(above)} has no key ${printKeys([last])}`,
    null: `${whole} is null`,
  };
  const hintOf = (): string => {
    return near === undefined ? 'set it, or give a default: | default = "..."' : `did you mean ${printKeys([near])}?`;
  };
  return finding("missing-property", spanOf(at.source, at.scalar), `${at.source} has no value: ${reasons[kind]}`, {
    related: [
      ...at.trail.slice(0, -1).map(({ name, scalar }) => ({ span: scalar.origin, caption: `used by ${name}` })),
      { span: start, caption: `node ${at.node.name} is one that does not have it` },
    ],
    hint: hintOf(),
  });
}

/** A call with a syntax fault, or one of too many in one another. */
export function syntaxFault(scalar: ScalarValue, { fault, source, isTooDeep }: TemplateFault): Diagnostic {
  if (isTooDeep) return expansionLimit(scalar, "has defaults more than 256 deep in one another");
  return finding("syntax", spanOf(source, scalar), `invalid call of a property: ${fault}`, {
    hint: "write ${node.properties[KEY]}, with further [KEY] for the values inside it",
  });
}

/** Texts of properties that call each other in a loop, reported from the smallest name on. */
export function refCycle(loop: ExpansionTrail): Diagnostic {
  const names = loop.map(({ name }) => name);
  const first = names.indexOf([...names].sort(compareText)[0] ?? "");
  const rotated = [...loop.slice(first), ...loop.slice(0, first)];
  const [start, ...others] = rotated;
  const path = [...rotated, ...rotated.slice(0, 1)].map(({ name }) => name);
  return finding("ref-cycle", start?.scalar.origin, `cycle of properties: ${path.join(" -> ")}`, {
    related: others.map(({ name, scalar }) => ({ span: scalar.origin, caption: `${name} continues here` })),
    hint: "give one of them a text without a call",
  });
}

/** A text that becomes too large or needs too many steps, or a value that becomes too deep. */
export function expansionLimit({ origin }: Value, what: string): Diagnostic {
  const message = `a value ${what} when properties are filled in`;
  return finding("reference-limit", origin, message);
}

/** The place of a part of a text; the place of the whole text if quotes or line ends are in between. */
function spanOf(source: string, { origin }: ScalarValue): Span {
  const at = origin.file.text.slice(origin.start, origin.end).indexOf(source);
  return at === -1 ? origin : { ...origin, start: origin.start + at, end: origin.start + at + source.length };
}
