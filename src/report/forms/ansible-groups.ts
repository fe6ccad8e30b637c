import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Span } from "../../model/values/origin.ts";
import { environmentName } from "./form.ts";

/** A group for Ansible. */
interface AnsibleGroup {
  readonly hosts: readonly string[];
  readonly children?: readonly string[];
}

/** What a group of Ansible is made from: `group rack-7`, `class os.debian12`. */
interface Source {
  readonly title: string;
  readonly origin: Span;
  readonly hosts: Set<string>;
  readonly children: readonly string[];
}

/** Names that Ansible has for groups of its own. */
const TAKEN = new Set(["all", "ungrouped"]);

/**
 * The groups that Ansible gets: those of heir under their ids, `class_NAME`, `app_NAME` and `environment_NAME`. Ansible
 * takes letters, digits and `_`, so two things can come to one name.
 */
export class GroupNames {
  private readonly sources = new Map<string, Source>();

  constructor(groups: ReadonlyMap<string, Group>) {
    const children = new Map<string, string[]>([...groups.keys()].map((id) => [id, []]));
    for (const { id, parents } of groups.values()) {
      for (const { name } of parents) children.get(name)?.push(`group ${id}`);
    }
    for (const [id, { file }] of groups) this.source(`group ${id}`, { file, start: 0, end: 0 }, children.get(id));
  }

  /** Adds a node to its groups. */
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

  /** Each pair of things that come to one name, and each that comes to a name of Ansible's own. */
  clashes(): readonly Diagnostic[] {
    return [...this.byName()].flatMap(([name, [first, ...others]]) => {
      if (first === undefined) return [];
      const message = (what: string) => `Ansible would have one group ${name} of ${what}`;
      const taken = TAKEN.has(name) ? [clash(message(`its own and of ${first.title}`), first)] : [];
      return [...taken, ...others.map((other) => clash(message(`${first.title} and ${other.title}`), other, first))];
    });
  }

  /** By name, sorted; a host of a child is listed there alone. */
  groups(): readonly (readonly [string, AnsibleGroup])[] {
    const named = [...this.byName()].sort(([left], [right]) => compareText(left, right));
    return named.flatMap(([name, [source]]) => (source === undefined ? [] : [[name, this.groupOf(source)] as const]));
  }

  private groupOf({ hosts, children }: Source): AnsibleGroup {
    const below = new Set(children.flatMap((title) => [...(this.sources.get(title)?.hosts ?? [])]));
    const own = [...hosts].filter((host) => !below.has(host)).sort(compareText);
    const names = children.map(ansibleName).sort(compareText);
    return { hosts: own, ...(names.length > 0 && { children: names }) };
  }

  private byName(): ReadonlyMap<string, readonly Source[]> {
    const named = grouped(this.sources.values(), (source) => ansibleName(source.title));
    return named;
  }

  private source(title: string, origin: Span, children: readonly string[] = []): Source {
    const source = this.sources.get(title) ?? { title, origin, hosts: new Set<string>(), children };
    this.sources.set(title, source);
    return source;
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
