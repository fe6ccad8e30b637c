import { madeOnce } from "../../base/remembered.ts";
import { compareText } from "../../base/text-order.ts";
import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { keyNames } from "../../model/forms/form.ts";
import { GENERATIONS, ruleForm, techniqueForm } from "../../model/forms/policy-forms.ts";
import { emptyPolicies, type Policies, type Rule, type Technique } from "../../model/inventory/policy.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { type Files, formFiles } from "../forms/files.ts";
import { booleanOf, given, idList, listOf, textAt } from "../forms/form.ts";
import { parseDirective } from "./directive.ts";
import { choiceOf, policyRoot } from "./root.ts";
import { parseTarget } from "./target.ts";

const FOLDERS = { technique: "techniques", directive: "directives", rule: "rules" } as const;

const TECHNIQUE_KEYS = keyNames(techniqueForm);

/** One file below `techniques/`, `directives/` or `rules/`. */
export interface PolicyFile {
  readonly kind: "technique" | "directive" | "rule";
  readonly id: string;
  readonly file: SourceFile;
  /** Faults in its bytes. */
  readonly faults: readonly Diagnostic[];
}

/**
 * Techniques, directives and rules from their files. Never fails: faults are reported as `bad-value`, `unknown-key`,
 * `bad-target` or a YAML fault; unreadable parts count as absent.
 *
 * The caller makes sure that ids are unique; of two files with the same id the last counts.
 */
export function parsePolicies(files: readonly PolicyFile[]): Policies {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  for (const { faults } of files) for (const fault of faults) diagnostics.push(fault);
  const byId = <Item>(kind: PolicyFile["kind"], parse: (id: string, file: SourceFile, report: Report) => Item) => {
    const own = files.filter((each) => each.kind === kind).toSorted((left, right) => compareText(left.id, right.id));
    return new Map(own.map(({ id, file }) => [id, parse(id, file, report)]));
  };
  return {
    techniques: byId("technique", parseTechnique),
    directives: byId("directive", parseDirective),
    rules: byId("rule", parseRule),
    diagnostics,
  };
}

/** A rule from its file. Never fails: faults are reported, and an invalid target is left out. */
function parseRule(id: string, file: SourceFile, report: Report): Rule {
  const { map } = policyRoot(file, { what: "a rule", keys: RULE_KEYS, report });
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    nameOrigin: given(map, "name")?.origin ?? { file, start: 0, end: 0 },
    directives: idList(map, "directives", report),
    targets: listOf(map, "targets", report).flatMap((target) => parseTarget(target, report) ?? []),
    enabled: booleanOf(map, "enabled", report) ?? true,
  };
}

const RULE_KEYS = keyNames(ruleForm);

/** A technique from its file. Never fails: faults are reported, and unreadable keys have their default. */
function parseTechnique(id: string, file: SourceFile, report: Report): Technique {
  const { map } = policyRoot(file, { what: "a technique", keys: TECHNIQUE_KEYS, report });
  const generation = choiceOf(map, { key: "generation", words: GENERATIONS, report }) ?? "merged";
  const isMulti = booleanOf(map, "multi", report) ?? false;
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    kind: !isMulti ? "unique" : generation === "merged" ? "merged" : "separated",
    enabled: booleanOf(map, "enabled", report) ?? true,
  };
}

/**
 * The techniques, directives and rules of a snapshot, parsed on first call; `emptyPolicies` if there is none of them.
 */
export function lazyPolicies(files: Files): () => Policies {
  return madeOnce(() => readPolicies(files));
}

function readPolicies(files: Files): Policies {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const listed = (["technique", "directive", "rule"] as const).flatMap((kind) => {
    return formFiles(FOLDERS[kind], files, report).map((form): PolicyFile => {
      const faults: Diagnostic[] = [];
      const file = files.file(form.path, form.blob, (fault) => faults.push(fault));
      return { kind, id: form.id, file, faults };
    });
  });
  if (listed.length === 0 && diagnostics.length === 0) return emptyPolicies;
  const parsed = parsePolicies(listed);
  return { ...parsed, diagnostics: [...diagnostics, ...parsed.diagnostics] };
}
