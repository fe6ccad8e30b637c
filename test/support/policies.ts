import { namesWith } from "../../src/base/name-key.ts";
import type { Definition } from "../../src/model/inventory/definition.ts";
import type { Group } from "../../src/model/inventory/group.ts";
import type { Inventory } from "../../src/model/inventory/inventory.ts";
import type { NodePolicies, Policies } from "../../src/model/inventory/policy.ts";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import { noSecrets } from "../../src/model/secrets/secrets.ts";
import type { Value } from "../../src/model/values/value.ts";
import { lazyPolicies } from "../../src/parse/policies.ts";
import { defaultReader } from "../../src/parse/reference-defaults.ts";
import { nodePolicies } from "../../src/resolve/policies/policies.ts";
import { at, type Plain, value } from "./value.ts";

export interface PolicyParts {
  /** Path to text, below `techniques/`, `directives/` and `rules/`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly nodes?: readonly string[];
  readonly policyServers?: readonly string[];
  /** Ids of groups. */
  readonly groups?: readonly string[];
  readonly disabledGroups?: readonly string[];
}

/** An inventory whose policies come from files; nodes and groups are names and nothing more. */
export function policyInventory(parts: PolicyParts): Inventory {
  const { nodes = ["n1"], policyServers = [], groups = [], disabledGroups = [] } = parts;
  const policies = policiesIn(parts.files ?? {});
  const definitions = new Map(nodes.map((name) => [name, definition(name, policyServers.includes(name))]));
  const allGroups = [...groups.map((id) => group(id, true)), ...disabledGroups.map((id) => group(id, false))];
  return {
    settings: defaultSettings,
    nodeNames: nodes,
    nodesOf: (meant) => namesWith(nodes, meant),
    classNames: [],
    node: (name) => definitions.get(name),
    class: () => undefined,
    fileOf: () => undefined,
    namesOfFile: (path) => [path],
    groups: {
      groups: new Map(allGroups.map((each) => [each.id, each])),
      globals: { properties: [], values: value("globals.yml", {}) },
      order: [],
      files: new Map(),
      diagnostics: [],
    },
    policies: () => policies,
    runtimeFiles: () => [],
    readDefault: defaultReader(defaultSettings),
    secrets: noSecrets,
    diagnostics: [],
  };
}

export interface NodeParts {
  readonly properties?: Readonly<Record<string, Plain>>;
  readonly groups?: readonly string[];
}

/** The policies of the node `n1`. */
export function policiesOfNode(inventory: Inventory, parts: NodeParts = {}): NodePolicies {
  const node = inventory.node("n1") ?? definition("n1", false);
  return nodePolicies({
    inventory,
    node,
    groups: new Set(parts.groups),
    properties: propertiesOf(parts.properties ?? {}),
  });
}

/** Resolved properties by name, all from the file of the node. */
export function propertiesOf(properties: Readonly<Record<string, Plain>>): ReadonlyMap<string, Value> {
  return new Map(value("nodes/n1.yml", properties).entries.map((entry) => [entry.key, entry.value]));
}

/** The techniques, directives and rules of some files, by path. */
export function policiesIn(texts: Readonly<Record<string, string>>): Policies {
  return lazyPolicies({
    blobs: new Map(Object.keys(texts).map((path) => [path, path])),
    folders: { has: () => true },
    settings: defaultSettings,
    file: (path, blob) => ({ path, blob, text: texts[path] ?? "" }),
  })();
}

function definition(name: string, policyServer: boolean): Definition {
  const path = `nodes/${name}.yml`;
  const empty = value(path, {});
  return {
    kind: "node",
    name,
    file: at(path).file,
    pathName: `./${name}`,
    classes: [],
    applications: [],
    parameters: empty,
    exports: empty,
    environment: undefined,
    queries: [],
    own: { groups: [], facts: empty, properties: { properties: [], values: empty }, policyServer },
    unknownSections: [],
    diagnostics: [],
  };
}

function group(id: string, enabled: boolean): Group {
  const path = `groups/${id}.yml`;
  const properties = { properties: [], values: value(path, {}) };
  return { id, file: at(path).file, parents: [], members: { kind: "none" }, classes: [], properties, enabled };
}
