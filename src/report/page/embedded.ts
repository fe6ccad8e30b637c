import { gzipSync } from "node:zlib";

/** Data as text that a page can hold: gzip in base64, which has no character that means anything in HTML. */
export function embedded(json: string): string {
  return gzipSync(json).toString("base64");
}
