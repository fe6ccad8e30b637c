import { isOn, type SpeedName } from "./table.ts";

/** Makes a result once for each object and its lifetime. Other arguments must follow from it; undefined is not kept. */
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
export function keptByText<Of extends object, More extends readonly unknown[], Made>(
  name: SpeedName,
  make: (of: Of, text: string, ...more: More) => Made,
): (of: Of, text: string, ...more: More) => Made {
  const texts = kept(name, (_: Of) => new Map<string, Made>());
  return (of, text, ...more) => {
    const known = texts(of);
    const found = known.get(text) ?? make(of, text, ...more);
    known.set(text, found);
    return found;
  };
}

const numbers = new WeakMap<object, number>();
let given = 0;

/** A number by which an object is known: no other one has it. */
export function numberGiven(what: object): number {
  const number = numbers.get(what) ?? given++;
  numbers.set(what, number);
  return number;
}
