import { namesWith } from "../../src/base/name-key.ts";
import { noOutputs } from "../../src/cache/run-cache.ts";
import { KnownFindings } from "../../src/cache/states/findings.ts";
import type { Diagnostic, MaskedDiagnostic } from "../../src/model/findings/diagnostic.ts";
import { emptyGroups } from "../../src/model/inventory/group.ts";
import type { Inventory, ReportedOutcome, ResolvedNode } from "../../src/model/inventory/inventory.ts";
import { emptyPolicies } from "../../src/model/inventory/policy.ts";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import type { Comparison } from "../../src/model/results/comparison.ts";
import { mask } from "../../src/model/secrets/mask.ts";
import { noSecrets } from "../../src/model/secrets/secrets.ts";
import { defaultReader } from "../../src/parse/reference-defaults.ts";
import { memorySource } from "../../src/source/memory.ts";
import { Views } from "../../src/workspace/views/views.ts";
import type { CheckResult, CompareOptions, Workspace } from "../../src/workspace/workspace.ts";
import { comparison } from "./comparison.ts";
import { unmasked } from "./found.ts";
import { at } from "./value.ts";

export interface WorkspaceParts {
  readonly nodes?: readonly ResolvedNode[];
  /** Names of nodes that do not resolve, and why. */
  readonly failing?: Readonly<Record<string, MaskedDiagnostic>>;
  /** Warnings of nodes that resolve. */
  readonly warnings?: Readonly<Record<string, MaskedDiagnostic>>;
  readonly classNames?: readonly string[];
  /** Faults of the inventory as a whole. */
  readonly diagnostics?: readonly MaskedDiagnostic[];
  readonly comparison?: Comparison;
  readonly check?: CheckResult;
  /** The inventory folder from the top of the repository. */
  readonly folder?: string;
}

/** A workspace in memory, and what it was asked for. */
export interface FakeWorkspace extends Workspace {
  readonly revisions: string[];
  readonly ended: (readonly [readonly string[], boolean])[];
  readonly compared: CompareOptions[];
  closed: boolean;
}

export function fakeWorkspace(parts: WorkspaceParts = {}): FakeWorkspace {
  const inventory = inventoryOf(parts);
  const revisions: string[] = [];
  const ended: (readonly [readonly string[], boolean])[] = [];
  const compared: CompareOptions[] = [];
  const fake: FakeWorkspace = {
    revisions,
    ended,
    compared,
    closed: false,
    cache: undefined,
    secretTexts: [],
    learn: () => undefined,
    settingsOf: async () => inventory,
    keep: () => undefined,
    readers: async () => undefined,
    defaultRevision: "WORKTREE",
    source: memorySource([]),
    read: new Set(),
    commits: {
      defaultRevision: "WORKTREE",
      snapshot: async () => undefined,
      ends: async () => [undefined, undefined],
      commitOf: async () => undefined,
      history: async () => "",
    },
    place: undefined,
    folder: undefined,
    foreignFolders: [],
    expectInventory: async () => {},
    worktreeFolder: async () => "",
    outputs: noOutputs,
    snapshot: async (revision) => {
      revisions.push(revision);
      return snapshot(revision, parts.folder);
    },
    formerSnapshot: (revision) => fake.snapshot(revision),
    ends: async (words, staged) => {
      ended.push([words, staged]);
      return [snapshot("HEAD~1"), snapshot("HEAD")];
    },
    load: async () => inventory,
    filesAt: async () => new Map(),
    resolve: (_, names = inventory.nodeNames) => [...names].map((name) => outcome(parts, name)),
    async *pass(_, names) {
      for (const name of names) yield outcome(parts, name);
    },
    compare: async (_from, _to, options = {}) => {
      compared.push(options);
      return mask("comparison", parts.comparison ?? comparison(), options.secrets === "show" ? "shown" : noSecrets);
    },
    affected: async () => ({ all: [], removed: [], added: [] }),
    compareGradually: async () => {
      throw new Error("a fake workspace compares in one go");
    },
    evidence: async () => {
      const sides = { old: { commit: undefined, folder: "" }, new: { commit: undefined, folder: "" } };
      return mask("evidence", { layers: [], commits: new Map(), uncommitted: new Set(), sides }, noSecrets);
    },
    why: async () => undefined,
    bisect: async () => {
      throw new Error("a fake workspace has no history");
    },
    check: async () => parts.check ?? { findings: [], lookedAt: { nodes: 14, files: 31, leftOut: [] } },
    knownFindings: async () => new KnownFindings(),
    keepFindings: async () => undefined,
    log: async () => ({
      entries: (async function* () {})(),
      tally: { commits: 0, snapshots: 0, resolved: 0 },
      seen: () => true,
      leftOut: () => [],
      share: () => ({
        commits: 0,
        resolved: 0,
        leftOut: [],
        border: { without: 0 },
        entered: [],
        left: [],
        changed: [],
      }),
    }),
    blame: async () => mask("blame", { node: "", leaves: [], leftOut: [] }, noSecrets),
    commitOf: async () => undefined,
    history: async () => "",
    revisionNames: async () => [],
    views: () => new Views(inventory, noSecrets),
    close: async () => {
      fake.closed = true;
    },
  };
  return fake;
}

/** An error about `path:line:column`. */
export function problem(code: Diagnostic["code"], message: string, place?: string): MaskedDiagnostic {
  return unmasked({ code, severity: "error", message, related: [], ...(place !== undefined && { span: at(place) }) });
}

function outcome({ nodes = [], failing = {}, warnings = {} }: WorkspaceParts, name: string): ReportedOutcome {
  const reads = { files: new Map(), missed: new Set<string>(), queries: [], environment: "base", groups: "" };
  const error = failing[name];
  const warning = warnings[name];
  const diagnostics = [error, warning].filter((each) => each !== undefined);
  return { name, node: nodes.find((node) => node.name === name), conflicts: [], reads, diagnostics };
}

function inventoryOf({ nodes = [], failing = {}, classNames = [], diagnostics = [] }: WorkspaceParts): Inventory {
  const nodeNames = [...nodes.map(({ name }) => name), ...Object.keys(failing)].sort();
  return {
    settings: defaultSettings,
    nodeNames,
    nodesOf: (meant) => namesWith(nodeNames, meant),
    classNames,
    node: (name) => nodes.find((node) => node.name === name)?.definition,
    class: () => undefined,
    fileOf: (kind, name) => (kind === "node" ? `nodes/${name}.yml` : `classes/${name.replaceAll(".", "/")}.yml`),
    namesOfFile: (path) => [path],
    groups: emptyGroups,
    policies: () => emptyPolicies,
    runtimeFiles: () => [],
    readDefault: defaultReader(defaultSettings),
    secrets: noSecrets,
    diagnostics,
  };
}

function snapshot(revision: string, folder = ""): Snapshot {
  return {
    id: revision,
    title: revision,
    place: { folder },
    blobs: new Map(),
    folders: new Set(),
    diagnostics: [],
    read: async () => new Map(),
  };
}
