import { addTo } from "../base/text-order.ts";
import { type Contracts, keysOf } from "../model/contracts/contract.ts";
import type { Diagnostic } from "../model/findings/diagnostic.ts";
import type { Definition, PropertySet } from "../model/inventory/definition.ts";
import type { Criterion, Group, PropertyTest } from "../model/inventory/group.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { ParsedRuntimeFile, Policies } from "../model/inventory/policy.ts";
import type { Settings } from "../model/inventory/settings.ts";
import { UNREAD } from "../model/secrets/finding-masking.ts";
import { maskFindings } from "../model/secrets/mask.ts";
import type { SecretPlace, Secrets } from "../model/secrets/secrets.ts";
import { isReference, isSecretPath, looksEncrypted, noSecrets } from "../model/secrets/secrets.ts";
import { bareKey, prefixCharacters } from "../model/values/key-prefix.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import { type PathFilter, touchesPath } from "../model/values/path-filter.ts";
import type { SourceFile, Span, Value } from "../model/values/value.ts";

/** Listed when they are asked for. */
type Names = "nodeNames" | "classNames";

interface ReadInventory extends Omit<Inventory, "secrets" | "diagnostics" | Names> {
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects the secrets of each file read: at paths of the setting `secrets`, or of contracts with `secret: true`. */
export function withSecrets(inventory: ReadInventory): Omit<Inventory, Names> {
  const { settings, groups, contracts } = inventory;
  const paths = contracts === undefined ? settings.secrets : [...settings.secrets, ...contracts.secrets];
  if (paths.length === 0) {
    return { ...inventory, secrets: noSecrets, diagnostics: maskFindings(inventory.diagnostics, noSecrets) };
  }
  const collection = new SecretCollection(paths, prefixCharacters(settings));
  collection.faults(groups.diagnostics);
  collection.properties(groups.globals);
  for (const { properties } of groups.groups.values()) collection.properties(properties);
  if (contracts !== undefined) collection.contracts(contracts);
  for (const compared of comparedTexts(groups.groups.values(), paths)) collection.compared(compared);
  return {
    ...inventory,
    secrets: collection,
    diagnostics: maskFindings(inventory.diagnostics, collection),
    node: (name) => collection.definition(inventory.node(name)),
    class: (name) => collection.definition(inventory.class(name)),
    policies: () => collection.policies(inventory.policies()),
    runtimeFiles: (node) => collection.runtimeFiles(inventory.runtimeFiles(node)),
  };
}

/** Shorter texts are masked by place only: searching for them would mask unrelated text. */
const SHORTEST = 6;

class SecretCollection implements Secrets {
  readonly paths: Settings["secrets"];
  readonly prefixes: readonly string[];
  readonly texts = new Set<string>();
  readonly places = new Map<SourceFile, SecretPlace[]>();
  readonly unread = new Set<SourceFile>();
  private readonly seen = new WeakSet<object>();

  constructor(paths: Settings["secrets"], prefixes: readonly string[]) {
    this.paths = paths;
    this.prefixes = prefixes;
  }

  definition(definition: Definition | undefined): Definition | undefined {
    if (definition === undefined || this.isSeen(definition)) return definition;
    this.faults(definition.diagnostics);
    this.look(definition.parameters, ["parameters"]);
    this.look(definition.exports, ["exports"]);
    if (definition.own !== undefined) this.properties(definition.own.properties);
    return definition;
  }

  properties({ values }: PropertySet): void {
    this.look(values, ["parameters"]);
  }

  /** The values with which contracts compare secrets. */
  contracts({ rules, expectations }: Contracts): void {
    const conditions = rules.flatMap((rule) => {
      if (rule.kind === "count") return rule.values;
      return "when" in rule ? rule.when : [];
    });
    for (const { path, value } of conditions) if (value !== undefined) this.look(value, keysOf(path));
    for (const { path, wants } of expectations) this.look(wants.kind === "is" ? wants.value : wants.said, keysOf(path));
  }

  policies(policies: Policies): Policies {
    if (this.isSeen(policies)) return policies;
    this.faults(policies.diagnostics);
    for (const { sets } of policies.directives.values()) {
      for (const { name, value } of sets) this.look(value, ["parameters", name]);
    }
    return policies;
  }

  /** A key of any namespace counts as the property with that name. */
  runtimeFiles(files: readonly ParsedRuntimeFile[]): readonly ParsedRuntimeFile[] {
    for (const { content, file, diagnostics } of files) {
      if (this.isSeen(file)) continue;
      this.faults(diagnostics);
      for (const { value } of content?.entries ?? []) this.look(value, ["parameters"]);
    }
    return files;
  }

  /** Files with something that nobody reads, as the first value of a key that is repeated, and what is compared there. */
  faults(diagnostics: readonly Diagnostic[]): void {
    for (const { code, span } of diagnostics) {
      if (span !== undefined && (UNREAD.has(code) || code === "yaml-duplicate-key")) this.unread.add(span.file);
      if ((code === "bad-criterion" || code === "regex-unsupported") && span !== undefined) this.hideCompared(span);
    }
  }

  compared({ span, text, isExact }: ComparedText): void {
    this.keepTexts(span, text, isExact ? [text] : []);
  }

  /** In a criterion that cannot be read, all behind the name of its property, which may be a secret. */
  private hideCompared({ file, start, end }: Span): void {
    const [named] = COMPARED.exec(file.text.slice(start, end)) ?? [];
    if (named !== undefined) this.keepTexts({ file, start: start + named.length, end }, "", []);
  }

  private isSeen(read: object): boolean {
    const isKnown = this.seen.has(read);
    this.seen.add(read);
    return isKnown;
  }

  private look(value: Value, path: ParameterPath, key?: Span): void {
    if (!this.paths.some((each) => touchesPath(each, path))) return;
    if (isSecretPath(path, this.paths)) {
      for (const span of besideValue(value, key)) this.keepTexts(span, "", []);
      this.keep(value);
    } else if (value.kind === "map") {
      for (const { key: name, keyNode, value: inner } of value.entries) {
        this.look(inner, [...path, bareKey(name, this.prefixes)], keyNode.origin);
      }
    } else if (value.kind === "list") {
      for (const [index, item] of value.items.entries()) this.look(item, [...path, String(index)]);
    }
  }

  private keep(value: Value): void {
    switch (value.kind) {
      case "scalar": {
        const text = String(value.data);
        this.keepTexts(value.origin, text, value.type === "null" || value.type === "bool" ? [] : [text]);
        return;
      }
      case "template":
        // What is fixed in it is no secret by itself: it may be the folder of a path, or a host.
        if (!isReference(value)) this.keepTexts(value.origin, value.text, []);
        return;
      case "list":
      case "set":
        for (const item of value.items) this.keep(item);
        return;
      case "map":
        for (const entry of value.entries) this.keep(entry.value);
    }
  }

  private keepTexts({ file, start, end }: Span, text: string, found: readonly string[]): void {
    addTo(this.places, file, { start, end, text });
    for (const each of found.map((one) => one.trim())) {
      if (each.length >= SHORTEST && !looksEncrypted(each)) this.texts.add(each);
    }
  }
}

/** Up to the property, and its name if a "=" is behind that; in a criterion without a property, up to the first "=". */
const COMPARED = /^[\s\S]*?property["']?\s*:\s*["']?(?:[\w.-]+=)?|^[^=]*=/;

/**
 * What is written beside a secret value on its lines: tags, anchors, an alias instead of the value, and comments, also
 * those between the items of a list or mapping. `key` is the place of its key, absent for an item of a list.
 */
function besideValue(value: Value, key: Span | undefined): readonly Span[] {
  const { file } = key ?? value.origin;
  const start = key === undefined ? value.origin.start : behindForm(COLON, file.text, key.end);
  const { origin } = value;
  const isHere = origin.file.blob === file.blob && origin.end >= start;
  const end = isHere ? Math.max(origin.end, start) : behindForm(ALIAS, file.text, start);
  const first = isReference(value) && isHere ? origin.start : end;
  const text = file.text.slice(start, first);
  const indent = text.length - text.trimStart().length;
  const written = indent === text.length ? [] : [{ file, start: start + indent, end: first }];
  return [...written, ...comment({ file, start, end })];
}

const COLON = /\s*:[ \t]*/y;

/** Where a form that begins at a place of a text ends; the place itself where it does not. */
function behindForm(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : at;
}

const ALIAS = /\s*(?:#[^\n]*\n\s*)*\*[^\s,[\]{}]+/y;

/** The comment that follows on the line where a value ends. */
function comment({ file, end }: Span): readonly Span[] {
  if (file.text[end - 1] === "\n") return [];
  COMMENT.lastIndex = end;
  const found = COMMENT.exec(file.text);
  return found === null ? [] : [{ file, start: found.index + found[0].indexOf("#"), end: COMMENT.lastIndex }];
}

const COMMENT = /[^#\n]*(?:[^\s#\n]#[^#\n]*)*(?<=\s)#[^\n]*/y;

/** A text that a criterion compares with a property whose values are secrets. */
interface ComparedText {
  readonly span: Span;
  readonly text: string;
  /** Whether it is compared as it is; else it is a pattern or a query. */
  readonly isExact: boolean;
}

/** The texts that criteria of groups compare with secret properties: all behind the name of the property. */
function comparedTexts(groups: Iterable<Group>, secrets: readonly PathFilter[]): readonly ComparedText[] {
  return [...groups].flatMap(({ members }) => {
    const criteria = members.kind === "match" ? members.match.criteria : [];
    return criteria.flatMap((criterion) => comparedText(criterion, secrets) ?? []);
  });
}

function comparedText(criterion: Criterion, secrets: readonly PathFilter[]): ComparedText | undefined {
  if (criterion.kind !== "property") return undefined;
  const { subject } = criterion;
  const test: PropertyTest = criterion.test;
  const isSecret = (name: string): boolean => isSecretPath(["parameters", name], secrets);
  switch (test.op) {
    case "eq":
    case "notEq":
      return isSecret(test.name) ? { span: behind(subject, "="), text: test.value, isExact: true } : undefined;
    case "jsonSelect":
      return isSecret(test.name) ? { span: behind(subject, ":"), text: test.path, isExact: false } : undefined;
    case "regex":
    case "notRegex":
      return pattern(subject, isSecret);
    case "hasKey":
    case "exists":
    case "notExists":
      return undefined;
  }
}

/** A pattern whose name is a pattern, too, could match any property. */
function pattern(subject: Span, isSecret: (name: string) => boolean): ComparedText | undefined {
  const span = behind(subject, "=");
  const name = subject.file.text.slice(subject.start, span.start - 1).replace(/^["']?\^?/, "");
  if (span.start > subject.start && /^[\w-]+$/.test(name) && !isSecret(name)) return undefined;
  return { span, text: span.file.text.slice(span.start, span.end), isExact: false };
}

/** The part of a scalar behind a character, without its closing quote; all of it where it has no such character. */
function behind({ file, start, end }: Span, character: string): Span {
  const at = file.text.indexOf(character, start);
  const last = /["']/.test(file.text[start] ?? "") ? end - 1 : end;
  return { file, start: at === -1 || at >= last ? start : at + 1, end: last };
}
