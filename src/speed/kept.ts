import { isSame, keptAt } from "../base/made-once.ts";
import { isOn } from "./on.ts";
import type { SpeedName } from "./table.ts";

/** A function whose result is made once for each object. Other arguments must follow from that; undefined is not kept. */
export function kept<Of extends object, More extends readonly unknown[], Made>(
  name: SpeedName,
  make: (of: Of, ...more: More) => Made,
): (of: Of, ...more: More) => Made {
  if (!isOn(name)) return make;
  const known = new WeakMap<Of, Made>();
  return (of, ...more) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = make(of, ...more);
    known.set(of, made);
    return made;
  };
}

/** As {@link kept}, for each pair of objects. */
export function keptForBoth<One extends object, Other extends object, More extends readonly unknown[], Made>(
  name: SpeedName,
  make: (one: One, other: Other, ...more: More) => Made,
): (one: One, other: Other, ...more: More) => Made {
  const of = kept(name, (one: One) => kept(name, (other: Other, ...more: More) => make(one, other, ...more)));
  return (one, other, ...more) => of(one)(other, ...more);
}

/** As {@link kept}, for each text of an object. */
export function keptByText<Of extends object, Text extends string, More extends readonly unknown[], Made>(
  name: SpeedName,
  make: (of: Of, text: Text, ...more: More) => Made,
): (of: Of, text: Text, ...more: More) => Made {
  const texts = kept(name, (_: Of) => new Map<Text, Made>());
  return (of, text, ...more) => {
    const known = texts(of);
    const found = known.get(text) ?? make(of, text, ...more);
    known.set(text, found);
    return found;
  };
}

/** A function that gives the last result for an object again where its other arguments are the same as then. */
export function remembered<Of extends object, Asked extends readonly unknown[], Made>(
  name: SpeedName,
  make: (of: Of, ...asked: Asked) => Made,
): (of: Of, ...asked: Asked) => Made {
  if (!isOn(name)) return make;
  const known = new WeakMap<Of, { readonly asked: Asked; readonly made: Made }>();
  return (of, ...asked) => {
    const last = known.get(of);
    const isAskedAgain = last?.asked.length === asked.length && last.asked.every((each, at) => isSame(each, asked[at]));
    if (isAskedAgain) return last.made;
    const made = make(of, ...asked);
    known.set(of, { asked, made });
    return made;
  };
}

/**
 * What belongs to objects without being part of them, as long as each lives. No switch reaches it: the work depends on it,
 * or would begin again.
 */
export class Beside<Of extends object, What> {
  readonly #known = new WeakMap<Of, What>();

  get(of: Of): What | undefined {
    return this.#known.get(of);
  }

  set(of: Of, what: What): void {
    this.#known.set(of, what);
  }
}

const numbers = new Beside<object, number>();
let given = 0;

/** A number by which an object is known: no other one has it. */
export function numberGiven(what: object): number {
  return keptAt(numbers, what, () => given++);
}
