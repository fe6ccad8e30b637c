import type { OutputCache } from "../../src/cache/run-cache.ts";

/** Answers in memory. */
export function memoryAnswers(): OutputCache {
  const all = new Map<string, Uint8Array>();
  return {
    get: (key) => all.get(key),
    put: (key, bytes) => void all.set(key, bytes),
    takes: ({ unstored }) => !unstored?.size,
  };
}
