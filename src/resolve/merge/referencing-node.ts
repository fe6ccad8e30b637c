import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Query } from "../../model/values/query.ts";
import type { DefaultReader } from "../../model/values/reference-path.ts";
import type { MapValue, Span, Value } from "../../model/values/value.ts";
import type { Consequences } from "./consequences.ts";
import type { FollowedValue, FollowingNode, MissingTarget, Stops } from "./followed.ts";
import type { MergedMap, PartialValue, Path } from "./partial-value.ts";
import type { Trail } from "./trail.ts";

export interface ReferencingNode extends FollowingNode {
  /** The parameters, in which paths of references start. */
  readonly root: MergedMap;
  readonly trail: Trail;
  readonly readDefault: DefaultReader;
  readonly faults: readonly ReferenceFault[];
  readonly consequences: Consequences;
  /** Fills in a value's own references; one without a target becomes null and a fault. */
  follow(value: PartialValue, path: Path): FollowedValue;
  /** A mapping with its prefixes read. */
  bare(map: MapValue): MapValue | MergedMap;
}

/** A fault that was found while references were filled in, and when reclass reports it. */
export interface ReferenceFault {
  readonly diagnostic: Diagnostic;
  readonly stops: Stops;
}

export interface QueryAnswers {
  /** The value of a query; undefined after a fault was reported, missing if a parameter that it compares with is. */
  answer(query: Query, asked: QueryAsked): Value | MissingTarget | undefined;
}

/** Where a query is written, and what it may need of its own node. */
export interface QueryAsked {
  readonly origin: Span;
  /** The resolved value of a parameter of the asking node. */
  parameter(path: Path): Value | MissingTarget;
  fault(diagnostic: Diagnostic, stops?: Stops): void;
}
