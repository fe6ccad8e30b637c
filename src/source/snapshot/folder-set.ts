/** Paths of folders that are listed all at once, and only if more is asked for than whether one is there. */
export abstract class FolderSet implements ReadonlySet<string> {
  abstract has(path: string): boolean;

  /** All folders; listed once. */
  protected abstract complete(): ReadonlySet<string>;

  get size(): number {
    return this.complete().size;
  }

  forEach(visit: (value: string, key: string, set: ReadonlySet<string>) => void): void {
    for (const path of this.complete()) visit(path, path, this);
  }

  entries(): ReturnType<ReadonlySet<string>["entries"]> {
    return this.complete().entries();
  }

  keys(): ReturnType<ReadonlySet<string>["keys"]> {
    return this.complete().keys();
  }

  values(): ReturnType<ReadonlySet<string>["values"]> {
    return this.complete().values();
  }

  [Symbol.iterator](): ReturnType<ReadonlySet<string>["values"]> {
    return this.values();
  }
}
