/** Passes text on until the engine begins to say that it has no memory left. */
export interface EngineTrace {
  take(this: void, chunk: Buffer): void;
  isOutOfMemory(this: void): boolean;
}

/**
 * A filter of what a process writes to standard error: the trace of an engine that runs out of memory says nothing to
 * people. Whole lines are passed on as they come; at the end of the text nothing is held back but a started trace.
 */
export function withoutEngineTrace(pass: (text: Buffer) => void): EngineTrace {
  let isTrace = false;
  return {
    take(chunk) {
      if (isTrace) return;
      const start = TRACE.exec(chunk.toString("latin1"))?.index ?? -1;
      isTrace = start !== -1;
      const text = isTrace ? chunk.subarray(0, start) : chunk;
      if (text.length > 0) pass(text);
    },
    isOutOfMemory: () => isTrace,
  };
}

const TRACE = /\s*<--- Last few GCs --->|\s*FATAL ERROR: |\s*#\n# Fatal (?:error|process|JavaScript)/;
