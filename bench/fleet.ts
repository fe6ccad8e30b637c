import { SeededRandom } from "./random.ts";

export interface FleetSize {
  readonly nodes: number;
  readonly classes: number;
  readonly seed: number;
}

/** A YAML value of the fleet; text is written to the file unchanged. */
type Yaml = string | readonly string[] | { [key: string]: Yaml };

/** The content of a node or class file. */
interface Definition {
  readonly classes: readonly string[];
  readonly parameters: { readonly _param: { [key: string]: Yaml }; [service: string]: Yaml };
}

/** The files of a generated inventory, and one edit of it. */
export interface Fleet {
  /** Path to text: the first commit. */
  readonly files: ReadonlyMap<string, string>;
  /** The change of the second commit: one value of one class in the middle of the hierarchy. */
  readonly edit: { readonly path: string; readonly text: string; readonly className: string; readonly reached: number };
  readonly nodeNames: readonly string[];
  /** The median number of classes per node. */
  readonly medianClasses: number;
}

const LAYERS = 6;
const SERVICES = ["api", "backup", "cache", "dns", "edge", "host", "log", "mail", "metric", "proxy", "queue", "search"];
const PARTS = ["agent", "client", "cluster", "control", "gateway", "image", "route", "server", "storage", "worker"];
const KEYS = ["address", "enabled", "interval", "level", "limit", "owner", "path", "port", "retry", "timeout"];

/**
 * A fleet shaped like inventories that grew for years; equal sizes and seeds give equal bytes.
 *
 * Classes are in six layers; each includes one to four classes of the layers below, so a node has about 37 classes. A
 * class sets a few `_param` values and nested mappings of plain values and references to `_param`. Lists grow from class
 * to class; some are replaced. Nodes have a site, a role, and a few values of their own. All nodes resolve.
 */
export function makeFleet(size: FleetSize): Fleet {
  const random = new SeededRandom(size.seed);
  const classes = new Map<string, Definition>([["base", baseClass(random)]]);
  const layers = makeLayers(size, random, classes);
  const nodes = makeNodes(size, random, { classes, layers });
  const files = new Map([["reclass-config.yml", SETTINGS]]);
  for (const [name, definition] of classes) files.set(classPath(name), fileText(definition));
  for (const [name, definition] of nodes) files.set(nodePath(name), fileText(definition));
  const reaches = [...nodes.values()].map((node) => reach(node, classes));
  return {
    files,
    edit: makeEdit({ classes, layers, reaches }),
    nodeNames: [...nodes.keys()],
    medianClasses: median(reaches.map((reached) => reached.size)),
  };
}

const SETTINGS = "storage_type: yaml_fs\nnodes_uri: nodes\nclasses_uri: classes\nignore_class_notfound: false\n";

function baseClass(random: SeededRandom): Definition {
  const params = SERVICES.flatMap((service) => ["zone", "owner", "port"].map((key) => `base_${service}_${key}`));
  return { classes: [], parameters: { _param: Object.fromEntries(params.map((key) => [key, scalar(random)])) } };
}

/** Classes, lowest layer first; low layers have more of them. */
function makeLayers(
  size: FleetSize,
  random: SeededRandom,
  classes: Map<string, Definition>,
): readonly (readonly string[])[] {
  const weights = Array.from({ length: LAYERS }, (_, depth) => 1 / (1 + depth / 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const layers: string[][] = [];
  for (const [depth, weight] of weights.entries()) {
    const layer: string[] = [];
    for (let made = Math.round((size.classes * weight) / total); made > 0; made -= 1) {
      const name = `${depth < LAYERS - 1 ? "system" : "role"}.${random.pick(SERVICES)}.c${classes.size}`;
      classes.set(name, makeClass({ name, number: classes.size, parents: parents(layers, random) }, random));
      layer.push(name);
    }
    layers.push(layer);
  }
  return layers;
}

/** One to four classes, mostly of the next lower layer. */
function parents(layers: readonly (readonly string[])[], random: SeededRandom): readonly string[] {
  const near = layers.at(-1);
  if (near === undefined) return [];
  const chosen = new Set<string>();
  const wanted = random.pick([1, 1, 2, 2, 3, 4]);
  for (let tries = 0; chosen.size < wanted && tries < 20; tries += 1) {
    chosen.add(random.pick(random.fraction() < 0.6 ? near : random.pick(layers)));
  }
  return [...chosen];
}

function makeClass(
  from: { readonly name: string; readonly number: number; readonly parents: readonly string[] },
  random: SeededRandom,
): Definition {
  const service = from.name.split(".")[1] ?? from.name;
  const own = Array.from({ length: 4 }, (_, index) => `c${from.number}_${KEYS[index * 2]}`);
  const leaf = () => (random.fraction() < 0.5 ? reference(own, random) : scalar(random));
  const tree: { [key: string]: Yaml } = {};
  for (let values = random.whole(6, 9); values > 0; values -= 1) {
    let at = tree;
    for (let depth = random.pick([1, 1, 2, 2, 3]); depth > 0; depth -= 1) at = innerMap(at, random.pick(PARTS));
    at[random.pick(KEYS)] = leaf();
  }
  // One class in forty replaces the list that earlier classes built up.
  tree[from.number % 40 === 39 ? "~members" : "members"] = Array.from({ length: random.whole(0, 3) }, leaf);
  const limits = { soft: String(random.whole(100, 900)), hard: String(random.whole(1000, 9000)) };
  const _param: { [key: string]: Yaml } = Object.fromEntries(own.map((key) => [key, scalar(random)]));
  if (from.number % 10 === 0) {
    _param[`c${from.number}_limits`] = limits;
    tree["limits"] = quoted(`\${_param:c${from.number}_limits}`);
  }
  return { classes: from.parents, parameters: { _param, [service]: tree } };
}

function innerMap(map: { [key: string]: Yaml }, part: string): { [key: string]: Yaml } {
  const key = `${part}_settings`;
  const known = map[key];
  if (typeof known === "object" && !isList(known)) return known;
  const fresh: { [key: string]: Yaml } = {};
  map[key] = fresh;
  return fresh;
}

function reference(own: readonly string[], random: SeededRandom): string {
  const base = `base_${random.pick(SERVICES)}_${random.pick(["zone", "owner", "port"])}`;
  const target = `\${_param:${random.fraction() < 0.7 ? random.pick(own) : base}}`;
  return quoted(random.fraction() < 0.7 ? target : `prefix-${target}-suffix`);
}

function scalar(random: SeededRandom): string {
  switch (random.whole(0, 4)) {
    case 0:
      return String(random.whole(1, 65000));
    case 1:
      return random.fraction() < 0.5 ? "true" : "false";
    case 2:
      return `10.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`;
    case 3:
      return `/srv/${random.pick(SERVICES)}/${random.pick(PARTS)}`;
    default:
      return `${random.pick(PARTS)}-${random.whole(1, 99)}`;
  }
}

function makeNodes(
  size: FleetSize,
  random: SeededRandom,
  { classes, layers }: { readonly classes: Map<string, Definition>; readonly layers: readonly (readonly string[])[] },
): ReadonlyMap<string, Definition> {
  const sites = Math.max(1, Math.min(40, Math.floor(size.nodes / 25)));
  for (let site = 0; site < sites; site += 1) {
    classes.set(`site.s${site}`, { classes: ["base"], parameters: { _param: { base_dns_zone: `zone-${site}` } } });
  }
  const nodes = new Map<string, Definition>();
  for (let number = 0; number < size.nodes; number += 1) {
    const role = random.pick(layers[LAYERS - 1] ?? []);
    const extra = random.fraction() < 0.3 ? [random.pick(layers[LAYERS >> 1] ?? [])] : [];
    const _param: { [key: string]: Yaml } = { own_address: `10.0.${number >> 8}.${number & 255}` };
    for (let overrides = random.whole(0, 4); overrides > 0; overrides -= 1) {
      const keys = Object.keys(classes.get(role)?.parameters._param ?? {}).filter((key) => !key.endsWith("_limits"));
      _param[random.pick(keys)] = scalar(random);
    }
    const site = `s${number % sites}`;
    const name = `n${String(number).padStart(5, "0")}.${site}.fleet.example`;
    nodes.set(name, { classes: [`site.${site}`, role, ...extra], parameters: { _param } });
  }
  return nodes;
}

/** All classes of a node. */
function reach(node: Definition, classes: ReadonlyMap<string, Definition>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...node.classes];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(classes.get(name)?.classes ?? []));
  }
  return reached;
}

/** Edits the class of the middle layers with the most nodes, but at most one node in ten. */
function makeEdit(from: {
  readonly classes: ReadonlyMap<string, Definition>;
  readonly layers: readonly (readonly string[])[];
  readonly reaches: readonly ReadonlySet<string>[];
}): Fleet["edit"] {
  const most = { className: "", reached: 0 };
  for (const className of from.layers.slice(1, LAYERS - 1).flat()) {
    const reached = from.reaches.filter((each) => each.has(className)).length;
    if (reached > most.reached && reached <= from.reaches.length / 10) Object.assign(most, { className, reached });
  }
  const definition = from.classes.get(most.className);
  if (definition === undefined) throw new RangeError("no class reaches some nodes and at most one in ten");
  const first = Object.keys(definition.parameters._param)[0] ?? "added";
  const _param = { ...definition.parameters._param, [first]: "edited", added_value: "new" };
  const text = fileText({ ...definition, parameters: { ...definition.parameters, _param } });
  return { path: classPath(most.className), text, ...most };
}

function classPath(name: string): string {
  return `classes/${name.replaceAll(".", "/")}.yml`;
}

function nodePath(name: string): string {
  return `nodes/${name.split(".")[1]}/${name}.yml`;
}

function fileText({ classes, parameters }: Definition): string {
  const lists: Readonly<Record<string, Yaml>> = classes.length > 0 ? { classes } : {};
  return `${yamlLines({ ...lists, parameters }, "").join("\n")}\n`;
}

function yamlLines(map: { readonly [key: string]: Yaml }, indent: string): readonly string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    if (typeof value === "string") return [`${indent}${key}: ${value}`];
    if (isList(value)) {
      return value.length === 0
        ? [`${indent}${key}: []`]
        : [`${indent}${key}:`, ...value.map((item) => `${indent}- ${item}`)];
    }
    return [`${indent}${key}:`, ...yamlLines(value, `${indent}  `)];
  });
}

function isList(value: Yaml): value is readonly string[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return `"${text}"`;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
