import type { ListedDefinition } from "../../parse/definitions/listed.ts";
import type { EditedDefinitions } from "../../parse/definitions/listing.ts";

/** Where a name is defined; undefined where nothing defines it any more. */
type Listed = ListedDefinition | undefined;

interface Note {
  readonly listed: Listed;
  readonly since: number;
  readonly before: Note | undefined;
}

/** Where names are defined, kept up to date; earlier views stay valid. */
export class NotedNames {
  private readonly notes = new Map<string, Note>();
  private now = 0;

  get(name: string): Listed {
    return this.notes.get(name)?.listed;
  }

  set(name: string, listed: Listed): void {
    const before = this.notes.get(name);
    if (before === undefined || before.listed !== listed)
      this.notes.set(name, { listed, since: this.now, before: before?.since === this.now ? before.before : before });
  }

  /** All names as they are now. Older views take longer: a lookup walks back one note per later change. */
  view(): EditedDefinitions {
    const { notes, now } = this;
    this.now += 1;
    const find = (name: string): Note | undefined => {
      let note = notes.get(name);
      while (note !== undefined && note.since > now) note = note.before;
      return note;
    };
    return {
      has: (name) => find(name) !== undefined,
      get: (name) => find(name)?.listed,
      *[Symbol.iterator]() {
        for (const name of notes.keys()) {
          const note = find(name);
          if (note !== undefined) yield [name, note.listed];
        }
      },
    };
  }
}
