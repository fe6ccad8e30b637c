import type { Plugin } from "esbuild";

/** For builds with esbuild: puts the script and the style of the page in place of src/annex/review/page/assets.ts. */
export function pageAssets(): Plugin;
/** For tests, which run the sources: the same as a plugin of Vite. */
export function pageAssetsInTests(): { name: string; load(id: string): Promise<string | undefined> };
