import { expect, it } from "vitest";
import { createQueue } from "./queue.ts";

const deferred = () => {
  let end: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { promise, end, fail };
};

it("starts a call when the one before has ended, also by an error", async () => {
  const enqueue = createQueue();
  const [first, second] = [deferred(), deferred()];
  const started: number[] = [];
  const run = (number: number, until: Promise<void>) =>
    enqueue(async () => {
      started.push(number);
      await until;
      return number;
    });
  const runs = [run(1, first.promise), run(2, second.promise), run(3, Promise.resolve())];
  const settled = Promise.allSettled(runs);
  await Promise.resolve();
  expect(started).toEqual([1]);
  first.end();
  expect(await runs[0]).toBe(1);
  await Promise.resolve();
  expect(started).toEqual([1, 2]);
  second.fail(new Error("refused"));
  expect(await settled).toMatchObject([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: { message: "refused" } },
    { status: "fulfilled", value: 3 },
  ]);
});
