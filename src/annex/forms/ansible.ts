import { jsonString } from "../../base/json-text.ts";
import { keptAt } from "../../base/made-once.ts";
import { compareText, grouped } from "../../base/text-order.ts";
import { DataValue, documentJson } from "../../encoding/json.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import { type MapValue, mappingOf, type ScalarValue, type Span, type Value } from "../../model/values/value.ts";
import type { FormFacts, ToolForm } from "../../report/inventory/writer.ts";
import { failureLine, type InventoryWriter, membersWriter, nodeFailure } from "../../report/inventory/writer.ts";
import { environmentName, ownParameters } from "./form.ts";
import { rewritten } from "./rewritten.ts";

/** Names that Ansible has for groups of its own. */
const TAKEN = new Set(["all", "ungrouped"]);

/**
 * An inventory script's answer: groups of heir with children, and of each class (resolved name), application and
 * environment, so that every node is in one; host variables under `_meta`; the commit read, nodes left out and why.
 */
export const ansibleInventory: ToolForm = {
  host: (node) => `${hostVariables(node)}\n`,
  list: inventoryWriter,
  file: "json",
};

function inventoryWriter(facts: FormFacts): InventoryWriter {
  const groups = new GroupNames(facts.groups);
  const errors: [string, string][] = [];
  const members = membersWriter({
    begin: '{"_meta": {"hostvars": {',
    text(node) {
      groups.add(node);
      return hostVariables(node);
    },
    end() {
      const vars = { heir_commit: facts.commit ?? null, heir_errors: Object.fromEntries(errors) };
      const lines = groups.groups().map(([name, group]) => `,\n${jsonString(name)}: ${documentJson(group)}`);
      return `\n}},\n"all": ${documentJson({ vars })}${lines.join("")}}\n`;
    },
    leave(outcome) {
      const failure = nodeFailure(outcome);
      if (failure !== undefined) errors.push([outcome.name, failureLine(failure)]);
    },
  });
  return { ...members, findings: () => groups.clashes() };
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words of Python, which Ansible refuses as names of variables. */
const RESERVED = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const ODD = "heir_parameters";

/**
 * The variables of a host: its parameters. Those whose keys are no names of variables are below `heir_parameters`; text
 * that Ansible Vault encrypted is marked, so that Ansible decrypts it; `__reclass__` has what else is known of the node.
 */
function hostVariables(node: ResolvedNode): string {
  const parameters = rewritten(ownParameters(node), { scalar: vaulted, key: ({ keyNode }) => keyNode }) as MapValue;
  const isOdd = ({ key }: { readonly key: string }) => !PLAIN_NAME.test(key) || RESERVED.has(key) || key === ODD;
  const odd = parameters.entries.filter(isOdd);
  const members = new Map<string, unknown>();
  for (const entry of parameters.entries) if (!isOdd(entry)) members.set(entry.key, new DataValue(entry.value));
  if (odd.length > 0) members.set(ODD, new DataValue({ ...parameters, entries: odd }));
  members.set("__reclass__", {
    node: node.name,
    classes: node.classes.map(({ name }) => name),
    applications: node.applications.map(({ name }) => name),
    environment: environmentName(node),
    groups: node.groups.map(({ name }) => name),
  });
  return documentJson(members);
}

function vaulted(scalar: ScalarValue): Value {
  const isVault = scalar.type === "text" && String(scalar.data).startsWith("$ANSIBLE_VAULT;");
  return isVault ? mappingOf([["__ansible_vault", scalar]], scalar.origin) : scalar;
}

/** What a group of Ansible is made from: `group rack-7`, `class os.debian12`. */
interface Source {
  readonly title: string;
  readonly origin: Span;
  readonly hosts: Set<string>;
  readonly children: readonly string[];
}

/**
 * The groups that Ansible gets: those of heir under their ids, `class_NAME`, `app_NAME` and `environment_NAME`. Ansible
 * takes letters, digits and `_`, so two things can get one name.
 */
class GroupNames {
  private readonly sources = new Map<string, Source>();

  constructor(groups: ReadonlyMap<string, Group>) {
    const children = new Map<string, string[]>([...groups.keys()].map((id) => [id, []]));
    for (const { id, parents } of groups.values()) {
      for (const { name } of parents) children.get(name)?.push(`group ${id}`);
    }
    for (const [id, { file }] of groups) this.source(`group ${id}`, { file, start: 0, end: 0 }, children.get(id));
  }

  add(node: ResolvedNode): void {
    const { name, definition, applications, steps, groups } = node;
    const start = { file: definition.file, start: 0, end: 0 };
    for (const { name: id, origin } of groups) this.source(`group ${id}`, origin).hosts.add(name);
    for (const step of steps) {
      if (step.layer === "class") this.source(`class ${step.name}`, step.because).hosts.add(name);
    }
    for (const { name: application, origin } of applications) this.source(`app ${application}`, origin).hosts.add(name);
    this.source(`environment ${environmentName(node)}`, start).hosts.add(name);
  }

  /** Each pair of things that get one name, and each that gets a name of Ansible's own. */
  clashes(): readonly Diagnostic[] {
    return [...this.byName()].flatMap(([name, [first, ...others]]) => {
      if (first === undefined) return [];
      const message = (what: string) => `Ansible would have one group ${name} of ${what}`;
      const taken = TAKEN.has(name) ? [clash(message(`its own and of ${first.title}`), first)] : [];
      return [...taken, ...others.map((other) => clash(message(`${first.title} and ${other.title}`), other, first))];
    });
  }

  /** By name, sorted; a host of a child is listed there alone. */
  groups() {
    const named = [...this.byName()].sort(([left], [right]) => compareText(left, right));
    return named.flatMap(([name, [source]]) => (source === undefined ? [] : [[name, this.groupOf(source)] as const]));
  }

  private groupOf({ hosts, children }: Source) {
    const below = new Set(children.flatMap((title) => [...(this.sources.get(title)?.hosts ?? [])]));
    const own = [...hosts].filter((host) => !below.has(host)).sort(compareText);
    const names = children.map(ansibleName).sort(compareText);
    return { hosts: own, children: names.length > 0 ? names : undefined };
  }

  private byName(): ReadonlyMap<string, readonly Source[]> {
    return grouped(this.sources.values(), (source) => ansibleName(source.title));
  }

  private source(title: string, origin: Span, children: readonly string[] = []): Source {
    return keptAt(this.sources, title, () => ({ title, origin, hosts: new Set<string>(), children }));
  }
}

function clash(message: string, at: Source, other?: Source): Diagnostic {
  const related = other === undefined ? [] : [{ span: other.origin, caption: other.title }];
  const hint = "rename one of them, or use another form: heir inventory --format reclass-ansible";
  return finding("ansible-group-name", at.origin, message, { related, hint });
}

/** The title of a source as a name for Ansible: that of a group without `group`. */
function ansibleName(title: string): string {
  const valid = title.replace(/^group /, "").replace(/[^A-Za-z0-9_]/g, "_");
  return /^[0-9]/.test(valid) ? `_${valid}` : valid;
}
