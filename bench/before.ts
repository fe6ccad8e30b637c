import type { Case, Contender } from "./cases.ts";

/**
 * Each case with the programs of its twin, which has another build of heir on copies of the same inputs: both are then
 * measured in turns, and neither finds the other's cache. Both lists have the same jobs in the same order.
 */
export function withTwins(cases: readonly Case[], twins: readonly Case[]): readonly Case[] {
  return cases.map((each, index) => {
    const before = (twins[index]?.contenders ?? []).filter(isHeir).map(renamed);
    const [first, ...others] = each.contenders;
    return { ...each, contenders: [first, ...others, ...before] };
  });
}

function isHeir({ name }: Contender): boolean {
  return !/^(?:node|git \S+-|git log|git commit without)/.test(name);
}

function renamed(contender: Contender): Contender {
  return { ...contender, name: `BEFORE ${contender.name}` };
}
