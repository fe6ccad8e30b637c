/** A function that makes something when it is first asked for. */
export function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What a map has for a key; made, and kept there, if it has nothing yet. */
export function keptAt<Key, Made>(known: Keeper<Key, Made>, key: Key, make: () => Made): Made {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

/** A map, whatever it holds its keys by. */
interface Keeper<Key, Made> {
  get(key: Key): Made | undefined;
  set(key: Key, made: Made): unknown;
}

/** Whether two states are equal: the same objects, or records and lists of such. Sets and maps only by identity. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => Object.is(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** Whether two sets have the same members. */
export function isSameSet<Member>(one: ReadonlySet<Member>, other: ReadonlySet<Member>): boolean {
  return one.size === other.size && [...one].every((member) => other.has(member));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Values by key. Beyond a number, the value that was not used for longest is dropped. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }

  clear(): void {
    this.values.clear();
  }

  delete(key: string): void {
    this.values.delete(key);
  }
}
