import type { Settings } from "../../model/inventory/settings.ts";
import type { NodeState } from "./node-state.ts";
import type { HistoryStep } from "./step.ts";

/** A place in a history, identified by its content; without links. */
export interface HistoryPoint {
  readonly settings: Settings;
  /** Equal where groups, policies and contracts are the same. */
  readonly surroundings: string;
  blob(path: string): string | undefined;
  hasClass(name: string): boolean;
}

/** The most states of one content to try: a history mostly returns to recent states. */
const MOST_TRIED = 40;

/**
 * The states of one node that were found, under any of its names. The node has the same state wherever all that it read
 * is equal and all that it missed is missing: on several lines of a history, and again after an edit was reverted.
 */
export class KnownStates {
  /** By path and content of each file that was read. */
  private readonly known = new Map<string, Map<string, KnownState[]>>();

  /** A node with queries depends on more than what it read, so it is not kept. */
  add(state: NodeState, { settings, surroundings }: HistoryPoint): void {
    if (state.reads === undefined || state.asks) return;
    const known = { state, settings, surroundings };
    for (const [path, blob] of state.reads.files) {
      const contents = this.known.get(path) ?? new Map<string, KnownState[]>();
      this.known.set(path, contents);
      const others = contents.get(blob);
      if (others === undefined) contents.set(blob, [known]);
      else others.push(known);
    }
  }

  /** The state of a node after a step; undefined if no known state certainly applies. */
  find(name: string, step: HistoryStep, place: HistoryPoint): NodeState | undefined {
    let candidates: readonly KnownState[] = [];
    for (const path of step.paths) {
      const found = this.known.get(path)?.get(place.blob(path) ?? "");
      if (found !== undefined && (candidates.length === 0 || found.length < candidates.length)) candidates = found;
    }
    return candidates.slice(-MOST_TRIED).findLast((each) => each.state.name === name && isThere(each, place))?.state;
  }
}

interface KnownState extends Pick<HistoryPoint, "settings" | "surroundings"> {
  readonly state: NodeState;
}

function isThere({ state, settings, surroundings }: KnownState, place: HistoryPoint): boolean {
  const { reads } = state;
  if (reads === undefined || settings !== place.settings || surroundings !== place.surroundings) return false;
  for (const [path, blob] of reads.files) if (place.blob(path) !== blob) return false;
  for (const name of reads.missed) if (place.hasClass(name)) return false;
  return true;
}
