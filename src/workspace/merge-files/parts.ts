import type { Identities } from "../../compare/identity.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";
import { contentEnd, type Outline, outlineOf } from "../../parse/yaml/outline.ts";
import { parseYaml, plainSyntax } from "../../parse/yaml/parse.ts";

/** An entry of a mapping or an item of a list as it is written. In brackets, `above` is what separates it from the one before. */
export interface WrittenPart {
  /** The key; empty for an item. */
  readonly key: string;
  /** The lines above it: comments and empty lines. */
  readonly above: string;
  /** From its first character to its value. */
  readonly head: string;
  readonly body: Body;
  /** What is behind the value, to the end of the line. */
  readonly behind: string;
}

/** A value as it is written: the texts of its parts, one after the other, are its text. */
export interface Body {
  readonly text: string;
  readonly value: Value | undefined;
  /** Equal for equal values. */
  readonly identity: number | undefined;
  /** How its parts are written; undefined for a value that is merged as a whole. */
  readonly layout: "block" | "flow" | undefined;
  readonly parts: readonly WrittenPart[];
  /** What is behind the last part. */
  readonly tail: string;
}

/** All of a part but what is above it. */
export function ownText({ head, body, behind }: WrittenPart): string {
  return head + body.text + behind;
}

/**
 * A file as one part; undefined if only git can merge it (docs/merges.md): broken or several documents, anchors,
 * aliases, merge keys, keys twice, tags of collections. Never fails.
 */
export function readFile(file: SourceFile, identities: Identities): WrittenPart | undefined {
  let isRead = true;
  const report = () => {
    isRead = false;
  };
  const value = parseYaml(file, { syntax: plainSyntax, report });
  const outline = outlineOf(file);
  if (outline === undefined || !isRead) return undefined;
  const { text } = file;
  const { root } = outline;
  const whole = { key: "", above: "", head: "", behind: "" };
  const reader = new Reader(text, identities);
  if (root === undefined) return { ...whole, body: { ...reader.whole(value), text } };
  const begin = isBlock(root) ? 0 : root.start;
  const body = reader.body(root, value, begin);
  if (reader.isOdd || hasAnchor(text.slice(0, root.start))) return undefined;
  const after = text.slice(begin + body.text.length);
  if (isBlock(root)) return { ...whole, body: { ...body, text, tail: after } };
  return { ...whole, head: text.slice(0, begin), body, behind: after };
}

const ANCHOR = /(?:^|[\s-])[&*]/;
const COMMENTS = /(?:^|[ \t])#[^\n]*/gm;

function hasAnchor(text: string): boolean {
  return ANCHOR.test(text.replace(COMMENTS, ""));
}

type Container = Extract<Outline, { kind: "map" | "list" }>;

function isBlock(outline: Outline): outline is Container {
  return "flow" in outline && !outline.flow && !outline.tagged;
}

class Reader {
  /** Whether it has found what only git can merge. */
  isOdd = false;
  /** Where the last block ends. */
  end = 0;
  private readonly text: string;
  private readonly identities: Identities;

  constructor(text: string, identities: Identities) {
    this.text = text;
    this.identities = identities;
  }

  /** A value without parts, but for its text. */
  whole(value: Value | undefined): Omit<Body, "text"> {
    return { value, identity: value && this.identities.of(value), layout: undefined, parts: [], tail: "" };
  }

  /** `from` is where the text of a block begins. */
  body(outline: Outline, value: Value | undefined, from: number): Body {
    const { text } = this;
    if (outline.kind === "alias") this.isOdd = true;
    const end = contentEnd(outline, text);
    const whole = this.whole(value);
    if (!("flow" in outline)) return { ...whole, text: text.slice(from, end) };
    const children = childrenOf(outline, value);
    if (children === undefined || outline.tagged) this.isOdd = true;
    if (children === undefined || outline.tagged) return { ...whole, text: text.slice(from, end) };
    if (new Set(children.map(({ key }) => key)).size < children.length && outline.kind === "map") this.isOdd = true;
    if (outline.flow) return this.flow(outline, value, children);
    let at = from;
    const parts = children.map((child) => {
      const part = this.line(child, at);
      at = this.end;
      return part;
    });
    return { ...whole, layout: "block", parts, text: text.slice(from, at) };
  }

  /** A part on lines of its own, behind `from`. */
  private line({ key, start, outline: written, value }: Child, from: number): WrittenPart {
    const { text } = this;
    const own = start ?? this.behindComments(from);
    // Where nothing is written behind a dash.
    const outline = written.start > own ? written : { ...written, start: own + 1, end: own + 1 };
    const line = text.lastIndexOf("\n", own - 1) + 1;
    const first = line >= from && text.slice(line, own).trim() === "" ? line : own;
    const above = text.slice(from, first);
    const begin = isBlock(outline) ? this.blockStart(outline, own) : outline.start;
    const body = this.body(outline, value, begin);
    const last = isBlock(outline) ? this.end : this.lineEnd(Math.max(contentEnd(outline, text), own + 1));
    const head = text.slice(first, begin);
    this.checkHead(head.slice(own - first + key.length));
    this.end = last;
    return { key, above, head, body, behind: text.slice(begin + body.text.length, last) };
  }

  private behindComments(from: number): number {
    const comments = /(?:\s|#[^\n]*)*/y;
    comments.lastIndex = from;
    comments.test(this.text);
    return comments.lastIndex;
  }

  /** Where a block begins: on the line below its key or dash, or behind it. */
  private blockStart(outline: Outline, own: number): number {
    const end = this.text.indexOf("\n", own);
    return end === -1 || outline.start <= end ? outline.start : end + 1;
  }

  private flow(outline: Outline, value: Value | undefined, children: readonly Child[]): Body {
    const { text } = this;
    let at = outline.start + 1;
    const parts = children.map(({ key, start, outline: inner, value: each }): WrittenPart => {
      const begin = start ?? inner.start;
      const above = text.slice(at, begin);
      const head = text.slice(begin, inner.start);
      const body = this.body(inner, each, inner.start);
      this.checkHead(above + head.slice(key.length));
      at = inner.start + body.text.length;
      return { key, above, head, body, behind: "" };
    });
    return {
      ...this.whole(value),
      layout: "flow",
      parts,
      text: text.slice(outline.start, outline.end),
      tail: text.slice(at, outline.end),
    };
  }

  private checkHead(head: string): void {
    if (hasAnchor(head)) this.isOdd = true;
  }

  private lineEnd(offset: number): number {
    const end = this.text.indexOf("\n", offset - 1);
    return end === -1 ? this.text.length : end + 1;
  }
}

interface Child {
  readonly key: string;
  /** Of its key; undefined for an item. */
  readonly start: number | undefined;
  readonly outline: Outline;
  readonly value: Value | undefined;
}

/** The parts of a collection with their values; undefined if these are not the same. */
function childrenOf(outline: Container, value: Value | undefined): readonly Child[] | undefined {
  if (outline.kind === "list") {
    if (value?.kind !== "list" || value.items.length !== outline.items.length) return undefined;
    return outline.items.map((item, at) => ({ key: "", start: undefined, outline: item, value: value.items[at] }));
  }
  if (value?.kind !== "map" || value.entries.length !== outline.entries.length) return undefined;
  if (outline.entries.some(({ name }) => name === undefined)) return undefined;
  return outline.entries.map((entry, at) => {
    return { key: entry.name ?? "", start: entry.key.start, outline: entry.value, value: value.entries[at]?.value };
  });
}
