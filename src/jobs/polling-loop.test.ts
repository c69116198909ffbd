import { expect, it } from "vitest";
import { createLog } from "../log.ts";
import { PollingLoop } from "./polling-loop.ts";

const log = createLog("silent");

it("runs round after round while there is more, and after a failed one", async () => {
  const rounds = [true, true, new Error("lost"), false];
  let count = 0;
  const round = async () => {
    const outcome = rounds[count] ?? false;
    count += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const loop = new PollingLoop({ task: "test", intervalMs: 1, log, round });
  loop.start();
  await expect.poll(() => count).toBeGreaterThan(4);
  await loop.stop();
  const stoppedAt = count;
  await new Promise((resolve) => setImmediate(resolve));
  expect(count).toBe(stoppedAt);
});

it("delays a part that failed and goes on with the others", async () => {
  const loop = new PollingLoop({ task: "test", intervalMs: 1, log, round: async () => false });
  const calls: string[] = [];
  const part = (name: string, fails: boolean) =>
    loop.attempt({ name }, async () => {
      calls.push(name);
      if (fails) throw new Error("broken");
      return true;
    });
  expect([await part("one", true), await part("two", false), await part("one", false)]).toEqual([false, true, false]);
  expect(calls).toEqual(["one", "two"]);
  await loop.stop();
  expect(await part("two", false)).toBe(false);
});
