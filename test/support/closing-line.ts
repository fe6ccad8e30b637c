import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { clientPath, clients } from "../../scripts/clients.js";

/**
 * Ends the run with one plain line, `N passed, N failed` (`, N skipped` if any), for programs that read the output.
 *
 * A file that could not be loaded, an error outside every test and a step of `npm test` that failed count as one failure
 * each: the line never looks better than the run was. Before it, the steps that passed have what they printed, and the
 * programs are named with which nothing here can be tried.
 */
export class ClosingLine implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const steps = await endedSteps();
    const count = { passed: 0, failed: steps.failed.length + unhandled.length, skipped: 0 };
    for (const module of modules) countModule(module, count);
    process.once("exit", () => {
      process.stdout.write(steps.text);
      for (const name of steps.failed) process.stdout.write(`failed beside the tests: ${name}\n`);
      process.stdout.write(`${clientsLine()}\n${closingLine(count)}\n`);
    });
  }
}

/** What `scripts/test.js` says of its steps. */
interface EndedSteps {
  readonly failed: readonly string[];
  /** What those that passed have printed. */
  readonly text: string;
}

/** Waits until the steps beside the tests have ended; there are none where vitest was started alone. */
async function endedSteps(): Promise<EndedSteps> {
  const report = process.env["HEIR_STEPS"];
  if (report === undefined) return { failed: [], text: "" };
  const parent = process.ppid;
  while (!existsSync(report)) {
    if (process.ppid !== parent) return { failed: ["what started the tests was killed"], text: "" };
    await setTimeout(100);
  }
  return JSON.parse(readFileSync(report, "utf8")) as EndedSteps;
}

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

function countModule(module: TestModule, count: Count): void {
  const failedBefore = count.failed;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === "passed") count.passed += 1;
    else if (state === "skipped") count.skipped += 1;
    else count.failed += 1;
  }
  if (!module.ok() && count.failed === failedBefore) count.failed += 1;
}

/** What these tests leave to another command, and what that one would skip on this machine. */
function clientsLine(): string {
  const missing = clients.filter((name) => clientPath(name) === undefined);
  const skipped = missing.length === 0 ? "" : ` (not installed, so skipped there: ${missing.join(", ")})`;
  return `not part of these tests: clients that read heir's answers, see npm run check:integrations${skipped}`;
}

function closingLine({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
