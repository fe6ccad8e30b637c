import { Composer, type CST, type Document, isMap, isScalar, isSeq } from "yaml";

type ComposeOptions = ConstructorParameters<typeof Composer>[0];

/** The library recurses into this many levels at once. */
const LEVELS_AT_ONCE = 200;

/**
 * The documents of a text by the grammar of the library, however deep. The library recurses, and the stack holds less
 * than the 1,000 levels of rule Y8: deep parts are taken out of the tokens, composed on their own, and put back.
 */
export function* composeDocuments(
  tokens: Iterable<CST.Token>,
  { options, length }: { readonly options: ComposeOptions; readonly length: number },
): Generator<Document.Parsed> {
  const parts: Parts = new Map();
  for (const document of new Composer(options).compose(withoutDeepParts(tokens, parts), true, length)) {
    if (parts.size > 0) putBack(document, parts, options);
    yield document;
  }
}

/** The tokens of deep parts, by the offset of the empty scalar that replaces each. */
type Parts = Map<number, Collection>;

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
function* withoutDeepParts(tokens: Iterable<CST.Token>, parts: Parts): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === "document" && isCollection(token.value)) takeDeepParts(token.value, parts);
    yield token;
  }
}

function takeDeepParts(root: Collection, parts: Parts): void {
  const open = [{ collection: root, level: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { collection, level } = next;
    for (const item of collection.items) {
      if (isCollection(item.key)) open.push({ collection: item.key, level: level + 1 });
      const { value } = item;
      if (!isCollection(value)) continue;
      const isTaken = level >= LEVELS_AT_ONCE && isWhole(item, value);
      if (isTaken) {
        parts.set(value.offset, value);
        item.value = { type: "scalar", offset: value.offset, indent: -1, source: "" };
      }
      open.push({ collection: value, level: isTaken ? 1 : level + 1 });
    }
  }
}

function isCollection(token: CST.Token | null | undefined): token is Collection {
  return token?.type === "block-map" || token?.type === "block-seq" || token?.type === "flow-collection";
}

/** Whether a value means the same on its own: it has no tag, and no error in how it follows its key. */
function isWhole({ start, sep }: Collection["items"][number], { type }: Collection): boolean {
  const isTagged = [...start, ...(sep ?? [])].some((token) => token.type === "tag");
  return !isTagged && (type !== "block-map" || sep === undefined || sep.some((token) => token.type === "newline"));
}

function putBack(document: Document.Parsed, parts: Parts, options: ComposeOptions): void {
  const whole = (node: unknown): unknown => {
    if (!isScalar(node) || node.source !== "" || !node.range) return node;
    const token = parts.get(node.range[0]);
    if (token === undefined) return node;
    const alone: CST.Document = { type: "document", offset: token.offset, start: [], value: token };
    const [part] = new Composer(options).compose([alone], true, token.offset);
    document.errors.push(...(part?.errors ?? []));
    document.warnings.push(...(part?.warnings ?? []));
    const contents = part?.contents;
    if (node.anchor !== undefined && (isMap(contents) || isSeq(contents))) contents.anchor = node.anchor;
    return contents;
  };
  const open: unknown[] = [document.contents];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) {
      node.items = node.items.map(whole);
      for (const item of node.items) open.push(item);
    } else if (isMap(node)) {
      for (const pair of node.items) {
        pair.value = whole(pair.value);
        open.push(pair.key, pair.value);
      }
    }
  }
  parts.clear();
  document.warnings.sort((one, other) => one.pos[0] - other.pos[0]);
}
