/** What the thread sets of V8, in the whole process, and what puts each back. */
export const V8_FLAGS = [
  // The thread collects garbage when it has grown by a quarter; V8 would let it grow to several times its size.
  { set: "--heap-growing-percent=25", unset: "--heap-growing-percent=0" },
  // Threads of a lower priority shall not collect for the thread that draws, which waits for them. Alone the worker is no slower.
  { set: "--no-parallel-scavenge", unset: "--parallel-scavenge" },
  // What a closed workspace held is collected at once: V8 would wait until the thread has grown by as much again.
  { set: "--expose-gc", unset: "--no-expose-gc" },
  // Shapes of objects that are gone would hold closures of a closed workspace, and by these all that it read, for two more collections.
  { set: "--retain-maps-for-n-gc=0", unset: "--retain-maps-for-n-gc=2" },
];
