/** Sets that grow by joining: each key belongs to one set, named by one of its keys. */
export class Forest {
  private readonly parents = new Map<string, string>();

  has(key: string): boolean {
    return this.parents.has(key);
  }

  /** The key that names the set; a key not seen before is a set of its own. */
  find(key: string): string {
    let at = key;
    for (let above = this.parents.get(at) ?? at; above !== at; above = this.parents.get(at) ?? at) at = above;
    this.parents.set(key, at);
    return at;
  }

  join(one: string, other: string): void {
    const [left, right] = [this.find(one), this.find(other)];
    if (left !== right) this.parents.set(right, left);
  }
}
