import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { ContractData } from "../../model/documents/explanation.ts";
import type { ListedContract } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/value.ts";

/** What a contract says about one value of a node: `contracts` of `heir explain --json`. */
export function contractData(contract: ValueContract): ContractData<DataValue> {
  const { of, path } = contract;
  return { id: of.id, path: path.text, place: placeOf(path.origin), ...said(contract) };
}

/** `heir contracts --json`: what each contract says, for whom it holds and for how many nodes. */
export function contractsData(listed: readonly Masked<ListedContract>[]): object {
  const contracts = listed.map(({ contract, nodes }) => {
    const { of, path } = contract;
    const targets = of.targets.map(({ text }) => text);
    return { id: of.id, path: path.text, for: targets, place: placeOf(path.origin), nodes, ...said(contract) };
  });
  return { v: 1, contracts };
}

function said({ says }: ValueContract): { readonly [key: string]: DataValue } {
  return Object.fromEntries(says.entries.map(({ key, value }) => [key, new DataValue(value)]));
}
