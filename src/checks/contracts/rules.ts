import { digest } from "../../base/digest.ts";
import {
  type ComparingRule,
  type ConditionRule,
  type ContractPath,
  type ContractRule,
  type CountRule,
  keysOf,
  type PathValue,
} from "../../model/contracts/contract.ts";
import type { FoundContract } from "../../model/contracts/found-contract.ts";
import type { FactPart, FactValue, RuleFact } from "../../model/contracts/value-test.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import { jsonIdentity } from "../../model/values/json-form.ts";
import { shortText } from "../../model/values/short-text.ts";
import type { Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { kept } from "../../speed/kept.ts";
import { contractRelated, type Fault, setHint, shownValue } from "./fault.ts";
import { PathValues, type ValueAt } from "./path-values.ts";

/** Judges one node by rules: rules K18 to K23 of docs/concepts/contracts.md. Never fails. */
export class RuleJudge {
  private readonly secrets: Secrets;
  private readonly paths = kept("shared", (path: ContractPath) => new PathValues(path));

  constructor(secrets: Secrets) {
    this.secrets = secrets;
  }

  /** The paths that one node lacks or must not have. */
  faults(data: NodeData, rules: readonly ContractRule[]): readonly Fault[] {
    return rules.flatMap((rule) => {
      if (rule.kind !== "requires" && rule.kind !== "forbids") return [];
      if (rule.per !== undefined && this.at(data, rule.per).length === 0) return [];
      const conditions = this.met(data, rule.when);
      if (conditions === undefined) return [];
      return rule.kind === "requires" ? this.missing(data, rule, conditions[0]?.value) : this.forbidden(data, rule);
    });
  }

  /** What rules over several nodes need to know of one. */
  facts(data: NodeData, rules: readonly ContractRule[]): readonly RuleFact[] {
    return rules.flatMap((rule) => {
      if ("when" in rule) return [];
      const parts = rule.per === undefined ? [] : this.at(data, rule.per);
      const [part] = parts;
      if (rule.per !== undefined && part === undefined) return [];
      const values = this.looksAt(data, rule).map((each) => this.factValue(each));
      // A node that does not count matters only for a part that has no other.
      if (values.length === 0 && (rule.kind !== "count" || part === undefined)) return [];
      return [{ rule: rule.index, values, part: part && this.factPart(part) }];
    });
  }

  private looksAt(data: NodeData, rule: ComparingRule | CountRule): readonly ValueAt[] {
    if (rule.kind === "count") return this.met(data, rule.values) ?? [];
    return this.at(data, rule.path).filter(({ value }) => value.kind !== "scalar" || value.type !== "null");
  }

  /** A value that meets each condition; undefined if one is not met. */
  private met(data: NodeData, conditions: readonly PathValue[]): readonly ValueAt[] | undefined {
    const found = conditions.map(({ path, value }) => {
      const wanted = value && jsonIdentity(value);
      return this.at(data, path).find((each) => wanted === undefined || jsonIdentity(each.value) === wanted);
    });
    return found.every((each) => each !== undefined) ? found : undefined;
  }

  private missing(data: NodeData, rule: ConditionRule, because: Value | undefined): readonly Fault[] {
    const where = rule.when.length === 0 ? "" : `, where ${conditionText(rule.when)}`;
    return rule.paths
      .filter((path) => this.at(data, path).length === 0)
      .map((path) => ({
        code: "contract-requires",
        severity: rule.level,
        contract: foundRule(rule, path),
        at: keysOf(path),
        span: because?.origin ?? rule.origin,
        says: (text) => `${text} is missing${where}`,
        hint: setHint(path),
        related: because === undefined ? [] : [contractRelated(rule, rule.origin)],
      }));
  }

  private forbidden(data: NodeData, rule: ConditionRule): readonly Fault[] {
    const where = rule.when.length === 0 ? "" : ` where ${conditionText(rule.when)}`;
    return rule.paths.flatMap((path) =>
      this.at(data, path).map(({ at, value }) => ({
        code: "contract-forbids",
        severity: rule.level,
        contract: foundRule(rule, path),
        at,
        span: value.origin,
        says: (text) => `${text} must not be set${where}`,
        related: [contractRelated(rule, rule.origin)],
      })),
    );
  }

  private factValue({ at, value }: ValueAt): FactValue {
    return { at, span: value.origin, ...this.factPart({ at, value }) };
  }

  private factPart({ at, value }: ValueAt): FactPart {
    const identity = jsonIdentity(value);
    const shown = shownValue(value, at, this.secrets);
    return { identity: identity.length > LONGEST ? digest(identity) : identity, shown };
  }

  private at(data: NodeData, path: ContractPath): readonly ValueAt[] {
    return this.paths(path).in(data);
  }
}

/** Identities are kept for each node; of longer ones the digest is. */
const LONGEST = 64;

/** A rule as findings name it, with the path that they are about. */
export function foundRule({ of, origin }: ContractRule, path?: ContractPath): FoundContract {
  return { id: of.id, span: origin, path: path?.text };
}

/** Conditions in words. */
export function conditionText(conditions: readonly PathValue[]): string {
  return conditions
    .map(({ path, value }) => (value === undefined ? `${path.text} is set` : `${path.text} is ${shortText(value)}`))
    .join(" and ");
}

/** Which nodes a rule with `per` compares with one another. */
export function perText({ per }: ContractRule): string {
  return per === undefined ? "" : ` with the same ${per.text}`;
}
