import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { blobId } from "../../model/inventory/object-id.ts";
import { parseYaml, plainSyntax, sourceFile } from "../../parse/yaml/parse.ts";
import { type LocateOptions, locate } from "../../source/repository/locate.ts";
import { cachePacks, cachePlace } from "../run-cache.ts";

type Packs = ReturnType<typeof cachePacks>;

export type PartStatistics = ReturnType<Packs["statistics"]>;

/** Damage to the cache. It costs time; only content under the id of another blob could change output. */
export interface CacheVerdict {
  /** Files whose cached form is right. */
  readonly sound: number;
  /** Undamaged outputs, dependencies and findings. */
  readonly answers: number;
  readonly damaged: readonly PackDamage[];
  /** Ids of blobs whose cached form differs from what parsing gives. */
  readonly wrong: readonly string[];
  /** Ids under which the content of another blob is cached. */
  readonly foreign: readonly string[];
}

/** Damage to one pack; `count` is undefined if all of it is damaged. */
export interface PackDamage {
  readonly of: "files" | "answers";
  readonly pack: string;
  readonly count: number | undefined;
}

/** The cache of the repository around a folder. Throws HeirError outside one, unless HEIR_CACHE names a folder. */
export async function openCache(at: Omit<LocateOptions, "env">) {
  const { git } = await locate({ ...at, env: process.env });
  const place = cachePlace(git?.commonDir);
  if (place === undefined) {
    const message = "this folder is not in a git repository, so nothing of it is kept";
    const hint = "git init makes one, and HEIR_CACHE names a folder to keep it in";
    throw new HeirError("environment", message, hint, { code: "no-repository" });
  }
  const packs = { files: cachePacks(place, "parse"), answers: cachePacks(place, "answers") };
  const { folder, isNamed } = place;
  return {
    folder,
    /** Whether HEIR_CACHE names it. */
    isNamed,
    statistics: () => ({ files: packs.files.statistics(), answers: packs.answers.statistics() }),
    clear(): void {
      packs.files.clear();
      packs.answers.clear();
    },
    /** Parses every cached file again and compares, and looks for damaged entries. */
    async verify(): Promise<CacheVerdict> {
      const damaged: PackDamage[] = [];
      const [wrong, foreign]: [string[], string[]] = [[], []];
      let [sound, answers] = [0, 0];
      for (const [id, kept] of soundOf(packs.files, (damage) => damaged.push({ of: "files", ...damage }))) {
        const blob = blobId(kept.bytes, id.length === SHA1_LENGTH ? "sha1" : "sha256");
        if (blob !== id) foreign.push(id);
        else if (isRight(id, kept)) sound += 1;
        else wrong.push(id);
      }
      for (const _ of soundOf(packs.answers, (damage) => damaged.push({ of: "answers", ...damage }))) answers += 1;
      return { sound, answers, damaged, wrong, foreign };
    },
  };
}

function* soundOf(packs: Packs, report: (damage: Omit<PackDamage, "of">) => void) {
  for (const content of packs.contents()) {
    if (content.kind === "damaged") report({ pack: content.name, count: undefined });
    if (content.kind !== "pack") continue;
    const lost = content.count - content.sound.size;
    if (lost > 0) report({ pack: content.name, count: lost });
    yield* content.sound;
  }
}

const SHA1_LENGTH = 40;

/** Whether parsing gives what is cached. A file with faulty bytes is never cached. */
function isRight(id: string, { bytes, record }: Readonly<Record<"bytes" | "record", Uint8Array>>): boolean {
  const made: string[] = [];
  const faults: Diagnostic[] = [];
  const report = (fault: Diagnostic) => faults.push(fault);
  const file = sourceFile({ path: id, blob: id, bytes }, report);
  if (faults.length > 0) return false;
  const kept = { record: () => undefined, keep: (text: string) => made.push(text) };
  parseYaml({ ...file, kept }, { syntax: plainSyntax, report });
  return made.join("") === Buffer.from(record).toString();
}
