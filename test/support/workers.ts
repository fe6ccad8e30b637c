import type { Division, Part } from "../../src/base/division.ts";
import { FrameReader, frameBytes } from "../../src/cli/jobs/frames.ts";
import type { StartPool } from "../../src/cli/jobs/pool.ts";

/** Workers that are this process itself: whatever they find passes through the bytes of the pipe. */
export const workersInside: StartPool = async (count) => {
  const workers = {
    count,
    async *divide<Data>({ blocks, parts }: Division<Data>): AsyncGenerator<Part<Data>> {
      const of = blocks(count);
      for (let block = 0; block < of; block += 1) {
        for await (const part of parts(block, of)) yield passed(part);
      }
    },
  };
  return { of: () => workers, end: async () => undefined };
};

function passed<Data>(part: Part<Data>): Part<Data> {
  const reader = new FrameReader();
  const frames = frameBytes({ kind: "part", part }).flatMap((bytes) => [...reader.take(bytes)]);
  const [frame] = frames;
  if (frame?.kind !== "part") throw new Error("a part does not pass through the pipe");
  return frame.part as Part<Data>;
}
