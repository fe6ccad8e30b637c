import { similar } from "../../base/similar.ts";
import { compareText } from "../../base/text-order.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import { printKeys } from "../../model/values/parameter-path.ts";
import type { ListValue, MapEntry, MapValue, ScalarValue, Value } from "../../model/values/value.ts";
import { isNull, startOf } from "../../model/values/value.ts";
import { childKeys, valueUnder } from "../../model/values/value-at.ts";
import type { PropertyPart, PropertyTemplate } from "../../written/property-calls.ts";
import { callSpan, expansionLimit, readPropertyTemplate, syntaxFault } from "../../written/property-calls.ts";
import { factText } from "../groups/match.ts";
import { MAX_EXPANSION, MAX_NESTED, MAX_WORK, sizeOf } from "../limits.ts";

interface ExpansionSource {
  readonly node: Definition;
  readonly properties: ReadonlyMap<string, Value>;
}

/**
 * Fills the properties of one node into texts that hold `${node.properties[key]}`; texts of properties may hold such
 * calls too. One bracket is one literal key, a decimal key indexes a list; null on the way counts as missing. Text is
 * inserted as it is, anything else as compact JSON. Faults are in `diagnostics`, each once: `missing-property`,
 * `syntax`, `ref-cycle`, and `reference-limit`.
 */
export class Expansion {
  readonly diagnostics: Diagnostic[] = [];
  private readonly source: ExpansionSource;
  /** Undefined for a text with a fault. */
  private readonly known = new Map<ScalarValue, string | undefined>();
  /** The texts that are being filled in, outermost first. */
  private readonly trail: ExpansionTrail[number][] = [];
  /** How many lists and mappings are around what is being filled in, those of the properties on the way included. */
  private depth = 0;

  constructor(source: ExpansionSource) {
    this.source = source;
  }

  /** A value with every text in it filled in, or undefined after a fault. `name`: its name in messages. */
  expand(name: string, value: Value): Value | undefined {
    switch (value.kind) {
      case "scalar":
        return this.scalar(name, value);
      case "list":
      case "map": {
        if (this.depth >= MAX_NESTED) return this.fail(expansionLimit(value, "nests values more than 1,200 deep"));
        this.depth += 1;
        const whole = value.kind === "list" ? this.list(name, value) : this.map(name, value);
        this.depth -= 1;
        return whole;
      }
      case "set":
      case "template":
        return value;
    }
  }

  private list(name: string, value: ListValue): ListValue | undefined {
    const items = value.items.map((item) => this.expand(name, item));
    return items.every((item) => item !== undefined) ? { ...value, items } : undefined;
  }

  private map(name: string, value: MapValue): MapValue | undefined {
    const entries = value.entries.map((entry) => this.entry(name, entry));
    return entries.every((entry) => entry !== undefined) ? { ...value, entries } : undefined;
  }

  private entry(name: string, entry: MapEntry): MapEntry | undefined {
    const value = this.expand(name, entry.value);
    return value === undefined ? undefined : { ...entry, value };
  }

  private scalar(name: string, scalar: ScalarValue): ScalarValue | undefined {
    if (scalar.type !== "text" || !String(scalar.data).includes("${")) return scalar;
    if (!this.known.has(scalar)) {
      const start = this.trail.findIndex((step) => step.scalar === scalar);
      if (start !== -1) return this.fail(refCycle(this.trail.slice(start)));
      if (this.trail.length >= MAX_EXPANSION)
        return this.fail(expansionLimit(scalar, `is chained more than ${MAX_EXPANSION} deep`));
      this.trail.push({ name, scalar });
      this.known.set(scalar, this.filled(scalar));
      this.trail.pop();
    }
    const data = this.known.get(scalar);
    return data === undefined ? undefined : { ...scalar, data };
  }

  private filled(scalar: ScalarValue): string | undefined {
    const template = readPropertyTemplate(String(scalar.data));
    if ("fault" in template) return this.fail(syntaxFault(scalar, template));
    return this.text(template, scalar);
  }

  private text(template: PropertyTemplate, scalar: ScalarValue): string | undefined {
    let text = "";
    for (const part of template) {
      const next = part.kind === "text" ? part.text : this.call(part, scalar);
      if (next === undefined) return undefined;
      text += next;
      if (text.length > MAX_WORK) return this.fail(expansionLimit(scalar, "grows too long"));
    }
    return text;
  }

  private call(part: PropertyPart & { readonly kind: "property" }, scalar: ScalarValue): string | undefined {
    const { keys, option, source } = part;
    if (option?.kind === "node") return `\${node.properties[${keys.join("][")}]}`;
    const found = this.lookUp(keys);
    if (found.kind === "found") {
      const value = this.expand(keys.join(":"), found.value);
      if (value === undefined) return undefined;
      return sizeOf(value) <= MAX_WORK ? factText(value) : this.fail(expansionLimit(scalar, "grows too long"));
    }
    if (option?.kind === "default") return this.text(option.parts, scalar);
    return this.fail(missingProperty(found, source, { scalar, node: this.source.node, trail: this.trail }));
  }

  private lookUp(keys: readonly string[]): { readonly kind: "found"; readonly value: Value } | MissingProperty {
    const [name = "", ...deeper] = keys;
    const { properties } = this.source;
    let value = properties.get(name);
    if (value === undefined) return { kind: "absent", keys: [name], known: [...properties.keys()] };
    for (const [index, key] of deeper.entries()) {
      const path = keys.slice(0, index + 2);
      if (isNull(value)) return { kind: "null", keys: path.slice(0, -1), known: [] };
      const next = valueUnder(value, key);
      if (next === undefined) return { kind: "absent", keys: path, known: childKeys(value) };
      value = next;
    }
    return isNull(value) ? { kind: "null", keys, known: [] } : { kind: "found", value };
  }

  private fail(diagnostic: Diagnostic): undefined {
    this.diagnostics.push(diagnostic);
    return undefined;
  }
}

/** The texts that lead to the current one, outermost first: each with its variable or keys. */
type ExpansionTrail = readonly { readonly name: string; readonly scalar: ScalarValue }[];

/** Why a call gives nothing: what its first `keys` lead to is not there or is null. */
interface MissingProperty {
  readonly kind: "absent" | "null";
  readonly keys: readonly string[];
  /** The keys beside the last one. */
  readonly known: readonly string[];
}

/** A call of a property that the node does not have. */
function missingProperty(
  { kind, keys, known }: MissingProperty,
  source: string,
  at: { readonly scalar: ScalarValue; readonly node: Definition; readonly trail: ExpansionTrail },
): Diagnostic {
  const last = keys.at(-1) ?? "";
  const above = keys.slice(0, -1);
  const whole = printKeys(keys);
  const [near] = similar(last, known);
  const lack =
    above.length === 0 ? `there is no property ${whole}` : `${printKeys(above)} has no key ${printKeys([last])}`;
  const message = `${source} has no value: ${kind === "null" ? `${whole} is null` : lack}`;
  const related = [
    ...at.trail.slice(0, -1).map(({ name, scalar }) => ({ span: scalar.origin, caption: `used by ${name}` })),
    { span: startOf(at.node.file), caption: `node ${at.node.name} is one that does not have it` },
  ];
  const hint =
    near === undefined ? 'set it, or give a default: | default = "..."' : `did you mean ${printKeys([near])}?`;
  return finding("missing-property", callSpan(source, at.scalar), message, { related, hint });
}

/** Texts of properties that call each other in a loop, reported from the smallest name on. */
function refCycle(loop: ExpansionTrail): Diagnostic {
  const names = loop.map(({ name }) => name);
  const first = names.indexOf([...names].sort(compareText)[0] ?? "");
  const rotated = [...loop.slice(first), ...loop.slice(0, first)];
  const [start, ...others] = rotated;
  const path = [...rotated, ...rotated.slice(0, 1)].map(({ name }) => name);
  const related = others.map(({ name, scalar }) => ({ span: scalar.origin, caption: `${name} continues here` }));
  const hint = "give one of them a text without a call";
  return finding("ref-cycle", start?.scalar.origin, `cycle of properties: ${path.join(" -> ")}`, { related, hint });
}
