import { DataValue } from "../../encoding/json.ts";
import type { ComparisonEnd } from "../../model/results/printed-parts.ts";
import { placeOf, type Value } from "../../model/values/value.ts";
import type { PlacedData } from "./types.ts";

/** A value and where it is defined. */
export function placedData(value: Value): PlacedData<DataValue> {
  return { value: new DataValue(value), place: placeOf(value.origin) };
}

/** A state by its title, its id and, for a commit, its subject. */
export function endData({ title, id, subject }: ComparisonEnd): ComparisonEnd {
  return { title, id, subject };
}
