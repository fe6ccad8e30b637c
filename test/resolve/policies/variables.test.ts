import { describe, expect, test } from "vitest";
import { findings, type Given, type Keys, policiesOf, shown, variables } from "../../support/policy-text.ts";

const multi = { multi: true };

describe("overriding a generic variable", () => {
  const techniques = { gvd: multi };
  const directives = {
    "1": { technique: "gvd", priority: 0, sets: { DNS: "default dns" } },
    "2": { technique: "gvd", priority: 5, sets: { DNS: "overrided dns" } },
  };

  test("a node with the default directive alone has the default", () => {
    expect(variables(policiesOf({ techniques, directives, rules: { base: ["1"] } }))).toEqual({ DNS: "default dns" });
  });

  test("of both directives the one of lower priority is declared last and wins, whatever its rule is called", () => {
    const policies = policiesOf({ techniques, directives, rules: { base: ["1"], "aaa special": ["2"] } });

    expect(shown(policies)).toEqual(["gvd at aaa special/2: base/1, aaa special/2"]);
    expect(variables(policies)).toEqual({ DNS: "overrided dns" });
  });
});

describe("variables", () => {
  const given = (...sets: readonly Keys[]): Given => ({
    techniques: { t: multi },
    directives: Object.fromEntries(
      sets.map((each, index) => [`d${index}`, { technique: "t", priority: index, sets: each }]),
    ),
    rules: { r: sets.map((_, index) => `d${index}`) },
  });

  test("text in objects and lists is filled in, anything else keeps its type", () => {
    const policies = policiesOf(given({ x: { a: ["${node.properties[p]}!", 1, true, null] } }), {
      properties: { p: "P" },
    });

    expect(variables(policies)).toEqual({ x: { a: ["P!", 1, true, null] } });
  });

  test("a variable that cannot be filled in is left out, even if an earlier directive sets it", () => {
    const policies = policiesOf(given({ x: "old", y: 1 }, { x: "${node.properties[nope]}" }));

    expect(variables(policies)).toEqual({ y: 1 });
    expect(findings(policies)).toEqual([expect.stringContaining("missing-property at directives/d1.yml")]);
  });

  test("a chain of properties ends at its limit, which the finding names", () => {
    const chain = (name: string, steps: number) =>
      Array.from({ length: steps }, (_, at) => [`${name}${at}`, `\${node.properties[${name}${at + 1}]}`]);
    const properties = Object.fromEntries([
      ...chain("near", 499),
      ...chain("far", 500),
      ["near499", 1],
      ["far500", "x"],
    ]);
    const sets = { near: "${node.properties[near0]}", far: "${node.properties[far0]}", after: 1 };
    const policies = policiesOf(given(sets), { properties });

    expect(variables(policies)).toEqual({ near: "1", after: 1 });
    expect(findings(policies)).toEqual([expect.stringContaining("reference-limit")]);
  });

  test("later policies declare theirs after earlier ones", () => {
    const policies = policiesOf({
      techniques: { a: {}, b: {} },
      directives: { d1: { technique: "b", sets: { x: "b" } }, d2: { technique: "a", sets: { x: "a" } } },
      rules: { r: ["d1", "d2"] },
    });

    expect(variables(policies)).toEqual({ x: "a" });
  });

  test("merges are handed on in the order of values, the last one of a variable stays", () => {
    const merge = (key: string) => ({ technique: "t", merges: { m: [`node.properties[${key}]`, "node.local[k]"] } });
    const policies = policiesOf({
      techniques: { t: multi },
      directives: { a: { ...merge("a"), priority: 9 }, b: { ...merge("b"), priority: 1 } },
      rules: { r: ["a", "b"] },
    });

    expect(policies.merges.map(({ first }) => first.text)).toEqual(["node.properties[a]"]);
    expect(variables(policies)).toEqual({});
  });
});
