import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createLog, type Log } from "../log/log.ts";
import { listLoopStates } from "./loop-state.ts";
import { PollingLoop } from "./polling-loop.ts";

const log = createLog("silent");

type Line = { msg: string; failures?: number; retryInMs?: number };

function aLog(): { log: Log; lines: Line[] } {
  const lines: Line[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { log: pino({ level: "info" }, output), lines };
}

const findLag = (task: string) => listLoopStates().find((state) => state.task === task);

it("runs round after round while there is more, and after a failed one", async () => {
  const { log: written, lines } = aLog();
  const rounds = [true, true, new Error("lost"), false];
  let count = 0;
  const round = async () => {
    const outcome = rounds[count] ?? false;
    count += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const loop = new PollingLoop({ task: "rounds", intervalMs: 1, log: written, round });
  loop.start();
  await expect.poll(() => count).toBeGreaterThan(4);
  await loop.stop();
  const stoppedAt = count;
  await new Promise((resolve) => setImmediate(resolve));
  expect(count).toBe(stoppedAt);
  expect(lines.map(({ msg, failures }) => [msg, failures])).toEqual([
    ["a round of background work failed", 1],
    ["background work goes on", 1],
  ]);
  expect(findLag("rounds")).toMatchObject({ failures: 1 });
});

it("runs as many rounds at the same time as it may, and waits for them when it is stopped", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let running = 0;
  const round = async () => {
    running += 1;
    await released;
    running -= 1;
    return false;
  };
  const loop = new PollingLoop({ task: "together", intervalMs: 60_000, log, concurrency: 3, round });
  loop.start();
  expect(running).toBe(3);
  const stopped = loop.stop();
  release();
  await stopped;
  expect(running).toBe(0);
});

it("delays a part that failed and goes on with the others", async () => {
  const { log: written, lines } = aLog();
  const loop = new PollingLoop({ task: "parts", intervalMs: 1, log: written, round: async () => false });
  const calls: string[] = [];
  const part = (name: string, fails: boolean) =>
    loop.attempt({ name }, async () => {
      calls.push(name);
      if (fails) throw new Error("broken");
      return true;
    });
  expect([await part("one", true), await part("two", false), await part("one", false)]).toEqual([false, true, false]);
  expect(calls).toEqual(["one", "two"]);
  expect(lines).toMatchObject([{ msg: "background work failed", name: "one", failures: 1 }]);
  const [{ retryInMs = 0 } = {}] = lines;
  expect(retryInMs).toBeGreaterThanOrEqual(10_000);
  expect(retryInMs).toBeLessThanOrEqual(12_000);
  await loop.stop();
  expect(await part("two", false)).toBe(false);
});
