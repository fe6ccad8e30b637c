import { derived } from "../../model/secrets/mask.ts";
import type { Side } from "../load/outcome.ts";
import type { GradualComparison } from "../workspace.ts";
import { ComparisonWork, type SidesOptions } from "./comparison.ts";
import { nodesInTurn } from "./each-node.ts";

/** As `compareSides`, in steps. Throws the reason of the signal before the first node only. */
export async function compareGradually(before: Side, after: Side, options: SidesOptions): Promise<GradualComparison> {
  const work = new ComparisonWork(before, after, options);
  const begun = await work.begun(await work.scope());
  const names = inOrder(begun.affected, options.first);
  const { prefetch, release } = options;
  const total = names.length;
  let done = 0;
  const turns = { prefetch, release, sides: [before, after], turn: Number.POSITIVE_INFINITY };
  const left = () => nodesInTurn(names.slice(done), turns);
  let inTurn = left();
  let isOver = false;
  return {
    total,
    get done() {
      return done;
    },
    async more(milliseconds) {
      const end = performance.now() + milliseconds;
      try {
        while (done < total) {
          const next = await inTurn.next();
          if (next.done === true) break;
          work.compare(next.value, begun);
          done += 1;
          if (performance.now() >= end) break;
        }
      } catch (error) {
        // A generator that has thrown gives nothing more.
        inTurn = left();
        throw error;
      }
      if (done < total) return false;
      if (!isOver) work.end(begun);
      isOver = true;
      return true;
    },
    soFar() {
      const found = work.soFar(begun);
      // Which nodes have a class is known, and said, when all are compared.
      return isOver ? found : derived(found, ({ members: _, ...others }) => others);
    },
  };
}

/** Some names, those first that are to be. */
function inOrder(names: readonly string[], first: readonly string[] = []): readonly string[] {
  const all = new Set(names);
  return [...new Set([...first.filter((name) => all.has(name)), ...names])];
}
