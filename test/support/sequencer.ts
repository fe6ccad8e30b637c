import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders of tests that start many processes and need little memory themselves. */
const STARTING = "hooks cli scenarios docs mcp lsp example library source secrets tui compat".split(" ");

/**
 * Begins with the tests that start many processes. A worker keeps the memory that its tests needed, and the more a process
 * has, the longer it takes to start another one from it: all its pages are marked, and copied once they are written again.
 */
export class StartingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const [, folder = "", , inAnnex = ""] = relative(this.ctx.config.root, moduleId).split("/");
      return STARTING.includes(folder === "annex" ? inAnnex : folder) ? 0 : 1;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
