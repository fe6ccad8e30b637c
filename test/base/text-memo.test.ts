import { expect, test } from "vitest";
import { TextMemo } from "../../src/model/values/value.ts";

test("a text is made once for the form in which it was asked for last", () => {
  let made = 0;
  const make = () => {
    made += 1;
    return "text";
  };
  const one = new TextMemo();

  expect([one.text("json", make), one.text("json", make), made]).toEqual(["text", "text", 1]);
  expect([one.text("yaml", make), one.text("json", make), made]).toEqual(["text", "text", 3]);
});
