import { keysOf, type ValueContract } from "../contracts/contract.ts";
import type { ListedContract } from "../results/contracts.ts";
import { fields, type Masking, valueMasking } from "./masking.ts";

/** The keys of a contract whose values a node can have. */
const QUOTING: ReadonlySet<string> = new Set(["default", "const", "enum", "example", "schema"]);

/** Masks what a contract says of a secret: a value of it, also where only the contract names it. */
export const contractMasking: Masking<ValueContract> = (contract, place) => {
  const path = keysOf(contract.path);
  const entries = contract.says.entries.map((entry) => {
    return QUOTING.has(entry.key) ? { ...entry, value: valueMasking(entry.value, { ...place, path }) } : entry;
  });
  return { ...contract, says: { ...contract.says, entries } };
};

export const listedContractMasking: Masking<ListedContract> = fields<ListedContract>({ contract: contractMasking });
