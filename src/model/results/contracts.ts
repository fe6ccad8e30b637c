import type { ContractPath, ValueContract } from "../contracts/contract.ts";
import type { Step } from "../inventory/resolved.ts";
import type { Value } from "../values/value.ts";

/** A contract, and for how many nodes it holds. */
export interface ListedContract {
  readonly contract: ValueContract;
  readonly nodes: number;
}

/** A layer that sets a value. */
export type ContractSetter = Pick<Step, "layer" | "name">;

/** The layers that set the values of contracts, by the path of each. */
export type ContractSetters = ReadonlyMap<ContractPath, readonly ContractSetter[]>;

/** Contracts that the values of some nodes keep. */
export interface ContractDraft {
  readonly entries: readonly DraftEntry[];
  /** How many nodes were looked at. */
  readonly nodes: number;
  /** How many states of them, with those of earlier commits. */
  readonly states: number;
  /** How many nodes do not resolve. */
  readonly failing: number;
}

/** What the values at one path have in common. */
export interface DraftEntry {
  /** As a contract writes it. */
  readonly path: string;
  /** Undefined if the values have no type in common. */
  readonly type: string | undefined;
  readonly required: boolean;
  /** All values, where they are few on many nodes. */
  readonly choices: readonly Value[];
  /** Whether the path has a pattern. */
  readonly isPattern: boolean;
  /** How many nodes have the path; with a pattern, how many have it at least. */
  readonly nodes: number;
}
