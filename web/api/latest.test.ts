import { expect, it } from "vitest";
import { createLatest, outdated } from "./latest.ts";

const deferred = <Value>() => {
  let answer: (value: Value) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<Value>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { promise, answer, fail };
};

it("reports a slow answer as outdated when a newer call was made", async () => {
  const latest = createLatest();
  const [slow, fast] = [deferred<number>(), deferred<number>()];
  const first = latest.run(() => slow.promise);
  const second = latest.run(() => fast.promise);
  fast.answer(2);
  expect(await second).toBe(2);
  slow.answer(1);
  expect(await first).toBe(outdated);
});

it("aborts the call before, and its failure does not count", async () => {
  const latest = createLatest();
  const slow = deferred<number>();
  const signals: AbortSignal[] = [];
  const first = latest.run((signal) => {
    signals.push(signal);
    return slow.promise;
  });
  const second = latest.run(async () => 2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  slow.fail(new Error("aborted"));
  expect(await Promise.all([first, second])).toEqual([outdated, 2]);
});

it("throws the failure of the newest call", async () => {
  await expect(createLatest().run(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});

it("ignores everything after a cancel", async () => {
  const latest = createLatest();
  const slow = deferred<number>();
  const run = latest.run(() => slow.promise);
  latest.cancel();
  slow.answer(1);
  expect(await run).toBe(outdated);
});
