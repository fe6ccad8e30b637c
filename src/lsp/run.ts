import type { ServeOptions } from "./serve.ts";

/** Serves the editor that started this process. Never returns: the process ends with its client. */
export async function runLsp(options: Pick<ServeOptions, "open" | "version">): Promise<never> {
  const { serve } = await import("./serve.ts");
  serve({ ...options, input: process.stdin, output: process.stdout });
  return new Promise(() => undefined);
}
