import { pythonStr, reclassRsText, textInReference } from "../../encoding/value-text.ts";
import { finding } from "../../model/findings/diagnostic.ts";
import type { Query } from "../../model/values/query.ts";
import { fixedPath, type Reference, type ReferencePath, referencePath } from "../../model/values/reference-path.ts";
import {
  type Hop,
  nullValue,
  type Span,
  type TemplatePart,
  type TemplateValue,
  textValue,
  type Value,
} from "../../model/values/value.ts";
import { sizeOf } from "../limits.ts";
import { childOf, isResolved } from "./child.ts";
import { type Barrier, containerInText, unreadableDefault, unresolved } from "./faults.ts";
import type { FollowedValue, MissingTarget } from "./followed.ts";
import { originOf, type PartialValue, type Path } from "./partial-value.ts";
import type { QueryAnswers, ReferencingNode } from "./referencing-node.ts";

/** Fills in the templates of one node: rules R2 to R6 and R10 of docs/concepts/references.md. */
export class Templates {
  private readonly node: ReferencingNode;
  private readonly answers: QueryAnswers | undefined;
  usesDefault = false;

  /** Without `answers`, an inventory query is a fault. */
  constructor(node: ReferencingNode, answers: QueryAnswers | undefined) {
    this.node = node;
    this.answers = answers;
  }

  /** The value of a template at a path. A reference without a target is returned. */
  fill(template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    const [first, ...rest] = template.parts;
    if (first !== undefined && rest.length === 0) {
      if (first.kind === "reference") return this.reference(first, template, path);
      if (first.kind === "query") return this.query(first.query, template);
      return first.kind === "text" ? textValue(first.text, template.origin) : nullValue(template.origin);
    }
    return this.text(template, path);
  }

  /** Rule R4: a text with references in it. */
  private text(template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    const { node } = this;
    const { origin } = template;
    // All are followed before one is printed, as in reclass: a loop counts before a reference without a target.
    const targets = template.parts.map((part) => {
      return part.kind === "reference" ? this.reference(part, template, path) : undefined;
    });
    const missing = targets.filter((target) => target?.kind === "missing");
    const first = missing.find(({ nested }) => nested) ?? missing[0];
    if (first !== undefined) return first;
    let text = "";
    let via: Hop | undefined;
    for (const [at, part] of template.parts.entries()) {
      const target = targets[at];
      if (part.kind === "reference" && target !== undefined && target.kind !== "missing") {
        via ??= "via" in target ? target.via : undefined;
        if (target.kind !== "scalar" && node.observer?.kindsOnly === true) continue;
        if (target.kind !== "scalar") node.fault(containerInText(part.source, kindOf(target), origin), "at-end");
        const value = node.resolved(target, path);
        if (!node.spend(sizeOf(value), origin)) return nullValue(origin);
        text += this.hasDefault(part) ? reclassRsText(value) : pythonStr(value);
      } else if (part.kind === "text") text += part.text;
    }
    const value = textValue(text, origin);
    return via === undefined ? value : { ...value, via };
  }

  /** Rule R3: the target of a reference, with its type; rule R10: its default. */
  private reference(part: Reference, template: TemplateValue, path: Path): FollowedValue | MissingTarget {
    const asked = this.askedBy(part, template, path);
    if ("kind" in asked) return { ...asked, nested: asked.nested || !this.hasDefault(part) };
    const { origin } = template;
    const { keys, fallback } = asked;
    const barrier = fallback === undefined ? undefined : this.barrier(keys);
    const target = barrier === undefined ? this.lookUp(keys) : undefined;
    if (target === undefined) {
      if (fallback !== undefined && barrier === undefined) return this.fallback(fallback, part, origin);
      const written = fixedPath(part, this.node.settings)?.keys;
      const diagnostic = unresolved(part.source, { origin, target: written, known: this.siblings(keys), barrier });
      return { kind: "missing", nested: false, diagnostic, asked: keys };
    }
    const value = this.node.follow(target, keys);
    this.node.consequences.read(path, keys);
    if (value.kind === "merged-map" || value.kind === "raw" || (value.kind === "map" && !value.plain)) return value;
    const via = { reference: part.source, target: originOf(target) };
    // Nearly all are scalars: to list their fields is faster than a copy by `...`.
    if (value.kind === "scalar" && value.secret === undefined)
      return { kind: "scalar", type: value.type, data: value.data, origin, via };
    return { ...value, origin, via };
  }

  /** Rule R10: the value of a default. */
  private fallback(text: string, { source }: Reference, origin: Span): FollowedValue {
    this.usesDefault = true;
    const read = this.node.readDefault(text, origin);
    if (!("fault" in read)) return { ...read, via: { reference: source, target: origin } };
    this.node.fault(unreadableDefault(source, read.fault, origin));
    return nullValue(origin);
  }

  /** Rule R2: what a reference asks for, or the reference in it that has no target. */
  askedBy(part: Reference, template: TemplateValue, path: Path): ReferencePath | MissingTarget {
    const { settings } = this.node;
    const known = fixedPath(part, settings);
    if (known !== undefined) return known;
    const text = this.pathText(part.path, template, path);
    return typeof text === "string" ? referencePath(text, settings) : text;
  }

  private hasDefault({ path }: Reference): boolean {
    const { settings } = this.node;
    return path.some((each) => each.kind === "text" && referencePath(each.text, settings).fallback !== undefined);
  }

  private pathText(parts: readonly TemplatePart[], template: TemplateValue, path: Path): string | MissingTarget {
    let text = "";
    for (const part of parts) {
      if (part.kind === "text") text += part.text;
      if (part.kind !== "reference") continue;
      const target = this.reference(part, template, path);
      if (target.kind === "missing") return target;
      const value = this.node.resolved(target, path);
      if (this.node.spend(sizeOf(value), template.origin)) text += textInReference(value, this.node.settings);
    }
    return text;
  }

  private query(query: Query, { origin }: TemplateValue): FollowedValue | MissingTarget {
    if (this.answers === undefined) {
      const message = "inventory query not allowed here: class names and queried exports cannot contain one";
      this.node.fault(finding("query-expression", origin, message));
      return nullValue(origin);
    }
    const value = this.answers.answer(query, {
      origin,
      parameter: (path) => this.parameter(path, origin),
      fault: (diagnostic, stops) => this.node.fault(diagnostic, stops),
    });
    const isUsable = value !== undefined && value.kind !== "template";
    return isUsable && (value.kind === "missing" || this.node.spend(sizeOf(value), origin)) ? value : nullValue(origin);
  }

  private parameter(path: Path, origin: Span): Value | MissingTarget {
    const value = this.lookUp(path);
    if (value !== undefined) return this.node.resolved(value, path);
    const { delimiter } = this.node.settings;
    const source = `self${delimiter}${path.join(delimiter)}`;
    const diagnostic = unresolved(source, { origin, target: path, known: this.siblings(path) });
    return { kind: "missing", nested: false, diagnostic };
  }

  /** Rule R6: the value at a path of keys. Lists are entered by index, but a path cannot end in one. */
  private lookUp(keys: Path): PartialValue | undefined {
    let value: PartialValue | undefined = this.node.root;
    for (let at = 0; at < keys.length && value !== undefined; at += 1) {
      const parent: FollowedValue =
        isResolved(value) || value.kind === "merged-map" ? value : this.node.follow(value, keys.slice(0, at));
      value = childOf(parent, keys[at] ?? "", at === keys.length - 1);
    }
    return value;
  }

  /** The first value on a path that is no mapping and has further keys to come: no default stands in for these. */
  private barrier(keys: Path): Barrier | undefined {
    let value: PartialValue = this.node.root;
    for (let at = 0; at < keys.length; at += 1) {
      const above = keys.slice(0, at);
      const parent = this.node.follow(value, above);
      if (!isMapping(parent)) return { keys: above, kind: parent.kind === "scalar" ? parent.type : parent.kind };
      const child = childOf(parent, keys[at] ?? "", false);
      if (child === undefined) return undefined;
      value = child;
    }
    return undefined;
  }

  /** The keys next to a path that has no target, for the hint. */
  private siblings(keys: Path): readonly string[] {
    const above = keys.slice(0, -1);
    const parent = this.lookUp(above);
    const value = parent && this.node.follow(parent, above);
    if (value?.kind === "merged-map") return [...value.entries.keys()];
    return value?.kind === "map" ? value.entries.map(({ key }) => key) : [];
  }
}

function isMapping({ kind }: FollowedValue): boolean {
  return kind === "merged-map" || kind === "map" || kind === "raw";
}

function kindOf({ kind }: Exclude<FollowedValue, { kind: "scalar" }>): string {
  return kind === "list" || kind === "set" ? kind : "mapping";
}
