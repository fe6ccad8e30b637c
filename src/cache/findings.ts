import type { FactValue, RuleFact } from "../model/contracts/value-test.ts";
import type { Diagnostic, FoundContract } from "../model/findings/diagnostic.ts";
import { type Abortable, type Snapshot, settingsBesides } from "../model/inventory/snapshot.ts";
import type { SourceFile, Span } from "../model/values/origin.ts";
import { isOn } from "../speed/table.ts";
import type { FileCache } from "./file-cache.ts";
import { type CheckedNode, type CheckedSide, KnownFindings, type RecordedFindings } from "./known-findings.ts";
import { type OutputCache, outputKey } from "./outputs.ts";

interface FindingsPlace {
  readonly outputs: OutputCache;
  readonly files: FileCache;
  /** Settings of this run alone. */
  readonly overrides: readonly string[];
}

/**
 * The findings of an earlier run for the nodes of a state. Where they are not cached, or not usable, nothing is known.
 */
export async function readFindings(
  snapshot: Snapshot,
  { outputs, files, overrides }: FindingsPlace,
  options?: Abortable,
): Promise<KnownFindings> {
  const kept = isOn("findings") ? outputs.get(keyOf(snapshot, overrides)) : undefined;
  if (kept === undefined) return new KnownFindings();
  // Only records written by this very build are read.
  const record: KeptFindings = JSON.parse(Buffer.from(kept).toString());
  const needed = filesOfFindings(record);
  if (needed.some(([path, blob]) => snapshot.blobs.get(path) !== blob)) return new KnownFindings();
  const paths = needed.map(([path]) => path);
  await files.prefetch(snapshot, paths, options);
  return new KnownFindings(recordedFindings(record, (path, blob) => files.file(path, blob, () => {})));
}

/** Caches the known findings of the nodes of a state, unless they are cached already. */
export function writeFindings(
  side: CheckedSide & { readonly snapshot: Snapshot },
  known: KnownFindings,
  { outputs, overrides }: FindingsPlace,
): void {
  const key = keyOf(side.snapshot, overrides);
  if (!outputs.takes(side.snapshot)) return;
  if (outputs.get(key) !== undefined) return;
  const record = known.record(side);
  const isHere = ({ file }: Span): boolean => side.snapshot.blobs.get(file.path) === file.blob;
  const nodes = record?.nodes.filter(([, { diagnostics, facts }]) => {
    const places = facts.flatMap(({ values }) => values.map(({ span }) => span));
    return [...places, ...diagnostics.flatMap(placesOf)].every(isHere);
  });
  if (record !== undefined && nodes !== undefined) outputs.put(key, findingsRecord({ ...record, nodes }));
}

/** Each node is compared by what it read, so the key only decides where to look. */
function keyOf({ id, place }: Snapshot, overrides: readonly string[]): string {
  return outputKey("findings of nodes 3", [id, settingsBesides(place), overrides]);
}

/** A span in a record: the number of its file, its start and its end. */
type KeptSpan = readonly [file: number, start: number, end: number];

/** A finding whose places have one form or the other. */
interface Placed<Place> extends Omit<Diagnostic, "span" | "related" | "follows" | "contract"> {
  readonly span?: Place;
  readonly related: readonly Aside<Place>[];
  readonly follows?: readonly Aside<Place>[];
  readonly contract?: Omit<FoundContract, "span"> & { readonly span: Place };
}

interface Aside<Place> {
  readonly span: Place;
  readonly caption: string;
}

interface PlacedFact<Place> extends Omit<RuleFact, "values"> {
  readonly values: readonly (Omit<FactValue, "span"> & { readonly span: Place })[];
}

function placed<From, To>(
  { span, related, follows, contract, ...rest }: Placed<From>,
  to: (span: From) => To,
): Placed<To> {
  const aside = (other: Aside<From>): Aside<To> => ({ span: to(other.span), caption: other.caption });
  return {
    ...rest,
    span: span && to(span),
    related: related.map(aside),
    follows: follows?.map(aside),
    contract: contract && { ...contract, span: to(contract.span) },
  };
}

function placedFact<From, To>({ values, ...fact }: PlacedFact<From>, to: (span: From) => To): PlacedFact<To> {
  return { ...fact, values: values.map((value) => ({ ...value, span: to(value.span) })) };
}

interface KeptNode {
  readonly name: string;
  readonly files: readonly number[];
  readonly missed: readonly string[];
  readonly diagnostics: readonly number[];
  readonly facts: readonly PlacedFact<KeptSpan>[];
}

/** The content of a record, without the files of its findings. */
interface KeptFindings {
  readonly surroundings: string;
  /** Path and blob id. */
  readonly files: readonly (readonly [path: string, blob: string])[];
  readonly diagnostics: readonly Placed<KeptSpan>[];
  readonly nodes: readonly KeptNode[];
}

/** The known findings of the nodes of one state, as cached from one run to the next. */
function findingsRecord({ surroundings, nodes }: RecordedFindings): Uint8Array {
  const files = new Numbered<readonly [path: string, blob: string]>();
  const diagnostics = new Numbered<Placed<KeptSpan>>();
  const numbers = new Map<Diagnostic, number>();
  const fileNumber = (path: string, blob: string): number => files.of(path, () => [path, blob]);
  const span = ({ file, start, end }: Span): KeptSpan => [fileNumber(file.path, file.blob), start, end];
  const diagnosticNumber = (each: Diagnostic): number => {
    const known = numbers.get(each);
    if (known !== undefined) return known;
    const kept = placed(each, span);
    const number = diagnostics.of(JSON.stringify(kept), () => kept);
    numbers.set(each, number);
    return number;
  };
  const all = nodes.map(
    ([name, checkedNode]): KeptNode => ({
      name,
      files: Array.from(checkedNode.files, ([path, blob]) => fileNumber(path, blob)),
      missed: [...checkedNode.missed],
      diagnostics: checkedNode.diagnostics.map(diagnosticNumber),
      facts: checkedNode.facts.map((fact) => placedFact(fact, span)),
    }),
  );
  const record: KeptFindings = { surroundings, files: files.items, diagnostics: diagnostics.items, nodes: all };
  return Buffer.from(JSON.stringify(record));
}

function placesOf<Place>({ span, related, follows = [], contract }: Placed<Place>): readonly Place[] {
  const own = [span, contract?.span].filter((place) => place !== undefined);
  return [...own, ...[...related, ...follows].map((other) => other.span)];
}

/** The files of the findings in a record. */
function filesOfFindings({ files, diagnostics, nodes }: KeptFindings): KeptFindings["files"] {
  const ofFacts = nodes.flatMap(({ facts }) => facts.flatMap(({ values }) => values.map(({ span }) => span)));
  const numbers = new Set([...diagnostics.flatMap(placesOf), ...ofFacts].map(([file]) => file));
  return [...numbers].flatMap((number) => {
    const file = files[number];
    return file === undefined ? [] : [file];
  });
}

/** The findings in a record, by node. `open` must be able to open the files of the findings. */
function recordedFindings(kept: KeptFindings, open: (path: string, blob: string) => SourceFile): RecordedFindings {
  const { surroundings, files, diagnostics, nodes } = kept;
  const fileAt = (number: number): readonly [string, string] => files[number] ?? ["", ""];
  const opened = new Map<number, SourceFile>();
  const span = ([number, start, end]: KeptSpan): Span => {
    const file = opened.get(number) ?? open(...fileAt(number));
    opened.set(number, file);
    return { file, start, end };
  };
  const whole = diagnostics.map((each): Diagnostic => placed(each, span));
  const checkedNode = (node: KeptNode): CheckedNode => ({
    diagnostics: node.diagnostics.flatMap((number) => whole[number] ?? []),
    facts: node.facts.map((fact) => placedFact(fact, span)),
    files: new Map(node.files.map(fileAt)),
    missed: new Set(node.missed),
  });
  return { surroundings, nodes: nodes.map((node) => [node.name, checkedNode(node)]) };
}

/** Items by number; equal items share one. */
class Numbered<T> {
  readonly items: T[] = [];
  private readonly numbers = new Map<string, number>();

  of(key: string, make: () => T): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.items.length);
    this.items.push(make());
    return this.items.length - 1;
  }
}
