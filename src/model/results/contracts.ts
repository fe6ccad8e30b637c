import type { ContractPath, ValueContract } from "../contracts/contract.ts";
import type { Step } from "../inventory/resolved.ts";

/** A contract, and for how many nodes it holds. */
export interface ListedContract {
  readonly contract: ValueContract;
  readonly nodes: number;
}

/** A layer that sets a value. */
export type ContractSetter = Pick<Step, "layer" | "name">;

/** The layers that set the values of contracts, by the path of each. */
export type ContractSetters = ReadonlyMap<ContractPath, readonly ContractSetter[]>;
