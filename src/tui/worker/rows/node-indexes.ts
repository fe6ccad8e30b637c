/** Names of nodes as indexes; those that are new come last. */
export class NodeIndexes {
  readonly all: string[];
  private readonly known: Map<string, number>;

  constructor(names: readonly string[]) {
    this.all = [...names];
    this.known = new Map(names.map((name, index) => [name, index]));
  }

  of(names: readonly string[]): Uint32Array {
    return Uint32Array.from(names, (name) => {
      const known = this.known.get(name) ?? this.all.push(name) - 1;
      this.known.set(name, known);
      return known;
    });
  }
}
