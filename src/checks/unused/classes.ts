import type { DiagnosticCode } from "../../model/findings/codes.ts";
import { type Diagnostic, type FoundOnNodes, finding } from "../../model/findings/diagnostic.ts";
import type { ClassMention } from "../../model/inventory/definition.ts";
import type { Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import { type Span, startOf } from "../../model/values/value.ts";

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
export function unusedClasses(inventory: Inventory) {
  const files = new Set<string>();
  let isSure = true;
  return {
    /** Call it for every node. */
    visit({ node, reads, diagnostics }: NodeOutcome): void {
      for (const path of reads.files.keys()) files.add(path);
      if (node === undefined && diagnostics.some(({ code }) => CUT_SHORT.has(code))) isSure = false;
    },
    findings(): Iterable<FoundOnNodes> {
      const unused = inventory.classNames.filter((name) => !files.has(inventory.fileOf("class", name) ?? ""));
      if (!isSure || unused.length === 0) return [];
      const listing = listings(inventory);
      return unused.flatMap((name) => {
        const file = inventory.class(name)?.file;
        if (file === undefined) return [];
        return [{ diagnostic: unusedClass(name, startOf(file), listing.get(name)), nodes: [] }];
      });
    },
  };
}

/** For each class that is listed by name, one place that lists it. */
function listings(inventory: Inventory): ReadonlyMap<string, ClassMention> {
  const classes = inventory.classNames.flatMap((name) => inventory.class(name)?.classes ?? []);
  const groups = [...inventory.groups.groups.values()].flatMap((group) => group.classes);
  const wanted = [...classes, ...groups].filter(({ remove }) => !remove);
  return new Map(wanted.toReversed().map((mention) => [mention.name, mention]));
}

function unusedClass(name: string, span: Span, mention: ClassMention | undefined): Diagnostic {
  const message = `no node uses class ${name}`;
  if (mention === undefined) return finding("class-unused", span, message, { hint: "use it, or delete it" });
  const related = [{ span: mention.origin, caption: "listed here, which no node reaches" }];
  return finding("class-unused", span, message, { related, hint: "use what lists it, or delete both" });
}
