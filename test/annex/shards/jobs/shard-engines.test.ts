import { expect, test } from "vitest";
import { engineShare } from "../../../../src/annex/shards/jobs/shard-engines.ts";

const array = (id: number, [least, most, step, count]: readonly [number, number, number, number]) => ({
  SLURM_ARRAY_TASK_ID: `${id}`,
  SLURM_ARRAY_TASK_MIN: `${least}`,
  SLURM_ARRAY_TASK_MAX: `${most}`,
  SLURM_ARRAY_TASK_STEP: `${step}`,
  SLURM_ARRAY_TASK_COUNT: `${count}`,
});

test.each([
  ["Kubernetes counts from 0", { JOB_COMPLETION_INDEX: "0" }, 3, "1/3"],
  ["GitLab counts from 1", { CI_NODE_INDEX: "4", CI_NODE_TOTAL: "4" }, undefined, "4/4"],
  ["GitLab without parallel is one job", { CI_NODE_TOTAL: "1" }, undefined, "1/1"],
  ["CircleCI counts from 0", { CIRCLE_NODE_INDEX: "2", CIRCLE_NODE_TOTAL: "3" }, undefined, "3/3"],
  ["Buildkite", { BUILDKITE_PARALLEL_JOB: "1", BUILDKITE_PARALLEL_JOB_COUNT: "5" }, undefined, "2/5"],
  ["a Slurm array begins anywhere", array(6, [0, 6, 2, 4]), undefined, "4/4"],
  ["with a total, tasks of Slurm are shares", array(4, [2, 4, 1, 2]), 4, "4/4"],
  ["GNU parallel counts from 1", { PARALLEL_SEQ: "3" }, 6, "3/6"],
  ["one of one gives way", { PARALLEL_SEQ: "2", CI_NODE_TOTAL: "1" }, 2, "2/2"],
  ["an empty variable is not set", { PARALLEL_SEQ: "2", JOB_COMPLETION_INDEX: "" }, 2, "2/2"],
] as const)("%s", (_, env, total, expected) => {
  const { index, of } = engineShare(env, total);
  expect(`${index}/${of}`).toBe(expected);
});

test.each([
  ["no engine", {}, undefined, "BUILDKITE_PARALLEL_JOB"],
  ["no total", { PARALLEL_SEQ: "1" }, undefined, "auto/N"],
  ["two engines", { PARALLEL_SEQ: "1", CI_NODE_INDEX: "1", CI_NODE_TOTAL: "2" }, 2, "CI_NODE_INDEX, PARALLEL_SEQ"],
  ["an index beyond the total", { JOB_COMPLETION_INDEX: "3" }, 3, "JOB_COMPLETION_INDEX"],
  ["an index below one", { CI_NODE_INDEX: "0", CI_NODE_TOTAL: "2" }, undefined, "CI_NODE_INDEX"],
  ["another total", { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "4" }, 3, "CI_NODE_TOTAL"],
  ["a total that is missing", { CIRCLE_NODE_INDEX: "1" }, undefined, "CIRCLE_NODE_TOTAL"],
  ["no number", { CI_NODE_INDEX: "one", CI_NODE_TOTAL: "4" }, undefined, "CI_NODE_INDEX"],
  ["an array with holes", array(3, [0, 9, 1, 3]), undefined, "SLURM_ARRAY_TASK"],
  ["an array without its step", { SLURM_ARRAY_TASK_ID: "3" }, undefined, "SLURM_ARRAY_TASK_MIN"],
] as const)("%s is refused", (_, env, total, named) => {
  expect(() => engineShare(env, total)).toThrow(named);
});
