import type { Answers } from "../../src/cache/outputs.ts";

/** Answers in memory. */
export function memoryAnswers(): Answers {
  const all = new Map<string, Uint8Array>();
  return { get: (key) => all.get(key), put: (key, bytes) => void all.set(key, bytes) };
}
