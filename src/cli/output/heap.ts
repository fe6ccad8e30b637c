/** A pass over fewer nodes makes too little garbage to matter. */
const MANY_NODES = 1000;

/**
 * Before a pass over many nodes: garbage is collected when the heap has twice the size of what is in use. V8 waits until it has four
 * times that size, and most of what nodes share for a while grows old before it is garbage.
 */
export async function expectNodes(count: number): Promise<void> {
  if (count < MANY_NODES) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--heap-growing-percent=100");
}
