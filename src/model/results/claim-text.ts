import { printPath } from "../values/parameter-path.ts";
import type { Claim, ListedClass } from "./proof.ts";

/** A claim as `heir prove` prints it and a trailer holds it: `same`, `same but +class:base`, `mv class:ntp=time`, `only ntp:server on 4 nodes`. */
export function claimText(claim: Claim): string {
  switch (claim.kind) {
    case "same":
      return claim.but === undefined ? "same" : `same but ${claim.but.map(listedText).join(" ")}`;
    case "mv":
      return `mv ${claim.renames.map(({ kind, from, to }) => `${kind}:${from}=${to}`).join(" ")}`;
    case "only": {
      const { length } = claim.nodes;
      return `only ${printPath(claim.path)} on ${length} ${length === 1 ? "node" : "nodes"}`;
    }
  }
}

function listedText({ sign, name }: ListedClass): string {
  return `${sign}class:${name}`;
}
