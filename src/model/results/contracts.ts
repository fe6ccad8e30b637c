import type { ValueContract } from "../contracts/contract.ts";

/** A contract, and for how many nodes it holds. */
export interface ListedContract {
  readonly contract: ValueContract;
  readonly nodes: number;
}
