import type { ContractPath, ContractRule, PathValue } from "../../model/contracts/contract.ts";
import type { FoundContract } from "../../model/contracts/found-contract.ts";
import { shortText } from "../../model/values/short-text.ts";

/** A rule as findings name it, with the path that they are about. */
export function foundRule({ of, origin }: ContractRule, path?: ContractPath): FoundContract {
  return { id: of.id, span: origin, ...(path !== undefined && { path: path.text }) };
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
