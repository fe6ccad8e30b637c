import {
  type CheckedNode,
  type CheckedSide,
  hasSameFindings,
  isLocal,
  type KnownNodes,
  surroundingsOf,
} from "../../cache/states/findings.ts";

/**
 * The findings of each node as it was last checked, for a process that checks one inventory again and again and has read
 * all of its files. A node with the same files has the same findings, as long as what reaches several nodes is the same.
 */
export class LatestFindings {
  private surroundings = "";
  private readonly nodes = new Map<string, CheckedNode>();

  in(side: CheckedSide): KnownNodes {
    const now = surroundingsOf(side.snapshot, side.inventory);
    if (now !== this.surroundings) this.nodes.clear();
    this.surroundings = now;
    return {
      of: (name) => {
        const node = this.nodes.get(name);
        return node !== undefined && hasSameFindings(node, side) ? node : undefined;
      },
      add: (outcome, found) => {
        if (isLocal(outcome, side.inventory)) this.nodes.set(outcome.name, { ...found, ...outcome.reads });
        else this.nodes.delete(outcome.name);
      },
    };
  }
}
