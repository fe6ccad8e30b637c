import { addTo, compareText } from "./text-order.ts";

/** The longest run of digits that is counted; longer ones are text. */
const MOST_DIGITS = 15;

/**
 * Names in ClusterShell's notation, as selectors read it: `web[01-08,11].par1,db1`. A name that it cannot hold is JSON
 * text. Only numbers of equal padding share a range, and several numbers of a name fold only where every combination is
 * in the set, so that expanding the text gives just these names. Members are in the order of their first names.
 */
export function nameSet(names: readonly string[]): readonly NameSetMember[] {
  const plain = new Map<string, Member[]>();
  const members: (NameSetMember & { readonly first: string })[] = [];
  for (const name of new Set(names)) {
    const quoted = quotedName(name);
    if (quoted !== name) {
      members.push({ first: name, text: quoted, size: 1 });
      continue;
    }
    const parts = name.split(/(\d+)/);
    const shape = parts.map((part, at) => (isNumber(part, at) ? "" : part)).join("\0");
    const numbers = parts.filter(isNumber);
    addTo(plain, shape, { first: name, numbers: numbers.map((each) => [each]) });
  }
  for (const [shape, group] of plain) {
    for (const member of folded(group)) {
      const size = member.numbers.reduce((product, each) => product * each.length, 1);
      members.push({ first: member.first, text: memberText(shape, member), size });
    }
  }
  return members.sort((left, right) => compareText(left.first, right.first));
}

/** A name as a selector reads it: JSON text where it would mean something else. */
export function quotedName(name: string): string {
  return /^(?!(?:and|or|not|all)$|[A-Za-z_]\w*:)[\w.:/=+~-]+$/.test(name) ? name : JSON.stringify(name);
}

/** The members as one text. */
export function nameSetText(names: readonly string[]): string {
  const members = nameSet(names).map(({ text }) => text);
  return members.join(",");
}

export interface NameSetMember {
  readonly text: string;
  readonly size: number;
}

/** All names of a shape whose number at each place is one of those listed. */
interface Member {
  readonly first: string;
  readonly numbers: readonly (readonly string[])[];
}

function isNumber(part: string, at: number): boolean {
  return at % 2 === 1 && part.length <= MOST_DIGITS;
}

/** The fewest members that folding the places one after the other gives, from the last or from the first place on. */
function folded(group: readonly Member[]): readonly Member[] {
  if (group.length === 1) return group;
  const places = group[0]?.numbers.map((_, at) => at) ?? [];
  const [forth, back] = [places, places.toReversed()].map((order) => order.reduce(foldedAt, group));
  return forth !== undefined && back !== undefined && forth.length < back.length ? forth : (back ?? group);
}

/** Joins the members that differ only at one place, and there in numbers of equal padding. */
function foldedAt(members: readonly Member[], place: number): readonly Member[] {
  const padded = new Set(members.flatMap(({ numbers }) => numbers[place] ?? []).flatMap(paddedLength));
  const joined = new Map<string, Member>();
  for (const member of members) {
    const own = member.numbers[place] ?? [];
    const others = member.numbers.map((each, at) => (at === place ? "" : each.join(",")));
    const key = [padding(own[0] ?? "", padded), ...others].join("\0");
    const known = joined.get(key);
    joined.set(key, known === undefined ? member : union(known, member, place));
  }
  return [...joined.values()];
}

function union(one: Member, other: Member, place: number): Member {
  const numbers = one.numbers.map((each, at) => (at === place ? [...each, ...(other.numbers[at] ?? [])] : each));
  return { first: compareText(other.first, one.first) < 0 ? other.first : one.first, numbers };
}

function paddedLength(number: string): readonly number[] {
  return number.length > 1 && number.startsWith("0") ? [number.length] : [];
}

/** The length to which a number is padded; 0 where it is not. A number without a leading zero goes with those of its length. */
function padding(number: string, padded: ReadonlySet<number>): number {
  return padded.has(number.length) ? number.length : 0;
}

function memberText(shape: string, { numbers }: Member): string {
  let at = 0;
  const parts = shape.split("\0").map((text, index) => {
    if (index % 2 === 0 || text !== "") return text;
    const place = numbers[at] ?? [];
    at += 1;
    return place.length === 1 ? place.join("") : `[${ranges(place)}]`;
  });
  return parts.join("");
}

/** Of `01, 02, 03, 11` the text `01-03,11`. */
function ranges(numbers: readonly string[]): string {
  const sorted = numbers.toSorted((left, right) => Number(left) - Number(right));
  const runs: string[][] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && Number(run.at(-1)) + 1 === Number(number)) run.push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length === 1 ? run[0] : `${run[0]}-${run.at(-1)}`)).join(",");
}

/** `a, b and c`. */
export function wordList(words: readonly string[], conjunction: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
