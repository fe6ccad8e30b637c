import { compareText } from "../../base/text-order.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Finding, Workspace } from "../workspace.ts";

/** Settings besides paths of secrets that an inventory needs and does not write. */
export type ProposedSettings = Partial<
  Pick<Settings, "dialect" | "ignore_class_notfound" | "ignore_class_notfound_regexp">
>;

/** The settings that `heir init` writes, and that a first `heir.yml` may have (rule J11 in docs/concepts/gates.md). */
export async function proposedSettings(
  workspace: Pick<Workspace, "check" | "load">,
  snapshot: Snapshot,
  options: Abortable,
): Promise<ProposedSettings> {
  const dialect: ProposedSettings = snapshot.place.layout === "kapitan" ? { dialect: "kapitan" } : {};
  const { findings } = await workspace.check(withSettings(snapshot, dialect), options);
  const names = await workspace.load(snapshot, { ...options, scope: "names" });
  return { ...dialect, ...classesElsewhere(findings, names) };
}

/** A state of an inventory as it is with further settings. */
export function withSettings(snapshot: Snapshot, settings: Partial<Settings>): Snapshot {
  const guards = { settings, key: `with ${JSON.stringify(settings)}` };
  return { ...snapshot, place: { ...snapshot.place, guards } };
}

/** What ignores missing classes, if all nodes fail by them and nothing here has a name that begins as theirs. */
function classesElsewhere(
  findings: readonly Finding[],
  { nodeNames, classNames }: { readonly nodeNames: readonly string[]; readonly classNames: readonly string[] },
): ProposedSettings {
  const missing = findings.filter(({ diagnostic }) => diagnostic.code === "class-not-found");
  const names = missing.flatMap(({ diagnostic }) => diagnostic.missingClass ?? []);
  const failing = new Set(missing.flatMap(({ nodes }) => nodes));
  const own = new Set(classNames.map(firstSegment));
  const isElsewhere = names.every((name) => !own.has(firstSegment(name)));
  if (names.length === 0 || !isElsewhere || nodeNames.some((name) => !failing.has(name))) return {};
  const patterns = [...new Set(names.map(beginning))].sort(compareText);
  return { ignore_class_notfound: true, ignore_class_notfound_regexp: patterns };
}

function firstSegment(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

/** `service.linux.system` -> `^service\.` */
function beginning(name: string): string {
  const first = firstSegment(name);
  return `^${first.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}${first === name ? "$" : "\\."}`;
}
