import type { ContractPath, ValueContract } from "../../model/contracts/contract.ts";
import type { JsonSchema } from "../../model/contracts/keywords.ts";
import type { ListedContract } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isAll } from "../../model/selector/selector.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import type { Value } from "../../model/values/value.ts";
import {
  annotations,
  askedSchemas,
  joinedSchema,
  movedSchema,
  ofPart,
  orReference,
  REFERENCE,
} from "./value-schema.ts";

const DIALECT = { $schema: "https://json-schema.org/draft/2020-12/schema" };

/** The contracts that hold for a node, as one JSON Schema for its parameters: rule K37 of docs/concepts/contracts.md. */
export function nodeSchema(listed: readonly Masked<ListedContract>[], node: string): JsonSchema {
  const builder = new SchemaBuilder(contractsIn(listed), "node");
  const root = joinedSchema([builder.root("#"), { type: "object" }]);
  return { ...DIALECT, title: `parameters of ${node}`, ...root, ...builder.definitions() };
}

/** The same for the files of classes and nodes, as editors have them. */
export function contractsFileSchema(listed: readonly Masked<ListedContract>[]): JsonSchema {
  const builder = new SchemaBuilder(contractsIn(listed), "file");
  const parameters = joinedSchema([builder.root("#/properties/parameters"), { type: ["object", "null"] }]);
  const names = { type: ["array", "null"], items: { type: "string" } };
  const properties = { classes: names, applications: names, parameters, exports: { type: ["object", "null"] } };
  const title = "a file of a class or node";
  return { ...DIALECT, title, type: ["object", "null"], properties, ...builder.definitions() };
}

function contractsIn(listed: readonly Masked<ListedContract>[]): readonly ValueContract[] {
  return listed.map(({ contract }) => contract).filter(({ path }) => path.section === "parameters");
}

/** A contract, and how many keys of its path lead to the current place. */
interface Reached {
  readonly contract: ValueContract;
  readonly at: number;
}

type Met = (key: KeyPattern) => boolean;

class SchemaBuilder {
  private readonly contracts: readonly ValueContract[];
  private readonly form: "node" | "file";
  /** The places that a `**` leads to again and again: schemas by name. */
  private readonly named = new Map<string, { readonly name: string; schema: JsonSchema }>();
  /** Written schemas that refer to their own parts. */
  private readonly written = new Map<string, unknown>();

  constructor(contracts: readonly ValueContract[], form: "node" | "file") {
    this.contracts = contracts;
    this.form = form;
  }

  root(pointer: string): JsonSchema {
    return this.at(withSkipped(this.contracts.map((contract) => ({ contract, at: 0 }))), pointer);
  }

  definitions(): JsonSchema {
    const levels = [...this.named.values()].map(({ name, schema }) => [name, schema] as const);
    const own: readonly (readonly [string, unknown])[] = [...levels, ...this.written];
    const all = this.form === "file" ? [["reference", REFERENCE] as const, ...own] : own;
    return all.length === 0 ? {} : { $defs: Object.fromEntries(all) };
  }

  private at(reached: readonly Reached[], pointer: string): JsonSchema {
    const repeats = reached.some(({ contract, at }) => contract.path.keys[at]?.kind === "any");
    if (!repeats) return this.schema(reached, pointer);
    const id = reached.map(({ contract, at }) => `${this.contracts.indexOf(contract)}:${at}`).join(" ");
    const known = this.named.get(id) ?? { name: `level${this.named.size + 1}`, schema: {} };
    if (!this.named.has(id)) {
      this.named.set(id, known);
      known.schema = this.schema(reached, `#/$defs/${known.name}`);
    }
    return { $ref: `#/$defs/${known.name}` };
  }

  private schema(reached: readonly Reached[], pointer: string): JsonSchema {
    const ending = reached.flatMap(({ contract, at }) => (at === contract.path.keys.length ? [contract] : []));
    return joinedSchema([...this.inside(reached, ending, pointer), ...this.said(ending)]);
  }

  private said(ending: readonly ValueContract[]): readonly JsonSchema[] {
    const parts = (contract: ValueContract): readonly JsonSchema[] => {
      const asked = askedSchemas(contract, (schema, keywords) => this.define(contract, schema, keywords));
      return [annotations(contract), ...(this.form === "node" ? asked : [ofPart(asked, contract)])];
    };
    if (this.form === "node") return ending.flatMap(parts);
    const some = ending.filter(({ of }) => !of.targets.some(({ selector }) => isAll(selector)));
    if (new Set(some.map(({ of }) => of)).size < 2) return ending.flatMap(parts);
    // Which of them hold depends on the nodes that have the file.
    const general = ending.filter((contract) => !some.includes(contract));
    return [...general.flatMap(parts), { anyOf: some.map((contract) => joinedSchema(parts(contract))) }];
  }

  /** In files, where parts of a schema are judged, references say nothing. */
  private define(contract: ValueContract, schema: Value, keywords: JsonSchema): JsonSchema {
    if (this.form === "file") return keywords;
    const name = `schema${this.contracts.indexOf(contract) + 1}`;
    this.written.set(name, movedSchema(schema, `#/$defs/${name}`));
    return { $ref: `#/$defs/${name}` };
  }

  private inside(
    reached: readonly Reached[],
    ending: readonly ValueContract[],
    pointer: string,
  ): readonly JsonSchema[] {
    const patterns = reached.flatMap(({ contract, at }) => contract.path.keys[at] ?? []);
    const isClosed = ending.some(({ closed }) => closed);
    if (patterns.length === 0 && !isClosed) return [];
    const exact = textsOf(patterns, (key) => key.kind === "key");
    const globs = textsOf(patterns, (key) => key.kind === "glob" && key.text !== "*");
    const rest = this.part(reached, isStar, `${pointer}/additionalProperties`);
    const properties = exact.map((key) => [key, this.part(reached, meets(key), `${pointer}/properties/${token(key)}`)]);
    const byPattern = [
      ...globs.map((glob) => {
        // In a file, `~` or `=` may be before the key.
        const name = `^${this.form === "file" ? "[~=]?" : ""}${globPattern(glob)}$`;
        const met: Met = (key) => isStar(key) || (key.kind === "glob" && key.text === glob);
        return [name, this.part(reached, met, `${pointer}/patternProperties/${token(name)}`)];
      }),
      ...(this.form === "file"
        ? exact.map((key) => [`^[~=]${literal(key)}$`, { $ref: `${pointer}/properties/${token(key)}` }])
        : []),
    ];
    return [
      {
        ...(exact.length > 0 && { properties: Object.fromEntries(properties) }),
        ...(byPattern.length > 0 && { patternProperties: Object.fromEntries(byPattern) }),
        ...(patterns.some(isStar) ? { additionalProperties: rest } : isClosed && { additionalProperties: false }),
      },
      ...this.items(reached, patterns, pointer, ending),
      ...(this.form === "node" ? requiredKeys(reached) : []),
    ];
  }

  /** The items of a list are met by their number and by `*`. */
  private items(
    reached: readonly Reached[],
    patterns: readonly KeyPattern[],
    pointer: string,
    ending: readonly ValueContract[],
  ): readonly JsonSchema[] {
    if (this.form === "file" && ending.some(({ merge }) => merge?.knockout !== undefined)) return [];
    const numbers =
      this.form === "file"
        ? []
        : patterns.flatMap((key) => (key.kind === "key" && isItem(key.text) ? [Number(key.text)] : []));
    const length = numbers.length === 0 ? 0 : Math.max(...numbers) + 1;
    const first = Array.from({ length }, (_, index) => {
      const met: Met = (key) => isStar(key) || (key.kind === "key" && key.text === String(index));
      return this.part(reached, met, `${pointer}/prefixItems/${index}`);
    });
    const others = patterns.some(isStar) ? { items: { $ref: `${pointer}/additionalProperties` } } : {};
    return [{ ...(length > 0 && { prefixItems: first }), ...others }];
  }

  private part(reached: readonly Reached[], met: Met, pointer: string): JsonSchema {
    const next = withSkipped(reached.flatMap((each) => after(each, met)));
    if (this.form === "node") return this.at(next, pointer);
    return orReference(this.at(next, `${pointer}/else`));
  }
}

/** Rule K8: paths that must be there, from the last pattern in them on. */
function requiredKeys(reached: readonly Reached[]): readonly JsonSchema[] {
  const keys = reached.flatMap(({ contract: { required, path }, at }) =>
    required ? (writtenKey(path, at) ?? []) : [],
  );
  const required = [...new Set(keys)];
  if (required.length === 0) return [];
  if (!required.every(isItem)) return [{ type: "object", required }];
  return [{ type: ["object", "array"], required, minItems: Math.max(...required.map(Number)) + 1 }];
}

function writtenKey({ keys }: ContractPath, at: number): string | undefined {
  const [key] = keys.slice(at);
  return key?.kind === "key" && keys.slice(at).every(({ kind }) => kind === "key") ? key.text : undefined;
}

/** Numbers of items that a schema lists one by one. */
function isItem(key: string): boolean {
  return /^\d{1,2}$/.test(key);
}

function isStar(key: KeyPattern): boolean {
  return key.kind === "any" || (key.kind === "glob" && key.text === "*");
}

function meets(name: string): Met {
  return (key) => key.kind === "any" || (key.kind === "key" ? key.text === name : key.fits(name));
}

function after({ contract, at }: Reached, met: Met): readonly Reached[] {
  const key = contract.path.keys[at];
  if (key === undefined || !met(key)) return [];
  return [{ contract, at: key.kind === "any" ? at : at + 1 }];
}

/** `**` may match no key at all. */
function withSkipped(reached: readonly Reached[]): readonly Reached[] {
  const all = reached.flatMap(({ contract, at }) => {
    const end = contract.path.keys.findIndex((key, index) => index >= at && key.kind !== "any");
    const last = end === -1 ? contract.path.keys.length : end;
    return Array.from({ length: last - at + 1 }, (_, more) => ({ contract, at: at + more }));
  });
  const known = new Set<string>();
  const isNew = ({ contract, at }: Reached) => {
    const id = `${contract.path.origin.file.path} ${contract.path.origin.start} ${at}`;
    return !known.has(id) && known.add(id);
  };
  return all.filter(isNew);
}

function textsOf(patterns: readonly KeyPattern[], wanted: Met): readonly string[] {
  return [...new Set(patterns.flatMap((key) => (key.kind !== "any" && wanted(key) ? [key.text] : [])))];
}

function globPattern(glob: string): string {
  return literal(glob).replaceAll("\\*", ".*").replaceAll("\\?", ".");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A key as a part of a JSON pointer in a reference. */
function token(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
