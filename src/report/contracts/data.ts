import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { ListedContract } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/value.ts";
import type { ContractData } from "../data/types.ts";

/** What a contract says about one value of a node: `contracts` of `heir explain --json`. */
export function contractData(contract: ValueContract): ContractData<DataValue> {
  return { id: contract.of.id, path: contract.path.text, ...placed(contract), ...said(contract) };
}

/** `heir contracts --json`: what each contract says, for whom it holds and for how many nodes. */
export function contractsData(listed: readonly Masked<ListedContract>[]): object {
  const contracts = listed.map(({ contract, nodes }) => {
    const targets = contract.of.targets.map(({ text }) => text);
    return {
      id: contract.of.id,
      path: contract.path.text,
      for: targets,
      ...placed(contract),
      nodes,
      ...said(contract),
    };
  });
  return { v: 1, contracts };
}

function placed({ path }: ValueContract): Pick<ContractData, "place"> {
  return { place: placeOf(path.origin) };
}

function said({ says }: ValueContract): { readonly [key: string]: DataValue } {
  return Object.fromEntries(says.entries.map(({ key, value }) => [key, new DataValue(value)]));
}
