import { type CommitTrailer, isSignedCommit } from "../../source/commits/commits.ts";
import type { CommitRange, HookRepository } from "../repository/hook-repository.ts";

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
  /** The trailers that count. */
  readonly trailers: readonly CommitTrailer[];
}

export const noConsent: Consents = { isAllowed: false, trailers: [] };

/** A commit as the new value of a ref, and what it replaces. */
export interface ConsentQuestion extends CommitRange {
  readonly accepted: AcceptedTrailers;
  /** Whether only trailers of commits with a valid signature count. */
  readonly isSigned: boolean;
}

/** The consents to a change. Throws HeirError when git fails. */
export async function readConsents(
  repository: HookRepository,
  { old, now, accepted, isSigned }: ConsentQuestion,
): Promise<Consents> {
  const isAllowed = repository.allowed.some((id) => id.trim().toLowerCase() === now);
  const names = Object.values(TRAILERS).filter((name) => isAccepted(name, accepted));
  const found = names.length === 0 ? [] : await repository.trailersBetween(old, now, names);
  const trailers: CommitTrailer[] = [];
  for (const trailer of found) {
    if (!isSigned || (await isSignedCommit(repository.program, trailer.commit))) trailers.push(trailer);
  }
  return { isAllowed, trailers };
}

/** Whether trailers of a name count: those about sizes unless none do, the one about settings only where all do. */
export function isAccepted(name: string, accepted: AcceptedTrailers): boolean {
  return name === TRAILERS.policy ? accepted === "all" : accepted !== "none";
}

/** The largest number among texts; -1 for none. */
export function largestNumber(texts: readonly string[]): number {
  return Math.max(-1, ...texts.filter((value) => /^\d+$/.test(value)).map(Number));
}

export interface Consentable {
  /** The trailer that consents to it, with the least number or the key; absent where none can. */
  readonly needs?: { readonly name: string; readonly value: number | string };
  /** The commit whose trailer can consent; any commit of the step if absent. */
  readonly made?: string | undefined;
}

/** What consents to an objection, in words; undefined if nothing does. */
export function consentTo({ needs, made }: Consentable, { isAllowed, trailers }: Consents): string | undefined {
  if (isAllowed) return "heir.allow";
  if (needs === undefined) return undefined;
  const { name, value } = needs;
  const own = trailers.filter((trailer) => trailer.name === name && (made === undefined || trailer.commit === made));
  const texts = own.map((trailer) => trailer.value);
  if (typeof value === "string") {
    return texts.some((text) => text.split(/[\s,]+/).includes(value)) ? `${name}: ${value}` : undefined;
  }
  const named = largestNumber(texts);
  return named >= value ? `${name}: ${named}` : undefined;
}
