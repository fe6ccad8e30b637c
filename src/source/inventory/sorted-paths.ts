import { compareText } from "../../base/text-order.ts";

/** Whether a file can be what marks an inventory. */
export function mayMark(path: string): boolean {
  return path.endsWith(".yml");
}

/** Whether any of some sorted paths is below a folder. */
export function hasBelow(paths: readonly string[], folder: string): boolean {
  const start = `${folder}/`;
  return paths[countBefore(paths, start)]?.startsWith(start) === true;
}

/** How many of some sorted paths are before a text. */
export function countBefore(paths: readonly string[], text: string): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(paths[middle] ?? "", text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
