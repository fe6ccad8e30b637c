import { madeOnce } from "../base/made-once.ts";
import { similar } from "../base/similar.ts";
import { hasKey } from "../base/text-order.ts";
import { type Diagnostic, finding, type Report } from "../model/findings/diagnostic.ts";
import { keyNames } from "../model/forms/form.ts";
import {
  DEFAULT_PRIORITY,
  directiveForm,
  GENERATIONS,
  LOWEST_PRIORITY,
  OPERAND,
  POLICY_MODES,
  ruleForm,
  SPECIAL_TARGETS,
  techniqueForm,
} from "../model/forms/group-forms.ts";
import type { NameMention } from "../model/inventory/definition.ts";
import {
  type Directive,
  emptyPolicies,
  type MergeOperand,
  type Policies,
  type Rule,
  type RuleTarget,
  type Technique,
  type VariableMerge,
} from "../model/inventory/policy.ts";
import type { MapEntry, MapValue, SourceFile, Span, Value } from "../model/values/value.ts";
import { type Files, formFiles } from "./forms/files.ts";
import {
  booleanOf,
  given,
  idList,
  listOf,
  mappingOr,
  NotedReport,
  type ReadForm,
  readForm,
  reportBadValue,
  textAt,
  textIn,
} from "./forms/form.ts";
import { parseYaml, plainSyntax } from "./yaml/parse.ts";

const TECHNIQUE_KEYS = keyNames(techniqueForm);

/** Policies or `emptyPolicies`, parsed on first call. Never fails: faults are reported, unreadable parts are absent. */
export function lazyPolicies(files: Files): () => Policies {
  return madeOnce(() => readPolicies(files));
}

type ParseForm<Item> = (id: string, file: SourceFile, report: Report) => Item;

function readPolicies(files: Files): Policies {
  // Faults of ids come first, then those of bytes.
  const ofIds: Diagnostic[] = [];
  const ofBytes: Diagnostic[] = [];
  const ofContent: Diagnostic[] = [];
  const read = <Item>(folder: string, parse: ParseForm<Item>): ReadonlyMap<string, Item> => {
    const forms = formFiles(folder, files, (fault) => ofIds.push(fault));
    const parsed = forms.map(({ id, path, blob }): [string, Item] => {
      const file = files.file(path, blob, (fault) => ofBytes.push(fault));
      return [id, parse(id, file, (fault) => ofContent.push(fault))];
    });
    return new Map(parsed);
  };
  const techniques = read("techniques", parseTechnique);
  const directives = read("directives", parseDirective);
  const rules = read("rules", parseRule);
  const diagnostics = [...ofIds, ...ofBytes, ...ofContent];
  const count = techniques.size + directives.size + rules.size + diagnostics.length;
  return count === 0 ? emptyPolicies : { techniques, directives, rules, diagnostics };
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

/** A target; undefined after `bad-target`. A composite needs all its parts: without one it could select too much. */
function parseTarget(value: Value, report: Report): RuleTarget | undefined {
  if (value.kind === "map") return composite(value, report);
  const text = textIn(value);
  const target = text === undefined ? undefined : simpleTarget(text, value.origin);
  if (target !== undefined) return target;
  const near = text === undefined ? undefined : nearest(text);
  const fault = text === undefined ? "it is neither text nor a mapping" : `"${text}" is not a target`;
  return reportTarget(value, fault, report, near);
}

function simpleTarget(text: string, origin: Span): RuleTarget | undefined {
  if (hasKey(SPECIAL_TARGETS, text)) return { kind: SPECIAL_TARGETS[text], origin };
  const [, kind, name = ""] = /^(group|policyServer):(.+)$/s.exec(text) ?? [];
  if (kind === undefined) return undefined;
  return kind === "group" ? { kind, id: name, origin } : { kind: "policyServer", node: name, origin };
}

/** A text without a colon is usually the id of a group. */
function nearest(text: string): string | undefined {
  return similar(text, Object.keys(SPECIAL_TARGETS))[0] ?? (/^[^:]+$/.test(text) ? `group:${text}` : undefined);
}

function composite(map: MapValue, report: Report): RuleTarget | undefined {
  const { origin } = map;
  const [first, second, third] = map.entries.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  if (second === undefined && (first?.key === "or" || first?.key === "and")) {
    const targets = targetList(first.value, first.key, report);
    return targets === undefined ? undefined : { kind: first.key, targets, origin };
  }
  if (first?.key === "exclude" && second?.key === "include" && third === undefined) {
    const [include, exclude] = [parseTarget(second.value, report), parseTarget(first.value, report)];
    if (include === undefined || exclude === undefined) return undefined;
    return { kind: "exclude", include, exclude, origin };
  }
  return reportTarget(map, "a mapping must have or, and, or both include and exclude", report);
}

function targetList(value: Value, key: "or" | "and", report: Report): readonly RuleTarget[] | undefined {
  if (value.kind !== "list") return reportTarget(value, `${key} needs a list of targets`, report);
  const targets = value.items.map((item) => parseTarget(item, report));
  return targets.every((target) => target !== undefined) ? targets : undefined;
}

function reportTarget({ origin }: Value, fault: string, report: Report, near?: string): undefined {
  const hint = near === undefined ? HINT : `did you mean "${near}"?`;
  report(finding("bad-target", origin, `the target cannot be read: ${fault}`, { hint }));
  return undefined;
}

const HINT = "a target is group:ID, policyServer:NODE, special:all, or a mapping with or, and, include and exclude";

/** A directive. Never fails: faults are reported, bad keys have defaults. `sets` stays as written until expanded. */
function parseDirective(id: string, file: SourceFile, report: Report): Directive {
  const root = policyRoot(file, { what: "a directive", keys: DIRECTIVE_KEYS, report });
  const { map } = root;
  const origin = (key: string): Span => given(map, key)?.origin ?? { file, start: 0, end: 0 };
  const variables = (what: string) => mappingOr(given(map, what), { file, what, report }).entries;
  textAt(map, "description", report);
  return {
    id,
    file,
    name: textAt(map, "name", report) ?? id,
    technique: techniqueMention(root, file, report),
    version: textAt(map, "version", report),
    versionOrigin: origin("version"),
    priority: priority(map, report),
    priorityOrigin: origin("priority"),
    enabled: booleanOf(map, "enabled", report) ?? true,
    policyMode: choiceOf(map, { key: "policyMode", words: POLICY_MODES, report }) ?? "enforce",
    policyModeOrigin: origin("policyMode"),
    sets: variables("sets").map(({ key, keyNode, value }) => ({ name: key, keyNode, value })),
    merges: variables("merges").flatMap((entry) => variableMerge(entry, report) ?? []),
  };
}

const DIRECTIVE_KEYS = keyNames(directiveForm);

function techniqueMention({ map, isFaulty }: PolicyRoot, file: SourceFile, report: Report): NameMention | undefined {
  const name = textAt(map, "technique", report);
  const value = given(map, "technique");
  if (name !== undefined && name !== "" && value !== undefined) return { name, remove: false, origin: value.origin };
  if (isFaulty || (value !== undefined && name === undefined)) return undefined;
  const place = { origin: value?.origin ?? { file, start: 0, end: 0 } };
  return reportBadValue(place, "a directive must name its technique", report);
}

function priority(map: MapValue, report: Report): number {
  const value = given(map, "priority");
  if (value === undefined) return DEFAULT_PRIORITY;
  const number = value.kind === "scalar" && value.type === "int" ? Number(value.data) : Number.NaN;
  if (number >= 0 && number <= LOWEST_PRIORITY) return number;
  reportBadValue(value, `priority must be a whole number from 0 to ${LOWEST_PRIORITY}`, report);
  return DEFAULT_PRIORITY;
}

function variableMerge({ key, keyNode, value }: MapEntry, report: Report): VariableMerge | undefined {
  if (value.kind !== "list" || value.items.length !== 2)
    return reportBadValue(value, "a variable of merges must be a list of two operands", report);
  const [first, second] = value.items.map((item) => mergeOperand(item, report));
  if (first === undefined || second === undefined) return undefined;
  return { name: key, first, second, origin: keyNode.origin };
}

/** An operand of a merge, `node.NAMESPACE[KEY]...`; anything else is reported as `bad-value`. */
function mergeOperand(value: Value, report: Report): MergeOperand | undefined {
  const text = textIn(value);
  const [, namespace, brackets] = OPERAND.exec(text ?? "") ?? [];
  if (text === undefined || namespace === undefined || brackets === undefined)
    return reportBadValue(value, "an operand of a merge must be written node.NAMESPACE[KEY]", report);
  return { text, namespace, keys: brackets.slice(1, -1).split("]["), origin: value.origin };
}

interface PolicyRoot {
  readonly map: MapValue;
  /** The file is not YAML or not a mapping, so a missing key is not a fault of its own. */
  readonly isFaulty: boolean;
}

/** Reads a file as a mapping with known keys and plain text. An empty file is an empty mapping. */
function policyRoot(file: SourceFile, { what, keys, report }: Omit<ReadForm, "file">): PolicyRoot {
  const noted = new NotedReport(report);
  const root = parseYaml(file, { syntax: plainSyntax, report: noted.report });
  const isFaulty = noted.hasError || (root !== undefined && root.kind !== "map");
  return { isFaulty, map: readForm(root, { file, what, keys, report }) };
}

interface WordKey<Word extends string> {
  readonly key: string;
  readonly words: readonly Word[];
  readonly report: Report;
}

/** The word at a key; undefined if it is absent, or not one of the words, which is reported. */
function choiceOf<Word extends string>(map: MapValue, { key, words, report }: WordKey<Word>): Word | undefined {
  const value = given(map, key);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === textIn(value));
  if (found === undefined) reportBadValue(value, `${key} must be ${words.join(" or ")}`, report);
  return found;
}
