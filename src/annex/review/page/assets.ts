/**
 * The script and the style of the page, with the hashes that a content security policy names: `sha256-...`. The build
 * replaces this file by what it made of `browser/` (scripts/page-assets.js).
 */
export const assets = { script: "", scriptHash: "", style: "", styleHash: "" };
