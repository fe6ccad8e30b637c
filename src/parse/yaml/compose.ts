import type { Alias, Composer, Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar, isSeq, Schema } from "yaml";
import { pythonStr } from "../../encoding/value-text.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import {
  type ListValue,
  type MapEntry,
  type ScalarValue,
  SharedEntry,
  type SourceFile,
  type Span,
  type TemplateValue,
  type Value,
} from "../../model/values/value.ts";
import { Anchors } from "./anchor.ts";
import { Bounds, MOST_DOCUMENTS, TOO_DEEP, TOO_MANY_DOCUMENTS } from "./bounds.ts";
import { conflictMarker } from "./conflict-marker.ts";
import { composeDocuments } from "./deep-tree.ts";
import { faultReport, libraryFault, limitReport, type YamlFault } from "./fault.ts";
import { lineFeeds } from "./folding.ts";
import { ANCHOR_END, type LibraryFault, Tokens } from "./lexemes.ts";
import { isMerge, joinEntries, listValue, mapValue, mergedEntries, setValue } from "./merged-map.ts";
import type { ScalarReading } from "./scalar.ts";
import { collectionTag } from "./tag.ts";
import { keyFault, readToken, type YamlOptions } from "./token.ts";

/** As `parseYaml`, by the grammar of the library, for any file without forbidden characters. Reports all faults. */
export function composeYaml(file: SourceFile, options: YamlOptions): Value | undefined {
  const document = soleDocument(file, options.report);
  if (document === undefined || saysNothing(document.contents)) return undefined;
  return new TreeBuilder(document, file, options).root();
}

/** The error code of the library for a stack overflow. */
const TOO_DEEP_CODE = "RESOURCE_EXHAUSTION";

/** To the library every scalar is text; its type is decided here. Made when the library is loaded, on first use. */
function libraryOptions(): ComposeOptions {
  const schema = new Schema({ schema: "failsafe", resolveKnownTags: false, merge: false });
  return { schema, uniqueKeys: false, prettyErrors: false, logLevel: "error" };
}

type ComposeOptions = ConstructorParameters<typeof Composer>[0];

let compose: ComposeOptions;

/** The document of a file with exactly one document and no syntax error. */
export function soleDocument(file: SourceFile, report: Report): Document.Parsed | undefined {
  const text = lineFeeds(file.text);
  const strict = composed(new Tokens(text));
  const loose = strict.errors.length === 0 ? strict : composed(new Tokens(text, "loose"));
  const { documents, errors } = loose.errors.length === 0 ? loose : strict;
  const [document, second] = documents;
  if (second !== undefined) errors.push({ code: "MULTIPLE_DOCS", message: "Second document", pos: startOf(second) });
  const marker = conflictMarker(file, errors.length > 0);
  if (marker !== undefined) report(marker);
  else for (const error of firstOfLines(errors, text)) report(libraryFault(error, file));
  return marker === undefined && errors.length === 0 ? document : undefined;
}

function composed(tokens: Tokens): { readonly documents: readonly Document.Parsed[]; readonly errors: LibraryFault[] } {
  try {
    compose ??= libraryOptions();
    const documents: Document.Parsed[] = [];
    for (const document of composeDocuments(tokens, { options: compose, length: tokens.text.length })) {
      if (documents.length === MOST_DOCUMENTS) throw new RangeError(TOO_MANY_DOCUMENTS);
      documents.push(document);
    }
    const errors = [...documents.flatMap((document) => faultsOf(document, tokens.text)), ...tokens.faults];
    const limit = errors.find(({ code }) => code === TOO_DEEP_CODE);
    return { documents, errors: limit === undefined ? errors : [limit] };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const pos = [tokens.offset, tokens.offset + 1] as const;
    return { documents: [], errors: [{ code: TOO_DEEP_CODE, message: error.message, pos }] };
  }
}

/**
 * The faults that PyYAML has too. It accepts a comment without a space before it, and some signs right behind an anchor; it
 * counts the characters of a key from the key on (`keyFault`), and refuses unknown directives.
 */
function faultsOf({ errors, warnings }: Document.Parsed, text: string): readonly LibraryFault[] {
  const isFault = ({ code, message, pos: [start] }: LibraryFault): boolean => {
    if (message.startsWith("Tags and anchors must be separated")) return !isBehindAnchor(text, start);
    return code !== "KEY_OVER_1024_CHARS" && !message.startsWith("Comments must be separated");
  };
  return [...errors.filter(isFault), ...warnings.filter(({ code }) => code === "BAD_DIRECTIVE")];
}

function isBehindAnchor(text: string, offset: number): boolean {
  return ANCHOR_END.has(text.charAt(offset)) && /&[\w-]+$/.test(text.slice(Math.max(0, offset - 1000), offset));
}

function startOf({ range }: Document.Parsed): [number, number] {
  return [range[0], range[0] + 3];
}

/** The first fault of each line, in the order of the text: the others are mostly consequences. */
function firstOfLines(errors: readonly LibraryFault[], text: string): readonly LibraryFault[] {
  const first: LibraryFault[] = [];
  for (const error of errors.toSorted((left, right) => left.pos[0] - right.pos[0] || rank(left) - rank(right))) {
    const last = first.at(-1);
    if (last === undefined || text.slice(last.pos[0], error.pos[0]).includes("\n")) first.push(error);
  }
  return first;
}

/** A block list inside brackets comes first: the library reports its dash as a key, too. */
function rank({ code }: LibraryFault): number {
  return code === "BLOCK_IN_FLOW" ? 0 : 1;
}

/** Whether a document says nothing: an empty text in quotes is a value. */
export function saysNothing(contents: unknown): boolean {
  const isEmpty = isScalar(contents) && contents.source === "" && contents.type === "PLAIN" && !contents.tag;
  return contents === null || isEmpty;
}

type Collection = YAMLMap | YAMLSeq;

/** Turns the nodes of the library into values, in the order of the text. */
class TreeBuilder {
  private readonly document: Document.Parsed;
  private readonly file: SourceFile;
  private readonly options: YamlOptions;
  private readonly anchors: Anchors;
  private readonly bounds = new Bounds();
  /** The place where the bounds were first exceeded; nothing is built after it. */
  private overrun: Span | undefined;
  /** The number of warnings of the library that were handled. */
  private tags = 0;
  /** The end of the part that was built last. */
  private end = 0;
  /** Inside a pair of `!!omap` or `!!pairs`, where reclass ignores references. */
  private inPair = false;

  constructor(document: Document.Parsed, file: SourceFile, options: YamlOptions) {
    this.document = document;
    this.file = file;
    this.options = options;
    this.anchors = new Anchors(file, options.report);
  }

  root(): Value {
    const value = this.value(this.document.contents);
    if (this.overrun !== undefined) this.options.report(limitReport(this.bounds.fault ?? TOO_DEEP, this.overrun));
    return value;
  }

  /** The value of a node; null if there is no node. */
  private value(node: unknown): Value {
    if (this.overrun !== undefined) return this.nothing();
    if (isAlias(node)) return this.aliasValue(node);
    this.bounds.count(1);
    if (isScalar(node)) {
      const scalar = this.scalar(node, false);
      if (this.inPair) return scalar;
      if (node.anchor === undefined) return this.split(scalar);
      return this.anchors.contentOf(node.anchor, scalar.origin)?.value ?? scalar;
    }
    return isMap(node) || isSeq(node) ? this.collection(node) : this.nothing();
  }

  private nothing(): ScalarValue {
    return { kind: "scalar", type: "null", data: null, origin: this.span(this.end, this.end) };
  }

  private split(scalar: ScalarValue): ScalarValue | TemplateValue {
    if (scalar.type !== "text" || typeof scalar.data !== "string") return scalar;
    return this.options.syntax.text(scalar.data, scalar.origin);
  }

  private scalar(node: Scalar, isKey: boolean): ScalarValue {
    const [start, end] = node.range ?? [this.end, this.end];
    this.end = end;
    const origin = this.span(start, end);
    const reading = readToken(node, this.file.text, { isKey, version: this.options.version });
    const { type, data } = this.accepted(reading, node, origin);
    const scalar: ScalarValue = { kind: "scalar", type, data, origin };
    if (node.anchor === undefined) return scalar;
    this.anchors.open(node.anchor, start);
    this.anchors.close(node.anchor, { value: this.split(scalar), scalar, parts: 1, levels: 0 });
    return scalar;
  }

  private fault(fault: YamlFault, origin: Span): void {
    if (this.overrun === undefined) this.options.report(faultReport(fault, origin));
  }

  private accepted(reading: ScalarReading, node: Scalar, origin: Span): Exclude<ScalarReading, YamlFault> {
    if (!("fault" in reading)) return reading;
    this.fault(reading, node.tag === undefined ? origin : this.tagSpan(origin));
    return { type: "null", data: null };
  }

  /** Few calls lie between two levels of a file: 1,000 levels fit on the stack twice. */
  private collection(node: Collection, kind = this.kindOf(node)): Value {
    const start = node.range?.[0] ?? this.end;
    this.bounds.enter();
    if (this.bounds.isTooDeep) this.overrun ??= this.span(start, start + 1);
    const { anchor } = node;
    if (anchor !== undefined) this.anchors.open(anchor, start);
    const outside = anchor === undefined ? undefined : this.bounds.begin();
    const value = isMap(node) ? this.map(node, kind) : kind === "pairs" ? this.pairs(node) : this.list(node);
    if (anchor !== undefined && outside !== undefined) {
      const { parts, levels } = this.bounds.end(outside);
      this.anchors.close(anchor, { value, scalar: undefined, parts: parts + 1, levels: levels + 1 });
    }
    this.bounds.leave();
    return value;
  }

  private kindOf(node: Collection): "plain" | "set" | "pairs" {
    const tag = node.tag === undefined ? "plain" : collectionTag(node.tag, isMap(node) ? "map" : "list");
    if (typeof tag !== "object") return tag;
    this.fault(tag, this.tagSpan(this.span(node.range?.[0] ?? 0, 0)));
    return "plain";
  }

  private list(node: YAMLSeq): ListValue {
    const items: Value[] = [];
    for (const item of node.items) items.push(this.value(item));
    return listValue(items, this.extent(node));
  }

  private map(node: YAMLMap, kind: "plain" | "set" | "pairs"): Value {
    const own: MapEntry[] = [];
    const merged: MapEntry[] = [];
    for (const pair of node.items) {
      if (isScalar(pair.key) && this.options.version === undefined && isMerge(pair.key))
        for (const entry of this.merged(pair)) merged.push(entry);
      else {
        const keyNode = this.key(pair.key, node);
        own.push(new SharedEntry(pythonStr(keyNode), keyNode, this.value(pair.value)));
      }
    }
    const entries = joinEntries({ own, merged }, this.options.report);
    const origin = this.extent(node);
    return kind === "set" ? setValue(entries, origin) : mapValue(entries, origin, this.options.syntax);
  }

  private key(node: unknown, mapping: YAMLMap): ScalarValue {
    if (isScalar(node)) return this.scalarKey(node, mapping);
    if (isAlias(node)) return this.aliasKey(node);
    return this.notKey(this.value(node).origin);
  }

  private aliasKey(node: Alias): ScalarValue {
    const origin = this.aliasSpan(node);
    this.end = origin.end;
    const content = this.anchors.contentOf(node.source, origin);
    if (content === undefined) return this.nothing();
    return content.scalar === undefined ? this.notKey(origin) : { ...content.scalar, origin };
  }

  private notKey(origin: Span): ScalarValue {
    this.fault({ fault: "a list or mapping cannot be a key" }, origin);
    return { kind: "scalar", type: "null", data: null, origin };
  }

  private scalarKey(node: Scalar, mapping: YAMLMap): ScalarValue {
    const key = this.scalar(node, true);
    this.checkKey(node, key.origin, mapping.range?.[0]);
    return key;
  }

  private checkKey(node: Scalar, origin: Span, mapping?: number): void {
    const fault = node.anchor === undefined ? keyFault(node, this.file.text, { origin, mapping }) : undefined;
    if (fault !== undefined) this.fault(fault, origin);
  }

  /** The entries that `<<` merges in, weakest first. */
  private merged({ key, value: node }: Pair): readonly MapEntry[] {
    if (isScalar(key)) {
      const [start, end] = key.range ?? [this.end, this.end];
      this.checkKey(key, this.span(start, end));
      this.end = end;
    }
    const value = isMap(node) || isSeq(node) ? this.collection(node, "plain") : this.value(node);
    const entries = mergedEntries(value);
    this.bounds.count(entries?.length ?? 0);
    if (entries !== undefined) return entries;
    const isBroken = isAlias(node) && !this.anchors.has(node.source);
    const hint = 'write "<<" with quotes if an ordinary key is meant';
    if (!isBroken) this.fault({ fault: "<< takes a mapping or a list of mappings", hint }, value.origin);
    return [];
  }

  /** The items of `!!omap` and `!!pairs`: mappings with one entry, as pairs. */
  private pairs(node: YAMLSeq): ListValue {
    const outside = this.inPair;
    this.inPair = true;
    const items: Value[] = [];
    for (const item of node.items) items.push(this.pair(item));
    this.inPair = outside;
    return listValue(items, this.extent(node));
  }

  private pair(node: unknown): Value {
    const [pair, second] = isMap(node) ? node.items : [];
    if (!isMap(node) || pair === undefined || second !== undefined) {
      const value = this.value(node);
      this.fault({ fault: "an item here must be a mapping of one key" }, value.origin);
      return value;
    }
    const key = this.value(pair.key);
    if (isScalar(pair.key)) this.checkKey(pair.key, key.origin);
    const items = [key, this.value(pair.value)];
    return { kind: "list", items, origin: this.extent(node), plain: true, tuple: true };
  }

  private aliasValue(node: Alias): Value {
    const origin = this.aliasSpan(node);
    this.end = origin.end;
    const content = this.anchors.contentOf(node.source, origin);
    if (content === undefined) return this.nothing();
    this.bounds.repeat(content);
    if (this.bounds.fault !== undefined) this.overrun ??= origin;
    return this.inPair ? (content.scalar ?? content.value) : content.value;
  }

  /** The tag before a node: the library warns about each tag it does not know, in the order of the text. */
  private tagSpan(origin: Span): Span {
    const { warnings } = this.document;
    while ((warnings[this.tags]?.pos[0] ?? Infinity) <= origin.start) this.tags += 1;
    const warning = warnings[this.tags - 1];
    return warning === undefined ? origin : this.span(warning.pos[0], warning.pos[1]);
  }

  private aliasSpan({ range, source }: Alias): Span {
    const start = range?.[0] ?? this.end;
    return this.span(start, start + source.length + 1);
  }

  /** From the first to the last token of a list or mapping. */
  private extent(node: Collection): Span {
    const [start, end] = node.range ?? [this.end, this.end];
    if (node.flow === true) this.end = end;
    return this.span(start, Math.max(start, this.end));
  }

  private span(start: number, end: number): Span {
    return { file: this.file, start, end };
  }
}
