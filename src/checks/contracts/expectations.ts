import { type Expectation, keysOf } from "../../model/contracts/contract.ts";
import type { FoundKey, TestContext } from "../../model/contracts/value-test.ts";
import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { Secrets } from "../../model/secrets/secrets.ts";
import { jsonIdentity } from "../../model/values/json-form.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { type ValueAt, valuesOnPath } from "./path-values.ts";
import { shownValue } from "./rules.ts";

export interface ExpectationOutcome {
  readonly expectation: Expectation;
  /** The value that decides, or the first one. */
  readonly got: ValueAt | undefined;
  /** What is wrong, at the line of the expectation; undefined if it holds. */
  readonly unmet: Diagnostic | undefined;
}

export interface ExpectationTest {
  readonly expectations: readonly Expectation[];
  readonly context: TestContext;
  readonly secrets: Secrets;
}

/** The verdicts on one node, in the order of the expectations (rule K24). A node that does not resolve has no data. */
export function expectationOutcomes(
  name: string,
  data: NodeData | undefined,
  { expectations, context, secrets }: ExpectationTest,
): readonly ExpectationOutcome[] {
  return expectations.flatMap((expectation): readonly ExpectationOutcome[] => {
    const { path, wants, fits } = expectation;
    if (!fits(name)) return [];
    if (data === undefined) {
      return [unmet(expectation, undefined, `${path.text} is not known: the node does not resolve`)];
    }
    const found = valuesOnPath(data, path);
    const [first] = found;
    if (first === undefined) {
      if (wants.kind === "absent") return [{ expectation, got: undefined, unmet: undefined }];
      return [unmet(expectation, undefined, `${path.text} is missing, but ${wanted(expectation, secrets)}`)];
    }
    for (const got of found) {
      const fault = faultOf(got, expectation, { context, secrets });
      if (fault !== undefined) return [unmet(expectation, got, fault)];
    }
    return [{ expectation, got: first, unmet: undefined }];
  });
}

function faultOf(
  { at, value }: ValueAt,
  expectation: Expectation,
  { context, secrets }: Pick<ExpectationTest, "context" | "secrets">,
): string | undefined {
  const { wants } = expectation;
  const says = (keys: readonly FoundKey[], wrong: Value, fault: string): string => {
    return `${printPath(keys.map(String))} is ${shownValue(wrong, keys, secrets)}, but ${fault}`;
  };
  if (wants.kind !== "fits") {
    const isMet = wants.kind === "is" && jsonIdentity(value) === jsonIdentity(wants.value);
    return isMet ? undefined : says(at, value, wanted(expectation, secrets));
  }
  if (wants.test(value, context)) return undefined;
  const faults: string[] = [];
  const inside: FoundKey[] = [];
  const add = (wrong: Value, fault: string): void => {
    faults.push(says([...at, ...inside], wrong, fault));
  };
  wants.test(value, context, { at: inside, add });
  return faults[0];
}

function wanted({ wants, path }: Expectation, secrets: Secrets): string {
  switch (wants.kind) {
    case "is":
      return `must be ${shownValue(wants.value, keysOf(path), secrets)}`;
    case "absent":
      return "must be absent";
    case "fits":
      return "must be there";
  }
}

function unmet(expectation: Expectation, got: ValueAt | undefined, fault: string): ExpectationOutcome {
  const { of, origin, level, path } = expectation;
  const contract = { id: of.id, path: path.text, span: origin };
  const found = { ...finding("expectation-failed", origin, fault), severity: level, path: keysOf(path), contract };
  return { expectation, got, unmet: found };
}

/** The verdicts on the expectations that select no node of an inventory. */
export function expectedOfNobody(
  expectations: readonly Expectation[],
  names: readonly string[],
): readonly ExpectationOutcome[] {
  const lonely = expectations.filter(({ fits }) => !names.some(fits));
  return lonely.map((expectation) => unmet(expectation, undefined, `there is no node ${expectation.node}`));
}
