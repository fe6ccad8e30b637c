import { contractsAt } from "../../inspect/explain/contracts.ts";
import type { ListedContract } from "../../model/results/contracts.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { peopleText, saysText } from "../../report/contracts/rows.ts";
import { type ContractSet, contractsOf, resolvedNames } from "../../resolve/contracts/holding.ts";
import type { Question } from "./question.ts";

/** What the contracts of the nodes that a file reaches say about paths. */
export class FileContracts {
  private readonly secrets: Secrets;
  private readonly nodes: number;
  /** Nodes with the same contracts have the same set. Whether a key is the number of an item, one of them tells for all. */
  private readonly sets: ReadonlyMap<ContractSet, MapValue>;

  constructor({ state, path }: Pick<Question, "state" | "path">) {
    const { contracts, secrets } = state.inventory;
    const nodes = state.nodesOf(path);
    this.secrets = secrets;
    this.nodes = nodes.length;
    this.sets =
      contracts === undefined
        ? new Map()
        : new Map(nodes.map((node) => [contractsOf(contracts, resolvedNames(node)), node.parameters]));
  }

  /** A line for each contract. */
  lines(path: ParameterPath): readonly string[] {
    return this.at(path).map(({ contract: { of, path: at, says } }) => {
      const { file, line } = placeOf(at.origin);
      return `contract ${of.id}: ${[...parts(says), `${file}:${line}`].join(" · ")}`;
    });
  }

  /** All of them in short; undefined where none says anything. */
  text(path: ParameterPath): string | undefined {
    const texts = this.at(path).map(({ contract: { says } }) => parts(says).join(" · "));
    return texts.length === 0 ? undefined : texts.join("; ");
  }

  private at(path: ParameterPath): readonly Masked<ListedContract>[] {
    const found = new Set(
      [...this.sets].flatMap(([set, parameters]) =>
        contractsAt(set, path, path[0] === "parameters" ? parameters : undefined),
      ),
    );
    return [...found].map((contract) => mask("contract", { contract, nodes: this.nodes }, this.secrets));
  }
}

function parts(says: MapValue): readonly string[] {
  return [saysText(says), peopleText(says)].filter((part) => part !== "");
}
