import { HeirError } from "../model/failure.ts";
import { sourceFile } from "../parse/source-file.ts";
import { plainSyntax } from "../parse/text-syntax.ts";
import { loadYaml, parseYaml } from "../parse/yaml.ts";
import { locate } from "../source/locate.ts";
import type { Kept } from "../source/pack.ts";
import type { PackStatistics } from "../source/pack-folder.ts";
import { CACHE_LIMIT, cacheFolder, parseCache } from "./parse-cache.ts";

export interface CacheOptions {
  /** Where the command was started. */
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
}

/** What is kept of parsed files in one repository. */
export interface Cache {
  readonly folder: string;
  /** Bytes that it may take. */
  readonly limit: number;
  statistics(): PackStatistics;
  clear(): void;
  /** Reads all of it, parses every file again, and compares. */
  verify(): Promise<CacheVerdict>;
}

/** What is wrong with the cache; nothing of it can make an answer wrong. */
export interface CacheVerdict {
  /** Blobs that are as they should be. */
  readonly sound: number;
  /** Of each pack that is damaged, how much of it; `undefined` for all. */
  readonly damaged: readonly { readonly pack: string; readonly blobs: number | undefined }[];
  /** Ids of blobs of which something else is kept than parsing gives. */
  readonly wrong: readonly string[];
}

/** The cache of the repository around a folder. Throws HeirError outside a repository, where nothing is kept. */
export async function openCache({ cwd, directory }: CacheOptions): Promise<Cache> {
  const named = directory === undefined ? {} : { directory };
  const { git } = await locate({ cwd, ...named, env: process.env });
  if (git === undefined) {
    throw new HeirError("environment", "this folder is not in a git repository, so nothing of it is kept");
  }
  const packs = parseCache(git.commonDir);
  return {
    folder: cacheFolder(git.commonDir),
    limit: CACHE_LIMIT,
    statistics: () => packs.statistics(),
    clear: () => packs.clear(),
    async verify() {
      await loadYaml();
      const [damaged, wrong]: [{ pack: string; blobs: number | undefined }[], string[]] = [[], []];
      let sound = 0;
      for (const content of packs.contents()) {
        if (content.kind === "damaged") damaged.push({ pack: content.name, blobs: undefined });
        if (content.kind !== "pack") continue;
        const lost = content.count - content.sound.size;
        if (lost > 0) damaged.push({ pack: content.name, blobs: lost });
        for (const [id, kept] of content.sound) {
          if (isRight(id, kept)) sound += 1;
          else wrong.push(id);
        }
      }
      return { sound, damaged, wrong };
    },
  };
}

/** Whether parsing gives what is kept. Of a file with a fault in its bytes nothing is. */
function isRight(id: string, { bytes, record }: Kept): boolean {
  let [made, faults] = ["", 0];
  const keep = (text: string) => {
    made = text;
  };
  const report = () => {
    faults += 1;
  };
  const file = sourceFile({ path: id, blob: id, bytes }, report);
  if (faults > 0) return false;
  parseYaml({ ...file, kept: { record: () => undefined, keep } }, { syntax: plainSyntax, report });
  return made === Buffer.from(record).toString();
}
