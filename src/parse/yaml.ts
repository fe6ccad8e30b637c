import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  Parser,
  type Scalar,
  Schema,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { TextSyntax } from "../model/definition.ts";
import type { Report } from "../model/diagnostic.ts";
import type { SourceFile, Span } from "../model/origin.ts";
import { pythonStr } from "../model/python-text.ts";
import type { ListValue, MapEntry, ScalarValue, TemplateValue, Value } from "../model/value.ts";
import { type AnchorContent, type Anchored, Bounds } from "./yaml-anchor.ts";
import { faultReport, type LibraryFault, libraryFault, limitReport } from "./yaml-fault.ts";
import { joinEntries, listValue, mapValue, mergedEntries, setValue } from "./yaml-map.ts";
import { type Fault, plainScalar, type Reading } from "./yaml-scalar.ts";
import { collectionTag, taggedScalar } from "./yaml-tag.ts";
import { conflictMarker, isReadable, textForYaml } from "./yaml-text.ts";

export interface YamlOptions {
  /** How text scalars are split into templates, and which keys folding leaves alone. */
  readonly syntax: TextSyntax;
  readonly report: Report;
}

/**
 * The one document of a YAML file, typed as PyYAML 6.0's safe loader types it, every part with its place.
 *
 * Undefined when the file holds nothing but comments, and when it holds an error; all faults go to `report`. What
 * stands behind an alias is the very object behind its anchor. Never throws.
 */
export function parseYaml(file: SourceFile, { syntax, report }: YamlOptions): Value | undefined {
  if (!isReadable(file, report)) return undefined;
  const document = soleDocument(file, report);
  if (document === undefined || isEmpty(document.contents)) return undefined;
  let failed = false;
  const builder = new TreeBuilder(document, file, {
    syntax,
    report(diagnostic) {
      failed ||= diagnostic.severity === "error";
      report(diagnostic);
    },
  });
  const value = builder.root();
  return failed ? undefined : value;
}

/** Every scalar is text to the library; what it means is decided here. */
const COMPOSE = {
  schema: new Schema({ schema: "failsafe", resolveKnownTags: false, merge: false }),
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
} as const;

/** The document of a file that holds just one and no error in its grammar. */
function soleDocument(file: SourceFile, report: Report): Document.Parsed | undefined {
  const { documents, errors } = composed(textForYaml(file));
  const [document, second] = documents;
  if (second !== undefined) errors.push({ code: "MULTIPLE_DOCS", message: "Second document", pos: startOf(second) });
  const marker = conflictMarker(file, errors.length > 0);
  if (marker !== undefined) report(marker);
  else for (const error of distinct(errors)) report(libraryFault(error, file));
  return marker === undefined && errors.length === 0 ? document : undefined;
}

function composed(text: string): { readonly documents: Document.Parsed[]; readonly errors: LibraryFault[] } {
  try {
    const documents = [...new Composer(COMPOSE).compose(new Parser().parse(text), true, text.length)];
    return { documents, errors: documents.flatMap((document) => document.errors) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { documents: [], errors: [{ code: "RESOURCE_EXHAUSTION", message: error.message, pos: [0, 0] }] };
  }
}

function startOf({ range }: Document.Parsed): [number, number] {
  return [range[0], range[0] + 3];
}

/** Faults in the order of the text, one for each place. */
function distinct(errors: readonly LibraryFault[]): readonly LibraryFault[] {
  const sorted = errors.toSorted((left, right) => left.pos[0] - right.pos[0]);
  return sorted.filter((error, at) => error.pos[0] !== sorted[at - 1]?.pos[0]);
}

function isEmpty(contents: unknown): boolean {
  return (
    contents === null || (isScalar(contents) && contents.source === "" && contents.type === "PLAIN" && !contents.tag)
  );
}

type Collection = YAMLMap | YAMLSeq;

/** Turns the nodes of the library into values, in the order of the text. */
class TreeBuilder {
  private readonly document: Document.Parsed;
  private readonly file: SourceFile;
  private readonly options: YamlOptions;
  private readonly anchors = new Map<string, Anchored>();
  private readonly bounds = new Bounds();
  /** Where the bounds were first exceeded; nothing is built from there on. */
  private overrun: Span | undefined;
  /** Where the part that was built last ends. */
  private end = 0;
  /** Inside a pair of `!!omap` or `!!pairs`, where reclass looks for no references. */
  private inPair = false;

  constructor(document: Document.Parsed, file: SourceFile, options: YamlOptions) {
    this.document = document;
    this.file = file;
    this.options = options;
  }

  root(): Value {
    const value = this.value(this.document.contents);
    if (this.overrun !== undefined) this.options.report(limitReport(this.bounds.fault, this.overrun));
    return value;
  }

  /** The value of a node; anything that is no node is a value left out. */
  private value(node: unknown): Value {
    if (this.overrun !== undefined) return this.nothing();
    this.bounds.count(1);
    if (isAlias(node)) return this.aliasValue(node);
    if (isScalar(node)) {
      const scalar = this.scalar(node, false);
      return this.inPair ? scalar : this.split(scalar);
    }
    return isMap(node) || isSeq(node) ? this.collection(node) : this.nothing();
  }

  private nothing(): ScalarValue {
    return { kind: "scalar", type: "null", data: null, origin: this.span(this.end, this.end) };
  }

  /** A text scalar as a template when it holds references. */
  private split(scalar: ScalarValue): ScalarValue | TemplateValue {
    if (scalar.type !== "text" || typeof scalar.data !== "string") return scalar;
    return this.options.syntax.text(scalar.data, scalar.origin);
  }

  private scalar(node: Scalar, isKey: boolean): ScalarValue {
    const [start, end] = node.range ?? [this.end, this.end];
    this.end = end;
    const origin = this.span(start, end);
    const { type, data } = this.accepted(this.reading(node, isKey), node, origin);
    const scalar: ScalarValue = { kind: "scalar", type, data, origin };
    if (node.anchor === undefined) return scalar;
    const anchored = this.openAnchor(node.anchor, start);
    this.anchors.set(node.anchor, { ...anchored, content: { value: this.split(scalar), scalar, parts: 1, levels: 0 } });
    return scalar;
  }

  private reading(node: Scalar, isKey: boolean): Reading {
    const { source = "", tag, type } = node;
    if (tag === undefined && type === "PLAIN")
      return isKey && source === "=" ? textReading(source) : plainScalar(source);
    if (tag === undefined) return textReading(isCutShort(node, this.file) ? source.replace(/\n$/, "") : source);
    return isKey && tag === VALUE_TAG ? textReading(source) : taggedScalar(tag, source, type === "PLAIN");
  }

  private accepted(reading: Reading, node: Scalar, origin: Span): Exclude<Reading, Fault> {
    if (!("fault" in reading)) return reading;
    this.options.report(faultReport(reading, node.tag === undefined ? origin : this.tagSpan(origin)));
    return { type: "null", data: null };
  }

  private collection(node: Collection): Value {
    const start = node.range?.[0] ?? this.end;
    this.bounds.enter();
    if (!this.bounds.kept) this.overrun = this.span(start, start + 1);
    const value = node.anchor === undefined ? this.unnamed(node) : this.named(node, node.anchor);
    this.bounds.leave();
    return value;
  }

  private named(node: Collection, name: string): Value {
    const anchored = this.openAnchor(name, node.range?.[0] ?? this.end);
    this.anchors.set(name, anchored);
    const { result: value, parts, levels } = this.bounds.measure(() => this.unnamed(node));
    this.anchors.set(name, {
      ...anchored,
      content: { value, scalar: undefined, parts: parts + 1, levels: levels + 1 },
    });
    return value;
  }

  private unnamed(node: Collection): Value {
    const kind = isMap(node) ? "map" : "list";
    const tag = node.tag === undefined ? "plain" : collectionTag(node.tag, kind);
    if (typeof tag === "object")
      this.options.report(faultReport(tag, this.tagSpan(this.span(node.range?.[0] ?? 0, 0))));
    if (isMap(node)) return this.map(node, tag === "set");
    return tag === "pairs" ? this.pairs(node) : this.list(node);
  }

  private list(node: YAMLSeq): ListValue {
    const items = node.items.map((item) => this.value(item));
    return listValue(items, this.extent(node));
  }

  private map(node: YAMLMap, isSet: boolean): Value {
    const own: MapEntry[] = [];
    const merged: MapEntry[] = [];
    for (const pair of node.items) {
      if (isMerge(pair.key)) for (const entry of this.merged(pair)) merged.push(entry);
      else own.push(this.entry(pair));
    }
    const entries = joinEntries({ own, merged }, this.options.report);
    const origin = this.extent(node);
    return isSet ? setValue(entries, origin) : mapValue(entries, origin, this.options.syntax);
  }

  private entry(pair: Pair): MapEntry {
    const keyNode = this.key(pair.key);
    const key = keyNode.type === "text" && typeof keyNode.data === "string" ? keyNode.data : pythonStr(keyNode);
    return { key, keyNode, value: this.value(pair.value) };
  }

  private key(node: unknown): ScalarValue {
    if (isScalar(node)) return this.scalar(node, true);
    const value = this.value(node);
    const content = isAlias(node) ? this.anchors.get(node.source)?.content : undefined;
    if (content?.scalar !== undefined && isAlias(node)) return { ...content.scalar, origin: this.aliasSpan(node) };
    if (value.kind !== "scalar")
      this.options.report(faultReport({ fault: "a list or mapping cannot be a key" }, value.origin));
    return { kind: "scalar", type: "null", data: null, origin: value.origin };
  }

  /** What `<<` takes from its value, weakest first. */
  private merged(pair: Pair): readonly MapEntry[] {
    this.end = isScalar(pair.key) ? (pair.key.range?.[1] ?? this.end) : this.end;
    const value = this.value(pair.value);
    const entries = mergedEntries(value);
    const hint = 'write "<<" with quotes if an ordinary key is meant';
    if (entries === undefined) {
      this.options.report(faultReport({ fault: "<< takes a mapping or a list of mappings", hint }, value.origin));
    }
    this.bounds.count(entries?.length ?? 0);
    return entries ?? [];
  }

  /** The items of `!!omap` and `!!pairs`: mappings of one entry, as pairs. */
  private pairs(node: YAMLSeq): ListValue {
    const outside = this.inPair;
    this.inPair = true;
    const items = node.items.map((item) => this.pair(item));
    this.inPair = outside;
    return listValue(items, this.extent(node));
  }

  private pair(node: unknown): Value {
    const [pair, second] = isMap(node) ? node.items : [];
    if (!isMap(node) || pair === undefined || second !== undefined) {
      const value = this.value(node);
      this.options.report(faultReport({ fault: "an item here must be a mapping of one key" }, value.origin));
      return value;
    }
    const items = [this.value(pair.key), this.value(pair.value)];
    return { kind: "list", items, origin: this.extent(node), plain: true, tuple: true };
  }

  private aliasValue(node: Alias): Value {
    const origin = this.aliasSpan(node);
    this.end = origin.end;
    const content = this.behind(node.source, origin);
    if (content === undefined) return this.nothing();
    this.bounds.repeat(content);
    if (!this.bounds.kept) this.overrun = origin;
    return this.inPair ? (content.scalar ?? content.value) : content.value;
  }

  private behind(name: string, origin: Span): AnchorContent | undefined {
    const anchored = this.anchors.get(name);
    const fault =
      anchored === undefined
        ? `there is no anchor &${name} before this alias`
        : `the alias *${name} stands inside the value that it repeats`;
    if (anchored?.content === undefined) this.options.report(faultReport({ fault }, origin));
    return anchored?.content;
  }

  /** Notes where an anchor stands; PyYAML takes each name once. */
  private openAnchor(name: string, before: number): Anchored {
    const start = Math.max(0, this.file.text.lastIndexOf(`&${name}`, before));
    const origin = this.span(start, start + name.length + 1);
    const first = this.anchors.get(name);
    if (first !== undefined) {
      const related = [{ span: first.origin, caption: "first set here" }];
      this.options.report({ ...faultReport({ fault: `the anchor &${name} is set twice` }, origin), related });
    } else if (!/^[\w-]+$/.test(name)) {
      const fault = `the anchor &${name} holds more than letters, digits, - and _`;
      this.options.report(faultReport({ fault }, origin));
    }
    return { origin, content: undefined };
  }

  /** The tag before a node: the library warns of each tag that it leaves to us. */
  private tagSpan(origin: Span): Span {
    const warning = this.document.warnings.findLast(({ pos }) => pos[0] <= origin.start);
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

const VALUE_TAG = "tag:yaml.org,2002:value";
const MERGE_TAG = "tag:yaml.org,2002:merge";

const textReading = (data: string): Reading => ({ type: "text", data });

function isMerge(key: unknown): boolean {
  if (!isScalar(key)) return false;
  const { tag, source, type } = key;
  return tag === MERGE_TAG || (source === "<<" && type === "PLAIN" && (tag === undefined || tag === "!"));
}

/** Whether a text block ends with the file and has no line end of its own: PyYAML then adds none. */
function isCutShort({ type, range }: Scalar, { text }: SourceFile): boolean {
  return type?.startsWith("BLOCK") === true && range?.[1] === text.length && !/[\n\r\x85]$/.test(text);
}
