import fc from "fast-check";
import { expect, test } from "vitest";
import { type Frame, FrameReader, frameBytes } from "../../../src/cli/jobs/frames.ts";
import { HeirError } from "../../../src/model/findings/failure.ts";

const FRAMES: readonly Frame[] = [
  { kind: "ready", state: "a b" },
  {
    kind: "part",
    part: { data: { names: new Set(["ü"]), of: undefined }, text: [Buffer.from('{\n"a'), Buffer.from('": 1}\n')] },
  },
  { kind: "part", part: { data: [1n, Number.NaN] } },
  { kind: "part", part: { data: "x", text: [] } },
  { kind: "done" },
  { kind: "failed", error: new HeirError("usage", "no such thing", "try another", { candidates: ["a"] }) },
];

const BYTES = Buffer.concat(FRAMES.flatMap(frameBytes));

test("frames are what was written, wherever the bytes are cut", () => {
  const cuts = fc.uniqueArray(fc.nat(BYTES.length), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, (at) => {
      const places = [0, ...at.sort((one, other) => one - other), BYTES.length];
      const reader = new FrameReader();
      const read = places.slice(1).flatMap((end, index) => [...reader.take(BYTES.subarray(places[index], end))]);
      expect(read.map(joined)).toEqual(FRAMES.map(asRead).map(joined));
    }),
  );
});

/** Members that are undefined are left out. */
function asRead(frame: Frame): Frame {
  if (frame !== FRAMES[1] || frame.kind !== "part") return frame;
  return { ...frame, part: { ...frame.part, data: { names: new Set(["ü"]) } } };
}

/** Texts come in other pieces. */
function joined(frame: Frame): unknown {
  if (frame.kind !== "part") return frame;
  const { data, text } = frame.part;
  return { kind: "part", data, text: text && Buffer.concat([...text]).toString() };
}

test("the error of a file that cannot be read is that of one process; a bug stays one", () => {
  const [failed] = [
    ...new FrameReader().take(Buffer.concat(frameBytes({ kind: "failed", error: new TypeError("x") }))),
  ];
  expect(failed).toEqual({ kind: "failed", error: new Error("x") });
});
