/** The script and the style of the page. The hashes are those that a content security policy names: `sha256-...`. */
export interface PageAssets {
  readonly script: string;
  readonly scriptHash: string;
  readonly style: string;
  readonly styleHash: string;
}

/** The build puts what it made of `browser/` in place of this file (scripts/page-assets.js). */
export const assets: PageAssets = { script: "", scriptHash: "", style: "", styleHash: "" };
