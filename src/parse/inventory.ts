import type { Contracts } from "../model/contracts/contract.ts";
import { codes } from "../model/findings/codes.ts";
import { type Diagnostic, finding, type Report } from "../model/findings/diagnostic.ts";
import type { Groups } from "../model/inventory/group.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { defaultSettings, definitionRoots, FORM_FOLDERS, rooted, type Settings } from "../model/inventory/settings.ts";
import { type FileIds, type FilesByPath, type PathSet, pathsBelow } from "../model/inventory/snapshot.ts";
import type { KnownNames } from "./contracts/files.ts";
import { definer, type Listings, listDefinitions } from "./definitions/listing.ts";
import type { DefinitionCache } from "./definitions/node-files.ts";
import { type Files, twice } from "./forms/files.ts";
import { readGroups } from "./groups/files.ts";
import { lazyPolicies } from "./policies.ts";
import { defaultReader } from "./reference-defaults.ts";
import { runtimeFilesOf } from "./runtime-files.ts";
import { withSecrets } from "./secrets.ts";

/** The files that have to be loaded before an inventory can be listed: groups, global parameters, order and contracts. */
export function listingPaths(blobs: FileIds, settings: Settings): readonly string[] {
  const folders = pathsBelow(blobs, [rooted(settings, "groups"), rooted(settings, "contracts")]);
  return [...topFiles(settings).filter((path) => blobs.has(path)), ...folders.filter((path) => YAML.test(path))];
}

/** The paths of a snapshot that an inventory can need: files of nodes, classes, groups, properties and policies. */
export function inventoryPaths(blobs: FilesByPath<unknown>, settings: Settings): readonly string[] {
  const definitions = Object.values(definitionRoots(settings));
  const isForm = formFilter(settings);
  return [...blobs.keys()].filter((path) => definitions.some((root) => path.startsWith(root)) || isForm(path));
}

/** The same paths without those of nodes and classes. */
export function formPaths(blobs: FileIds, settings: Settings): readonly string[] {
  const definitions = Object.values(definitionRoots(settings));
  const isForm = formFilter(settings);
  const folders = [...FORM_FOLDERS, "properties.d"].map((folder) => rooted(settings, folder));
  const paths = [...topFiles(settings).filter((path) => blobs.has(path)), ...pathsBelow(blobs, folders)];
  return paths.filter((path) => !definitions.some((root) => path.startsWith(root)) && isForm(path));
}

function formFilter(settings: Settings): (path: string) => boolean {
  const forms = FORM_FOLDERS.map((folder) => rooted(settings, folder));
  const runtime = rooted(settings, "properties.d");
  const single = new Set(topFiles(settings));
  return (path) => {
    if (single.has(path)) return true;
    if (path.endsWith(".json")) return path.startsWith(runtime);
    return YAML.test(path) && forms.some((root) => path.startsWith(root));
  };
}

const YAML = /\.ya?ml$/;

function topFiles(settings: Settings): readonly string[] {
  return ["globals.yml", "order.yml"].map((name) => rooted(settings, "") + name);
}

export interface InventorySource extends Files {
  /** Faults of the settings and of the listing. */
  readonly diagnostics: readonly Diagnostic[];
  readonly definitions: DefinitionCache;
  /** Files on disk that are not listed. */
  readonly ignored?: PathSet | undefined;
  /** Submodules whose files cannot be read, by path, and why. */
  readonly lost?: ReadonlyMap<string, Diagnostic> | undefined;
  /** Of files behind links, the path at which git lists them. */
  readonly targets?: ReadonlyMap<string, string> | undefined;
  /** Reads the contracts; absent where {@link hasContracts} finds none. */
  readonly readContracts?: ((files: Files, known: KnownNames) => Contracts | undefined) | undefined;
}

/** Whether a state has a folder of contracts. */
export function hasContracts(folders: PathSet, settings: Settings): boolean {
  return folders.has(rooted(settings, "contracts").slice(0, -1));
}

/** Lists nodes and classes, parsed on first use. Never fails: `diagnostics` has duplicate names and folder faults. */
export function createInventory(source: InventorySource): Inventory {
  const diagnostics = [...source.diagnostics];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const { settings } = source;
  const roots = definitionRoots(settings);
  checkFolders(roots, source, report);
  const { lost = NONE_LOST, targets = NO_LINKS } = source;
  for (const [path, fault] of lost) {
    const isOfClasses = path.startsWith(roots.class) || isAround(path, roots.class);
    if (fault.severity === "error" && !isOfClasses) report(fault);
  }
  const listings = listDefinitions(source, roots);
  const defined = definer(listings, source);
  for (const { first, path } of listings.twice) {
    const message = `two files define the ${first.kind} "${first.name}"`;
    report(twice("duplicate-name", message, [first.path, path], source));
  }
  const groups = readGroups(source);
  const contracts = source.readContracts?.(source, knownNames(listings, groups));
  const inventory = withSecrets({
    settings,
    nodesOf: listings.nodesOf,
    node: (name) => defined("node", name),
    class: (name) => defined("class", name),
    fileOf: (kind, name) => listings[kind].get(name)?.path,
    namesOfFile: (path) => {
      const listed = targets.get(path) ?? path;
      return [listed, ...[...targets].flatMap(([link, target]) => (target === listed ? link : []))];
    },
    groups,
    readDefault: defaultReader(settings),
    contracts,
    policies: lazyPolicies(source),
    runtimeFiles: runtimeFilesOf(source),
    diagnostics,
    ignoredFile: source.ignored && ignoredFiles(source.ignored, roots.class),
    ...(lost.size > 0 && { lostClass: lostClasses(lost, roots.class) }),
  });
  return {
    ...inventory,
    // There are many, and few commands need them all.
    get nodeNames() {
      return listings.nodeNames;
    },
    get classNames() {
      return listings.classNames;
    },
  };
}

function knownNames({ class: classes, classNames }: Listings, { groups }: Groups): KnownNames {
  const isClass = (name: string) => classes.has(name);
  return { classes: classNames, groups: groups.keys(), isClass, isGroup: (id) => groups.has(id) };
}

const NONE_LOST: ReadonlyMap<string, Diagnostic> = new Map();
const NO_LINKS: ReadonlyMap<string, string> = new Map();

/** Why a class could not be looked for: its files would be in a submodule or behind a link that is not there. */
function lostClasses(lost: ReadonlyMap<string, Diagnostic>, root: string): (name: string) => Diagnostic | undefined {
  return (name) => {
    const path = `${root}${name.replaceAll(".", "/")}`;
    const [, fault] = [...lost].find(([folder]) => path === folder || path.startsWith(`${folder}/`)) ?? [];
    return fault && { ...fault, severity: codes[fault.code].severity };
  };
}

function ignoredFiles(ignored: PathSet, root: string): (name: string) => string | undefined {
  return (name) => {
    const path = `${root}${name.replaceAll(".", "/")}`;
    return [`${path}.yml`, `${path}/init.yml`].find((each) => ignored.has(each));
  };
}

/** Whether a path is the folder of a root, or a folder above it. */
function isAround(path: string, root: string): boolean {
  return root.startsWith(`${path}/`);
}

function checkFolders(
  roots: { readonly node: string; readonly class: string },
  { blobs, folders, settings, lost = NONE_LOST }: InventorySource,
  report: Report,
): void {
  const [nodes, classes] = [roots.node.slice(0, -1), roots.class.slice(0, -1)];
  if (roots.node.startsWith(roots.class) || roots.class.startsWith(roots.node)) {
    const message =
      nodes === classes
        ? `nodes and classes share the folder "${nodes}"`
        : `the folder of nodes "${nodes}" and the folder of classes "${classes}" overlap`;
    const hint = "set nodes_uri and classes_uri to folders that are not inside each other";
    report(finding("uri-overlap", undefined, message, { hint }));
  }
  for (const kind of ["nodes", "classes"] as const) {
    const folder = kind === "nodes" ? nodes : classes;
    if (folders.has(folder) || folder === "") continue;
    if ([...lost.keys()].some((path) => path.startsWith(`${folder}/`) || isAround(path, `${folder}/`))) continue;
    // heir's own forms alone are a valid repository, and git keeps no empty folder; reclass requires both folders.
    const isOwnForm =
      blobs.has("heir.yml") || FORM_FOLDERS.some((form) => folders.has(rooted(settings, form).slice(0, -1)));
    if (kind === "classes" && settings.classes_uri === defaultSettings.classes_uri && isOwnForm) continue;
    const hint = `create it (git keeps no empty folder: put a .gitkeep in it), or set ${kind}_uri`;
    report(finding("path-not-found", undefined, `there is no folder "${folder}" for ${kind}`, { hint }));
  }
}
