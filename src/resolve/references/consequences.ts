import { grouped } from "../../base/grouped.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";

type Path = readonly string[];

/** Which faults of a node only follow from another one: references into a value that failed (rule R11 of references). */
export class Consequences {
  private readonly values: { readonly path: Path; readonly fault: Diagnostic }[] = [];
  private readonly causes = new Map<Diagnostic, Diagnostic>();

  /** A value failed with a fault; `asked` is the path of its reference that has no target, if that is the fault. */
  failed(path: Path, fault: Diagnostic, asked?: Path): void {
    const reached = asked && this.reached(asked);
    if (reached !== undefined && reached.fault !== fault) this.causes.set(fault, reached.fault);
    this.values.push({ path, fault: this.causes.get(fault) ?? fault });
  }

  /** The value at a path is that of a reference: it fails with what that leads to. */
  read(path: Path, asked: Path): void {
    if (this.values.length === 0) return;
    const reached = this.reached(asked);
    if (reached !== undefined) this.values.push({ path, fault: reached.fault });
  }

  private reached(asked: Path) {
    return this.values.find(({ path }) => path.every((key, at) => key === asked[at]));
  }

  /** The faults that follow from no other; each says what follows from it, and where. */
  causesOf(found: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.causes.size === 0) return found;
    const following = grouped(
      found.filter((each) => this.causes.has(each)),
      (each) => this.causes.get(each),
    );
    return found.flatMap((fault) => {
      if (this.causes.has(fault)) return [];
      const places = (following.get(fault) ?? []).flatMap(({ span }) => (span ? placeText(placeOf(span)) : []));
      if (places.length === 0) return fault;
      const follow = `${places.length === 1 ? "1 reference follows" : `${places.length} references follow`}: ${places.join(", ")}`;
      return { ...fault, note: fault.note === undefined ? follow : `${fault.note}; ${follow}` };
    });
  }
}
