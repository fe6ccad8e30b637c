import { type Expectation, keysOf } from "../../model/contracts/contract.ts";
import type { FoundKey, TestContext } from "../../model/contracts/value-test.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import { jsonIdentity } from "../../model/values/json-form.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { PathValues, type ValueAt } from "./path-values.ts";
import { shownValue } from "./rules.ts";

/** The verdict of an expectation on one node. */
export interface ExpectationOutcome {
  readonly expectation: Expectation;
  /** The value that decides, or the first one. */
  readonly got: ValueAt | undefined;
  /** What is wrong, in one sentence; undefined if the expectation holds. */
  readonly fault: string | undefined;
}

/** Tests resolved values: rule K24 of docs/concepts/contracts.md. Never fails. */
export class ExpectationJudge {
  private readonly tests: readonly { readonly expectation: Expectation; readonly values: PathValues }[];
  private readonly context: TestContext;
  private readonly secrets: Secrets;

  constructor(expectations: readonly Expectation[], context: TestContext, secrets: Secrets) {
    this.tests = expectations.map((expectation) => ({ expectation, values: new PathValues(expectation.path) }));
    this.context = context;
    this.secrets = secrets;
  }

  /** The outcomes on one node, in the order of the expectations; it has no data if it does not resolve. */
  outcomes(name: string, data: NodeData | undefined): readonly ExpectationOutcome[] {
    const meant = this.tests.filter(({ expectation }) => expectation.fits(name));
    return meant.map(({ expectation, values }) => {
      if (data !== undefined) return this.tested(expectation, values.in(data));
      return { expectation, got: undefined, fault: `${expectation.path.text} is not known: the node does not resolve` };
    });
  }

  /** The expectations of one node that do not hold. */
  findings(name: string, data: NodeData | undefined): readonly Diagnostic[] {
    return this.outcomes(name, data).flatMap(({ expectation, fault }) =>
      fault === undefined ? [] : [unmetFinding(expectation, fault)],
    );
  }

  private tested(expectation: Expectation, found: readonly ValueAt[]): ExpectationOutcome {
    const [first] = found;
    const { wants, path } = expectation;
    if (first === undefined) {
      const fault = wants.kind === "absent" ? undefined : `${path.text} is missing, but ${this.wanted(expectation)}`;
      return { expectation, got: undefined, fault };
    }
    for (const each of found) {
      const fault = this.faultOf(each, expectation);
      if (fault !== undefined) return { expectation, got: each, fault };
    }
    return { expectation, got: first, fault: undefined };
  }

  private faultOf({ at, value }: ValueAt, expectation: Expectation): string | undefined {
    const { wants } = expectation;
    const says = (keys: readonly FoundKey[], wrong: Value, fault: string): string => {
      return `${printPath(keys.map(String))} is ${shownValue(wrong, keys, this.secrets)}, but ${fault}`;
    };
    if (wants.kind === "absent") return says(at, value, this.wanted(expectation));
    if (wants.kind === "is") {
      return jsonIdentity(value) === jsonIdentity(wants.value) ? undefined : says(at, value, this.wanted(expectation));
    }
    if (wants.test(value, this.context)) return undefined;
    const faults: string[] = [];
    const inside: FoundKey[] = [];
    const add = (wrong: Value, fault: string): void => {
      faults.push(says([...at, ...inside], wrong, fault));
    };
    wants.test(value, this.context, { at: inside, add });
    return faults[0];
  }

  private wanted({ wants, path }: Expectation): string {
    switch (wants.kind) {
      case "is":
        return `must be ${shownValue(wants.value, keysOf(path), this.secrets)}`;
      case "absent":
        return "must be absent";
      case "fits":
        return "must be there";
    }
  }
}

/** An expectation that is not met as a finding, at its line. */
export function unmetFinding({ of, origin, level, path }: Expectation, fault: string): Diagnostic {
  const contract = { id: of.id, path: path.text, span: origin };
  return { ...finding("expectation-failed", origin, fault), severity: level, path: keysOf(path), contract };
}

/** The expectations that select no node of an inventory. */
export function expectedOfNobody(
  expectations: readonly Expectation[],
  names: readonly string[],
): readonly Diagnostic[] {
  const lonely = expectations.filter(({ fits }) => !names.some(fits));
  return lonely.map((expectation) => unmetFinding(expectation, `there is no node ${expectation.node}`));
}
