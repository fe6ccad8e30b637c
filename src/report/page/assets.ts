/** The script and the style of the page. The hashes are those that a content security policy names: `sha256-...`. */
export interface PageAssets {
  readonly script: string;
  readonly scriptHash: string;
  readonly style: string;
  readonly styleHash: string;
}

/** The build replaces this file by what it made of `browser/` (scripts/page-assets.js). */
export const assets: PageAssets = { script: "", scriptHash: "", style: "", styleHash: "" };
