import { grouped } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Path } from "./partial-value.ts";

const MOST_LISTED = 100;

/** Which faults of a node only follow from another one: references into a value that failed (rule R11 of references). */
export class Consequences {
  /** The faults of the values that failed, by path. */
  private readonly values = new Map<string, Diagnostic>();
  private readonly causes = new Map<Diagnostic, Diagnostic>();

  /** A value failed with a fault; `asked` is the path of its reference that has no target, if that is the fault. */
  failed(path: Path, fault: Diagnostic, asked: Path = []): void {
    const cause = this.reached(asked);
    if (cause !== undefined && cause !== fault) this.causes.set(fault, cause);
    this.note(path, this.causes.get(fault) ?? fault);
  }

  /** The value at a path is that of a reference: it fails with what that leads to. */
  read(path: Path, asked: Path): void {
    const cause = this.values.size === 0 ? undefined : this.reached(asked);
    if (cause !== undefined) this.note(path, cause);
  }

  private note(path: Path, fault: Diagnostic): void {
    const key = JSON.stringify(path);
    if (path.length > 0 && !this.values.has(key)) this.values.set(key, fault);
  }

  /** The fault of the outermost value on the way to a path that failed. */
  private reached(asked: Path): Diagnostic | undefined {
    for (let end = 1; end <= asked.length && this.values.size > 0; end += 1) {
      const fault = this.values.get(JSON.stringify(asked.slice(0, end)));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** The faults that follow from no other; each has those that follow from it. */
  causesOf(found: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.causes.size === 0) return found;
    const behind = found.filter((each) => this.causes.has(each));
    const following = grouped(behind, (each) => this.causes.get(each));
    return found.flatMap((fault) => {
      if (this.causes.has(fault)) return [];
      const follows = (following.get(fault) ?? []).flatMap(({ span, message }) => {
        const [, reference = message] = /^undefined reference (.*?)(?:: no value at .*)?$/s.exec(message) ?? [];
        return span === undefined ? [] : [{ span, caption: reference }];
      });
      return follows.length === 0 ? fault : { ...fault, follows: follows.slice(0, MOST_LISTED) };
    });
  }
}
