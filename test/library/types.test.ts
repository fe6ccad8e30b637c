import { expectTypeOf, test } from "vitest";
import {
  type ConfigRepository,
  type Diff,
  type HeirError,
  memory,
  type NodeResult,
  open,
  type PlainChange,
  type PlainContribution,
  type PlainFinding,
  type PlainMap,
  type PlainValue,
  type PlainValuePlace,
} from "../../src/index.ts";

// Checked by the compiler; at run time these hold of themselves.

test("opening gives a repository, from a folder later and from memory at once", () => {
  expectTypeOf(open).returns.resolves.toEqualTypeOf<ConfigRepository>();
  expectTypeOf(memory).returns.toEqualTypeOf<ConfigRepository>();
  expectTypeOf(memory).toBeCallableWith(new Map([["nodes/a.yml", ""]]));
  expectTypeOf(open).toBeCallableWith(".", { settings: { class_mappings: ["* common"] } });
  expectTypeOf<ConfigRepository>().toExtend<AsyncDisposable>();
});

test("a result has values only when the node resolves", () => {
  expectTypeOf<ConfigRepository["resolve"]>().returns.resolves.toEqualTypeOf<NodeResult>();
  expectTypeOf<Extract<NodeResult, { ok: true }>["parameters"]>().toEqualTypeOf<PlainMap>();
  expectTypeOf<Extract<NodeResult, { ok: false }>>().not.toHaveProperty("parameters");
  expectTypeOf<NodeResult>().toHaveProperty("diagnostics");
  expectTypeOf<Extract<NodeResult, { ok: true }>["placeOf"]>().returns.toEqualTypeOf<PlainValuePlace | undefined>();
  expectTypeOf<ConfigRepository["resolveAll"]>().returns.toExtend<AsyncIterable<NodeResult>>();
});

test("paths are text or keys", () => {
  expectTypeOf<ConfigRepository["explain"]>().parameter(1).toEqualTypeOf<string | readonly string[]>();
});

test("a change has the sides that its kind has", () => {
  expectTypeOf<Diff["changes"]>().items.toEqualTypeOf<PlainChange>();
  expectTypeOf<Extract<PlainChange, { kind: "added" }>>().not.toHaveProperty("old");
  expectTypeOf<Extract<PlainChange, { kind: "added" }>>().toHaveProperty("new");
  expectTypeOf<Extract<PlainChange, { kind: "removed" }>>().not.toHaveProperty("new");
  expectTypeOf<Extract<PlainChange, { kind: "changed" }>["old"]["value"]>().toEqualTypeOf<PlainValue>();
  expectTypeOf<PlainChange["nodes"]>().toEqualTypeOf<readonly string[]>();
});

test("findings are diagnostics with nodes, contributions are plain", () => {
  expectTypeOf<PlainFinding["severity"]>().toEqualTypeOf<"error" | "warning" | "info">();
  expectTypeOf<PlainFinding["nodes"]>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<PlainContribution["value"]>().toEqualTypeOf<PlainValue>();
  expectTypeOf<HeirError["kind"]>().toEqualTypeOf<"usage" | "environment">();
});
