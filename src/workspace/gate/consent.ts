import { grouped } from "../../base/grouped.ts";
import type { HookRepository } from "../hook-repository.ts";
import type { Objection } from "./objections.ts";

/** The trailers by which a commit consents to what it does. */
export const TRAILERS = {
  nodes: "Heir-Allow-Nodes",
  lost: "Heir-Allow-Lost",
  policy: "Heir-Allow-Policy",
  merge: "Heir-Allow-Merge",
} as const;

/** Which trailers count: the values of `heir.acceptTrailers`, the default first. */
export const acceptWords = ["size", "all", "none"] as const;
export type AcceptedTrailers = (typeof acceptWords)[number];

/** What was consented to, by whom (rule J6 in docs/concepts/gates.md). */
export interface Consents {
  /** Whether `heir.allow` names the commit. */
  readonly isAllowed: boolean;
  /** The largest numbers that trailers name; -1 for none. */
  readonly nodes: number;
  readonly lost: number;
  /** The keys whose change trailers name. */
  readonly policy: ReadonlySet<string>;
  /** The largest number that trailers of a commit name for what it made of two lines of work. */
  readonly merge: ReadonlyMap<string, number>;
}

export const noConsent: Consents = { isAllowed: false, nodes: -1, lost: -1, policy: new Set(), merge: new Map() };

/** A commit as the new value of a ref, and what it replaces. */
export interface ConsentQuestion {
  readonly old: string | undefined;
  readonly now: string;
  readonly accepted: AcceptedTrailers;
  /** Whether only trailers of commits with a valid signature count. */
  readonly isSigned: boolean;
}

/** The consents to a change. Throws HeirError when git fails. */
export async function readConsents(
  repository: Pick<HookRepository, "settingValues" | "trailersBetween" | "isSigned">,
  { old, now, accepted, isSigned }: ConsentQuestion,
): Promise<Consents> {
  const isAllowed = repository.settingValues("allow").some((id) => id.trim().toLowerCase() === now);
  if (accepted === "none") return { ...noConsent, isAllowed };
  const found = await repository.trailersBetween(old, now, Object.values(TRAILERS));
  const valid: Trailer[] = [];
  for (const trailer of found) {
    if (!isSigned || (await repository.isSigned(trailer.commit))) valid.push(trailer);
  }
  return {
    isAllowed,
    nodes: largest(valid, TRAILERS.nodes),
    lost: largest(valid, TRAILERS.lost),
    policy: new Set(accepted === "all" ? valid.flatMap(policyKeys) : []),
    merge: new Map(
      [...grouped(valid, ({ commit }) => commit)].map(([commit, own]) => [commit, largest(own, TRAILERS.merge)]),
    ),
  };
}

export interface Trailer {
  readonly commit: string;
  readonly name: string;
  readonly value: string;
}

/** The largest number that trailers of a name give; -1 for none. */
function largest(trailers: readonly Trailer[], name: string): number {
  return largestNumber(trailers.filter((trailer) => trailer.name === name).map(({ value }) => value));
}

/** The largest number among texts; -1 for none. */
export function largestNumber(texts: readonly string[]): number {
  return Math.max(-1, ...texts.filter((value) => /^\d+$/.test(value)).map(Number));
}

function policyKeys({ name, value }: Trailer): readonly string[] {
  return name === TRAILERS.policy ? value.split(/[\s,]+/).filter((key) => key !== "") : [];
}

/** What consents to an objection, in words; undefined if nothing does. */
export function consentTo(
  objection: Objection,
  { isAllowed, nodes, lost, policy, merge }: Consents,
): string | undefined {
  if (isAllowed) return "heir.allow";
  switch (objection.kind) {
    case "reach":
      return nodes >= objection.nodes ? `${TRAILERS.nodes}: ${nodes}` : undefined;
    case "nodes":
      return lost >= objection.losses.lost.length ? `${TRAILERS.lost}: ${lost}` : undefined;
    case "inventory":
    case "proof":
      return undefined;
    case "merge": {
      const { made, count } = objection;
      const named = made === "" ? Math.max(-1, ...merge.values()) : (merge.get(made) ?? -1);
      return named >= count ? `${TRAILERS.merge}: ${named}` : undefined;
    }
    case "policy":
      return policy.has(objection.weakened.key) ? `${TRAILERS.policy}: ${objection.weakened.key}` : undefined;
  }
}
