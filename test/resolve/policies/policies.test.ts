import { describe, expect, test } from "vitest";
import { findings, type Given, policiesOf, shown, variables } from "../../support/policy-text.ts";

const multi = { multi: true };
const separated = { multi: true, generation: "separated" };

describe("policies run in the order of the names of rule and directive", () => {
  test("R0 [C1], R1 [A1, B2], R2 [A2, B1, C2] give [C1, C2], [A1, A2], then [B2, B1]: R1 brings B2 before R2 brings B1", () => {
    const policies = policiesOf({
      techniques: { A: multi, B: multi, C: multi },
      directives: {
        A1: { technique: "A" },
        A2: { technique: "A" },
        B1: { technique: "B" },
        B2: { technique: "B" },
        C1: { technique: "C" },
        C2: { technique: "C" },
      },
      rules: { R0: ["C1"], R1: ["A1", "B2"], R2: ["A2", "B1", "C2"] },
    });

    expect(shown(policies)).toEqual([
      "C at R0/C1: R0/C1, R2/C2",
      "A at R1/A1: R1/A1, R2/A2",
      "B at R1/B2: R1/B2, R2/B1",
    ]);
    expect(findings(policies)).toEqual([]);
  });

  test('names are text without case: "100" comes before "50", "banana" between "Apple" and "Cherry"', () => {
    const techniques = { A: multi, B: multi, C: multi };
    const directives = { a: { technique: "A" }, b: { technique: "B" }, c: { technique: "C" } };
    const numbers = { r50: { name: "50", directives: ["b"] }, r100: { name: "100", directives: ["a"] } };
    const words = {
      R3: { name: "Cherry", directives: ["c"] },
      R2: { name: "banana", directives: ["b"] },
      R1: { name: "Apple", directives: ["a"] },
    };

    expect(shown(policiesOf({ techniques, directives, rules: numbers }))).toEqual([
      "A at r100/a: r100/a",
      "B at r50/b: r50/b",
    ]);
    expect(shown(policiesOf({ techniques, directives, rules: words }))).toEqual([
      "A at R1/a: R1/a",
      "B at R2/b: R2/b",
      "C at R3/c: R3/c",
    ]);
  });

  test("where both names are equal the name of the technique decides, then ids", () => {
    const policies = policiesOf({
      techniques: { t1: { multi: true, name: "zz" }, t2: { multi: true, name: "aa" }, s: { ...separated, name: "mm" } },
      directives: {
        a: { technique: "t1", name: "x" },
        b: { technique: "t2", name: "x" },
        d: { technique: "s", name: "x" },
        c: { technique: "s", name: "x" },
      },
      rules: { r: ["a", "b", "d", "c"] },
    });

    expect(shown(policies)).toEqual(["t2 at r/b: r/b", "s at r/c: r/c", "s at r/d: r/d", "t1 at r/a: r/a"]);
  });
});

describe("a merged technique", () => {
  test("gives one policy for each technique", () => {
    const policies = policiesOf({
      techniques: { tech_1: multi, tech_2: multi },
      directives: { d1: { technique: "tech_1" }, d2: { technique: "tech_1" }, d3: { technique: "tech_2" } },
      rules: { r1: ["d1"], r2: ["d2"], r3: ["d3"] },
    });

    expect(shown(policies)).toEqual(["tech_1 at r1/d1: r1/d1, r2/d2", "tech_2 at r3/d3: r3/d3"]);
  });

  test("has priority decide inside and names alone place it", () => {
    const policies = policiesOf({
      techniques: { gvd: multi },
      directives: {
        d1: { technique: "gvd", name: "99. Generic Variable Def #1", priority: 0, sets: { var1: "first" } },
        d2: { technique: "gvd", name: "00. Generic Variable Def #2", priority: 10, sets: { var1: "last" } },
      },
      rules: { r1: { name: "10. Global configuration for all nodes", directives: ["d1", "d2"] } },
    });

    expect(shown(policies)).toEqual(["gvd at r1/d2: r1/d1, r1/d2"]);
    expect(variables(policies)).toEqual({ var1: "last" });
    expect(findings(policies)).toEqual([]);
  });

  test("keeps a directive that comes through two rules twice", () => {
    const policies = policiesOf({
      techniques: { t: multi },
      directives: { d: { technique: "t" } },
      rules: { a: ["d"], b: ["d"] },
    });

    expect(shown(policies)).toEqual(["t at a/d: a/d, b/d"]);
  });

  test("counts a directive once that one rule lists twice", () => {
    const policies = policiesOf({
      techniques: { t: multi },
      directives: { d: { technique: "t" } },
      rules: { a: ["d", "d"] },
    });

    expect(shown(policies)).toEqual(["t at a/d: a/d"]);
  });

  test("stands beside a separated one", () => {
    const policies = policiesOf({
      techniques: { mrg: multi, sep: separated },
      directives: {
        d_xx: { technique: "mrg" },
        d_aa: { technique: "mrg" },
        d_00: { technique: "sep" },
        d_11: { technique: "sep" },
      },
      rules: { r_xx: ["d_xx"], r_aa: ["d_aa"], r_00: ["d_00"], r_11: ["d_11"] },
    });

    expect(shown(policies)).toEqual([
      "sep at r_00/d_00: r_00/d_00",
      "sep at r_11/d_11: r_11/d_11",
      "mrg at r_aa/d_aa: r_aa/d_aa, r_xx/d_xx",
    ]);
  });

  test("refuses directives for two versions, and is left out", () => {
    const policies = policiesOf({
      techniques: { m: multi, other: multi },
      directives: {
        a: { technique: "m", version: "1.0" },
        b: { technique: "m", version: "2.0" },
        c: { technique: "other" },
      },
      rules: { R: ["a", "b", "c"] },
    });

    expect(shown(policies)).toEqual(["other at R/c: R/c"]);
    expect(findings(policies)).toEqual([
      "technique-version-mix at directives/a.yml:1:28: " +
        "technique m is merged, but its directives are made for version 1.0 and version 2.0",
    ]);
    expect(policies.diagnostics[0]?.related.map(({ caption }) => caption)).toEqual(["directive b has version 2.0"]);
  });

  test("takes no version for a version of its own", () => {
    const policies = policiesOf({
      techniques: { m: multi },
      directives: { a: { technique: "m" }, b: { technique: "m", version: "2.0" } },
      rules: { R: ["a", "b"] },
    });

    expect(findings(policies)).toEqual([
      "technique-version-mix at directives/a.yml:1:1: " +
        "technique m is merged, but its directives are made for no version and version 2.0",
    ]);
  });

  test("refuses two policy modes; without one a directive is enforced", () => {
    const given = (mode: string): Given => ({
      techniques: { m: multi },
      directives: { a: { technique: "m" }, b: { technique: "m", policyMode: mode } },
      rules: { R: ["a", "b"] },
    });

    expect(findings(policiesOf(given("enforce")))).toEqual([]);
    expect(findings(policiesOf(given("audit")))).toEqual([
      "policy-mode-mix at directives/a.yml:1:1: technique m is merged, but its directives are in the modes enforce and audit",
    ]);
  });

  test("warns where names alone decide what a variable is", () => {
    const set = (x: string, priority: number) => ({ technique: "m", priority, sets: { x, same: "s" } });
    const given = (directives: Given["directives"]) =>
      policiesOf({ techniques: { m: multi }, directives, rules: { R: Object.keys(directives) } });

    expect(findings(given({ a: set("1", 5), b: set("2", 5) }))).toEqual([
      "policy-tie at directives/b.yml:1:39: only names decide what x is: a and b set it with priority 5",
    ]);
    expect(findings(given({ a: set("1", 5), b: set("1", 5) }))).toEqual([]);
    expect(findings(given({ a: set("1", 5), b: set("2", 5), c: set("3", 6) }))).toEqual([]);
  });
});

describe("of a unique technique", () => {
  test("the directive of the smallest number is kept", () => {
    const policies = policiesOf({
      techniques: { t3: {} },
      directives: { d_id1: { technique: "t3", priority: 5 }, d_id2: { technique: "t3", priority: 0 } },
      rules: { r_id1: ["d_id1"], r_id2: ["d_id2"] },
    });

    expect(shown(policies)).toEqual([
      "t3 at r_id2/d_id2: r_id2/d_id2",
      "  lost r_id1/d_id1: priority 5 comes after priority 0",
    ]);
    expect(findings(policies)).toEqual([]);
  });

  test("the first rule name decides between equal priorities, of different versions too; that is a tie", () => {
    const policies = policiesOf({
      techniques: { t3: {} },
      directives: { d_xx: { technique: "t3", version: "1.0" }, d_aa: { technique: "t3", version: "2.0" } },
      rules: { r_xx: ["d_xx"], r_aa: ["d_aa"] },
    });

    expect(shown(policies)).toEqual([
      "t3 at r_aa/d_aa: r_aa/d_aa",
      '  lost r_xx/d_xx: same priority, rule "r_xx" sorts after "r_aa"',
    ]);
    expect(findings(policies)).toEqual([
      "policy-tie at directives/d_aa.yml:1:14: " +
        "only names decide which directive of technique t3 is kept: d_aa and d_xx have priority 5",
    ]);
  });

  test("one is kept even when it is marked separated", () => {
    const policies = policiesOf({
      techniques: { u: { multi: false, generation: "separated" } },
      directives: { b: { technique: "u" }, a: { technique: "u" } },
      rules: { R: ["b", "a"] },
    });

    expect(shown(policies)).toEqual(["u at R/a: R/a", '  lost R/b: same priority, directive "b" sorts after "a"']);
  });

  test("the same directive through two rules is no tie", () => {
    const policies = policiesOf({
      techniques: { u: {} },
      directives: { d: { technique: "u" } },
      rules: { r2: { name: "x", directives: ["d"] }, r1: { name: "X", directives: ["d"] } },
    });

    expect(shown(policies)).toEqual([
      "u at r1/d: r1/d",
      '  lost r2/d: same priority, same names, id of the rule "r2" sorts after "r1"',
    ]);
    expect(findings(policies)).toEqual([]);
  });

  test("those that lost declare no variables", () => {
    const policies = policiesOf({
      techniques: { u: {} },
      directives: { a: { technique: "u", sets: { x: 1 } }, b: { technique: "u", priority: 9, sets: { y: 2 } } },
      rules: { R: ["a", "b"] },
    });

    expect(variables(policies)).toEqual({ x: 1 });
  });
});

describe("a separated technique", () => {
  test.each(["separated", "separated-with-parameters", "separated-with-param"])(
    "gives a policy for each directive when written %s; priority plays no part",
    (generation) => {
      const policies = policiesOf({
        techniques: { s: { multi: true, generation } },
        directives: { b: { technique: "s", priority: 0 }, a: { technique: "s", priority: 10 } },
        rules: { R: ["b", "a"] },
      });

      expect(shown(policies)).toEqual(["s at R/a: R/a", "s at R/b: R/b"]);
    },
  );

  test("keeps a directive where the first rule brings it", () => {
    const policies = policiesOf({
      techniques: { s: separated },
      directives: { x: { technique: "s" } },
      rules: { R2: ["x"], R1: ["x"] },
    });

    expect(shown(policies)).toEqual(["s at R1/x: R1/x", '  lost R2/x: same directive, rule "R2" sorts after "R1"']);
  });

  test("may have directives of different versions and modes", () => {
    const policies = policiesOf({
      techniques: { s: separated },
      directives: { a: { technique: "s", version: "1.0" }, b: { technique: "s", version: "2.0", policyMode: "audit" } },
      rules: { R: ["a", "b"] },
    });

    expect(shown(policies)).toEqual(["s at R/a: R/a", "s at R/b: R/b"]);
    expect(findings(policies)).toEqual([]);
  });
});

describe("what does not apply", () => {
  test("a disabled directive drops out, the rest of its rule stays", () => {
    const directives = { a1: { technique: "A", enabled: false }, a2: { technique: "A" } };

    expect(shown(policiesOf({ techniques: { A: multi }, directives, rules: { R: ["a1", "a2"] } }))).toEqual([
      "A at R/a2: R/a2",
    ]);
  });

  test("a disabled rule applies nothing", () => {
    const rules = { R1: { directives: ["a1"], enabled: false }, R2: ["a1"] };

    expect(shown(policiesOf({ techniques: { A: multi }, directives: { a1: { technique: "A" } }, rules }))).toEqual([
      "A at R2/a1: R2/a1",
    ]);
  });

  test("directives of a disabled technique and of an unknown one drop out", () => {
    const directives = { a: { technique: "off" }, b: { technique: "nope" }, c: { technique: "on" } };
    const techniques = { off: { multi: true, enabled: false }, on: multi };

    expect(shown(policiesOf({ techniques, directives, rules: { R: ["a", "b", "c"] } }))).toEqual(["on at R/c: R/c"]);
  });

  test("a rule reaches the nodes of its targets only", () => {
    const given: Given = {
      techniques: { A: multi },
      directives: { a: { technique: "A" } },
      rules: { R: { directives: ["a"], targets: ["group:web"] } },
    };

    expect(shown(policiesOf(given))).toEqual([]);
    expect(shown(policiesOf(given, { groups: ["web"] }))).toEqual(["A at R/a: R/a"]);
  });
});
