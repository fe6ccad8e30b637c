import type { ContractPath, ContractRule, PathValue } from "../../model/contracts/contract.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { given, listOf, NotedReport, readForm, reportBadValue, textAt } from "../forms/form.ts";
import { wholeNumberOf } from "./schema-reading.ts";
import { type ContractReading, contractPathIn, readContractPath, readLevel } from "./value-contract.ts";

const KINDS = ["unique", "same", "count", "requires", "forbids"] as const;
type Kind = (typeof KINDS)[number];

const COMMON: readonly string[] = ["per", "description", "level"];

/** The keys that a rule may have beside its word and those of all rules. */
const BESIDE: Readonly<Record<Kind, readonly string[]>> = {
  unique: [],
  same: [],
  count: ["exactly", "min", "max"],
  requires: ["when"],
  forbids: ["when"],
};

const KEYS: readonly string[] = [...KINDS, ...COMMON, ...new Set(Object.values(BESIDE).flat())];

/** One entry of `rules` (rules K18 to K23 of docs/concepts/contracts.md). After a fault, which is reported, it is left out. */
export function readRule(value: Value, index: number, reading: ContractReading): ContractRule | undefined {
  const noted = new NotedReport(reading.report);
  const { report } = noted;
  const form = readForm(value, { file: reading.of.file, what: "a rule", keys: KEYS, report });
  const kind = !noted.hasError ? kindOf(form, value, report) : undefined;
  if (kind === undefined) return undefined;
  const per = given(form, "per");
  const common = {
    of: reading.of,
    origin: value.origin,
    index,
    level: readLevel(form, report) ?? reading.level,
    description: textAt(form, "description", report),
    per: per && contractPathIn(per, "per", report),
  };
  const says = readKind(kind, form, { value, report });
  return !noted.hasError && says !== undefined ? { ...common, ...says } : undefined;
}

function kindOf(form: MapValue, value: Value, report: Report): Kind | undefined {
  const kinds = KINDS.filter((kind) => entryOf(form, kind) !== undefined);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return reportBadValue(value, `a rule has exactly one of ${KINDS.join(", ")}`, report);
  for (const { key, keyNode } of form.entries) {
    if (key !== kind && !COMMON.includes(key) && !BESIDE[kind].includes(key)) {
      reportBadValue(keyNode, `${key} has no meaning beside ${kind}`, report);
    }
  }
  return kind;
}

interface RuleReading {
  readonly value: Value;
  readonly report: Report;
}

/** What a rule says beside what all rules say. */
type Says<Rule = ContractRule> = Rule extends ContractRule
  ? Omit<Rule, "of" | "origin" | "index" | "level" | "description" | "per">
  : never;

function readKind(kind: Kind, form: MapValue, { value, report }: RuleReading): Says | undefined {
  const word = entryOf(form, kind)?.value ?? value;
  switch (kind) {
    case "unique":
    case "same": {
      const path = contractPathIn(word, kind, report);
      return path && { kind, path };
    }
    case "count":
      return readCount(word, form, { value, report });
    case "requires":
    case "forbids": {
      const items = listOf(form, kind, report);
      if (items.length === 0 && word.kind === "list") reportBadValue(word, `${kind} must name a path`, report);
      const paths = items.flatMap((item) => contractPathIn(item, `an entry of ${kind}`, report) ?? []);
      return { kind, when: conditionsIn(entryOf(form, "when")?.value, report), paths };
    }
  }
}

function readCount(word: Value, form: MapValue, { value, report }: RuleReading): Says | undefined {
  const limit = (name: string): number | undefined => {
    const number = given(form, name);
    return number && wholeNumberOf(number, name, report);
  };
  const [exactly, min, max] = [limit("exactly"), limit("min"), limit("max")];
  if (exactly === undefined && min === undefined && max === undefined)
    return reportBadValue(value, "count needs exactly, min or max", report);
  if (word.kind !== "map" || word.entries.length === 0)
    return reportBadValue(word, "count must be a mapping of paths to values", report);
  const parts = [
    ...(exactly === undefined ? [] : [`exactly ${exactly}`]),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ];
  return {
    kind: "count",
    values: pathValues(word, report),
    least: Math.max(exactly ?? 0, min ?? 0),
    most: Math.min(exactly ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY),
    wanted: parts.join(" and "),
  };
}

/** `when`: a path, or paths with their values. */
function conditionsIn(value: Value | undefined, report: Report): readonly PathValue[] {
  if (value === undefined) return [];
  if (value.kind === "map") return pathValues(value, report);
  const path = contractPathIn(value, "when", report);
  return path === undefined ? [] : [{ path, value: undefined }];
}

function pathValues({ entries }: MapValue, report: Report): readonly PathValue[] {
  return entries.flatMap(({ key, keyNode, value }) => {
    const path: ContractPath | undefined = readContractPath(key, keyNode.origin, report);
    return path === undefined ? [] : [{ path, value }];
  });
}
