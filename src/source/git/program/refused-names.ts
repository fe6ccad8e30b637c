import { textOfBytes } from "../../../base/byte-text.ts";

/** Texts one of which is in each path with a name that git does not check out. */
const SIGNS = ["\t.", "/.", "~1", "//", "\t/"].map((text) => Buffer.from(text));
const REFUSED = /^(?:|\.|\.\.|\.git|git~1)$/i;

/**
 * The paths with a name that git checks out nowhere, by its defaults: `.`, `..`, `.git` in any case, `git~1`, or none at all.
 * `output` is what `git ls-tree -r -z` printed. Never fails.
 */
export function refusedPaths(output: Buffer): readonly string[] {
  const found = new Set<string>();
  for (const sign of SIGNS) {
    for (let at = output.indexOf(sign); at >= 0; at = output.indexOf(sign, at + 1)) {
      const start = output.lastIndexOf(0, at) + 1;
      const end = output.indexOf(0, at);
      const path = textOfBytes(output.subarray(output.indexOf(TAB, start) + 1, end < 0 ? output.length : end));
      if (path.split("/").some((name) => REFUSED.test(name))) found.add(path);
    }
  }
  return [...found];
}

const TAB = 9;
