import { expectTypeOf, test } from "vitest";
import {
  type Block,
  type BlockEdit,
  type BlockEffect,
  type Change,
  type Contribution,
  type Diff,
  type Finding,
  type HeirError,
  type Impact,
  type Inventory,
  type Log,
  type LogCommit,
  mask,
  memory,
  type NodeResult,
  open,
  type PlainMap,
  type PlainValue,
  type RenderOptions,
  type RenderPageOptions,
  type Repository,
  type Review,
  render,
  type ValuePlace,
  type Why,
} from "../../src/index.ts";

// Checked by the compiler; at run time these hold of themselves.

test("opening gives a repository, from a folder later and from memory at once", () => {
  expectTypeOf(open).returns.resolves.toEqualTypeOf<Repository>();
  expectTypeOf(memory).returns.toEqualTypeOf<Repository>();
  expectTypeOf(memory).toBeCallableWith(new Map([["nodes/a.yml", ""]]));
  expectTypeOf(open).toBeCallableWith(".", { settings: { class_mappings: ["* common"] } });
  expectTypeOf<Repository>().toExtend<AsyncDisposable>();
});

test("a result has values only when the node resolves", () => {
  expectTypeOf<Repository["resolve"]>().returns.resolves.toEqualTypeOf<NodeResult>();
  expectTypeOf<Extract<NodeResult, { ok: true }>["parameters"]>().toEqualTypeOf<PlainMap>();
  expectTypeOf<Extract<NodeResult, { ok: false }>>().not.toHaveProperty("parameters");
  expectTypeOf<NodeResult>().toHaveProperty("diagnostics");
  expectTypeOf<Extract<NodeResult, { ok: true }>["placeOf"]>().returns.toEqualTypeOf<ValuePlace | undefined>();
  expectTypeOf<Repository["resolveAll"]>().returns.toExtend<AsyncIterable<NodeResult>>();
});

test("paths are text or keys", () => {
  expectTypeOf<Repository["explain"]>().parameter(1).toEqualTypeOf<string | readonly string[]>();
});

test("a change has the sides that its kind has", () => {
  expectTypeOf<Diff["changes"]>().items.toEqualTypeOf<Change>();
  expectTypeOf<Extract<Change, { kind: "added" }>>().not.toHaveProperty("old");
  expectTypeOf<Extract<Change, { kind: "added" }>>().toHaveProperty("new");
  expectTypeOf<Extract<Change, { kind: "removed" }>>().not.toHaveProperty("new");
  expectTypeOf<Extract<Change, { kind: "changed" }>["old"]["value"]>().toEqualTypeOf<PlainValue>();
  expectTypeOf<Change["nodes"]>().toEqualTypeOf<readonly string[]>();
});

test("a review has a verdict, a comment and findings", () => {
  expectTypeOf<Repository["review"]>().returns.resolves.toEqualTypeOf<Review>();
  expectTypeOf<Repository["review"]>().toBeCallableWith({ from: "HEAD~1", to: "HEAD", maxBytes: 10_000 });
  expectTypeOf<Review["status"]>().toEqualTypeOf<"passes" | "fails" | "incomplete">();
  expectTypeOf<Review["findings"]>().items.toEqualTypeOf<Finding>();
  expectTypeOf<Diff["summary"]["blocks"]>().toEqualTypeOf<number>();
  expectTypeOf<Diff["blocks"]>().items.toEqualTypeOf<Block>();
  expectTypeOf<Block["effects"]>().items.toEqualTypeOf<BlockEffect>();
  expectTypeOf<Block["edit"]>().toEqualTypeOf<BlockEdit>();
});

test("what commands print as JSON is typed", () => {
  expectTypeOf<Repository["inventory"]>().returns.resolves.toEqualTypeOf<Inventory>();
  expectTypeOf<Inventory["nodes"][string]["parameters"]>().toEqualTypeOf<PlainMap>();
  expectTypeOf<Inventory["secretPaths"][string]>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<Repository["log"]>().returns.resolves.toEqualTypeOf<Log>();
  expectTypeOf<Log["commits"]>().items.toEqualTypeOf<LogCommit>();
  expectTypeOf<Repository["why"]>().toBeCallableWith("web1", ["ntp"], { from: "HEAD~1", to: "HEAD", secrets: "show" });
  expectTypeOf<Why["old"]["value"]>().toEqualTypeOf<PlainValue | undefined>();
  expectTypeOf<Repository["impact"]>().returns.resolves.toEqualTypeOf<Impact>();
});

test("a diff is rendered in a form, with the options of that form", () => {
  const forms = (diff: Diff) =>
    [
      render(diff, { format: "text" }),
      render(diff, { format: "markdown" }),
      render(diff, { format: "html", link: "https://example.org/{file}" }),
    ] as const;
  expectTypeOf(forms).returns.toEqualTypeOf<readonly [string, string, Promise<string>]>();
  const either = (diff: Diff, options: RenderOptions | RenderPageOptions) => render(diff, options);
  expectTypeOf(either).returns.toEqualTypeOf<string | Promise<string>>();
  expectTypeOf<{ format: "text"; full: true; block: 2 }>().toExtend<RenderOptions>();
  expectTypeOf<{ format: "markdown"; maxBytes: 2000; secrets: "show" }>().toExtend<RenderOptions>();
  expectTypeOf<{ format: "markdown"; maxBytes: string }>().not.toExtend<RenderOptions>();
  expectTypeOf<{ format: "html"; link: number }>().not.toExtend<RenderPageOptions>();
  expectTypeOf<{ format: "yaml" }>().not.toExtend<RenderOptions>();
});

test("a masked copy has the type of its original", () => {
  const masked = (one: NodeResult, all: Inventory) => [mask(one), mask(all)] as const;

  expectTypeOf(masked).returns.toEqualTypeOf<readonly [NodeResult, Inventory]>();
});

test("findings are diagnostics with nodes, contributions are plain", () => {
  expectTypeOf<Finding["severity"]>().toEqualTypeOf<"error" | "warning" | "info">();
  expectTypeOf<Finding["nodes"]>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<Contribution["value"]>().toEqualTypeOf<PlainValue>();
  expectTypeOf<HeirError["kind"]>().toEqualTypeOf<"usage" | "environment">();
});
