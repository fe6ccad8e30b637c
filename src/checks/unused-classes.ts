import type { DiagnosticCode } from "../model/findings/codes.ts";
import type { Diagnostic, Related } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import type { ClassMention } from "../model/inventory/definition.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { NodeOutcome } from "../model/inventory/resolved.ts";

/** Faults that hide which classes a node has. */
const CUT_SHORT: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "class-cycle",
  "class-name-invalid",
  "class-name-unresolved",
  "file-unreadable",
  "merge-marker",
  "removal-unsettled",
  "section-type",
  "symlink-escape",
  "yaml-limit",
  "yaml-syntax",
]);

/**
 * Finds classes that no node uses, neither by name nor by a name made from references. Reports nothing while some node
 * has a fault that hides its classes. Never fails.
 */
export class UnusedClasses {
  private readonly inventory: Inventory;
  private readonly files = new Set<string>();
  private isSure = true;

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** Call it for every node. */
  visit({ node, reads, diagnostics }: NodeOutcome): void {
    for (const path of reads.files.keys()) this.files.add(path);
    if (node === undefined && diagnostics.some(({ code }) => CUT_SHORT.has(code))) this.isSure = false;
  }

  findings(): readonly Diagnostic[] {
    const { inventory, files } = this;
    const unused = inventory.classNames.filter((name) => !files.has(inventory.fileOf("class", name) ?? ""));
    if (!this.isSure || unused.length === 0) return [];
    const listing = listings(inventory);
    return unused.flatMap((name) => {
      const file = inventory.class(name)?.file;
      const mention = listing.get(name);
      const related: readonly Related[] =
        mention === undefined ? [] : [{ span: mention.origin, caption: "listed here, which no node reaches" }];
      return file === undefined ? [] : [unusedClass(name, { file, start: 0, end: 0 }, related)];
    });
  }
}

/** For each class that is listed by name, one place that lists it. */
function listings(inventory: Inventory): ReadonlyMap<string, ClassMention> {
  const classes = inventory.classNames.flatMap((name) => inventory.class(name)?.classes ?? []);
  const groups = [...inventory.groups.groups.values()].flatMap((group) => group.classes);
  const wanted = [...classes, ...groups].filter(({ remove }) => !remove);
  return new Map(wanted.toReversed().map((mention) => [mention.name, mention]));
}

function unusedClass(name: string, span: NonNullable<Diagnostic["span"]>, related: readonly Related[]): Diagnostic {
  return finding("class-unused", span, `no node uses class ${name}`, {
    related,
    hint: related.length === 0 ? "use it, or delete it" : "use what lists it, or delete both",
  });
}
