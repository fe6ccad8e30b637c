import { namesWith } from "../../base/name-key.ts";
import { oneSided } from "../../compare/affected.ts";
import { isUnread, keepsValues } from "../../model/findings/codes.ts";
import type { Diagnostic, FoundProblem } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { SourceFile } from "../../model/values/value.ts";
import { formPaths, inventoryPaths } from "../../parse/inventory.ts";
import { createProblemFold, sortedProblems } from "../../report/findings/problems.ts";
import { hasError, leftOutOf, NotJudged } from "../load/outcome.ts";
import { Pace } from "../load/progress.ts";
import { withChoices } from "../views/conflict-choices.ts";
import type { CheckOptions, CheckResult, NodesApart, Workspace } from "../workspace.ts";
import { Allowances } from "./allowances.ts";
import { checkedApart } from "./apart.ts";
import { readBaseline } from "./baseline.ts";
import { type EndsAsked, judgedEnd } from "./line-ends.ts";
import { contractJudge, Lints } from "./lints.ts";
import { nameTwins } from "./name-twins.ts";
import { unusedSearch } from "./unused.ts";

type Problem = FoundProblem<Diagnostic>;

interface CheckSnapshotOptions extends CheckOptions {
  /** What is wrong with files that are not part of the inventory itself. */
  readonly faults?: readonly Diagnostic[];
  /** The files that more nodes than one need. */
  readonly shared?: readonly SourceFile[];
  readonly elsewhere?: NodesApart | undefined;
}

/** All findings of a state; those of nodes that other processes check are theirs. Throws what reading the state throws. */
export async function checkedState(
  workspace: Workspace,
  snapshot: Snapshot,
  options: CheckOptions & Required<Pick<CheckOptions, "now">>,
): Promise<CheckResult> {
  const faults = [...((await readBaseline(workspace, snapshot, options))?.faults ?? [])];
  if (options.infos === true) {
    const { driverFaults } = await import("../merge-files/registered.ts");
    faults.push(...(await driverFaults(workspace.source, snapshot, options)));
  }
  const shared = await sharedFiles(workspace, snapshot, options);
  const elsewhere = await checkedApart(workspace, snapshot, shared, options);
  const inventory = await loadChecked(workspace, snapshot, { ...options, elsewhere: elsewhere !== undefined });
  return checkSnapshot(snapshot, inventory, { ...options, faults, shared, elsewhere });
}

/** The YAML files besides those of nodes and classes. */
async function sharedFiles(workspace: Workspace, snapshot: Snapshot, { signal }: Abortable) {
  const { settings } = await workspace.load(snapshot, { scope: "names", signal });
  const forms = formPaths(snapshot.blobs, settings).filter((path) => !path.endsWith(".json"));
  return [...(await workspace.filesAt(snapshot, [...SETTINGS_FILES, ...forms], { signal })).values()];
}

/**
 * The inventory of a state, with the files prefetched that a check of the nodes needs of which the findings are not known; with
 * all files where that is not known of any. Where the nodes are checked `elsewhere`, the files of all classes.
 */
async function loadChecked(
  workspace: Pick<Workspace, "load">,
  snapshot: Snapshot,
  { elsewhere, known, unused, signal }: CheckOptions & { readonly elsewhere: boolean },
): Promise<Inventory> {
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  const { nodeNames, classNames, settings, fileOf } = inventory;
  const found = unused && known?.in({ snapshot, inventory });
  if (!elsewhere && found === undefined) return workspace.load(snapshot, { signal });
  const nodes = elsewhere ? [] : nodeNames.filter((name) => found?.of(name) === undefined);
  const others = elsewhere ? classNames.flatMap((name) => fileOf("class", name) ?? []) : (unused ?? []);
  // Groups and policies are checked against all nodes.
  const isShared = formPaths(snapshot.blobs, settings).length > 0;
  const nodeFiles = isShared ? nodeNames.flatMap((name) => fileOf("node", name) ?? []) : [];
  return workspace.load(snapshot, { scope: "shared", nodes, files: [...nodeFiles, ...others], signal });
}

/**
 * All findings of one snapshot: of nodes, the inventory, the listing, unused files and surprising text. Equal ones are
 * one, with all their nodes. Severities are those of the settings; findings that a comment allows are omitted.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  inventory: Inventory,
  options: CheckSnapshotOptions = {},
): Promise<CheckResult> {
  const allowances = new Allowances();
  const found = createProblemFold<Diagnostic>((diagnostic) => isAllowed(diagnostic, allowances));
  found.add([...listingFindings(snapshot, inventory), ...(options.faults ?? [])]);
  const meant = inventory.nodeNames.filter((name) => options.nodes?.has(name) ?? true);
  const names = namesWith(meant, options.own);
  const judge = await contractJudge(inventory);
  const lints = new Lints(inventory, found, judge, options.shared);
  const search = unusedSearch(inventory, options);
  const { unused } = options;
  const isWhole = meant.length === inventory.nodeNames.length && unused === undefined;
  if (!hasError(inventory)) {
    // Finding unused classes and dead values requires all nodes; finding needless exceptions, all files.
    const usable = options.latest ?? (isWhole ? undefined : options.known);
    const known = search.isWanted ? undefined : usable?.in({ snapshot, inventory });
    // Rules over nodes need all of them.
    const others = judge?.fleet.asksAll === true ? oneSided(inventory.nodeNames, names) : [];
    const pace = new Pace(options, names.length + others.length);
    for (const [index, name] of names.entries()) {
      await pace.step(index);
      const reused = known?.of(name);
      const elsewhere = options.elsewhere?.get(name);
      if (elsewhere !== undefined) lints.elsewhere(name, elsewhere);
      else if (reused !== undefined) lints.reused(name, reused);
      else search.visit(lints.resolved(name, known));
    }
    await search.report(found, options);
    for (const [index, name] of others.entries()) {
      await pace.step(names.length + index);
      lints.other(name);
    }
    lints.overNodes(new Set(meant));
  }
  lints.unused(inventory.classNames.filter((name) => unused?.has(inventory.fileOf("class", name) ?? "") ?? true));
  const asked = withChoices(found.problems(), lints.questions, inventory);
  const problems = asked.map((problem) => judge?.withLayers(problem) ?? problem);
  const ends = { now: Date.now(), ...options };
  const files = lints.files(problems, isWhole);
  const all = reported(problems, inventory, { ends, allowances, files, isWhole, isLookedFor: search.looksFor });
  const isDated = problems.some(({ diagnostic }) => diagnostic.end !== undefined);
  return { ...resultOf(all, { snapshot, inventory, names }), isDated };
}

/** The findings of a listing and of the whole inventory, without faults of links that it does not read. */
export function listingFindings(snapshot: Snapshot, inventory: Inventory): readonly Diagnostic[] {
  const { blobs, diagnostics, unread } = snapshot;
  const read = inventoryPaths(blobs, inventory.settings);
  const paths = new Set(unread === undefined ? [] : read);
  const isLeft = (path = "") => unread?.has(path) !== true || paths.has(path);
  const faults = diagnostics.filter(({ code, span }) => !isUnread(code) || isLeft(span?.file.path));
  return [...faults, ...nameTwins(read, snapshot), ...inventory.diagnostics];
}

/** The findings of the nodes that were judged, masked. */
function resultOf(
  all: readonly Problem[],
  { snapshot, inventory, names }: { snapshot: Snapshot; inventory: Inventory; names: readonly string[] },
): CheckResult {
  const { findings, leftOut } = judgedOnly(all, inventory, names);
  const { secrets } = inventory;
  const masked = findings.map((each) => ({ ...each, diagnostic: mask("finding", each.diagnostic, secrets) }));
  const files = filesOf(inventory);
  const lookedAt = { nodes: names.length, files, leftOut: [...leftOutOf([snapshot]), ...leftOut] };
  return { findings: masked, lookedAt };
}

function judgedOnly(findings: readonly Problem[], inventory: Inventory, names: readonly string[]) {
  const skipped = new NotJudged();
  // A file of the inventory as a whole is needed by all nodes.
  skipped.takes(inventory.diagnostics, names);
  const others = findings.filter(({ diagnostic, nodes }) => !skipped.takes([diagnostic], nodes));
  const { leftOut } = skipped;
  if (leftOut.length === 0) return { findings: others, leftOut };
  const judged = others.flatMap(({ diagnostic, nodes }) => {
    const left = nodes.filter((name) => !skipped.has(name));
    return nodes.length > 0 && left.length === 0 ? [] : [{ diagnostic, nodes: left }];
  });
  return { findings: judged, leftOut };
}

/** How many files have content. */
function filesOf(inventory: Inventory): number {
  const { techniques, directives, rules } = inventory.policies();
  const policies = techniques.size + directives.size + rules.size;
  const runtime = inventory.nodeNames.reduce((sum, name) => sum + inventory.runtimeFiles(name).length, 0);
  const shared = inventory.groups.files.size + (inventory.contracts?.files.length ?? 0);
  return inventory.nodeNames.length + inventory.classNames.length + shared + policies + runtime;
}

interface Scope {
  readonly ends: EndsAsked;
  readonly allowances: Allowances;
  readonly files: Iterable<SourceFile>;
  readonly isWhole: boolean;
  isLookedFor(code: string): boolean;
}

/** Findings with the severities of the settings, without those that comments allow. */
function reported(
  problems: readonly Problem[],
  inventory: Inventory,
  { ends, allowances, files, isWhole, isLookedFor }: Scope,
): readonly Problem[] {
  for (const file of files) allowances.add(file);
  const judged = problems.flatMap((each) => judgedEnd(each, inventory, ends));
  const kept = judged.filter(({ diagnostic }) => diagnostic.rest !== undefined || !allowances.allows(diagnostic));
  const needless = isWhole ? allowances.unused(isLookedFor).map((diagnostic) => ({ diagnostic, nodes: [] })) : [];
  return sortedProblems([...kept, ...needless].flatMap((problem) => withSeverity(problem, inventory.settings)));
}

function isAllowed(diagnostic: Diagnostic, allowances: Allowances): boolean {
  if (diagnostic.span !== undefined) allowances.add(diagnostic.span.file);
  return allowances.allows(diagnostic);
}

function withSeverity({ diagnostic, nodes }: Problem, { checks }: Settings): readonly Problem[] {
  const setting = checks.get(diagnostic.code);
  // An error stays an error, even where the same code is a warning elsewhere.
  const isFixed = diagnostic.severity === "error" && !keepsValues(diagnostic.code);
  if (setting === undefined || isFixed) return [{ diagnostic, nodes }];
  const { severity, reason } = setting;
  if (severity === "off") return [];
  const note = reason === undefined ? diagnostic.note : `severity set in heir.yml: ${reason}`;
  return [{ diagnostic: { ...diagnostic, severity, note }, nodes }];
}
